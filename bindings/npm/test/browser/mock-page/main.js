// Runs the given mock vectors, with the mock service in place of the page's own `fetch`.
import { createMock, MockError } from "waybill/mock";
import { runMockVector } from "../../support/mock-scene.mjs";

const vectors = await (await fetch("/vectors.json")).json();
const loadedBefore = loaded();

const first = createMock();
globalThis.fetch = first.fetch;
const page = await fetch("/soap/Nothing/1.0");
const unknown = { status: page.status, url: page.url, closed: await closed() };
const loadedAfter = loaded();

const complaints = {};
for (const vector of vectors) complaints[vector.id] = await runMockVector(createMock, vector);
window.result = { complaints, unknown, loadedBefore, loadedAfter, loadedAtTheEnd: loaded() };

async function closed() {
  first.close();
  const error = await fetch("/soap/Nothing/1.0").catch((error) => error);
  return error instanceof MockError ? error.code : String(error);
}

/** Returns the WebAssembly files that the page has fetched, without the hashes that the bundler adds. */
function loaded() {
  const files = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm"));
  return files.map(({ name }) => name.replace(/.*\//, "").replace(/-[\w-]{8}\.wasm$/, ""));
}
