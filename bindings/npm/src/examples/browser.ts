// `waybill/examples` in browsers: the module is fetched and compiled once, at import. Bundlers look for `new URL(..,
// import.meta.url)` to copy the file.
import { compileFetched } from "../fetched-module.js";
import { finderIn, instancesOf } from "./finder.js";

export { ExampleError } from "./error.js";

const module = await compileFetched("the WebAssembly file for examples", await fetch(new URL("../wasm/examples.wasm", import.meta.url)));

export const { addExamples } = finderIn(instancesOf(module));
