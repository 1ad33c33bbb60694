// What goes into the search for examples and what comes out of it.
import type { Description, DescriptionFiles, ReportJson } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";

/** How the two descriptions were compared: the options of `compare` can be given again. */
export interface ExampleOptions {
  /** What the previous description was called; without it what the report says. */
  readonly previousName?: string | undefined;
  /** What the current description was called. */
  readonly currentName?: string | undefined;
  /** The further files of the previous description, by path from its folder or by URI. */
  readonly previousFiles?: DescriptionFiles | undefined;
  /** The further files of the current description. */
  readonly currentFiles?: DescriptionFiles | undefined;
  /** The ids of the changes that examples are searched for; without it all. */
  readonly changes?: readonly string[] | undefined;
}

/** The languages that examples are written in: curl for a shell, TypeScript, Kotlin and Swift. */
export type SnippetLanguage = "sh" | "ts" | "kotlin" | "swift";

/** A request as code, in each language. */
export type Snippet = Readonly<Record<SnippetLanguage, string>>;

/** The examples of a report as code, by the id of their change: the request before it and the one in its place. */
export type Snippets = Readonly<Record<string, { readonly before: Snippet; readonly after: Snippet }>>;

/** A report with its examples. */
export interface ReportWithExamples {
  /** The report that was given, with `witness` where an example was found, and with what `no_witness` says where none was. */
  readonly report: ReportJson;
  readonly snippets: Snippets;
}

/** Finds examples with the module it was made with. */
export interface ExampleFinder {
  /** Adds examples to a report. Rejects as `addExamples` of `waybill/examples` does. */
  addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
}
