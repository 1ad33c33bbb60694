// Written by a test, from Rust: see `tools/wire-types`.

export type AnswerIn = {
  changes: Array<string>;
  text: string | null;
  failure: string | null;
};

export type AttemptIn = {
  failed: number;
  maxAttempts: number | null;
  longestWaitMs: number | null;
  now: number;
};

export type BumpIn =
  | "major"
  | "minor"
  | "patch";

export type ChangelogIn = {
  release: ReleaseIn;
  options: ChangelogOptionsIn;
};

export type ChangelogOptionsIn = {
  name: string | null;
  detail: DetailIn | null;
  frontMatter: FrontMatterIn | null;
};

export type CheckedOut = {
  wording: Array<WordingOut>;
  refusals: Array<RefusalOut>;
};

export type CommentOptionsIn = {
  description: string;
  base: string;
  head: string;
  links: LinksIn | null;
  last: string | null;
  expires: string | null;
  maxChars: number | null;
};

export type CommentStateOut = {
  description: string;
  head: string;
  breaking: Array<string>;
};

export type DetailIn =
  | "short"
  | "all";

export type FailedCommentIn = {
  reason: string;
  options: CommentOptionsIn;
};

export type Failure = {
  code: string;
  message: string;
};

export type FrontMatterIn =
  | "docusaurus"
  | "starlight"
  | "none";

export type KeepIn = {
  previous: string;
  generated: string;
};

export type KeyHeaderOut = {
  name: string;
  prefix: string;
};

export type LinksIn = {
  base: string;
  head: string;
};

export type ModelIn = {
  provider: ProviderIn;
  model: string | null;
  baseUrl: string | null;
  maxBytes: number | null;
  maxChanges: number | null;
};

export type ModelRequestOut = {
  changes: Array<string>;
  method: string;
  url: string;
  headers: Array<[string, string]>;
  keyHeader: KeyHeaderOut;
  body: string;
  cacheKey: string;
};

export type ModelRequestsOut = {
  model: string;
  requests: Array<ModelRequestOut>;
  tooLarge: Array<string>;
};

export type ModelResponseIn = {
  status: number;
  headers: Array<[string, string]>;
  body: string;
};

export type NextStepOut =
  | { "type": "answered", text: string, }
  | { "type": "retry", afterMs: number, failed: number, }
  | { "type": "gave-up", reason: string, isFinal: boolean, };

export type NextVersionIn = {
  previous: string;
  bumps: Array<BumpIn | null>;
};

export type NoResponseIn = {
  reason: string;
  attempt: AttemptIn;
};

export type ProviderIn =
  | "anthropic"
  | "openai";

export type RefusalOut = {
  id: string;
  reason: string;
};

export type ReleaseIn = {
  version: string;
  previous: string;
  date: string | null;
};

export type ResponseIn = {
  provider: ProviderIn;
  response: ModelResponseIn;
  attempt: AttemptIn;
};

export type RewrittenIn = {
  release: ReleaseIn;
  options: ChangelogOptionsIn;
  model: string;
  answers: Array<AnswerIn>;
};

export type RewrittenOut = {
  text: string;
  worded: number;
  refusals: Array<RefusalOut>;
};

export type TagsIn = {
  tag: string;
  names: Array<string>;
};

export type TextIn = {
  text: string;
};

export type WordingOut = {
  id: string;
  reason: string;
  action: string;
};
