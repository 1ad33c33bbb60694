// `waybill/mock` in browsers: the module is fetched when a mock service is first used. `new URL(.., import.meta.url)` is what
// bundlers look for to copy the file.
import { creator } from "./mock.js";

export { MockError } from "./error.js";

// The page may put the mock's own `fetch` in the place of the global one.
const fetch = globalThis.fetch.bind(globalThis);

export const createMock = creator(async () => {
  const file = await fetch(new URL("../wasm/mock.wasm", import.meta.url));
  if (!file.ok) throw new Error(`status ${file.status} for ${file.url}`);
  // Streaming asks for the media type `application/wasm`, which not every static server knows.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
});
