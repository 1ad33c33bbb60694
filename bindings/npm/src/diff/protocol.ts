// What a page or process and its comparison worker say to each other: one request, one answer with the same number,
// and before the answer, where it was asked for, how far the work is.
import type { Failure } from "./error.js";
import type { CompareOptions, CompareProgress, ReportFormat } from "./report.js";

export type Task =
  | { readonly type: "load"; readonly module: WebAssembly.Module }
  | { readonly type: "compare"; readonly previous: Uint8Array; readonly current: Uint8Array; readonly options: CompareOptions; readonly watched: boolean }
  | { readonly type: "json" }
  | { readonly type: "render"; readonly format: ReportFormat };

export interface Request {
  readonly id: number;
  readonly task: Task;
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

/** How far the work on a request is. */
export interface Notice {
  readonly id: number;
  readonly progress: CompareProgress;
}
