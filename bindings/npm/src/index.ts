// `waybill` in Node: the client, its error, and the types of both.
export { Client, type PathFamily } from "./client/client.js";
export { WaybillError } from "./client/error.js";
export { readCredentialsFile, type FileOptions } from "./credentials/file.js";
export { createFileSource, syncCredentials, type CredentialsSync, type SecretSource, type SyncOptions } from "./credentials/source.js";
export { readVariables, type DeploymentConfig } from "./credentials/variables.js";
export { Forwarder } from "./forward/forwarder.js";
export { MockClient } from "./mock-client/mock-client.js";
export { TokenSnapshot } from "./client/snapshot.js";
export type { BodyStream, CallBody, CallOptions, ClientConfig, Credentials, Environment, EnvironmentKind, Login, Note, Pairs } from "./client/types.js";
export type { LockedRecord, LockRequest, SaveRequest, SealedRecord, SealingKey, SharedStoreOptions, TokenStore, UnlockRequest } from "./store/types.js";
export type { ErrorResponse, Retry } from "./client/wire.js";
export type { AppAnswer, Authorization, HeaderPairs, InboundRequest, PermitOptions, Received, Session } from "./forward/types.js";
export type { ErrorKind } from "./error-kind.js";
export type {
  DefinitionFile,
  Invocation,
  InvocationPage,
  InvocationsOptions,
  ListedOperation,
  ListedService,
  LoggedMessage,
  MetricSample,
  MockCallOptions,
  MockClientOptions,
  MockHealth,
  SeededDefinition,
  SeedReport,
  ServiceDefinition,
  SoapCall,
  SoapReply,
  UploadedService,
  WaitOptions,
} from "./mock-client/types.js";
