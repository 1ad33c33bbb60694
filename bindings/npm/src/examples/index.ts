// The types of `waybill/examples`, the same for Node and browsers: only how the WebAssembly file is loaded differs.
import type { Description } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";
import type { ExampleOptions, ReportWithExamples } from "./types.js";

export type { Description, DescriptionFiles, ExampleRequest, ReportJson, Witness } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export type { GivenReport } from "../releases/types.js";
export { ExampleError } from "./error.js";
export type { ExampleOptions, ReportWithExamples, Snippet, SnippetLanguage, Snippets } from "./types.js";

/**
 * Adds to each breaking change of requests in a report an example of one before and after it, where one is found. The two
 * descriptions are those that the report is of. Works on this thread, for seconds where descriptions are large. Rejects with
 * an {@link ExampleError} where the report or one of the descriptions cannot be read at all.
 */
export declare function addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
