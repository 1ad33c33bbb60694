// Written by a test, from Rust: see `tools/wire-types`.

export type Action =
  | { "type": "send", exchange: number, purpose: Purpose, body: RequestBody, deadline: number | null, method: string, url: string, headers: Array<NameValue>, }
  | { "type": "read", exchange: number, limit: number, }
  | { "type": "abort", exchange: number, }
  | { "type": "lock", ticket: number, lease: number, knownSeq: number, }
  | { "type": "save", ticket: number, snapshot: Snapshot, expectedSeq: number, }
  | { "type": "unlock", ticket: number, }
  | { "type": "note", code: string, message: string, }
  | { "type": "done", call: number, outcome: Outcome, }
  | { "type": "closed" };

export type AnswerHead = {
  status: number;
  headers: Array<NameValue>;
};

export type Begun = {
  call: number;
  step: Step;
};

export type Call = {
  route: Route;
  method: string;
  template: string;
  parameters: Array<NameValue>;
  allowEncodedSlashes: boolean;
  scopes: Array<string>;
  query: Array<NameValue>;
  headers: Array<NameValue>;
  body: RequestBody;
  deadline: number | null;
};

export type Config = {
  environments: Array<Environment>;
  environment: string;
  credentials: Array<Credentials>;
  seed: number;
  tokenTimeoutMs: number | null;
  tokenRetryWaitMs: number | null;
  sharedStore: SharedStore | null;
};

export type Credentials = {
  environment: string;
  apiKey: string | null;
  login: Login | null;
};

export type DefinitionFile = {
  path: string;
};

export type Deployment = {
  environment: string;
  environments: Array<Environment>;
  credentials: Array<Credentials>;
};

export type DriverFailures = {
  closed: Failure;
  cancelled: Failure;
  deadlineInBody: Failure;
  lostInBody: Failure;
  credentialInBody: Failure;
  crashed: Failure;
  twoBodies: Failure;
  unusableBody: Failure;
  bodyFailed: Failure;
  snapshotText: Failure;
  noAnswer: NoAnswers;
};

export type Environment = {
  name: string;
  kind: EnvironmentKind;
  baseUrl: string | null;
  proxyUrl: string | null;
  commerceUrl: string | null;
  authUrl: string | null;
  mockUrl: string | null;
};

export type EnvironmentKind =
  | "development"
  | "staging"
  | "sandbox"
  | "production";

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

export type ErrorResponse = {
  body: Uint8Array;
  complete: boolean;
  status: number;
  headers: Array<NameValue>;
};

export type FailedCall = {
  code: string;
  message: string;
  retryAfterMs: number | null;
  status: number | null;
  response: FailedResponse | null;
};

export type FailedResponse = {
  headers: Array<NameValue>;
  complete: boolean;
};

export type Failure = {
  code: string;
  kind: ErrorKind;
  message: string;
  retry: Retry;
  remedy: string;
  help: string;
  status: number | null;
  response: ErrorResponse | null;
  stage: FailureStage | null;
  pathFamily: PathFamilyName | null;
  environment: string | null;
  provider: ProviderError | null;
  problem: ProblemDetails | null;
  requestId: string | null;
  evidence: Array<string>;
};

export type FailureKind =
  | "not-sent"
  | "unknown";

export type FailureStage =
  | "token"
  | "api";

export type ForwardedAnswer =
  | { "type": "pass", head: AnswerHead, }
  | { "type": "whole", head: AnswerHead, body: Uint8Array, }
  | { "type": "refused", refused: RefusedRequest, };

export type InboundRequest = {
  requestId: string;
  method: string;
  target: string;
  headers: Array<NameValue>;
  hasBody: boolean;
};

export type Login = {
  realm: string;
  username: string;
  password: string | null;
  refreshToken: string | null;
};

