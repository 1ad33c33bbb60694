// The interface to a comparison: a worker that compares, or a report embedded in the page.
import type { Change } from "waybill/diff/slim";
import type { ComparisonSettings, DescriptionInput, Example, ExcerptPair, Progress, ReadFailure, ReplayResult, ReportHead, Rule } from "../worker/protocol";
import type { EmbeddedReport, EmbeddedReports } from "./embedded-report";

/** A report, ready to be shown. */
export interface LoadedReport {
  readonly head: ReportHead;
  readonly changes: readonly Change[];
  /** Duration of reading and comparing; null for an embedded report. */
  readonly milliseconds: number | null;
  /** True if the two descriptions have the same bytes. */
  readonly identical: boolean;
  /** Address of the WebAssembly file that compared; null for an embedded report. */
  readonly module: string | null;
}

/** The data of a page with an embedded report. */
export type PageData = Pick<EmbeddedReports, "rules"> & { readonly data: EmbeddedReport };

/** Details of a report that are loaded on request. */
export interface ReportDetails {
  excerpt(id: string): Promise<ExcerptPair | null>;
  /** Returns the texts of a rule; null if they are unknown. */
  rule(id: string): Promise<Rule | null>;
  /** Returns an example of a change, or the reason why there is none. The search ends when `signal` aborts. */
  example(id: string, signal: AbortSignal): Promise<Example | string>;
  /** Sends an example to a mock service of each description, until `signal` aborts. Null without descriptions. */
  readonly replay: ((id: string, example: Example, signal: AbortSignal) => Promise<ReplayResult>) | null;
  markdown(): Promise<string>;
  json(): Promise<string>;
  /** Returns the data for a page with this report embedded. */
  data(): Promise<PageData>;
  close(): void;
}

export interface Comparison extends ReportDetails {
  readonly loaded: Promise<LoadedReport>;
}

/** Starts a comparison. `close()` cancels it. */
export type StartComparison = (previous: DescriptionInput, current: DescriptionInput, settings: ComparisonSettings, tell: (progress: Progress) => void) => Comparison;

/** The error of a comparison without a report. */
export class ComparisonError extends Error {
  readonly failure: ReadFailure;

  constructor(failure: ReadFailure) {
    super(failure.message);
    this.failure = failure;
  }
}
