// What goes into the functions of `waybill/releases` and what comes out of them.
import type { ReportJson } from "../diff/report.js";

/** The JSON report of a comparison: its text, or the object that `waybill/diff` gives. The text keeps numbers as they were written. */
export type GivenReport = string | ReportJson;

/** A release as a changelog names it. */
export interface Release {
  /** Its version, such as `1.5.0`. */
  readonly version: string;
  /** The version before it. */
  readonly previous: string;
  /** The day it came out, `YYYY-MM-DD`; without it the changelog names none. */
  readonly date?: string | undefined;
}

/** How a changelog is written. */
export interface ChangelogOptions {
  /** What the API is called in the title, by default `API`. */
  readonly name?: string | undefined;
  /** What callers need (`short`, the default), or every change in full. */
  readonly detail?: "short" | "all" | undefined;
  /** The site whose front matter it begins with, by default `docusaurus`; `none` makes the title a heading. */
  readonly frontMatter?: "docusaurus" | "starlight" | "none" | undefined;
}

/** What the comment on a pull request says besides the report. */
export interface CommentOptions {
  /** What the description is called: each description of a repository has a comment of its own. */
  readonly description: string;
  /** The commit that the pull request is compared with, in hexadecimal digits. */
  readonly base: string;
  /** The last commit of the pull request. */
  readonly head: string;
  /** Where the two descriptions can be looked at, to which `#L12` is added; left out where they are built. */
  readonly links?: { readonly base: string; readonly head: string } | undefined;
  /** The text of the comment that is there: take it from comments of the author that posts yours alone. */
  readonly last?: string | undefined;
  /** The last day on which a break counts as accepted whose lines are pasted from the comment, `YYYY-MM-DD`. */
  readonly expires?: string | undefined;
  /** The most characters it may have, by default the 65,536 that GitHub takes. */
  readonly maxChars?: number | undefined;
}

/** What a comment remembers in the marker that it begins with. */
export interface CommentState {
  readonly description: string;
  /** The last commit that it saw. */
  readonly head: string;
  /** The ids of the breaking changes it named. */
  readonly breaking: readonly string[];
}

/** The protocol that a model's service speaks: Anthropic's Messages API, or chat completions as OpenAI has them. */
export type ModelProvider = "anthropic" | "openai";

/** A model that is asked, and how much one request holds. */
export interface ModelOptions {
  readonly provider: ModelProvider;
  /** The model; without it the one that `waybill rewrite` asks. */
  readonly model?: string | undefined;
  /** Where it is: https, or http on this machine alone; without it the provider's own service. */
  readonly baseUrl?: string | undefined;
  /** Bytes of facts in one request, by default 48,000. */
  readonly maxBytes?: number | undefined;
  /** Changes in one request, by default 20. */
  readonly maxChanges?: number | undefined;
}

/** A request to a model, without the key. */
export interface ModelRequest {
  /** The ids of the changes it asks about. */
  readonly changes: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The header to add: `name` with `prefix` and the key. */
  readonly keyHeader: { readonly name: string; readonly prefix: string };
  readonly body: string;
  /** A name for its answer in a cache: by the facts, the model and the version of the instructions. */
  readonly cacheKey: string;
}

/** The requests about a report. */
export interface ModelRequests {
  /** The model they are to. */
  readonly model: string;
  readonly requests: readonly ModelRequest[];
  /** The ids of changes that fit into no request: they keep the standard text. */
  readonly tooLarge: readonly string[];
}

/** A response of a model's service. */
export interface ModelResponse {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** Which attempt at a request is meant. */
export interface ModelAttempt {
  /** How many have failed before it, by default none. */
  readonly failed?: number | undefined;
  /** Attempts in all, by default 3. */
  readonly maxAttempts?: number | undefined;
  /** The longest wait before another one, by default a minute; a service that asks for more is given up. */
  readonly longestWaitMs?: number | undefined;
  /** The time, in milliseconds since 1970, by default that of this machine: a service may name a time to come back at. */
  readonly now?: number | undefined;
}

/** What to do after an attempt. */
export type ModelStep =
  /** The model answered with this text. */
  | { readonly type: "answered"; readonly text: string }
  /** Send the same request again, after a while. */
  | { readonly type: "retry"; readonly afterMs: number; readonly failed: number }
  /** Leave it; where `isFinal` is true, other requests would fare the same. */
  | { readonly type: "gave-up"; readonly reason: string; readonly isFinal: boolean };

/** What came of one request: the answer's text, or why there is none. */
export interface ModelAnswer {
  /** The ids that the request asked about. */
  readonly changes: readonly string[];
  readonly text?: string | undefined;
  readonly failure?: string | undefined;
}

/** Why a change matters (`reason`) and what to do in the caller's code (`action`), in a model's words. */
export interface Wording {
  readonly id: string;
  readonly reason: string;
  readonly action: string;
}

/** A wording that was refused: its change keeps the standard text. */
export interface Refusal {
  /** The id in the answer; it is unknown if the model made it up. */
  readonly id: string;
  readonly reason: string;
}

/** The result of checking an answer. */
export interface CheckedAnswer {
  readonly wording: readonly Wording[];
  readonly refusals: readonly Refusal[];
}

/** A changelog in a model's words. */
export interface RewrittenChangelog {
  readonly text: string;
  /** How many changes the model worded. */
  readonly worded: number;
  readonly refusals: readonly Refusal[];
}
