// Where a report comes from and who knows more about it: a worker that compares, or a page that was written with it.
import type { Change, Exclusions } from "waybill/diff/slim";
import type { DescriptionInput, Example, ExcerptPair, Progress, ReadFailure, ReplayResult, ReportHead, Rule } from "../worker/protocol";
import type { EmbeddedReport, EmbeddedReports } from "./embedded-report";

/** A report as it is shown. */
export interface LoadedReport {
  readonly head: ReportHead;
  readonly changes: readonly Change[];
  /** How long reading and comparing took; null where that was done before the page was written. */
  readonly milliseconds: number | null;
  /** Whether the two descriptions are the same bytes. */
  readonly identical: boolean;
  /** The address of the WebAssembly file that compared; null where none did. */
  readonly module: string | null;
}

/** What a page has that shows a report without comparing. */
export type PageData = Pick<EmbeddedReports, "rules"> & { readonly data: EmbeddedReport };

/** What is asked about a report after it is there. */
export interface ReportDetails {
  excerpt(id: string): Promise<ExcerptPair | null>;
  /** What is written about a rule; null where that is not known. */
  rule(id: string): Promise<Rule | null>;
  /** An example of a change; a sentence where there is none. The search for it ends when `signal` is aborted. */
  example(id: string, signal: AbortSignal): Promise<Example | string>;
  /** Sends an example to a mock service of each description, until `signal` is aborted. Null where there are no descriptions. */
  readonly replay: ((id: string, example: Example, signal: AbortSignal) => Promise<ReplayResult>) | null;
  markdown(): Promise<string>;
  json(): Promise<string>;
  /** The data of a page that shows this report without comparing. */
  data(): Promise<PageData>;
  close(): void;
}

export interface Comparison extends ReportDetails {
  readonly loaded: Promise<LoadedReport>;
}

/** Begins to compare; the comparison is cancelled by `close()`. */
export type StartComparison = (previous: DescriptionInput, current: DescriptionInput, exclude: Exclusions, tell: (progress: Progress) => void) => Comparison;

/** Why there is no report. */
export class ComparisonError extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
