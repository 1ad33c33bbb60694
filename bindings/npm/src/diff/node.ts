// `waybill/diff` in Node: the module is read from disk once, at import; workers receive it compiled.
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type AsyncCompareOptions, compareRemotely, type OpenChannel } from "./remote.js";
import type { CompareOptions, Description, Report, SyncReport } from "./report.js";
import { LocalComparer } from "./sync.js";

export { CompareError } from "./error.js";

const module = new WebAssembly.Module(readFileSync(new URL("../wasm/diff.wasm", import.meta.url)));
const comparer = LocalComparer.of(module);

export function compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report> {
  return compareRemotely(openWorker, module, previous, current, options);
}

export function compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport {
  return comparer.compare(previous, current, options);
}

const openWorker: OpenChannel = (receive, fail) => {
  const worker = new Worker(new URL("./node-worker.js", import.meta.url));
  worker.on("message", receive);
  worker.on("error", fail);
  worker.on("exit", (status) => fail(new Error(`it ended with status ${status}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    end: () => void worker.terminate(),
  };
};
