// The inputs and results of the search for examples.
import type { Description, DescriptionFiles, ReportJson } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";

/** Options of the comparison. The options of `compare` can be passed again. */
export interface ExampleOptions {
  /** Name of the previous description. Default: its name in the report. */
  readonly previousName?: string | undefined;
  /** Name of the current description. Default: its name in the report. */
  readonly currentName?: string | undefined;
  /** Further files of the previous description, by path from its folder or by URI. */
  readonly previousFiles?: DescriptionFiles | undefined;
  /** Further files of the current description. */
  readonly currentFiles?: DescriptionFiles | undefined;
  /** Ids of the changes to search examples for. Default: all. */
  readonly changes?: readonly string[] | undefined;
}

/** The languages of example code: curl for a shell, TypeScript, Kotlin and Swift. */
export type SnippetLanguage = "sh" | "ts" | "kotlin" | "swift";

/** A request as code, in each language. */
export type Snippet = Readonly<Record<SnippetLanguage, string>>;

/** The examples of a report as code, by the change's id: the request before the change, and the corrected one. */
export type Snippets = Readonly<Record<string, { readonly before: Snippet; readonly after: Snippet }>>;

/** A report with its examples. */
export interface ReportWithExamples {
  /** The given report, with `witness` where an example was found, and with the reason in `no_witness` where none was. */
  readonly report: ReportJson;
  readonly snippets: Snippets;
}

/** Finds examples with the module that it was created with. */
export interface ExampleFinder {
  /** Adds examples to a report. Rejects like `addExamples` of `waybill/examples`. */
  addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
}
