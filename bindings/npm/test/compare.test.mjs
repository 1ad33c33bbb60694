// The comparison in Node: in a worker and on the calling thread.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compare, CompareError, compareSync } from "waybill/diff";

const description = (version, paths) => JSON.stringify({ openapi: "3.0.3", info: { title: "t", version }, paths });
const get = { get: { responses: { 200: { description: "ok" } } } };
const old = description("1.4.0", { "/flows": get });
const current = description("1.5.0", { "/flows": get, "/connections": get });

test("a worker and this thread give the same report", async () => {
  const report = await compare(old, current, { previousName: "v1.4.0", currentName: "v1.5.0" });
  const json = await report.json();
  assert.deepEqual(json.changes.map((change) => change.rule), ["operation-added"]);
  const local = compareSync(old, current, { previousName: "v1.4.0", currentName: "v1.5.0" });
  assert.deepEqual(local.json(), json);
  for (const format of ["terminal", "json", "markdown"]) assert.equal(await report.render(format), local.render(format));
  local.close();
  report.close();
});

test("descriptions are strings, bytes or buffers, left unchanged", async () => {
  const bytes = new TextEncoder().encode(current);
  for (const form of [current, bytes, Buffer.from(current), bytes.buffer]) {
    const report = await compare(old, form);
    assert.equal((await report.json()).changes.length, 1);
    report.close();
  }
  assert.equal(bytes.length, current.length);
  const padded = Buffer.alloc(100_000, " ");
  padded.write(current);
  (await compare(old, padded)).close();
  assert.equal(padded.length, 100_000);
});

test("a truncated file is one named error", async () => {
  const named = (error) => error instanceof CompareError && error.code === "description.syntax" && error.kind === "comparison" && error.message.length > 0;
  await assert.rejects(compare(old.slice(0, 20), current), named);
  assert.throws(() => compareSync(old.slice(0, 20), current), named);
});

test("an unknown format is refused with the names of the formats", async () => {
  const report = await compare(old, current);
  await assert.rejects(report.render("pdf"), (error) => error.code === "format.unknown" && error.kind === "request" && error.message.includes("markdown"));
  report.close();
});

test("a closed report is a named error, and closing twice is fine", async () => {
  const report = await compare(old, current);
  report.close();
  report.close();
  await assert.rejects(report.json(), { name: "CompareError", code: "report.closed", kind: "closed" });
  const local = compareSync(old, current);
  local[Symbol.dispose]();
  local.close();
  assert.throws(() => local.json(), { name: "CompareError", code: "report.closed", kind: "closed" });
});

test("closing while a report is being read rejects the reading", async () => {
  const report = await compare(old, current);
  const reading = report.json();
  report.close();
  await assert.rejects(reading, { code: "report.closed", kind: "closed" });
});

test("an aborted comparison rejects with the signal's reason", async () => {
  const stop = new AbortController();
  const running = compare(old, current, { signal: stop.signal });
  stop.abort(new Error("the page was left"));
  await assert.rejects(running, /the page was left/);
  await assert.rejects(compare(old, current, { signal: stop.signal }), /the page was left/);
});

/** Two descriptions that keep a worker busy for a while: each operation has its own schema, and all schemas changed. */
function many(kind) {
  const all = Array.from({ length: 400 }, (_, at) => at);
  const answer = (at) => ({ get: { responses: { 200: { description: "", content: { "a/b": { schema: { $ref: `#/components/schemas/S${at}` } } } } } } });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1.0.0" },
    paths: Object.fromEntries(all.map((at) => [`/p${at}`, answer(at)])),
    components: { schemas: Object.fromEntries(all.map((at) => [`S${at}`, { type: kind }])) },
  });
}

test("a page can show how far a comparison is", async () => {
  const seen = [];
  const report = await compare(many("string"), many("integer"), { onProgress: (progress) => seen.push(progress) });
  assert.ok(seen.length > 3, JSON.stringify(seen));
  assert.deepEqual(Object.keys(seen[0]), ["phase", "done", "total"]);
  assert.equal(seen[0].done, 0);
  assert.ok(seen.every(({ done, total }, at) => done < total && (at === 0 || (done > seen[at - 1].done && total >= seen[at - 1].total))));
  assert.deepEqual([...new Set(seen.map(({ phase }) => phase))], ["definitions", "operations", "report"]);
  const local = compareSync(many("string"), many("integer"));
  assert.deepEqual(await report.json(), local.json());
  local.close();
  report.close();
});

test("a comparison can be left while it is under way", async () => {
  const stop = new AbortController();
  const running = compare(many("string"), many("integer"), { signal: stop.signal, onProgress: () => stop.abort(new Error("the page was left")) });
  await assert.rejects(running, /the page was left/);
});

test("an error of the progress callback ends the comparison", async () => {
  const running = compare(many("string"), many("integer"), { onProgress: () => { throw new Error("the bar broke"); } });
  await assert.rejects(running, /the bar broke/);
});

test("every member of a report is in its types", () => {
  const types = readFileSync(new URL("../dist/diff/report.d.ts", import.meta.url), "utf8");
  const report = compareSync(old, current).json();
  const members = (value) => (typeof value === "object" && value !== null ? Object.entries(value).flatMap(([name, member]) => [...(Array.isArray(value) ? [] : [name]), ...members(member)]) : []);
  const counted = Object.keys(report.counts);
  const missing = members(report).filter((name) => !counted.includes(name) && !types.includes(`readonly ${name}:`));
  assert.deepEqual(missing, []);
});

test("operations can be excluded, and mistyped options are refused", () => {
  const description = '{"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": {"/a": {"get": {"tags": ["x"], "x-internal": true}}}}';
  for (const [exclude, by] of [[{ tags: ["x"] }, "tag"], [{ paths: ["/a"] }, "path"], [{ internal: true }, "internal"]]) {
    const report = compareSync(description, description, { exclude });
    const { current, excluded } = report.json();
    assert.deepEqual([current.operations, current.excluded, excluded.map((one) => one.by)], [0, 1, [by]]);
    report.close();
  }
  for (const exclude of [{ tags: "x" }, { tags: [1] }, { paths: [null] }, { internal: "yes" }]) {
    assert.throws(() => compareSync(description, description, { exclude }), { code: "options.invalid" }, JSON.stringify(exclude));
  }
  for (const levels of [{ "operation-removed": "additive" }, { "operation-remove": "risky" }, { "tag-added": "minor" }, { "tag-added": 1 }]) {
    assert.throws(() => compareSync(description, description, { levels }), { code: "options.invalid" }, JSON.stringify(levels));
  }
});
