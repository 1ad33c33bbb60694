// The plain values exchanged with the engine, as `wasm/client` declares them in Rust.
import type { ErrorKind } from "../error-kind.js";
import type { Note } from "./types.js";

export type Lines = [string, string][];

export type Route =
  | { readonly type: "platform" }
  | { readonly type: "commerce"; readonly tenant: string }
  | { readonly type: "commerce-proxy"; readonly seller: string };

export type Body =
  | { readonly type: "empty" }
  | { readonly type: "bytes"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "caller"; readonly replayable: boolean };

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

/** A call as passed to Rust. The bytes of its body are passed separately. */
export type WireCall = Omit<Call, "body"> & { readonly body: Exclude<Body, { type: "bytes" }> | { readonly type: "bytes" } };

export interface Send {
  readonly type: "send";
  readonly exchange: number;
  readonly purpose: { readonly type: "token" } | { readonly type: "call"; readonly call: number };
  readonly method: string;
  readonly url: string;
  readonly headers: Lines;
  readonly body: Body;
  readonly deadline: number | undefined;
}

export type Action =
  | Send
  | { readonly type: "read"; readonly exchange: number; readonly limit: number }
  | { readonly type: "abort"; readonly exchange: number }
  | { readonly type: "lock"; readonly ticket: number; readonly lease: number; readonly knownSeq: number }
  | { readonly type: "save"; readonly ticket: number; readonly snapshot: string; readonly expectedSeq: number }
  | { readonly type: "unlock"; readonly ticket: number }
  | ({ readonly type: "note" } & Note)
  | { readonly type: "done"; readonly call: number; readonly outcome: Outcome }
  | { readonly type: "closed" };

export type Outcome = { readonly type: "response"; readonly exchange: number } | { readonly type: "failed"; readonly error: ErrorFields };

/** Settings for sharing the login's tokens with other processes. */
export interface SharedStore {
  readonly loginWhileDown: boolean;
}

/** The result of a shared store for a lock or a save. */
export type StoreResult =
  | { readonly type: "locked"; readonly snapshot?: string | undefined; readonly storeTime: number }
  | { readonly type: "saved"; readonly seq: number }
  | { readonly type: "conflict" }
  | { readonly type: "failed"; readonly why: StoreFailure };

/** The result of opening a record of the store. */
export type OpenedRecord = { readonly type: "opened"; readonly snapshot: string } | { readonly type: "failed"; readonly why: StoreFailure };

export type StoreFailure = "down" | "unreadable" | "newer-version";

/** A command to a store. */
export type StoreCommand = "lock" | "save" | "unlock";

/** The layout of a login in Redis or Valkey. */
export interface StoreLayout {
  readonly lockScript: string;
  readonly renewScript: string;
  readonly saveScript: string;
  readonly unlockScript: string;
  readonly lockLifetimeMs: number;
  readonly lockRenewalMs: number;
  readonly commandTimeoutMs: number;
}

/** The keys of one login. */
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

/** Advice on retrying a failed call. */
export type Retry = { readonly type: "never" } | { readonly type: "after"; readonly ms: number } | { readonly type: "after-sign-in" };

/** The response of an API error, with an unmodified body. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Lines;
  /** The start of the body, at most 64 KiB. */
  readonly body: Uint8Array;
  /** True if `body` is the complete body. */
  readonly complete: boolean;
}

/** The request of a call that failed: the token request, or the request to the API. */
export type FailureStage = "token" | "api";

/** The platform's path families. */
export type PathFamilyName = "platform" | "commerce" | "commerce-proxy";

/** The identity provider's error response (RFC 6749 section 5.2). */
export interface ProviderError {
  /** The error code, such as `invalid_grant`. */
  readonly error: string;
  /** Description for people: one line of at most 200 characters. */
  readonly description?: string | undefined;
}

/** The API's error, as problem details (RFC 9457 section 3.1). */
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

/** Failures of the driver, each with the error to report. */
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

/** The engine's inputs for a request without a response, by reason. */
export interface NoAnswers {
  readonly noFileDescriptor: TransportFailure;
  readonly nameNotResolved: TransportFailure;
  readonly notConnected: TransportFailure;
  readonly connectTimedOut: TransportFailure;
  readonly tlsFailed: TransportFailure;
  readonly timedOut: TransportFailure;
  readonly lost: TransportFailure;
}
