// `waybill/examples/slim`: the search for examples for bundlers and workers that provide the module themselves. The import
// fetches, reads and compiles nothing.
import { compiled, type ModuleSource } from "../fetched-module.js";
import { finderIn, instancesOf } from "./finder.js";
import type { ExampleFinder } from "./types.js";

export type { Description, DescriptionFiles, ExampleRequest, ReportJson, Witness } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export type { ModuleSource } from "../fetched-module.js";
export type { GivenReport } from "../releases/types.js";
export { ExampleError } from "./error.js";
export type * from "./types.js";

export interface ExampleFinderOptions {
  /** `waybill/examples.wasm`: compiled, as its bytes, or as the response to a request for it. */
  readonly module: ModuleSource | Promise<ModuleSource>;
}

/** Creates a finder. Compiles the module if necessary. Rejects if it cannot be fetched or compiled. */
export async function createExampleFinder(options: ExampleFinderOptions): Promise<ExampleFinder> {
  return finderIn(instancesOf(await compiled("the WebAssembly file for examples", await options.module)));
}
