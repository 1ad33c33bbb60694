// The messages between a page or process and its comparison worker. Each request gets one reply with the same number, and before
// it progress messages if requested. Both sides are of the same package version.
import type { Failure } from "../thrown.js";
import type { CompareOptions, CompareProgress, ReportFormat } from "./report.js";

export type Task =
  | { readonly type: "load"; readonly module: WebAssembly.Module }
  | { readonly type: "compare"; readonly previous: Uint8Array; readonly current: Uint8Array; readonly options: CompareOptions; readonly watched: boolean }
  | { readonly type: "json" }
  | { readonly type: "excerpts" }
  | { readonly type: "render"; readonly format: ReportFormat };

export interface Request {
  readonly id: number;
  readonly task: Task;
}

export type Reply =
  | { readonly type: "progress"; readonly id: number; readonly progress: CompareProgress }
  | { readonly type: "done"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly failure: Failure };
