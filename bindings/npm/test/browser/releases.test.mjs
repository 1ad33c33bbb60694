// `waybill/releases` in a real browser, through a bundler: every release vector that names Chromium.
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { compareSync } from "waybill/diff";
import { bundle, resultOf, serve } from "../support/chromium.mjs";
import { record } from "../support/evidence.mjs";
import { releaseVectors } from "../support/vectors.mjs";

const vectors = releaseVectors("chromium").map(({ id, scenario, descriptions }) => ({ id, scenario, report: descriptions ? reportOf(descriptions) : scenario.report }));
const passed = [];
let site;
let result;

function reportOf([previous, current]) {
  return compareSync(previous.text, current.text, { previousName: previous.name, currentName: current.name }).json();
}

before(async () => {
  site = await bundle(fileURLToPath(new URL("release-page/", import.meta.url)));
  const server = await serve(site, { "/vectors.json": JSON.stringify(vectors) });
  result = await resultOf(server);
});
after(() => {
  rmSync(site, { recursive: true, force: true });
  record("chromium", { vectors: passed });
});

test("there are release vectors", () => assert.ok(vectors.length > 0));

for (const { id, scenario } of vectors) {
  test(id, () => {
    assert.deepEqual(result[id], scenario.steps.map(({ gives, fails }) => (fails ? { fails } : { gives })));
    passed.push(id);
  });
}

test("the bundle holds the file for releases alone", () => {
  const files = readdirSync(join(site, "assets"));
  assert.deepEqual(files.filter((file) => file.endsWith(".wasm")).map((file) => file.replace(/-.*/, "")), ["releases"]);
});
