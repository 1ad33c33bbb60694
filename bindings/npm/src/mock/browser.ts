// `waybill/mock` in browsers: a module is fetched when a mock service first needs it. Bundlers look for `new URL("..",
// import.meta.url)` to copy the files.
import { creator } from "./mock.js";

export { MockError } from "./error.js";

// The page may replace the global `fetch` with that of the mock service.
const fetch = globalThis.fetch.bind(globalThis);

const FILES = {
  mock: new URL("../wasm/mock.wasm", import.meta.url),
  "mock-rest": new URL("../wasm/mock-rest.wasm", import.meta.url),
};

export const createMock = creator(async (name) => {
  const file = await fetch(FILES[name]);
  if (!file.ok) throw new Error(`status ${file.status} for ${file.url}`);
  // Streaming requires the media type `application/wasm`, which some static servers do not send.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
});
