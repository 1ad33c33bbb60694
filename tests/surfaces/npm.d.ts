// index.d.ts
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
export type { DefinitionFile, Invocation, InvocationPage, InvocationsOptions, ListedOperation, ListedService, LoggedMessage, MetricSample, MockCallOptions, MockClientOptions, MockHealth, SeededDefinition, SeedReport, ServiceDefinition, SoapCall, SoapReply, UploadedService, WaitOptions, } from "./mock-client/types.js";
// diff/index.d.ts
import type { AsyncCompareOptions } from "./remote.js";
import type { CompareOptions, Description, Report, SyncReport } from "./report.js";
export type { ErrorKind } from "../error-kind.js";
export { CompareError } from "./error.js";
export type { AsyncCompareOptions } from "./remote.js";
export type { Bump, Change, CompareOptions, CompareProgress, Description, DescriptionFiles, DescriptionSummary, Excerpt, Excerpts, Exclusions, Level, OperationDetails, Place, ReachedOperation, Report, ReportFormat, ReportJson, SyncReport } from "./report.js";
export declare function compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report>;
export declare function compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport;
// diff/slim.d.ts
import { type ModuleSource } from "../fetched-module.js";
import { type AsyncCompareOptions } from "./remote.js";
import type { CompareOptions, Description, Report, SyncReport } from "./report.js";
export type { ErrorKind } from "../error-kind.js";
export type { ModuleSource } from "../fetched-module.js";
export { CompareError } from "./error.js";
export type { AsyncCompareOptions } from "./remote.js";
export type * from "./report.js";
export interface ComparerOptions {
    readonly module: ModuleSource | Promise<ModuleSource>;
    readonly worker?: () => Worker;
}
export interface Comparer {
    compare(previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report>;
    compareSync(previous: Description, current: Description, options?: CompareOptions): SyncReport;
}
export declare function createComparer(options: ComparerOptions): Promise<Comparer>;
// examples/index.d.ts
import type { Description } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";
import type { ExampleOptions, ReportWithExamples } from "./types.js";
export type { Description, DescriptionFiles, ExampleRequest, ReportJson, Witness } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export type { GivenReport } from "../releases/types.js";
export { ExampleError } from "./error.js";
export type { ExampleOptions, ReportWithExamples, Snippet, SnippetLanguage, Snippets } from "./types.js";
export declare function addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
// examples/slim.d.ts
import { type ModuleSource } from "../fetched-module.js";
import type { ExampleFinder } from "./types.js";
export type { Description, DescriptionFiles, ExampleRequest, ReportJson, Witness } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export type { ModuleSource } from "../fetched-module.js";
export type { GivenReport } from "../releases/types.js";
export { ExampleError } from "./error.js";
export type * from "./types.js";
export interface ExampleFinderOptions {
    readonly module: ModuleSource | Promise<ModuleSource>;
}
export declare function createExampleFinder(options: ExampleFinderOptions): Promise<ExampleFinder>;
// mock/index.d.ts
import type { Mock, MockSettings } from "./types.js";
export type { ErrorKind } from "../error-kind.js";
export { MockError } from "./error.js";
export type { Mock, MockedService, MockExamples, MockFile, MockHeaders, MockImport, MockLog, MockLogEntry, MockLogLimits, MockLogPage, MockServiceSettings, MockSettings, MockViolation, SoapActionRule, } from "./types.js";
export declare function createMock(settings?: MockSettings): Mock;
// releases/index.d.ts
import type { Bump, Description } from "../diff/report.js";
import type { ChangelogOptions, CheckedAnswer, CommentOptions, CommentState, GivenReport, ModelAnswer, ModelAttempt, ModelOptions, ModelProvider, ModelRequests, ModelResponse, ModelStep, Release, RewrittenChangelog } from "./types.js";
export type { Bump, Description, ReportJson } from "../diff/report.js";
export type { ErrorKind } from "../error-kind.js";
export { ReleaseError } from "./error.js";
export type * from "./types.js";
export declare function readTag(text: string): string;
export declare function findPreviousTag(tag: string, names: readonly string[]): string | null;
export declare function requiredBump(report: GivenReport): Bump | null;
export declare function nextVersion(previous: string, bumps: readonly (Bump | null)[]): string;
export declare function writeChangelog(report: GivenReport, release: Release, options?: ChangelogOptions): string;
export declare function keepHandWritten(previous: string, generated: string): string;
export declare function removeOperations(description: Description): string;
export declare function writeComment(report: GivenReport, options: CommentOptions): string;
export declare function writeFailedComment(reason: string, options: CommentOptions): string;
export declare function readCommentState(text: string): CommentState | null;
export declare function writeModelRequests(report: GivenReport, options: ModelOptions): ModelRequests;
export declare function readModelResponse(provider: ModelProvider, response: ModelResponse, attempt?: ModelAttempt): ModelStep;
export declare function readModelFailure(reason: string, attempt?: ModelAttempt): ModelStep;
export declare function checkModelAnswer(report: GivenReport, answer: ModelAnswer): CheckedAnswer;
export declare function writeRewrittenChangelog(report: GivenReport, release: Release, model: string, answers: readonly ModelAnswer[], options?: ChangelogOptions): RewrittenChangelog;
// store/redis.d.ts
import type { LockedRecord, LockRequest, SaveRequest, TokenStore, UnlockRequest } from "./types.js";
export interface RedisClient {
    eval(script: string, options: {
        keys: string[];
        arguments: string[];
    }): Promise<unknown>;
    readonly isReady?: boolean;
}
export declare class RedisTokenStore implements TokenStore {
    #private;
    constructor(client: RedisClient);
    lock({ login, owner, leaseMs, knownSeq, signal }: LockRequest): Promise<LockedRecord>;
    save({ login, owner, expectedSeq, record }: SaveRequest): Promise<boolean>;
    unlock({ login, owner }: UnlockRequest): Promise<void>;
}
// testing/index.d.ts
type Fetch = typeof globalThis.fetch;
export declare function checkFetch(fetch: Fetch): Promise<string[]>;
export {};
// client/client.d.ts
import { asyncDispose } from "../dispose.js";
import { Driver } from "./driver.js";
import { TokenSnapshot } from "./snapshot.js";
import type { CallOptions, ClientConfig, Credentials } from "./types.js";
import type { Route } from "./wire.js";
declare const inspect: unique symbol;
export declare class PathFamily {
    #private;
    constructor(driver: Driver, route: Route);
    send(method: string, template: string, options?: CallOptions): Promise<Response>;
}
export declare class Client {
    #private;
    readonly platform: PathFamily;
    constructor(options: ClientConfig);
    commerce(tenant: string): PathFamily;
    commerceProxy(seller: string): PathFamily;
    setCredentials(credentials: Credentials): void;
    invalidateAccessToken(): void;
    invalidateTokens(): void;
    exportTokens(): TokenSnapshot | undefined;
    restoreTokens(snapshot: TokenSnapshot): void;
    close(): Promise<void>;
    [asyncDispose](): Promise<void>;
    toJSON(): {
        readonly environment: string;
    };
    [inspect](): string;
}
export {};
// client/error.d.ts
import type { ErrorKind } from "../error-kind.js";
import type { ErrorFields, FailureStage, PathFamilyName, ProblemDetails, ProviderError, Retry } from "./wire.js";
export declare class WaybillError extends Error {
    #private;
    readonly name: "WaybillError" | "AbortError" | "TimeoutError";
    readonly code: string;
    readonly kind: ErrorKind;
    readonly retry: Retry;
    readonly status: number | undefined;
    readonly remedy: string;
    readonly help: string;
    readonly stage: FailureStage | undefined;
    readonly pathFamily: PathFamilyName | undefined;
    readonly environment: string | undefined;
    readonly provider: ProviderError | undefined;
    readonly problem: ProblemDetails | undefined;
    readonly requestId: string | undefined;
    readonly evidence: readonly string[];
    readonly responseComplete: boolean | undefined;
    constructor(fields: ErrorFields, options?: ErrorOptions);
    get response(): Response | undefined;
    toJSON(): Omit<ErrorFields, "response"> & {
        readonly name: string;
    };
}
// credentials/file.d.ts
import type { DeploymentConfig } from "./variables.js";
export interface FileOptions {
    readonly onReadableByOthers?: (() => void) | undefined;
}
export declare function readCredentialsFile(path: string, { onReadableByOthers }?: FileOptions): Promise<DeploymentConfig>;
// credentials/source.d.ts
import type { Client } from "../client/client.js";
import type { Credentials } from "../client/types.js";
export interface SecretSource {
    read(signal: AbortSignal): Promise<Credentials>;
}
export interface SyncOptions {
    readonly everyMs?: number | undefined;
    readonly onError: (error: unknown) => void;
}
export interface CredentialsSync {
    refresh(): Promise<void>;
    stop(): void;
}
export declare function createFileSource(path: string): SecretSource;
export declare function syncCredentials(client: Client, source: SecretSource, { everyMs, onError }: SyncOptions): CredentialsSync;
// credentials/variables.d.ts
import type { ClientConfig } from "../client/types.js";
export type DeploymentConfig = Pick<ClientConfig, "environments" | "environment" | "credentials">;
type Variables = Readonly<Record<string, string | undefined>>;
export declare function readVariables(variables?: Variables): DeploymentConfig;
export {};
// forward/forwarder.d.ts
import type { Client } from "../client/client.js";
import type { InboundRequest, Received, Session } from "./types.js";
export declare class Forwarder {
    #private;
    constructor(client: Client, list: string | Uint8Array);
    receive(request: InboundRequest, session?: Session): Received;
}
// mock-client/mock-client.d.ts
import type { Environment } from "../client/types.js";
import type { ServiceDefinition, InvocationPage, InvocationsOptions, ListedService, MetricSample, MockCallOptions, MockClientOptions, MockHealth, SeedReport, SoapCall, SoapReply, UploadedService, WaitOptions } from "./types.js";
export declare class MockClient {
    #private;
    constructor(environment: Environment, options?: MockClientOptions);
    checkHealth(options?: MockCallOptions): Promise<MockHealth>;
    waitUntilUp(options?: WaitOptions): Promise<void>;
    upload(definition: ServiceDefinition, options?: MockCallOptions): Promise<readonly UploadedService[]>;
    listServices(options?: MockCallOptions): Promise<readonly ListedService[]>;
    exportServices(options?: MockCallOptions): Promise<Uint8Array>;
    listInvocations(service: string, version: string, options?: InvocationsOptions): Promise<InvocationPage>;
    readMetrics(options?: MockCallOptions): Promise<readonly MetricSample[]>;
    callSoap(call: SoapCall, options?: MockCallOptions): Promise<SoapReply>;
    seed(definitions: readonly ServiceDefinition[], options?: WaitOptions): Promise<SeedReport>;
}
// client/snapshot.d.ts
declare const inspect: unique symbol;
export declare class TokenSnapshot {
    #private;
    constructor(text: string);
    expose(): string;
    toJSON(): string;
    [inspect](): string;
}
export {};
// client/types.d.ts
import type { SharedStoreOptions } from "../store/types.js";
export type EnvironmentKind = "development" | "staging" | "sandbox" | "production";
export interface Environment {
    readonly name: string;
    readonly kind: EnvironmentKind;
    readonly baseUrl?: string | undefined;
    readonly proxyUrl?: string | undefined;
    readonly commerceUrl?: string | undefined;
    readonly authUrl?: string | undefined;
    readonly mockUrl?: string | undefined;
}
export interface Credentials {
    readonly environment: string;
    readonly apiKey?: string | undefined;
    readonly login?: Login | undefined;
}
export interface Login {
    readonly realm: string;
    readonly username: string;
    readonly password?: string | undefined;
    readonly refreshToken?: string | undefined;
}
export interface Note {
    readonly code: string;
    readonly message: string;
}
export interface ClientConfig {
    readonly environments: readonly Environment[];
    readonly environment: string;
    readonly credentials: readonly Credentials[];
    readonly seed?: number | undefined;
    readonly tokenTimeoutMs?: number | undefined;
    readonly tokenRetryWaitMs?: number | undefined;
    readonly sharedStore?: SharedStoreOptions | undefined;
    readonly fetch?: typeof globalThis.fetch | undefined;
    readonly onNote?: ((note: Note) => void) | undefined;
}
export type CallBody = string | Uint8Array | ArrayBuffer | Blob | BodyStream | (() => BodyStream);
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
type Value = string | number | boolean;
export type Pairs = Readonly<Record<string, Value | readonly Value[] | undefined>> | Iterable<readonly [string, Value]>;
export interface CallOptions {
    readonly parameters?: Pairs | undefined;
    readonly allowEncodedSlashes?: boolean | undefined;
    readonly scopes?: readonly string[] | undefined;
    readonly query?: Pairs | undefined;
    readonly headers?: Pairs | undefined;
    readonly body?: CallBody | undefined;
    readonly json?: unknown;
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs?: number | undefined;
}
export {};
// store/types.d.ts
export interface SealedRecord {
    readonly version: string;
    readonly seq: string;
    readonly key: string;
    readonly nonce: string;
    readonly sealed: string;
}
export interface LockRequest {
    readonly login: string;
    readonly owner: string;
    readonly leaseMs: number;
    readonly knownSeq: number;
    readonly signal: AbortSignal;
}
export interface LockedRecord {
    readonly record: SealedRecord | undefined;
    readonly storeTime: number;
}
export interface SaveRequest {
    readonly login: string;
    readonly owner: string;
    readonly expectedSeq: number;
    readonly record: SealedRecord;
}
export interface UnlockRequest {
    readonly login: string;
    readonly owner: string;
}
export interface TokenStore {
    lock(request: LockRequest): Promise<LockedRecord>;
    save(request: SaveRequest): Promise<boolean>;
    unlock(request: UnlockRequest): Promise<void>;
}
export interface SealingKey {
    readonly id: string;
    readonly bytes: Uint8Array;
}
export interface SharedStoreOptions {
    readonly store: TokenStore;
    readonly keys?: readonly SealingKey[] | undefined;
    readonly trustStore?: boolean | undefined;
    readonly loginWhileDown?: boolean | undefined;
}
// client/wire.d.ts
import type { ErrorKind } from "../error-kind.js";
import type { Note } from "./types.js";
export type Lines = [string, string][];
export type Route = {
    readonly type: "platform";
} | {
    readonly type: "commerce";
    readonly tenant: string;
} | {
    readonly type: "commerce-proxy";
    readonly seller: string;
};
export type Body = {
    readonly type: "empty";
} | {
    readonly type: "bytes";
    readonly bytes: Uint8Array<ArrayBuffer>;
} | {
    readonly type: "caller";
    readonly replayable: boolean;
};
export interface Call {
    readonly route: Route;
    readonly method: string;
    readonly template: string;
    readonly parameters: Lines;
    readonly allowEncodedSlashes: boolean;
    readonly scopes: readonly string[];
    readonly query: Lines;
    readonly headers: Lines;
    readonly body: Body;
    readonly deadline: number | undefined;
}
export type WireCall = Omit<Call, "body"> & {
    readonly body: Exclude<Body, {
        type: "bytes";
    }> | {
        readonly type: "bytes";
    };
};
export interface Send {
    readonly type: "send";
    readonly exchange: number;
    readonly purpose: {
        readonly type: "token";
    } | {
        readonly type: "call";
        readonly call: number;
    };
    readonly method: string;
    readonly url: string;
    readonly headers: Lines;
    readonly body: Body;
    readonly deadline: number | undefined;
}
export type Action = Send | {
    readonly type: "read";
    readonly exchange: number;
    readonly limit: number;
} | {
    readonly type: "abort";
    readonly exchange: number;
} | {
    readonly type: "lock";
    readonly ticket: number;
    readonly lease: number;
    readonly knownSeq: number;
} | {
    readonly type: "save";
    readonly ticket: number;
    readonly snapshot: string;
    readonly expectedSeq: number;
} | {
    readonly type: "unlock";
    readonly ticket: number;
} | ({
    readonly type: "note";
} & Note) | {
    readonly type: "done";
    readonly call: number;
    readonly outcome: Outcome;
} | {
    readonly type: "closed";
};
export type Outcome = {
    readonly type: "response";
    readonly exchange: number;
} | {
    readonly type: "failed";
    readonly error: ErrorFields;
};
export interface SharedStore {
    readonly loginWhileDown: boolean;
}
export type StoreResult = {
    readonly type: "locked";
    readonly snapshot?: string | undefined;
    readonly storeTime: number;
} | {
    readonly type: "saved";
    readonly seq: number;
} | {
    readonly type: "conflict";
} | {
    readonly type: "failed";
    readonly why: StoreFailure;
};
export type OpenedRecord = {
    readonly type: "opened";
    readonly snapshot: string;
} | {
    readonly type: "failed";
    readonly why: StoreFailure;
};
export type StoreFailure = "down" | "unreadable" | "newer-version";
export type StoreCommand = "lock" | "save" | "unlock";
export interface StoreLayout {
    readonly lockScript: string;
    readonly renewScript: string;
    readonly saveScript: string;
    readonly unlockScript: string;
    readonly lockLifetimeMs: number;
    readonly lockRenewalMs: number;
    readonly commandTimeoutMs: number;
}
export interface StoreKeys {
    readonly lock: string;
    readonly record: string;
}
export interface Step {
    readonly actions: readonly Action[];
    readonly wakeAt: number | undefined;
}
export interface Begun {
    readonly call: number;
    readonly step: Step;
}
export interface TransportFailure {
    readonly kind: "not-sent" | "unknown";
    readonly detail: string;
}
export type Retry = {
    readonly type: "never";
} | {
    readonly type: "after";
    readonly ms: number;
} | {
    readonly type: "after-sign-in";
};
export interface ErrorResponse {
    readonly status: number;
    readonly headers: Lines;
    readonly body: Uint8Array;
    readonly complete: boolean;
}
export type FailureStage = "token" | "api";
export type PathFamilyName = "platform" | "commerce" | "commerce-proxy";
export interface ProviderError {
    readonly error: string;
    readonly description?: string | undefined;
}
export interface ProblemDetails {
    readonly type?: string | undefined;
    readonly title?: string | undefined;
    readonly detail?: string | undefined;
    readonly instance?: string | undefined;
}
export interface ErrorFields {
    readonly code: string;
    readonly kind: ErrorKind;
    readonly message: string;
    readonly retry: Retry;
    readonly remedy: string;
    readonly help: string;
    readonly status?: number | undefined;
    readonly stage?: FailureStage | undefined;
    readonly pathFamily?: PathFamilyName | undefined;
    readonly environment?: string | undefined;
    readonly provider?: ProviderError | undefined;
    readonly problem?: ProblemDetails | undefined;
    readonly requestId?: string | undefined;
    readonly evidence: readonly string[];
    readonly response?: ErrorResponse | undefined;
}
export interface DriverFailures {
    readonly closed: ErrorFields;
    readonly cancelled: ErrorFields;
    readonly deadlineInBody: ErrorFields;
    readonly lostInBody: ErrorFields;
    readonly credentialInBody: ErrorFields;
    readonly crashed: ErrorFields;
    readonly twoBodies: ErrorFields;
    readonly unusableBody: ErrorFields;
    readonly bodyFailed: ErrorFields;
    readonly snapshotText: ErrorFields;
    readonly noAnswer: NoAnswers;
}
export interface NoAnswers {
    readonly noFileDescriptor: TransportFailure;
    readonly nameNotResolved: TransportFailure;
    readonly notConnected: TransportFailure;
    readonly connectTimedOut: TransportFailure;
    readonly tlsFailed: TransportFailure;
    readonly timedOut: TransportFailure;
    readonly lost: TransportFailure;
}
// forward/types.d.ts
export type HeaderPairs = readonly (readonly [string, string])[];
export interface InboundRequest {
    readonly requestId: string;
    readonly method: string;
    readonly target: string;
    readonly headers: HeaderPairs;
    readonly hasBody: boolean;
}
export interface Session {
    readonly user: string;
    readonly claims: Readonly<Record<string, unknown>>;
}
export interface AppAnswer {
    readonly status: number;
    readonly headers: HeaderPairs;
    readonly body: ReadableStream<Uint8Array> | Uint8Array | undefined;
    readonly log: string | undefined;
}
export interface Authorization {
    readonly type: "authorize";
    readonly user: string;
    readonly operation: string;
    readonly parameters: ReadonlyMap<string, string>;
    permit(options?: PermitOptions): Promise<AppAnswer>;
    deny(): AppAnswer;
}
export interface PermitOptions {
    readonly body?: AsyncIterable<Uint8Array> | undefined;
    readonly signal?: AbortSignal | undefined;
}
export type Received = Authorization | {
    readonly type: "answer";
    readonly answer: AppAnswer;
};
// error-kind.d.ts
export type ErrorKind = "configuration" | "request" | "transport" | "provider" | "api" | "deadline" | "cancelled" | "closed" | "comparison" | "misuse" | "internal";
export declare function kindOf(code: string): ErrorKind;
// mock-client/types.d.ts
export interface MockClientOptions {
    readonly fetch?: typeof globalThis.fetch | undefined;
}
export interface MockCallOptions {
    readonly signal?: AbortSignal | undefined;
}
export interface WaitOptions extends MockCallOptions {
    readonly timeoutMs?: number | undefined;
}
export interface InvocationsOptions extends MockCallOptions {
    readonly page?: number | undefined;
    readonly size?: number | undefined;
}
export interface DefinitionFile {
    readonly path: string;
    readonly content: string | Uint8Array | ArrayBuffer;
}
export interface ServiceDefinition {
    readonly files: readonly DefinitionFile[];
}
export interface MockHealth {
    readonly isUp: boolean;
    readonly failed: readonly {
        readonly file: string;
        readonly reason: string;
    }[];
}
export interface UploadedService {
    readonly name: string;
    readonly version: string;
    readonly notes: readonly string[];
    readonly unserved: string | undefined;
}
export interface ListedService {
    readonly name: string;
    readonly version: string;
    readonly type: string | undefined;
    readonly sourceArtifact: string | undefined;
    readonly operations: readonly ListedOperation[];
    readonly notes: readonly string[];
    readonly unserved: string | undefined;
}
export interface ListedOperation {
    readonly name: string;
    readonly method: string | undefined;
    readonly action: string | undefined;
    readonly resourcePaths: readonly string[];
    readonly unserved: string | undefined;
}
export interface InvocationPage {
    readonly entries: readonly Invocation[];
    readonly total: number | undefined;
}
export interface Invocation {
    readonly timestamp: number | undefined;
    readonly operation: string | undefined;
    readonly request: LoggedMessage | undefined;
    readonly response: LoggedMessage | undefined;
    readonly durationMs: number | undefined;
    readonly valid: boolean | undefined;
    readonly reason: string | undefined;
    readonly json: string;
}
export interface LoggedMessage {
    readonly method: string | undefined;
    readonly path: string | undefined;
    readonly status: number | undefined;
    readonly headers: readonly (readonly [string, readonly string[]])[];
    readonly body: string | undefined;
}
export interface MetricSample {
    readonly name: string;
    readonly labels: readonly (readonly [string, string])[];
    readonly value: number;
    readonly timestamp: number | undefined;
}
export interface SoapCall {
    readonly service: string;
    readonly version: string;
    readonly operation: string;
    readonly namespace?: string | undefined;
    readonly payload: string;
    readonly header?: string | undefined;
    readonly protocol?: "1.1" | "1.2" | undefined;
}
export interface SoapReply {
    readonly status: number;
    readonly isFault: boolean;
    readonly envelope: string;
}
export interface SeedReport {
    readonly definitions: readonly SeededDefinition[];
}
export interface SeededDefinition {
    readonly file: string;
    readonly services: readonly UploadedService[];
    readonly failure: string | undefined;
}
// diff/remote.d.ts
import type { Reply } from "./protocol.js";
import { type CompareOptions, type Description, type Report } from "./report.js";
export interface Channel {
    post(message: unknown, transfer: ArrayBuffer[]): void;
    hold(busy: boolean): void;
    end(): void;
}
export type OpenChannel = (receive: (reply: Reply) => void, fail: (reason: Error) => void) => Channel;
export interface AsyncCompareOptions extends CompareOptions {
    readonly signal?: AbortSignal;
    readonly transfer?: boolean;
}
export declare function compareRemotely(open: OpenChannel, module: WebAssembly.Module, previous: Description, current: Description, options?: AsyncCompareOptions): Promise<Report>;
// diff/report.d.ts
export type Description = string | Uint8Array | ArrayBuffer;
export interface CompareOptions {
    readonly previousName?: string;
    readonly currentName?: string;
    readonly exclude?: Exclusions;
    readonly levels?: Readonly<Record<string, "breaking" | "risky" | "additive" | "docs">>;
    readonly previousFiles?: DescriptionFiles;
    readonly currentFiles?: DescriptionFiles;
    readonly onProgress?: (progress: CompareProgress) => void;
}
export interface Exclusions {
    readonly tags?: readonly string[];
    readonly paths?: readonly string[];
    readonly internal?: boolean;
}
export type DescriptionFiles = Readonly<Record<string, Description>>;
export interface CompareProgress {
    readonly phase: "definitions" | "operations" | "report";
    readonly done: number;
    readonly total: number;
}
export type ReportFormat = "terminal" | "json" | "markdown";
export type Level = "breaking" | "risky" | "additive" | "docs" | "unproved" | "unclassified";
export type Bump = "major" | "minor" | "patch";
export interface Place {
    readonly file?: string;
    readonly pointer: string;
    readonly line: number;
    readonly column: number;
}
export interface OperationDetails {
    readonly summary: string | null;
    readonly tags: readonly string[];
    readonly deprecated: boolean;
    readonly deprecated_since: string | null;
    readonly sunset: string | null;
    readonly notice: string | null;
    readonly successor: {
        readonly method: string;
        readonly path: string;
        readonly named: boolean;
    } | null;
}
export interface Witness {
    readonly kind: 'request';
    readonly before: ExampleRequest;
    readonly after: ExampleRequest;
    readonly refusal: string | null;
}
export interface ExampleRequest {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
    readonly body: string | null;
}
export interface Change {
    readonly id: string;
    readonly rule: string;
    readonly level: Level;
    readonly default_level?: Level;
    readonly period?: string;
    readonly bump: Bump;
    readonly section: "new" | "modified" | "removed";
    readonly direction: "request" | "response" | null;
    readonly message: string;
    readonly why: string;
    readonly help: string;
    readonly advice: string;
    readonly accepted: string | null;
    readonly operations: readonly {
        readonly method: string;
        readonly path: string;
    }[];
    readonly webhooks: readonly string[];
    readonly callbacks: readonly string[];
    readonly operation: OperationDetails | null;
    readonly before: unknown;
    readonly after: unknown;
    readonly old: Place | null;
    readonly new: Place | null;
    readonly witness: Witness | null;
    readonly no_witness: string | null;
}
export interface ReachedOperation {
    readonly method: string;
    readonly path: string;
    readonly summary: string | null;
    readonly tags: readonly string[];
}
export interface DescriptionSummary {
    readonly title: string | null;
    readonly version: string | null;
    readonly source: string;
    readonly operations: number;
    readonly excluded?: number;
}
export interface ReportJson {
    readonly report_version: 1;
    readonly tool: string;
    readonly previous: DescriptionSummary;
    readonly current: DescriptionSummary;
    readonly verdict: {
        readonly required_bump: Bump | null;
        readonly declared_bump: Bump | null;
        readonly honoured: boolean | null;
        readonly sentence: string;
    };
    readonly complete: boolean;
    readonly problems: readonly {
        readonly side: "previous" | "current";
        readonly code: string;
        readonly message: string;
        readonly file: string;
        readonly pointer: string;
        readonly line: number;
        readonly column: number;
    }[];
    readonly excluded?: readonly {
        readonly by: "tag" | "path" | "internal";
        readonly value: string | null;
        readonly previous: number;
        readonly current: number;
    }[];
    readonly levels?: readonly {
        readonly rule: string;
        readonly level: Level;
    }[];
    readonly counts: Readonly<Record<Level | "operations_affected", number>>;
    readonly operations: readonly ReachedOperation[];
    readonly changes: readonly Change[];
}
export type Excerpts = Readonly<Record<string, {
    readonly old: Excerpt | null;
    readonly new: Excerpt | null;
}>>;
export interface Excerpt {
    readonly line: number;
    readonly before: readonly string[];
    readonly start: string;
    readonly marked: string;
    readonly end: string;
    readonly after: readonly string[];
}
export interface Report {
    json(): Promise<ReportJson>;
    excerpts(): Promise<Excerpts>;
    render(format: ReportFormat): Promise<string>;
    close(): void;
    [Symbol.dispose](): void;
}
export interface SyncReport {
    json(): ReportJson;
    excerpts(): Excerpts;
    render(format: ReportFormat): string;
    close(): void;
    [Symbol.dispose](): void;
}
export declare function bytesOf(description: Description): Uint8Array;
export declare function parsed<T>(json: Uint8Array): T;
// diff/error.d.ts
import { type ErrorKind } from "../error-kind.js";
export declare class CompareError extends Error {
    readonly name = "CompareError";
    readonly code: string;
    readonly kind: ErrorKind;
    constructor(code: string, message: string, options?: ErrorOptions);
}
// fetched-module.d.ts
export type ModuleSource = WebAssembly.Module | BufferSource | Response;
export declare function compiled(what: string, source: ModuleSource): Promise<WebAssembly.Module>;
export declare function compileFetched(what: string, file: Response): Promise<WebAssembly.Module>;
// releases/types.d.ts
import type { ReportJson } from "../diff/report.js";
export type GivenReport = string | ReportJson;
export interface Release {
    readonly version: string;
    readonly previous: string;
    readonly date?: string | undefined;
}
export interface ChangelogOptions {
    readonly name?: string | undefined;
    readonly detail?: "short" | "all" | undefined;
    readonly frontMatter?: "docusaurus" | "starlight" | "none" | undefined;
}
export interface CommentOptions {
    readonly description: string;
    readonly base: string;
    readonly head: string;
    readonly links?: {
        readonly base: string;
        readonly head: string;
    } | undefined;
    readonly last?: string | undefined;
    readonly expires?: string | undefined;
    readonly maxChars?: number | undefined;
}
export interface CommentState {
    readonly description: string;
    readonly head: string;
    readonly breaking: readonly string[];
}
export type ModelProvider = "anthropic" | "openai";
export interface ModelOptions {
    readonly provider: ModelProvider;
    readonly model?: string | undefined;
    readonly baseUrl?: string | undefined;
    readonly maxBytes?: number | undefined;
    readonly maxChanges?: number | undefined;
}
export interface ModelRequest {
    readonly changes: readonly string[];
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly keyHeader: {
        readonly name: string;
        readonly prefix: string;
    };
    readonly body: string;
    readonly cacheKey: string;
}
export interface ModelRequests {
    readonly model: string;
    readonly requests: readonly ModelRequest[];
    readonly tooLarge: readonly string[];
}
export interface ModelResponse {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
}
export interface ModelAttempt {
    readonly failed?: number | undefined;
    readonly maxAttempts?: number | undefined;
    readonly longestWaitMs?: number | undefined;
    readonly now?: number | undefined;
}
export type ModelStep = {
    readonly type: "answered";
    readonly text: string;
} | {
    readonly type: "retry";
    readonly afterMs: number;
    readonly failed: number;
} | {
    readonly type: "gave-up";
    readonly reason: string;
    readonly isFinal: boolean;
};
export interface ModelAnswer {
    readonly changes: readonly string[];
    readonly text?: string | undefined;
    readonly failure?: string | undefined;
}
export interface Wording {
    readonly id: string;
    readonly reason: string;
    readonly action: string;
}
export interface Refusal {
    readonly id: string;
    readonly reason: string;
}
export interface CheckedAnswer {
    readonly wording: readonly Wording[];
    readonly refusals: readonly Refusal[];
}
export interface RewrittenChangelog {
    readonly text: string;
    readonly worded: number;
    readonly refusals: readonly Refusal[];
}
// examples/types.d.ts
import type { Description, DescriptionFiles, ReportJson } from "../diff/report.js";
import type { GivenReport } from "../releases/types.js";
export interface ExampleOptions {
    readonly previousName?: string | undefined;
    readonly currentName?: string | undefined;
    readonly previousFiles?: DescriptionFiles | undefined;
    readonly currentFiles?: DescriptionFiles | undefined;
    readonly changes?: readonly string[] | undefined;
}
export type SnippetLanguage = "sh" | "ts" | "kotlin" | "swift";
export type Snippet = Readonly<Record<SnippetLanguage, string>>;
export type Snippets = Readonly<Record<string, {
    readonly before: Snippet;
    readonly after: Snippet;
}>>;
export interface ReportWithExamples {
    readonly report: ReportJson;
    readonly snippets: Snippets;
}
export interface ExampleFinder {
    addExamples(report: GivenReport, previous: Description, current: Description, options?: ExampleOptions): Promise<ReportWithExamples>;
}
// examples/error.d.ts
import { type ErrorKind } from "../error-kind.js";
export declare class ExampleError extends Error {
    readonly name = "ExampleError";
    readonly code: string;
    readonly kind: ErrorKind;
    constructor(code: string, message: string, options?: ErrorOptions);
}
// mock/types.d.ts
export type SoapActionRule = "operation-name" | "declared" | "any";
export interface MockSettings {
    readonly soapAction?: SoapActionRule | undefined;
    readonly strict?: boolean | undefined;
    readonly validate?: boolean | undefined;
    readonly sampleSeed?: number | undefined;
    readonly clock?: string | undefined;
    readonly services?: Readonly<Record<string, MockServiceSettings>> | undefined;
    readonly log?: MockLogLimits | undefined;
}
export interface MockServiceSettings {
    readonly soapAction?: SoapActionRule | undefined;
    readonly validate?: boolean | undefined;
}
export interface MockLogLimits {
    readonly entries?: number | undefined;
    readonly bytes?: number | undefined;
    readonly body?: number | undefined;
}
export interface MockFile {
    readonly path: string;
    readonly content: string | Uint8Array | ArrayBuffer;
}
export interface MockImport {
    readonly files: readonly MockFile[];
    readonly version?: string | undefined;
}
export interface MockExamples {
    readonly service: string;
    readonly operation?: string | undefined;
    readonly files: readonly MockFile[];
}
export interface MockedService {
    readonly id: string;
    readonly path: string;
    readonly operations: number;
    readonly unserved?: string | undefined;
}
export interface MockLogPage {
    readonly page?: number | undefined;
    readonly size?: number | undefined;
}
export interface MockLog {
    readonly entries: readonly MockLogEntry[];
    readonly total: number;
}
export interface MockLogEntry {
    readonly timestamp: number;
    readonly serviceName: string;
    readonly serviceVersion: string;
    readonly operation: string | null;
    readonly request: {
        readonly method: string;
        readonly path: string;
        readonly headers: MockHeaders;
        readonly body: string;
    };
    readonly response: {
        readonly status: number;
        readonly headers: MockHeaders;
        readonly body: string;
    };
    readonly durationMs: number | null;
    readonly valid: boolean;
    readonly reason: string | null;
    readonly violations: readonly MockViolation[];
    readonly lenient: readonly string[];
}
export type MockHeaders = Readonly<Record<string, readonly string[]>>;
export interface MockViolation {
    readonly in?: string;
    readonly name?: string;
    readonly path?: string;
    readonly expected: string;
    readonly value: string;
    readonly message: string;
    readonly rule?: string;
    readonly keyword?: string;
    readonly schema?: string;
    readonly line?: number;
    readonly column?: number;
}
export interface Mock {
    import(files: MockImport): Promise<string[]>;
    addExamples(examples: MockExamples): Promise<string[]>;
    services(): Promise<MockedService[]>;
    readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
    log(service: string, page?: MockLogPage): Promise<MockLog>;
    close(): void;
    [Symbol.dispose](): void;
}
// mock/error.d.ts
import { type ErrorKind } from "../error-kind.js";
export declare class MockError extends Error {
    readonly name = "MockError";
    readonly code: string;
    readonly kind: ErrorKind;
    constructor(code: string, message: string, options?: ErrorOptions);
}
// releases/error.d.ts
import { type ErrorKind } from "../error-kind.js";
export declare class ReleaseError extends Error {
    readonly name = "ReleaseError";
    readonly code: string;
    readonly kind: ErrorKind;
    constructor(code: string, message: string, options?: ErrorOptions);
}
// dispose.d.ts
export declare const dispose: typeof Symbol.dispose;
export declare const asyncDispose: typeof Symbol.asyncDispose;
// client/driver.d.ts
import type { Engine } from "./engine.js";
import type { Prepared } from "./request.js";
import type { Credentials, Note } from "./types.js";
import type { SharedStoreOptions } from "../store/types.js";
export interface DriverOptions {
    readonly environment: string;
    readonly fetch: typeof globalThis.fetch;
    readonly onNote: ((note: Note) => void) | undefined;
    readonly sharedStore: SharedStoreOptions | undefined;
}
export declare class Driver {
    #private;
    constructor(engine: Engine, { environment, fetch, onNote, sharedStore }: DriverOptions);
    begin({ call, body }: Prepared, signal: AbortSignal | undefined): Promise<Response>;
    setCredentials(credentials: Credentials): void;
    invalidate(tokens: boolean): void;
    restore(snapshot: string): void;
    export(): string | undefined;
    close(): Promise<void>;
}
// diff/protocol.d.ts
import type { Failure } from "../thrown.js";
import type { CompareOptions, CompareProgress, ReportFormat } from "./report.js";
export type Task = {
    readonly type: "load";
    readonly module: WebAssembly.Module;
} | {
    readonly type: "compare";
    readonly previous: Uint8Array;
    readonly current: Uint8Array;
    readonly options: CompareOptions;
    readonly watched: boolean;
} | {
    readonly type: "json";
} | {
    readonly type: "excerpts";
} | {
    readonly type: "render";
    readonly format: ReportFormat;
};
export interface Request {
    readonly id: number;
    readonly task: Task;
}
export type Reply = {
    readonly type: "progress";
    readonly id: number;
    readonly progress: CompareProgress;
} | {
    readonly type: "done";
    readonly id: number;
    readonly value: unknown;
} | {
    readonly type: "failed";
    readonly id: number;
    readonly failure: Failure;
};
// client/engine.d.ts
import { BodySearchHandle, ForwarderHandle } from "../forward/handles.js";
import type { Credentials, Environment } from "./types.js";
import type { Begun, Call, Lines, SharedStore, Step, StoreResult, TransportFailure } from "./wire.js";
export interface Config {
    readonly environments: readonly Environment[];
    readonly environment: string;
    readonly credentials: readonly Credentials[];
    readonly seed: number;
    readonly tokenTimeoutMs: number | undefined;
    readonly tokenRetryWaitMs: number | undefined;
    readonly sharedStore?: SharedStore | undefined;
}
export declare class Engine {
    #private;
    constructor(config: Config);
    setCredentials(credentials: Credentials, now: number): Step;
    invalidate(tokens: boolean, now: number): Step;
    begin(call: Call, now: number): Begun;
    onHead(exchange: number, status: number, headers: Lines, now: number): Step;
    onBody(exchange: number, body: Uint8Array, complete: boolean, now: number): Step;
    onFailure(exchange: number, failure: TransportFailure, now: number): Step;
    onStore(ticket: number, result: StoreResult, now: number): Step;
    restore(snapshot: string, now: number): Step;
    export(): string | undefined;
    loginDigest(): string | undefined;
    onTime(now: number): Step;
    cancel(call: number, now: number): Step;
    close(now: number): Step;
    createForwarder(list: Uint8Array): ForwarderHandle;
    searchBody(): BodySearchHandle;
    addCredentials(search: BodySearchHandle): void;
    free(): void;
}
// client/request.d.ts
import { WaybillError } from "./error.js";
import type { BodyStream, CallOptions } from "./types.js";
import type { Call, Route } from "./wire.js";
export interface Outgoing {
    readonly replayable: boolean;
    open(): BodyInit;
    failure(): WaybillError | undefined;
}
export interface Prepared {
    readonly call: Call;
    readonly body: Outgoing | undefined;
}
export declare function prepare(route: Route, method: string, template: string, options: CallOptions, now: number): Prepared;
export declare function streamBody(body: BodyStream | (() => BodyStream)): Outgoing;
// thrown.d.ts
export interface Failure {
    readonly code: string;
    readonly message: string;
}
export declare function isFailure(value: unknown): value is Failure;
// forward/handles.d.ts
import type { Glue } from "../client/instances.js";
import type { Lines } from "../client/wire.js";
import type { Instance } from "../instance.js";
import type { FailedCall, ForwardedAnswer, Permitted, ReceivedWire, RefusedRequest, Searched, WireRequest, WireSession } from "./wire.js";
type ForwarderInRust = InstanceType<Glue["Forwarder"]>;
type SearchInRust = ReturnType<InstanceType<Glue["Engine"]>["bodySearch"]>;
export declare class ForwarderHandle {
    #private;
    constructor(instance: Instance<Glue>, handle: ForwarderInRust);
    receive(request: WireRequest, session: WireSession | undefined, now: number): ReceivedWire;
    permit(id: number): Permitted;
    deny(id: number): RefusedRequest;
    refuseBody(id: number): RefusedRequest;
    answer(id: number, status: number, headers: Lines, search: BodySearchHandle): ForwardedAnswer;
    fail(id: number, failed: FailedCall, body: Uint8Array, search: BodySearchHandle): ForwardedAnswer;
    end(id: number): void;
}
export declare class BodySearchHandle {
    #private;
    constructor(instance: Instance<Glue>, handle: SearchInRust);
    push(piece: Uint8Array): Searched;
    finish(): Uint8Array;
    use<T>(work: (handle: SearchInRust) => T): T;
    free(): void;
}
export {};
// client/instances.d.ts
import { Instances } from "../instance.js";
import instantiate from "../wasm/client.js";
export type Glue = ReturnType<typeof instantiate>;
export declare const instances: Instances<typeof import("../wasm/client.js").wasm_bindgen>;
// instance.d.ts
export interface Glue {
    initSync(module: {
        module: WebAssembly.Module;
    }): unknown;
}
export declare class TrapError extends Error {
    readonly name = "TrapError";
}
export declare class Instance<G extends Glue> {
    #private;
    constructor(module: WebAssembly.Module, instantiate: () => G);
    get trapped(): boolean;
    enter<T>(work: (glue: G) => T): T;
}
export declare class Instances<G extends Glue> {
    #private;
    constructor(module: WebAssembly.Module, instantiate: () => G);
    current(): Instance<G>;
}
// forward/wire.d.ts
import type { Call, Lines } from "../client/wire.js";
export interface WireRequest {
    readonly requestId: string;
    readonly method: string;
    readonly target: string;
    readonly headers: Lines;
    readonly hasBody: boolean;
}
export interface WireSession {
    readonly user: string;
    readonly claims: string;
}
export interface FailedCall {
    readonly code: string;
    readonly message: string;
    readonly retryAfterMs?: number | undefined;
    readonly status?: number | undefined;
    readonly response?: {
        readonly headers: Lines;
        readonly complete: boolean;
    } | undefined;
}
export interface AnswerHead {
    readonly status: number;
    readonly headers: Lines;
}
export interface RefusedRequest {
    readonly head: AnswerHead;
    readonly body: Uint8Array;
    readonly log: string;
}
export type ReceivedWire = {
    readonly type: "refused";
    readonly refused: RefusedRequest;
} | {
    readonly type: "answered";
    readonly head: AnswerHead;
} | {
    readonly type: "authorize";
    readonly id: number;
    readonly user: string;
    readonly operation: string;
    readonly parameters: Lines;
};
export interface Permitted {
    readonly call: Call;
    readonly bodyBytes: number;
}
export type ForwardedAnswer = {
    readonly type: "pass";
    readonly head: AnswerHead;
} | {
    readonly type: "whole";
    readonly head: AnswerHead;
    readonly body: Uint8Array;
} | {
    readonly type: "refused";
    readonly refused: RefusedRequest;
};
export interface Searched {
    readonly bytes: Uint8Array;
    readonly isCut: boolean;
}
