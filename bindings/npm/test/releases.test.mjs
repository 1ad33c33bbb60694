// `waybill/releases` in Node, in addition to the shared vectors: invalid reports, options and texts, and no state between calls.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compareSync } from "waybill/diff";
import { checkModelAnswer, keepHandWritten, nextVersion, readModelFailure, readModelResponse, readTag, ReleaseError, removeOperations, requiredBump, writeChangelog, writeComment, writeModelRequests } from "waybill/releases";

const description = (version, paths) => JSON.stringify({ openapi: "3.0.3", info: { title: "t", version }, paths });
const get = { get: { responses: { 200: { description: "ok" } } } };
const [old, current] = [description("1.4.0", { "/flows": get, "/gone": get }), description("1.5.0", { "/flows": get, "/new": get })];
const comparison = compareSync(old, current, { previousName: "old.json", currentName: "new.json" });
const report = comparison.json();
const release = { version: "1.5.0", previous: "1.4.0" };
const refused = (code, words) => (error) => error instanceof ReleaseError && error.code === code && error.kind === "request" && error.message.includes(words);

test("a report is the object that a comparison gives, or its text", () => {
  assert.equal(writeChangelog(report, release), writeChangelog(comparison.render("json"), release));
  assert.equal(requiredBump(report), "major");
});

test("the changelog is the one that the command writes", { skip: !process.env.WAYBILL_DEV && "no command is named" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "waybill-releases-"));
  writeFileSync(join(folder, "old.json"), old);
  writeFileSync(join(folder, "new.json"), current);
  const { stdout } = spawnSync(process.env.WAYBILL_DEV, ["changelog", "--files", "old.json", "new.json", "--stdout"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  assert.equal(writeChangelog(report, release), stdout);
});

test("an invalid report is refused", () => {
  for (const given of [undefined, null, 5, [], {}, "", "{}", new Uint8Array(3), { ...report, changes: [{}] }]) {
    assert.throws(() => writeChangelog(given, release), refused("report.unreadable", "the report cannot be read"), String(given));
  }
  assert.throws(() => writeChangelog({ ...report, self: 1n }, release), refused("options.invalid", "JSON"));
});

test("mistyped arguments are refused with the expected type", () => {
  assert.throws(() => writeChangelog(report), refused("options.invalid", "missing field `release`"));
  assert.throws(() => writeChangelog(report, { ...release, day: "2026-04-11" }), refused("options.invalid", "unknown field `day`, expected one of `version`, `previous`, `date`"));
  assert.throws(() => writeChangelog(report, release, { detail: "much" }), refused("options.invalid", "expected `short` or `all`"));
  assert.throws(() => writeComment(report, {}), refused("options.invalid", "missing field `description`"));
  assert.throws(() => readTag(undefined), refused("options.invalid", "missing field `text`"));
  assert.throws(() => readTag(["v1.4.0"]), refused("options.invalid", "expected a string"));
  assert.throws(() => nextVersion("1.4.0", "major"), refused("options.invalid", "expected a sequence"));
  assert.throws(() => nextVersion("1.4.0", ["huge"]), refused("options.invalid", "unknown variant `huge`"));
  assert.throws(() => keepHandWritten("a"), refused("options.invalid", "missing field `generated`"));
  assert.throws(() => removeOperations({}), refused("options.invalid", "a description is"));
  assert.throws(() => checkModelAnswer(report, { changes: [] }), refused("options.invalid", "either `text` or `failure`"));
  assert.throws(() => writeModelRequests(report, { provider: "other" }), refused("options.invalid", "unknown variant `other`"));
  assert.throws(() => writeModelRequests(report, { provider: "openai", apiKey: "canary" }), (error) => error.code === "options.invalid" && !error.message.includes("canary"));
});

test("missing and undefined options have their default", () => {
  const usual = writeChangelog(report, release);
  assert.equal(writeChangelog(report, { ...release, date: undefined }, { detail: undefined, frontMatter: "docusaurus" }), usual);
});

test("a description is text or bytes", () => {
  const expected = '{"openapi":"3.0.3","info":{"title":"t","version":"1.4.0"},"paths":{}}';
  const bytes = new TextEncoder().encode(old);
  for (const form of [old, bytes, Buffer.from(old), bytes.buffer]) assert.equal(removeOperations(form), expected);
});

test("a host sends model requests and adds the key", async () => {
  const seen = [];
  const send = async (url, init) => {
    seen.push({ url, ...init, body: JSON.parse(init.body) });
    return new Response("", { status: 429, headers: { "retry-after": "2" } });
  };
  const { requests } = writeModelRequests(report, { provider: "openai" });
  assert.equal(requests.length, 1);
  const [{ url, method, headers, keyHeader, body, changes }] = requests;
  const answer = await send(url, { method, headers: Object.fromEntries([...headers, [keyHeader.name, keyHeader.prefix + "canary"]]), body });
  assert.equal(seen[0].headers.authorization, "Bearer canary");
  assert.equal(seen[0].body.model, "gpt-4.1");
  assert.deepEqual(changes, report.changes.filter(({ level }) => level === "breaking").map(({ id }) => id));
  const step = readModelResponse("openai", { status: answer.status, headers: [...answer.headers], body: await answer.text() });
  assert.deepEqual(step, { type: "retry", afterMs: 2000, failed: 1 });
  assert.deepEqual(readModelFailure("it broke"), { type: "retry", afterMs: 500, failed: 1 });
});

test("a time to come back at is read by the machine's own clock", () => {
  const headers = [["retry-after", new Date(Date.now() + 5_000).toUTCString()]];
  const { type, afterMs } = readModelResponse("anthropic", { status: 503, headers, body: "" });
  assert.ok(type === "retry" && afterMs > 2_000 && afterMs <= 5_000, `${type} ${afterMs}`);
});

test("every function that is declared is there, and no other", async () => {
  const module = await import("waybill/releases");
  const declared = [...readFileSync(new URL("../dist/releases/index.d.ts", import.meta.url), "utf8").matchAll(/export declare function (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(Object.keys(module).sort(), [...declared, "ReleaseError"].sort());
});
