// `waybill/diff` in a real browser, through a bundler: every comparison case that names Chromium.
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundle, resultOf, serve } from "../support/chromium.mjs";
import { record } from "../support/evidence.mjs";
import { comparable, compareCases } from "../support/vectors.mjs";

const cases = compareCases("chromium");
const passed = [];
let site;
let result;

before(async () => {
  site = await bundle(fileURLToPath(new URL("page/", import.meta.url)));
  const text = (files) => Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.toString()]));
  const sent = cases.map(({ id, old, current, names }) => ({
    id,
    old: old.toString("base64"),
    current: current.toString("base64"),
    names: { ...names, previousFiles: text(names.previousFiles), currentFiles: text(names.currentFiles) },
  }));
  const server = await serve(site, { "/cases.json": JSON.stringify(sent) });
  result = await resultOf(server);
});
after(() => {
  rmSync(site, { recursive: true, force: true });
  record("chromium", { vectors: passed });
});

test("there are comparison cases", () => assert.ok(cases.length > 0));

for (const { id, report } of cases) {
  test(id, () => {
    assert.deepEqual(comparable(result.reports[id].json), comparable(report));
    assert.ok(result.reports[id].same, "a worker and the page's own thread differ");
    passed.push(id);
  });
}

test("a page sees how far a comparison is, and can leave it", () => {
  const { progress, leave } = result;
  assert.ok(progress.length > 3, JSON.stringify(progress));
  assert.ok(progress.every(({ done, total }, at) => done < total && (at === 0 || (done > progress[at - 1].done && total >= progress[at - 1].total))));
  const last = progress.at(-1);
  assert.ok(last.phase === "report" && last.done > 0.9 * last.total, JSON.stringify(last));
  assert.equal(leave, "the page was left");
});

test("a description that cannot be read is a named error", () => {
  assert.equal(result.refused.named, true);
  assert.match(result.refused.code, /^description\./);
});

test("the main entry throws an error that names waybill/diff", () => {
  assert.deepEqual([result.entry.name, result.entry.code], ["BrowserEntryError", "entry.browser"]);
  assert.match(result.entry.message, /waybill\/diff/);
});

test("the bundle includes only the comparison's WebAssembly file", () => {
  const files = readdirSync(join(site, "assets"));
  assert.deepEqual(files.filter((file) => file.endsWith(".wasm")).map((file) => file.replace(/-.*/, "")), ["diff"]);
});
