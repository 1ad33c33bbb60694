// `waybill/diff` in browsers: the module is fetched and compiled once, at import; workers receive it compiled.
//
// Top-level await keeps the WebAssembly file separate, so that it is streamed, cached and not encoded as a longer string. No
// initialisation is needed either: `compareSync` works as soon as the import has resolved. Bundlers look for `new URL(..,
// import.meta.url)`, to copy the file and to bundle the worker.
import { compileFetched } from "../fetched-module.js";
import { channelBy } from "./browser-channel.js";
import { type AsyncCompareOptions, compareRemotely } from "./remote.js";
import type { CompareOptions, Description, Report, SyncReport } from "./report.js";
import { LocalComparer } from "./sync.js";

export { CompareError } from "./error.js";

const module = await compileFetched("the comparison's WebAssembly file", await fetch(new URL("../wasm/diff.wasm", import.meta.url)));
const comparer = LocalComparer.of(module);

export function compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report> {
  return compareRemotely(openWorker, module, previous, current, options);
}

export function compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport {
  return comparer.compare(previous, current, options);
}

const openWorker = channelBy(() => new Worker(new URL("./browser-worker.js", import.meta.url), { type: "module" }));
