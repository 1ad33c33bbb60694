// The types of `waybill/releases`. Node and browsers differ only in how the WebAssembly file is loaded.
import type { Bump, Description } from "../diff/report.js";
import type { ChangelogOptions, CheckedAnswer, CommentOptions, CommentState, GivenReport, ModelAnswer, ModelAttempt, ModelOptions, ModelProvider, ModelRequests, ModelResponse, ModelStep, Release, RewrittenChangelog } from "./types.js";

export type { Bump, Description, ReportJson } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export { ReleaseError } from "./error.js";
export type * from "./types.js";

/**
 * Returns the tag of a version or tag: `v1.4.0` for both `1.4.0` and `v1.4.0`. Throws a {@link ReleaseError} for any other
 * string.
 */
export declare function readTag(text: string): string;

/** Returns the highest release tag among `names` that is lower than `tag`, or null if `tag` is the first release. */
export declare function findPreviousTag(tag: string, names: readonly string[]): string | null;

/** Returns the version step that a report requires, or null if nothing changed. */
export declare function requiredBump(report: GivenReport): Bump | null;

/**
 * Returns the version after `previous`: the largest of the steps that its descriptions require, or a patch if nothing changed.
 */
export declare function nextVersion(previous: string, bumps: readonly (Bump | null)[]): string;

/** Returns the changelog of a release, as Markdown and MDX with front matter. */
export declare function writeChangelog(report: GivenReport, release: Release, options?: ChangelogOptions): string;

/**
 * Returns the `generated` changelog with the hand-written parts of the `previous` one, which are between `[waybill-keep-start]:
 * #` and `[waybill-keep-end]: #`. Throws a {@link ReleaseError} with the line if these markers do not match.
 */
export declare function keepHandWritten(previous: string, generated: string): string;

/** Returns a description without its operations, as JSON. Compared with the original, all operations are new. */
export declare function removeOperations(description: Description): string;

/**
 * Returns the comment on a pull request, as Markdown for GitHub and GitLab. Text from descriptions is escaped and cannot create
 * markup.
 */
export declare function writeComment(report: GivenReport, options: CommentOptions): string;

/** Returns the comment for a failed comparison: the last comment, with the reason of the failure. */
export declare function writeFailedComment(reason: string, options: CommentOptions): string;

/**
 * Returns the state that a comment contains, or null if Waybill did not write it. It is untrusted: everyone who can comment can
 * write such a marker.
 */
export declare function readCommentState(text: string): CommentState | null;

/** Returns requests that ask a language model to word why each breaking change matters and what to do. */
export declare function writeModelRequests(report: GivenReport, options: ModelOptions): ModelRequests;

/** Returns the next step after a response of the model's service. */
export declare function readModelResponse(provider: ModelProvider, response: ModelResponse, attempt?: ModelAttempt): ModelStep;

/** Returns the next step if there was no response. `reason` must not contain the key. */
export declare function readModelFailure(reason: string, attempt?: ModelAttempt): ModelStep;

/** Checks a model's response. Do not cache a response without any usable wording. */
export declare function checkModelAnswer(report: GivenReport, answer: ModelAnswer): CheckedAnswer;

/**
 * Returns the changelog with the usable wording of these responses. `model` is the model's name. If `worded` is 0, there is none:
 * publish only the standard changelog.
 */
export declare function writeRewrittenChangelog(report: GivenReport, release: Release, model: string, answers: readonly ModelAnswer[], options?: ChangelogOptions): RewrittenChangelog;
