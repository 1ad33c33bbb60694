// `waybill/examples` in Node: the module is read from disk once, at import.
import { readFileSync } from "node:fs";
import { finderIn, instancesOf } from "./finder.js";

export { ExampleError } from "./error.js";

const module = new WebAssembly.Module(readFileSync(new URL("../wasm/examples.wasm", import.meta.url)));

export const { addExamples } = finderIn(instancesOf(module));
