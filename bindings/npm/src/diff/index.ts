// The types of `waybill/diff`. Node and browsers differ only in how a worker starts and a file is read.
import type { AsyncCompareOptions } from "./remote.js";
import type { CompareOptions, Description, Report, SyncReport } from "./report.js";

export type { ErrorKind } from "../error-kind.js";
export { CompareError } from "./error.js";
export type { AsyncCompareOptions } from "./remote.js";
export type { Bump, Change, CompareOptions, CompareProgress, Description, DescriptionFiles, DescriptionSummary, Excerpt, Excerpts, Exclusions, Level, OperationDetails, Place, ReachedOperation, Report, ReportFormat, ReportJson, SyncReport } from "./report.js";

/** Compares two descriptions in a worker. Rejects with a {@link CompareError} if one of them cannot be read at all. */
export declare function compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report>;

/** Compares two descriptions on this thread. Throws a {@link CompareError} if one of them cannot be read at all. */
export declare function compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport;
