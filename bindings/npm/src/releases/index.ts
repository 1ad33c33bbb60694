// The types of `waybill/releases`, the same for Node and browsers: only how the WebAssembly file is loaded differs.
import type { Bump, Description } from "../diff/report.js";
import type { ChangelogOptions, CheckedAnswer, CommentOptions, CommentState, GivenReport, ModelAnswer, ModelAttempt, ModelOptions, ModelProvider, ModelRequests, ModelResponse, ModelStep, Release, RewrittenChangelog } from "./types.js";

export type { Bump, Description, ReportJson } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export { ReleaseError } from "./error.js";
export type * from "./types.js";

/** The tag that a text means: `1.4.0` and `v1.4.0` both mean `v1.4.0`. Throws a {@link ReleaseError} where it means none. */
export declare function readTag(text: string): string;

/** The highest release tag among `names` that is lower than `tag`; null where `tag` is the first release. */
export declare function findPreviousTag(tag: string, names: readonly string[]): string | null;

/** The step of versions that a report asks for; null where nothing changed. */
export declare function requiredBump(report: GivenReport): Bump | null;

/** The version after `previous`: by the largest of the steps that its descriptions ask for, a patch where nothing changed. */
export declare function nextVersion(previous: string, bumps: readonly (Bump | null)[]): string;

/** The changelog of a release, as Markdown and MDX with front matter. */
export declare function writeChangelog(report: GivenReport, release: Release, options?: ChangelogOptions): string;

/**
 * The `generated` changelog with what people wrote into the `previous` one, between `[waybill-keep-start]: #` and
 * `[waybill-keep-end]: #`. Throws a {@link ReleaseError} that names the line where the two do not match.
 */
export declare function keepHandWritten(previous: string, generated: string): string;

/** A description without its operations, as JSON: compared with the whole one, all operations are new. */
export declare function removeOperations(description: Description): string;

/** The comment on a pull request, as Markdown that GitHub and GitLab show. Nothing of a description is markup in it. */
export declare function writeComment(report: GivenReport, options: CommentOptions): string;

/** The comment of a pull request whose descriptions could not be compared: what was said last stays, with the reason. */
export declare function writeFailedComment(reason: string, options: CommentOptions): string;

/** What a comment remembers; null where it is none of Waybill's. Whoever can comment can write such a marker. */
export declare function readCommentState(text: string): CommentState | null;

/** The requests that have a language model word why each breaking change matters and what to do. */
export declare function writeModelRequests(report: GivenReport, options: ModelOptions): ModelRequests;

/** What to do after a response of the model's service. */
export declare function readModelResponse(provider: ModelProvider, response: ModelResponse, attempt?: ModelAttempt): ModelStep;

/** What to do where no response came; `reason` says why, and must not hold the key. */
export declare function readModelFailure(reason: string, attempt?: ModelAttempt): ModelStep;

/** Checks the answer of a model. Do not cache an answer without any usable wording. */
export declare function checkModelAnswer(report: GivenReport, answer: ModelAnswer): CheckedAnswer;

/** Writes the changelog with the usable wording of these answers; `model` is the model's name. With `worded` 0 there is none: publish the standard changelog alone. */
export declare function writeRewrittenChangelog(report: GivenReport, release: Release, model: string, answers: readonly ModelAnswer[], options?: ChangelogOptions): RewrittenChangelog;
