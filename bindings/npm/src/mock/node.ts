// `waybill/mock` in Node: a module is read from disk when a mock service first needs it.
import { readFile } from "node:fs/promises";
import { creator } from "./mock.js";

export { MockError } from "./error.js";

export const createMock = creator(async (name) => WebAssembly.compile(await readFile(new URL(`../wasm/${name}.wasm`, import.meta.url))));
