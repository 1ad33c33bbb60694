// Written by a test, from Rust: see `tools/wire-types`.

export type FailedFile = {
  file: string;
  reason: string;
};

export type Invocation = {
  timestamp: number | null;
  operation: string | null;
  request: LoggedMessage | null;
  response: LoggedMessage | null;
  durationMs: number | null;
  valid: boolean | null;
  reason: string | null;
  json: string;
};

export type InvocationPage = {
  entries: Array<Invocation>;
  total: number | null;
};

export type ListedOperation = {
  name: string;
  method: string | null;
  action: string | null;
  resourcePaths: Array<string>;
  unserved: string | null;
};

export type ListedService = {
  name: string;
  version: string;
  type: string | null;
  sourceArtifact: string | null;
  operations: Array<ListedOperation>;
  notes: Array<string>;
  unserved: string | null;
};

export type LoggedMessage = {
  method: string | null;
  path: string | null;
  status: number | null;
  headers: Array<[string, Array<string>]>;
  body: string | null;
};

export type MetricSample = {
  name: string;
  labels: Array<[string, string]>;
  value: number | string;
  timestamp: number | null;
};

export type MockHealth = {
  isUp: boolean;
  failed: Array<FailedFile>;
};

export type MockResult =
  | { "type": "health", "value": MockHealth }
  | { "type": "up" }
  | { "type": "uploaded", "value": Array<UploadedService> }
  | { "type": "services", "value": Array<ListedService> }
  | { "type": "export", "value": Uint8Array }
  | { "type": "invocations", "value": InvocationPage }
  | { "type": "metrics", "value": Array<MetricSample> }
  | { "type": "soap", "value": SoapReply }
  | { "type": "seeded", "value": SeedReport };

export type SeedReport = {
  definitions: Array<SeededDefinition>;
};

export type SeededDefinition = {
  file: string;
  services: Array<UploadedService>;
  failure: string | null;
};

export type SoapReply = {
  status: number;
  isFault: boolean;
  envelope: string;
};

export type UploadedService = {
  name: string;
  version: string;
  notes: Array<string>;
  unserved: string | null;
};
