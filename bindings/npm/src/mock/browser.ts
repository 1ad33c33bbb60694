// `waybill/mock` in browsers: a module is fetched when a mock service first needs it. `new URL("..", import.meta.url)` is what
// bundlers look for to copy the files.
import { creator } from "./mock.js";

export { MockError } from "./error.js";

// The page may put the mock's own `fetch` in the place of the global one.
const fetch = globalThis.fetch.bind(globalThis);

const FILES = {
  mock: new URL("../wasm/mock.wasm", import.meta.url),
  "mock-rest": new URL("../wasm/mock-rest.wasm", import.meta.url),
};

export const createMock = creator(async (name) => {
  const file = await fetch(FILES[name]);
  if (!file.ok) throw new Error(`status ${file.status} for ${file.url}`);
  // Streaming asks for the media type `application/wasm`, which not every static server knows.
  const streams = file.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(file) : WebAssembly.compile(await file.arrayBuffer());
});
