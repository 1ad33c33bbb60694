// The types of `waybill/examples`. Node and browsers differ only in how the WebAssembly file is loaded.
import type { Description } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";
import type { ExampleOptions, ReportWithExamples } from "./types.js";

export type { Description, DescriptionFiles, ExampleRequest, ReportJson, Witness } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export type { GivenReport } from "../releases/types.js";
export { ExampleError } from "./error.js";
export type { ExampleOptions, ReportWithExamples, Snippet, SnippetLanguage, Snippets } from "./types.js";

/**
 * Adds examples to the breaking changes of requests in a report, if they are found: a request before the change and one after it.
 * `previous` and `current` are the descriptions that the report compares. Runs on this thread, for seconds if descriptions are
 * large. Rejects with an {@link ExampleError} if the report or one of the descriptions cannot be read at all.
 */
export declare function addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
