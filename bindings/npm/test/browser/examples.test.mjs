// `waybill/examples` in a real browser, through a bundler: every comparison case that names Chromium.
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundle, resultOf, serve } from "../support/chromium.mjs";
import { compareCases, expectedExamples } from "../support/vectors.mjs";

const cases = compareCases("chromium");
const expected = expectedExamples();
let site;
let result;

before(async () => {
  site = await bundle(fileURLToPath(new URL("examples-page/", import.meta.url)));
  const text = (files) => Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.toString()]));
  const sent = cases.map(({ id, old, current, names: { previousFiles, currentFiles }, report, messages }) => ({
    id,
    old: old.toString("base64"),
    current: current.toString("base64"),
    names: { previousFiles: text(previousFiles), currentFiles: text(currentFiles) },
    report: withSentences({ ...report, tool: "waybill" }, messages),
  }));
  const server = await serve(site, { "/cases.json": JSON.stringify(sent) });
  result = await resultOf(server);
});

/** Returns the report with its messages, which vectors store separately. */
function withSentences({ verdict, changes, problems, ...report }, messages) {
  const [sentence, ...others] = messages;
  const change = (entry, at) => ({ ...entry, message: others[at], why: "", help: "", advice: "", no_witness: null });
  const problem = (entry) => ({ ...entry, message: "" });
  return { ...report, verdict: { ...verdict, sentence }, changes: changes.map(change), problems: problems.map(problem) };
}
after(() => rmSync(site, { recursive: true, force: true }));

test("a page finds the examples that core finds", () => {
  assert.ok(cases.length > 0);
  for (const { id, report } of cases) {
    const all = report.changes.map(({ id: change }) => [change, expected[id]?.[change] ?? null]);
    const { witnesses, snippets } = result.examples[id];
    assert.deepEqual(witnesses, Object.fromEntries(all), id);
    assert.deepEqual(snippets.sort(), all.filter(([, witness]) => witness).map(([change]) => change).sort(), id);
  }
});

test("an invalid report is a named error", () => {
  assert.deepEqual(result.refused, { named: true, code: "report.unreadable" });
});

test("the bundle holds the file for examples alone", () => {
  const files = readdirSync(join(site, "assets"));
  assert.deepEqual(files.filter((file) => file.endsWith(".wasm")).map((file) => file.replace(/-.*/, "")), ["examples"]);
});
