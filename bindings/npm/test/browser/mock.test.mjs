// `waybill/mock` in a real browser, through a bundler: every mock vector that names Chromium.
import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundle, resultOf, serve } from "../support/chromium.mjs";
import { record } from "../support/evidence.mjs";
import { mockVectors } from "../support/vectors.mjs";

const vectors = mockVectors("chromium");
const passed = [];
let site;
let origin;
let result;

before(async () => {
  site = await bundle(fileURLToPath(new URL("mock-page/", import.meta.url)));
  const server = await serve(site, { "/vectors.json": JSON.stringify(vectors) });
  origin = server.origin;
  result = await resultOf(server);
});
after(() => {
  rmSync(site, { recursive: true, force: true });
  record("chromium", { vectors: passed });
});

test("there are mock vectors", () => assert.ok(vectors.length > 0));

for (const { id } of vectors) {
  test(id, () => {
    assert.deepEqual(result.complaints[id], []);
    passed.push(id);
  });
}

test("a page may replace its fetch with the mock service", () => {
  assert.deepEqual(result.unknown, { status: 404, url: `${origin}/soap/Nothing/1.0`, closed: "mock.closed" });
});

test("each WebAssembly file is fetched once, on first use", () => {
  assert.deepEqual([result.loadedBefore, result.loadedAfter], [[], ["mock-rest"]]);
  assert.deepEqual(result.loadedAtTheEnd.sort(), ["mock", "mock-rest"]);
  const files = readdirSync(join(site, "assets")).filter((file) => file.endsWith(".wasm"));
  assert.equal(files.length, 2);
});