export type MockOperation =
  | { "type": "check-health" }
  | { "type": "wait-until-up", patienceMs: number, }
  | { "type": "upload", files: Array<DefinitionFile>, }
  | { "type": "list-services" }
  | { "type": "export" }
  | { "type": "list-invocations", service: string, version: string, page: number | null, size: number | null, }
  | { "type": "read-metrics" }
  | { "type": "call-soap", call: SoapCall, }
  | { "type": "seed", definitions: Array<ServiceDefinition>, patienceMs: number, };

export type MockStep =
  | { "type": "send", body: Uint8Array, timeoutMs: number, bodyLimit: number, method: string, url: string, headers: Array<NameValue>, }
  | { "type": "wait", until: number, }
  | { "type": "done", result: unknown, }
  | { "type": "failed", error: Failure, };

export type NameValue = [string, string];

export type NoAnswers = {
  noFileDescriptor: TransportFailure;
  nameNotResolved: TransportFailure;
  notConnected: TransportFailure;
  connectTimedOut: TransportFailure;
  tlsFailed: TransportFailure;
  timedOut: TransportFailure;
  lost: TransportFailure;
};

export type OpenedRecord =
  | { "type": "opened", snapshot: Snapshot, }
  | { "type": "failed", why: StoreFailure, };

export type Outcome =
  | { "type": "response", exchange: number, }
  | { "type": "failed", error: Failure, };

export type PathFamilyName =
  | "platform"
  | "commerce"
  | "commerce-proxy";

export type Permitted = {
  call: Call;
  bodyBytes: number;
};

export type ProblemDetails = {
  type: string | null;
  title: string | null;
  detail: string | null;
  instance: string | null;
};

export type ProviderError = {
  error: string;
  description: string | null;
};

export type Purpose =
  | { "type": "token" }
  | { "type": "call", call: number, };

export type Received =
  | { "type": "refused", refused: RefusedRequest, }
  | { "type": "answered", head: AnswerHead, }
  | { "type": "authorize", id: number, user: string, operation: string, parameters: Array<NameValue>, };

export type RefusedRequest = {
  head: AnswerHead;
  body: Uint8Array;
  log: string;
};

export type RequestBody =
  | { "type": "empty" }
  | { "type": "bytes", bytes: Uint8Array, }
  | { "type": "caller", replayable: boolean, };

export type Retry =
  | { "type": "never" }
  | { "type": "after", ms: number, }
  | { "type": "after-sign-in" };

export type Route =
  | { "type": "platform" }
  | { "type": "commerce", tenant: string, }
  | { "type": "commerce-proxy", seller: string, };

export type SealedRecord = {
  version: string;
  seq: string;
  key: string;
  nonce: string;
  sealed: string;
};

export type Searched = {
  bytes: Uint8Array;
  isCut: boolean;
};

export type ServiceDefinition = {
  files: Array<DefinitionFile>;
};

export type Session = {
  user: string;
  claims: string;
};

export type SharedStore = {
  loginWhileDown: boolean;
};

export type Snapshot = string;

export type SoapCall = {
  service: string;
  version: string;
  operation: string;
  namespace: string | null;
  payload: string;
  header: string | null;
  protocol: SoapProtocol;
};

export type SoapProtocol =
  | "1.1"
  | "1.2";

export type Step = {
  actions: Array<Action>;
  wakeAt: number | null;
};

export type StoreCommand =
  | "lock"
  | "save"
  | "unlock";

export type StoreFailure =
  | "down"
  | "unreadable"
  | "newer-version";

export type StoreKeys = {
  lock: string;
  record: string;
};

export type StoreLayout = {
  lockScript: string;
  renewScript: string;
  saveScript: string;
  unlockScript: string;
  lockLifetimeMs: number;
  lockRenewalMs: number;
  commandTimeoutMs: number;
};

export type StoreResult =
  | { "type": "locked", snapshot: Snapshot | null, storeTime: number, }
  | { "type": "saved", seq: number, }
  | { "type": "conflict" }
  | { "type": "failed", why: StoreFailure, };

export type TransportFailure = {
  kind: FailureKind;
  detail: string;
};
