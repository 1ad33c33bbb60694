// `waybill/diff/slim`: the comparison for bundlers and edge runtimes that provide the module and the worker themselves. The
// import fetches, reads and compiles nothing.
import { compiled, type ModuleSource } from "../fetched-module.js";
import { channelBy } from "./browser-channel.js";
import { type AsyncCompareOptions, compareRemotely } from "./remote.js";
import type { CompareOptions, Description, Excerpts, Report, ReportFormat, ReportJson, SyncReport } from "./report.js";
import { dispose } from "../dispose.js";
import { LocalComparer, type LocalReport } from "./sync.js";

export type { ErrorKind } from "../error-kind.js";
export type { ModuleSource } from "../fetched-module.js";
export { CompareError } from "./error.js";
export type { AsyncCompareOptions } from "./remote.js";
export type * from "./report.js";

export interface ComparerOptions {
  /** `waybill/diff.wasm`: compiled, as its bytes, or as the response to a request for it. */
  readonly module: ModuleSource | Promise<ModuleSource>;
  /** Starts a worker whose script imports `waybill/diff/worker`. Without it, everything is compared on the calling thread. */
  readonly worker?: () => Worker;
}

/** Compares descriptions with the module that it was created with. */
export interface Comparer {
  /** Compares two descriptions, in a worker if there is one. Rejects like `compare` of `waybill/diff`. */
  compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report>;
  /** Compares two descriptions on this thread. Throws like `compareSync` of `waybill/diff`. */
  compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport;
}

/** Creates a comparer. Compiles the module if necessary. Rejects if it cannot be fetched or compiled. */
export async function createComparer(options: ComparerOptions): Promise<Comparer> {
  const module = await compiled("the comparison's WebAssembly file", await options.module);
  const local = LocalComparer.of(module);
  const open = options.worker && channelBy(options.worker);
  return {
    async compare(previous, current, given = {}) {
      if (open) return compareRemotely(open, module, previous, current, given);
      given.signal?.throwIfAborted();
      return new ReportOnThisThread(local.compare(previous, current, given));
    },
    compareSync: (previous, current, given) => local.compare(previous, current, given),
  };
}

/** A report on this thread with the asynchronous interface. */
class ReportOnThisThread implements Report {
  readonly #report: LocalReport;

  constructor(report: LocalReport) {
    this.#report = report;
  }

  async json(): Promise<ReportJson> {
    return this.#report.json();
  }

  async excerpts(): Promise<Excerpts> {
    return this.#report.excerpts();
  }

  async render(format: ReportFormat): Promise<string> {
    return this.#report.render(format);
  }

  close(): void {
    this.#report.close();
  }

  [dispose](): void {
    this.close();
  }
}
