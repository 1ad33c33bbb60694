// The messages between the page and its worker. The worker reads, compares and keeps the report; the page shows it.
import type { Change, CompareOptions, Excerpts, ReportJson, Witness } from "waybill/diff/slim";

/** A description as the reader provides it. The worker reads the bytes, so that the page never holds them. */
export type DescriptionInput =
  | { readonly type: "text"; readonly name: string; readonly text: string }
  | { readonly type: "files"; readonly name: string; readonly root: Blob; readonly others: Readonly<Record<string, Blob>> }
  | { readonly type: "address"; readonly name: string; readonly address: string; readonly others: Readonly<Record<string, string>> };

/** Maximum file size. Larger descriptions and their data would exceed a page's memory. */
export const MAX_BYTES = 128 * 1024 * 1024;

export type Side = "previous" | "current";

/** The worker's progress: in bytes while it fetches, and in steps while it compares. */
export type Progress =
  | { readonly phase: "fetching"; readonly side: Side; readonly done: number; readonly total: number | null }
  | { readonly phase: "loading" }
  | { readonly phase: "definitions" | "operations" | "report"; readonly done: number; readonly total: number };

/** The reason why there is no report, with the lines around the location if a file cannot be read. */
export interface ReadFailure {
  readonly side: Side | null;
  readonly code: string;
  readonly message: string;
  readonly frame: CodeFrame | null;
}

export interface CodeFrame {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The lines around the location. `first` is the number of the first one. */
  readonly first: number;
  readonly lines: readonly string[];
}

/** A report without its changes, which follow in portions. */
export type ReportHead = Omit<ReportJson, "changes">;

export type ExcerptPair = Excerpts[string];

export interface Example {
  readonly witness: Witness;
  readonly snippets: { readonly before: Readonly<Record<string, string>>; readonly after: Readonly<Record<string, string>> };
}

/** The response of one description's mock service. */
export interface MockAnswer {
  readonly status: number;
  readonly reason: string | null;
  readonly violations: readonly string[];
  readonly body: string;
}

export interface ReplayResult {
  readonly before: MockAnswer;
  readonly after: MockAnswer;
}

/** The texts of a rule. */
export interface Rule {
  readonly why: string;
  readonly help: string;
  readonly advice: string;
  /** Its page in Markdown: headings, paragraphs and code. */
  readonly page: string;
}

/** The operations to exclude, and the publisher's levels. */
export type ComparisonSettings = Pick<CompareOptions, "exclude" | "levels">;

export type Task =
  | { readonly type: "compare"; readonly previous: DescriptionInput; readonly current: DescriptionInput; readonly settings: ComparisonSettings }
  | { readonly type: "excerpt"; readonly id: string }
  | { readonly type: "rule"; readonly id: string }
  | { readonly type: "example"; readonly id: string }
  | { readonly type: "replay"; readonly id: string; readonly example: Example }
  | { readonly type: "render"; readonly format: "markdown" | "json" }
  | { readonly type: "data"; readonly examples: Readonly<Record<string, Example | string>> }
  /** Replies once the worker's script runs, with an empty result. */
  | { readonly type: "start" }
  /** Moves the compared data to another worker, which gets the other port with `keep`. */
  | { readonly type: "move"; readonly port: MessagePort }
  | { readonly type: "keep"; readonly port: MessagePort }
  /**
   * Copies the compared data to another worker, which gets the other port with `receive` and then performs `example` or `replay`.
   */
  | { readonly type: "share"; readonly port: MessagePort }
  | { readonly type: "receive"; readonly port: MessagePort };

export interface Request {
  readonly id: number;
  readonly task: Task;
}

export type Reply =
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "head"; readonly head: ReportHead; readonly total: number; readonly milliseconds: number; readonly identical: boolean; readonly module: string }
  | { readonly type: "changes"; readonly changes: readonly Change[] }
  | { readonly type: "failed"; readonly failure: ReadFailure }
  | { readonly type: "result"; readonly id: number; readonly value: unknown }
  | { readonly type: "error"; readonly id: number; readonly message: string };
