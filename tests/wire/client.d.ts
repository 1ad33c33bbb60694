// Written by a test, from Rust: see `tools/wire-types`.

export type ActionOut =
  | { "type": "send", exchange: number, purpose: PurposeOut, method: string, url: string, headers: Array<[string, string]>, body: BodyOut, deadline: number | null, }
  | { "type": "read", exchange: number, limit: number, }
  | { "type": "abort", exchange: number, }
  | { "type": "lock", ticket: number, lease: number, knownSeq: number, }
  | { "type": "save", ticket: number, snapshot: string, expectedSeq: number, }
  | { "type": "unlock", ticket: number, }
  | { "type": "note", code: string, message: string, }
  | { "type": "done", call: number, outcome: OutcomeOut, }
  | { "type": "closed" };

export type AnswerHeadOut = {
  status: number;
  headers: Array<[string, string]>;
};

export type BegunOut = {
  call: number;
  step: StepOut;
};

export type BodyIn =
  | { "type": "empty" }
  | { "type": "bytes" }
  | { "type": "caller", replayable: boolean, };

export type BodyOut =
  | { "type": "empty" }
  | { "type": "bytes", bytes: Uint8Array, }
  | { "type": "caller", replayable: boolean, };

export type CallIn = {
  route: RouteIn;
  method: string;
  template: string;
  parameters: Array<[string, string]>;
  allowEncodedSlashes: boolean;
  scopes: Array<string>;
  query: Array<[string, string]>;
  headers: Array<[string, string]>;
  body: BodyIn;
  deadline: number | null;
};

export type CallOut = {
  route: RouteOut;
  method: string;
  template: string;
  parameters: Array<[string, string]>;
  allowEncodedSlashes: boolean;
  scopes: Array<string>;
  query: Array<[string, string]>;
  headers: Array<[string, string]>;
  body: BodyOut;
  deadline: number | null;
};

export type ConfigIn = {
  environments: Array<EnvironmentIn>;
  environment: string;
  credentials: Array<CredentialsIn>;
  seed: number;
  tokenTimeoutMs: number | null;
  tokenRetryWaitMs: number | null;
  sharedStore: SharedStoreIn | null;
};

export type CredentialsIn = {
  environment: string;
  apiKey: string | null;
  login: LoginIn | null;
};

export type CredentialsOut = {
  environment: string;
  apiKey: string | null;
  login: LoginOut | null;
};

export type DefinitionFileIn = {
  path: string;
};

export type DeploymentOut = {
  environment: string;
  environments: Array<EnvironmentOut>;
  credentials: Array<CredentialsOut>;
};

export type DriverFailuresOut = {
  closed: ErrorOut;
  cancelled: ErrorOut;
  deadlineInBody: ErrorOut;
  lostInBody: ErrorOut;
  credentialInBody: ErrorOut;
  crashed: ErrorOut;
  twoBodies: ErrorOut;
  unusableBody: ErrorOut;
  bodyFailed: ErrorOut;
  snapshotText: ErrorOut;
  noAnswer: NoAnswersOut;
};

export type EnvironmentIn = {
  name: string;
  kind: EnvironmentKindIn;
  baseUrl: string | null;
  proxyUrl: string | null;
  commerceUrl: string | null;
  authUrl: string | null;
  mockUrl: string | null;
};

export type EnvironmentKindIn =
  | "development"
  | "staging"
  | "sandbox"
  | "production";

export type EnvironmentOut = {
  name: string;
  kind: EnvironmentKindIn;
  baseUrl: string | null;
  proxyUrl: string | null;
  commerceUrl: string | null;
  authUrl: string | null;
  mockUrl: string | null;
};

export type ErrorKind =
  | "configuration"
  | "request"
  | "transport"
  | "provider"
  | "api"
  | "deadline"
  | "cancelled"
  | "closed"
  | "comparison"
  | "misuse"
  | "internal";

export type ErrorOut = {
  code: string;
  kind: ErrorKind;
  message: string;
  retry: RetryOut;
  remedy: string;
  help: string;
  status: number | null;
  stage: "token" | "api" | null;
  pathFamily: "platform" | "commerce" | "commerce-proxy" | null;
  environment: string | null;
  provider: ProviderErrorOut | null;
  problem: ProblemDetailsOut | null;
  requestId: string | null;
  evidence: Array<string>;
  response: ErrorResponseOut | null;
};

export type ErrorResponseOut = {
  status: number;
  headers: Array<[string, string]>;
  body: Uint8Array;
  complete: boolean;
};

export type FailedAnswerIn = {
  headers: Array<[string, string]>;
  complete: boolean;
};

export type FailedCallIn = {
  code: string;
  message: string;
  retryAfterMs: number | null;
  status: number | null;
  response: FailedAnswerIn | null;
};

export type FailureIn = {
  kind: FailureKindIn;
  detail: string;
};

export type FailureKindIn =
  | "not-sent"
  | "unknown";

