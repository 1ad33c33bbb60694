// Written by a test, from Rust: see `tools/wire-types`.

export type Bump =
  | "major"
  | "minor"
  | "patch";

export type Change = {
  id: string;
  rule: string;
  level: Level;
  default_level?: Level;
  period?: string;
  bump: Bump;
  section: Section;
  direction: Direction | null;
  message: string;
  why: string;
  help: string;
  advice: string;
  accepted: string | null;
  operations: Array<Operation>;
  webhooks: Array<string>;
  callbacks: Array<string>;
  operation: OperationDetails | null;
  before: unknown;
  after: unknown;
  old: Place | null;
  new: Place | null;
  witness: Witness | null;
  no_witness: string | null;
};

export type Counts = {
  breaking: number;
  risky: number;
  additive: number;
  docs: number;
  unproved: number;
  unclassified: number;
  operations_affected: number;
};

export type CustomLevel = {
  rule: string;
  level: Level;
};

export type Described = {
  title: string | null;
  version: string | null;
  source: string;
  operations: number;
  excluded?: number;
};

export type Direction =
  | "request"
  | "response";

export type ExampleRequest = {
  method: string;
  url: string;
  headers: Array<[string, string]>;
  body: string | null;
};

export type Excluded = {
  by: 'tag' | 'path' | 'internal';
  value: string | null;
  previous: number;
  current: number;
};

export type Level =
  | "breaking"
  | "risky"
  | "unproved"
  | "unclassified"
  | "additive"
  | "docs";

export type Operation = {
  method: string;
  path: string;
};

export type OperationDetails = {
  summary: string | null;
  tags: Array<string>;
  deprecated: boolean;
  deprecated_since: string | null;
  sunset: string | null;
  notice: string | null;
  successor: Successor | null;
};

export type Place = {
  file?: string;
  pointer: string;
  line: number;
  column: number;
};

export type Problem = {
  side: Side;
  code: string;
  message: string;
  file: string;
  pointer: string;
  line: number;
  column: number;
};

export type ReachedOperation = {
  method: string;
  path: string;
  summary: string | null;
  tags: Array<string>;
};

export type Report = {
  report_version: 1;
  tool: string;
  previous: Described;
  current: Described;
  verdict: Verdict;
  complete: boolean;
  problems: Array<Problem>;
  excluded?: Array<Excluded>;
  levels?: Array<CustomLevel>;
  counts: Counts;
  operations: Array<ReachedOperation>;
  changes: Array<Change>;
};

export type Section =
  | "new"
  | "modified"
  | "removed";

export type Side =
  | "previous"
  | "current";

export type Successor = {
  method: string;
  path: string;
  named: boolean;
};

export type Verdict = {
  required_bump: Bump | null;
  declared_bump: Bump | null;
  honoured: boolean | null;
  sentence: string;
};

export type Witness = {
  kind: "request";
  before: ExampleRequest;
  after: ExampleRequest;
  refusal: string | null;
};
