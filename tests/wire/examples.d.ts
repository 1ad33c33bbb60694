// Written by a test, from Rust: see `tools/wire-types`.

export type Failure = {
  code: string;
  message: string;
};

export type Options = {
  previousName: string;
  currentName: string;
  changes: Array<string> | null;
};

export type ReportWithExamples = {
  report: import('./report.js').Report;
  snippets: Record<string, Record<'before' | 'after', Record<'sh' | 'ts' | 'kotlin' | 'swift', string>>>;
};
