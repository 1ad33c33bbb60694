// What the page and its worker say to each other. The worker reads, compares and keeps the report; the page shows it.
import type { Change, Excerpts, Exclusions, ReportJson, Witness } from "waybill/diff/slim";

/** One description as the reader gives it: the worker reads the bytes, so that the page never holds them. */
export type DescriptionInput =
  | { readonly type: "text"; readonly name: string; readonly text: string }
  | { readonly type: "files"; readonly name: string; readonly root: Blob; readonly others: Readonly<Record<string, Blob>> }
  | { readonly type: "address"; readonly name: string; readonly address: string; readonly others: Readonly<Record<string, string>> };

/** Larger files are not read: both descriptions and what is made of them would not fit a page's memory. */
export const MAX_BYTES = 128 * 1024 * 1024;

export type Side = "previous" | "current";

/** What the worker is doing. Numbers are bytes while it reads, and steps while it compares. */
export type Progress =
  | { readonly phase: "fetching"; readonly side: Side; readonly done: number; readonly total: number | null }
  | { readonly phase: "loading" }
  | { readonly phase: "definitions" | "operations" | "report"; readonly done: number; readonly total: number };

/** Why there is no report, with the lines around the place where a file cannot be read. */
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
  /** The lines around it; `first` is the number of the first one. */
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

/** What a mock service of one description answered. */
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

/** What is written about a rule. */
export interface Rule {
  readonly why: string;
  readonly help: string;
  readonly advice: string;
  /** Its page in Markdown: headings, paragraphs and code. */
  readonly page: string;
}

export type Task =
  | { readonly type: "compare"; readonly previous: DescriptionInput; readonly current: DescriptionInput; readonly exclude: Exclusions }
  | { readonly type: "excerpt"; readonly id: string }
  | { readonly type: "rule"; readonly id: string }
  | { readonly type: "example"; readonly id: string }
  | { readonly type: "replay"; readonly id: string; readonly example: Example }
  | { readonly type: "render"; readonly format: "markdown" | "json" }
  | { readonly type: "data"; readonly examples: Readonly<Record<string, Example | string>> }
  /** Answers with nothing, once the worker's script runs. */
  | { readonly type: "start" }
  /** Moves what is compared into another worker, which gets the other port in `keep`, and forgets it. */
  | { readonly type: "move"; readonly port: MessagePort }
  | { readonly type: "keep"; readonly port: MessagePort }
  /** Gives what is compared to another worker too, which gets the other port in `receive` and does `example` or `replay` with it. */
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
