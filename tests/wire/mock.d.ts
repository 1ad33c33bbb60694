// Written by a test, from Rust: see `tools/wire-types`.

export type ActionIn =
  | "operation-name"
  | "declared"
  | "any";

export type Failure = {
  code: string;
  message: string;
};

export type HeadIn = {
  method: string;
  url: string;
  headers: Array<[string, string]>;
};

export type HeadOut = {
  status: number;
  headers: Array<[string, string]>;
  afterMs: number;
};

export type LogLimitsIn = {
  entries: number;
  bytes: number;
  body: number;
};

export type ServiceIn = {
  soapAction: ActionIn | null;
  validate: boolean | null;
};

export type ServiceOut = {
  id: string;
  path: string;
  operations: number;
  unserved: string | null;
};

export type SettingsIn = {
  soapAction: ActionIn;
  declaredNamespaces: boolean;
  validate: boolean;
  sampleSeed: number;
  day: number | null;
  services: { [key in string]: ServiceIn };
  log: LogLimitsIn;
};
