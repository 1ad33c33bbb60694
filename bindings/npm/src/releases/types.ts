// The inputs and results of the functions of `waybill/releases`.
import type { ReportJson } from "../diff/report.js";

/** The JSON report of a comparison: its text, or the object from `waybill/diff`. The text preserves the spelling of numbers. */
export type GivenReport = string | ReportJson;

/** A release, as named in a changelog. */
export interface Release {
  /** The version, such as `1.5.0`. */
  readonly version: string;
  /** The previous version. */
  readonly previous: string;
  /** Date of the release, `YYYY-MM-DD`. Without it, the changelog has no date. */
  readonly date?: string | undefined;
}

/** Options of a changelog. */
export interface ChangelogOptions {
  /** Name of the API in the title. Default: `API`. */
  readonly name?: string | undefined;
  /** Amount of detail: the parts that callers need (`short`, the default), or every change in full. */
  readonly detail?: "short" | "all" | undefined;
  /** Site to write front matter for. Default: `docusaurus`. `none` makes the title a heading. */
  readonly frontMatter?: "docusaurus" | "starlight" | "none" | undefined;
}

/** The context of a comment on a pull request. */
export interface CommentOptions {
  /** Name of the description. Each description of a repository has its own comment. */
  readonly description: string;
  /** Commit that the pull request is compared with, in hexadecimal digits. */
  readonly base: string;
  /** Last commit of the pull request. */
  readonly head: string;
  /** Addresses of the two descriptions, to which `#L12` is added. Omit them if the descriptions are generated. */
  readonly links?: { readonly base: string; readonly head: string } | undefined;
  /** Text of the existing comment. Only use a comment of the author that posts yours. */
  readonly last?: string | undefined;
  /** Expiry date of acceptances that are copied from the comment, `YYYY-MM-DD`. */
  readonly expires?: string | undefined;
  /** Maximum number of characters. Default: 65,536, GitHub's limit. */
  readonly maxChars?: number | undefined;
}

/** The state of a comment, from the marker at its start. */
export interface CommentState {
  readonly description: string;
  /** Last commit that the comment covers. */
  readonly head: string;
  /** Ids of the breaking changes in the comment. */
  readonly breaking: readonly string[];
}

/** The protocol of a model's service: Anthropic's Messages API, or OpenAI's chat completions. */
export type ModelProvider = "anthropic" | "openai";

/** The model, and the maximum size of one request. */
export interface ModelOptions {
  readonly provider: ModelProvider;
  /** Name of the model. Default: the one that `waybill rewrite` uses. */
  readonly model?: string | undefined;
  /** Base URL: https, or http on this machine only. Default: the provider's own service. */
  readonly baseUrl?: string | undefined;
  /** Maximum number of bytes of facts in one request. Default: 48,000. */
  readonly maxBytes?: number | undefined;
  /** Maximum number of changes in one request. Default: 20. */
  readonly maxChanges?: number | undefined;
}

/** A request to a model, without the key. */
export interface ModelRequest {
  /** Ids of the changes in the request. */
  readonly changes: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The header to add: `name`, with `prefix` and the key as value. */
  readonly keyHeader: { readonly name: string; readonly prefix: string };
  readonly body: string;
  /** Cache key of the response. It depends on the facts, the model and the version of the instructions. */
  readonly cacheKey: string;
}

/** The requests for a report. */
export interface ModelRequests {
  /** Name of the model. */
  readonly model: string;
  readonly requests: readonly ModelRequest[];
  /** Ids of changes that are too large for any request. They keep the standard text. */
  readonly tooLarge: readonly string[];
}

/** A response of a model's service. */
export interface ModelResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** The number of the attempt, and the limits on retries. */
export interface ModelAttempt {
  /** Number of failed attempts so far. Default: 0. */
  readonly failed?: number | undefined;
  /** Maximum number of attempts. Default: 3. */
  readonly maxAttempts?: number | undefined;
  /** Maximum wait before a retry. Default: one minute. If a service requires a longer wait, the request is given up. */
  readonly longestWaitMs?: number | undefined;
  /** Current time, in milliseconds since 1970. Default: this machine's time. Needed if a service names a time for the retry. */
  readonly now?: number | undefined;
}

/** The next step after an attempt. */
export type ModelStep =
  /** The model responded with this text. */
  | { readonly type: "answered"; readonly text: string }
  /** Send the same request again after a wait. */
  | { readonly type: "retry"; readonly afterMs: number; readonly failed: number }
  /** Give up. If `isFinal` is true, other requests would fail too. */
  | { readonly type: "gave-up"; readonly reason: string; readonly isFinal: boolean };

/** The result of one request: the text of the response, or the reason for its absence. */
export interface ModelAnswer {
  /** Ids of the changes in the request. */
  readonly changes: readonly string[];
  readonly text?: string | undefined;
  readonly failure?: string | undefined;
}

/** A model's wording: why a change matters (`reason`), and what to do in the caller's code (`action`). */
export interface Wording {
  readonly id: string;
  readonly reason: string;
  readonly action: string;
}

/** A rejected wording. The change keeps its standard text. */
export interface Refusal {
  /** Id in the response. It is unknown if the model invented it. */
  readonly id: string;
  readonly reason: string;
}

/** The result of checking a response. */
export interface CheckedAnswer {
  readonly wording: readonly Wording[];
  readonly refusals: readonly Refusal[];
}

/** A changelog with a model's wording. */
export interface RewrittenChangelog {
  readonly text: string;
  /** Number of changes with the model's wording. */
  readonly worded: number;
  readonly refusals: readonly Refusal[];
}
