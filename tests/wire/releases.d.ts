// Written by a test, from Rust: see `tools/wire-types`.

export type Bump =
  | "major"
  | "minor"
  | "patch";

export type Changelog = {
  release: Release;
  options: ChangelogOptions;
};

export type ChangelogDetail =
  | "short"
  | "all";

export type ChangelogOptions = {
  name: string | null;
  detail: ChangelogDetail | null;
  frontMatter: FrontMatter | null;
};

export type Changelogs = {
  previous: string;
  generated: string;
};

export type CheckedAnswer = {
  wording: Array<Wording>;
  refusals: Array<Refusal>;
};

export type CommentOptions = {
  description: string;
  base: string;
  head: string;
  links: SourceLinks | null;
  last: string | null;
  expires: string | null;
  maxChars: number | null;
};

export type CommentState = {
  description: string;
  head: string;
  breaking: Array<string>;
};

export type FailedComment = {
  reason: string;
  options: CommentOptions;
};

export type Failure = {
  code: string;
  message: string;
};

export type FrontMatter =
  | "docusaurus"
  | "starlight"
  | "none";

export type KeyHeader = {
  name: string;
  prefix: string;
};

export type ModelAnswer = {
  changes: Array<string>;
  text: string | null;
  failure: string | null;
};

export type ModelAttempt = {
  failed: number;
  maxAttempts: number | null;
  longestWaitMs: number | null;
  now: number;
};

export type ModelHeader = [string, string];

export type ModelOptions = {
  provider: ModelProvider;
  model: string | null;
  baseUrl: string | null;
  maxBytes: number | null;
  maxChanges: number | null;
};

export type ModelProvider =
  | "anthropic"
  | "openai";

export type ModelRequest = {
  changes: Array<string>;
  method: string;
  url: string;
  headers: Array<ModelHeader>;
  keyHeader: KeyHeader;
  body: string;
  cacheKey: string;
};

export type ModelRequests = {
  model: string;
  requests: Array<ModelRequest>;
  tooLarge: Array<string>;
};

export type ModelResponse = {
  status: number;
  headers: Array<ModelHeader>;
  body: string;
};

export type ModelStep =
  | { "type": "answered", text: string, }
  | { "type": "retry", afterMs: number, failed: number, }
  | { "type": "gave-up", reason: string, isFinal: boolean, };

export type NextVersion = {
  previous: string;
  bumps: Array<Bump | null>;
};

export type Refusal = {
  id: string;
  reason: string;
};

export type Release = {
  version: string;
  previous: string;
  date: string | null;
};

export type Responded = {
  provider: ModelProvider;
  response: ModelResponse;
  attempt: ModelAttempt;
};

export type Rewritten = {
  release: Release;
  options: ChangelogOptions;
  model: string;
  answers: Array<ModelAnswer>;
};

export type RewrittenChangelog = {
  text: string;
  worded: number;
  refusals: Array<Refusal>;
};

export type SourceLinks = {
  base: string;
  head: string;
};

export type Tags = {
  tag: string;
  names: Array<string>;
};

export type Text = {
  text: string;
};

export type Unanswered = {
  reason: string;
  attempt: ModelAttempt;
};

export type Wording = {
  id: string;
  reason: string;
  action: string;
};