export type ForwardedAnswerOut =
  | { "type": "pass", head: AnswerHeadOut, }
  | { "type": "whole", head: AnswerHeadOut, body: Uint8Array, }
  | { "type": "refused", refused: RefusedRequestOut, };

export type InboundRequestIn = {
  requestId: string;
  method: string;
  target: string;
  headers: Array<[string, string]>;
  hasBody: boolean;
};

export type LoginIn = {
  realm: string;
  username: string;
  password: string | null;
  refreshToken: string | null;
};

export type LoginOut = {
  realm: string;
  username: string;
  password: string | null;
  refreshToken: string | null;
};

export type MockOperationIn =
  | { "type": "check-health" }
  | { "type": "wait-until-up", patienceMs: number, }
  | { "type": "upload", files: Array<DefinitionFileIn>, }
  | { "type": "list-services" }
  | { "type": "export" }
  | { "type": "list-invocations", service: string, version: string, page: number | null, size: number | null, }
  | { "type": "read-metrics" }
  | { "type": "call-soap", call: SoapCallIn, }
  | { "type": "seed", definitions: Array<ServiceDefinitionIn>, patienceMs: number, };

export type MockStepOut =
  | { "type": "send", method: string, url: string, headers: Array<[string, string]>, body: Uint8Array, timeoutMs: number, bodyLimit: number, }
  | { "type": "wait", until: number, }
  | { "type": "done", result: unknown, }
  | { "type": "failed", error: ErrorOut, };

export type NoAnswersOut = {
  noFileDescriptor: TransportFailureOut;
  nameNotResolved: TransportFailureOut;
  notConnected: TransportFailureOut;
  connectTimedOut: TransportFailureOut;
  tlsFailed: TransportFailureOut;
  timedOut: TransportFailureOut;
  lost: TransportFailureOut;
};

export type OpenedRecordOut =
  | { "type": "opened", snapshot: string, }
  | { "type": "failed", why: StoreFailureName, };

export type OutcomeOut =
  | { "type": "response", exchange: number, }
  | { "type": "failed", error: ErrorOut, };

export type PermittedOut = {
  call: CallOut;
  bodyBytes: number;
};

export type ProblemDetailsOut = {
  type: string | null;
  title: string | null;
  detail: string | null;
  instance: string | null;
};

export type ProviderErrorOut = {
  error: string;
  description: string | null;
};

export type PurposeOut =
  | { "type": "token" }
  | { "type": "call", call: number, };

export type ReceivedOut =
  | { "type": "refused", refused: RefusedRequestOut, }
  | { "type": "answered", head: AnswerHeadOut, }
  | { "type": "authorize", id: number, user: string, operation: string, parameters: Array<[string, string]>, };

export type RefusedRequestOut = {
  head: AnswerHeadOut;
  body: Uint8Array;
  log: string;
};

export type RetryOut =
  | { "type": "never" }
  | { "type": "after", ms: number, }
  | { "type": "after-sign-in" };

export type RouteIn =
  | { "type": "platform" }
  | { "type": "commerce", tenant: string, }
  | { "type": "commerce-proxy", seller: string, };

export type RouteOut =
  | { "type": "platform" }
  | { "type": "commerce", tenant: string, }
  | { "type": "commerce-proxy", seller: string, };

export type SealedRecordObject = {
  version: string;
  seq: string;
  key: string;
  nonce: string;
  sealed: string;
};

export type SearchedOut = {
  bytes: Uint8Array;
  isCut: boolean;
};

export type ServiceDefinitionIn = {
  files: Array<DefinitionFileIn>;
};

export type SessionIn = {
  user: string;
  claims: string;
};

export type SharedStoreIn = {
  loginWhileDown: boolean;
};

export type SoapCallIn = {
  service: string;
  version: string;
  operation: string;
  namespace: string | null;
  payload: string;
  header: string | null;
  protocol: SoapProtocolIn;
};

export type SoapProtocolIn =
  | "1.1"
  | "1.2";

export type StepOut = {
  actions: Array<ActionOut>;
  wakeAt: number | null;
};

export type StoreCommandIn =
  | "lock"
  | "save"
  | "unlock";

export type StoreFailureName =
  | "down"
  | "unreadable"
  | "newer-version";

export type StoreKeysOut = {
  lock: string;
  record: string;
};

export type StoreLayoutOut = {
  lockScript: string;
  renewScript: string;
  saveScript: string;
  unlockScript: string;
  lockLifetimeMs: number;
  lockRenewalMs: number;
  commandTimeoutMs: number;
};

export type StoreNoteOut = {
  code: string;
  message: string;
};

export type StoreResultIn =
  | { "type": "locked", snapshot: string | null, storeTime: number, }
  | { "type": "saved", seq: number, }
  | { "type": "conflict" }
  | { "type": "failed", why: StoreFailureName, };

export type TransportFailureOut = {
  kind: FailureKindIn;
  detail: string;
};
