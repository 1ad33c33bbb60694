// Written by a test, from Rust: see `tools/wire-types`.

export type Failure = {
  code: string;
  message: string;
};

export type Options = {
  previousName: string;
  currentName: string;
  excludeTags: Array<string>;
  excludePaths: Array<string>;
  excludeInternal: boolean;
  levels: Array<string>;
};

export type Phase =
  | "definitions"
  | "operations"
  | "report";

export type ReportFormat =
  | "terminal"
  | "json"
  | "markdown";
