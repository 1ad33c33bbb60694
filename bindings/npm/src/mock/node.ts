// `waybill/mock` in Node: the module is read from disk when a mock service is first used.
import { readFile } from "node:fs/promises";
import { creator } from "./mock.js";

export { MockError } from "./error.js";

export const createMock = creator(async () => WebAssembly.compile(await readFile(new URL("../wasm/mock.wasm", import.meta.url))));
