// The files that a first visit loads to compare a pair in JSON: the page, its scripts and one module, compressed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import { give, openPage, pageFile } from "./support/chromium.mjs";
import { useSite } from "./support/site.mjs";

/** A few percent more than in docs/comparison/speed.md. The goal is 300 KB. */
const MOST = 460_000;

const site = useSite();

test("a pair in JSON loads only the smaller module", async () => {
  const { context, page } = await openPage(site.browser, { serviceWorkers: "block" });
  await page.goto(site.server.origin);
  const described = (type) => JSON.stringify({ openapi: "3.1.0", info: { title: "Parcels", version: "1.0.0" }, paths: { "/parcels": { get: { parameters: [{ name: "depot", in: "query", schema: { type } }], responses: {} } } } });
  await give(page, described("string"), described("integer"));
  await page.locator(".verdict").waitFor();
  // Each worker requests the script, because this server disables caching.
  const asked = [...new Set(site.server.asked)].filter((path) => path !== "/releases.json");
  const sizes = Object.fromEntries(asked.map((path) => [path, brotliCompressSync(pageFile(path === "/" ? "index.html" : path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length]));
  const kinds = asked.map((path) => path.replace(/^\/assets\/|-[\w-]{8}(?=\.)/g, "")).sort();
  assert.deepEqual(kinds, ["/", "diff-json.wasm", "index.css", "index.js", "worker.js"]);
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  console.log(`first load: ${total} bytes compressed, ${JSON.stringify(sizes)}`);
  assert.ok(total <= MOST, `${total} bytes`);
  await context.close();
});
