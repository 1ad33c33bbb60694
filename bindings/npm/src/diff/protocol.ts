// What a page or process and its comparison worker say to each other: one request, one answer with the same number.
import type { Failure } from "./error.js";
import type { CompareOptions, ReportFormat } from "./report.js";

export type Task =
  | { readonly type: "load"; readonly module: WebAssembly.Module }
  | { readonly type: "compare"; readonly previous: Uint8Array; readonly current: Uint8Array; readonly options: CompareOptions }
  | { readonly type: "json" }
  | { readonly type: "render"; readonly format: ReportFormat };

export interface Request {
  readonly id: number;
  readonly task: Task;
}

export type Answer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };
