// Written by a test, from Rust: see `tools/wire-types`.

export type Entry = {
  timestamp: number;
  serviceName: string;
  serviceVersion: string;
  operation: string | null;
  request: Request;
  response: Response;
  durationMs: number | null;
  valid: boolean;
  reason: string | null;
  violations: Array<ReportedViolation>;
  lenient: Array<string>;
};

export type ReportedViolation = {
  in?: string;
  name?: string;
  path?: string;
  expected: string;
  value: string;
  message: string;
  rule?: string;
  keyword?: string;
  schema?: string;
  line?: number;
  column?: number;
};

export type Request = {
  method: string;
  path: string;
  headers: { [key in string]: Array<string> };
  body: string;
};

export type Response = {
  status: number;
  headers: { [key in string]: Array<string> };
  body: string;
};
