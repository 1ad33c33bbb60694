// What a caller hands to a client: environments, credentials, calls. Times are milliseconds.
import type { SharedStoreOptions } from "../store/types.js";

export type EnvironmentKind = "development" | "staging" | "sandbox" | "production";

/** One deployment of the platform; URLs are https (http for loopback alone), without userinfo, query or fragment. */
export interface Environment {
  /** Unique among the environments; credentials name it. */
  readonly name: string;
  readonly kind: EnvironmentKind;
  /** The platform API; ends in `/api/v1`. */
  readonly baseUrl?: string | undefined;
  /** The commerce API through the platform; ends in `/api/commerce`. */
  readonly proxyUrl?: string | undefined;
  /** The commerce API itself; ends in `/api`. */
  readonly commerceUrl?: string | undefined;
  /** The identity provider, without its `/realms/...` part. */
  readonly authUrl?: string | undefined;
  /** The mock service; kind development only. */
  readonly mockUrl?: string | undefined;
}

/** What is held for one environment: an API key, a commerce login, or both. */
export interface Credentials {
  /** Name of the environment they are of. */
  readonly environment: string;
  readonly apiKey?: string | undefined;
  readonly login?: Login | undefined;
}

/** A user at the identity provider, with a password, a refresh token, or both. */
export interface Login {
  readonly realm: string;
  readonly username: string;
  readonly password?: string | undefined;
  readonly refreshToken?: string | undefined;
}

/** Something worth a line in a log; never a secret. */
export interface Note {
  readonly code: string;
  readonly message: string;
}

export interface ClientConfig {
  /** All environments you know; they are checked as a set. */
  readonly environments: readonly Environment[];
  /** Name of the one this client serves. */
  readonly environment: string;
  /** All credentials you hold; those of other environments only guard against mix-ups. */
  readonly credentials: readonly Credentials[];
  /** Spreads the retries of several processes; random where not given. */
  readonly seed?: number | undefined;
  /** Time-out of a token exchange; 30 000 where not given. */
  readonly tokenTimeoutMs?: number | undefined;
  /**
   * How long a call without a token may wait for the next try after a token exchange failed; 2 000 where not given. Where
   * that try comes later the call fails at once, and its error says when.
   */
  readonly tokenRetryWaitMs?: number | undefined;
  /** Shares the login's tokens with other processes. In memory, for this client alone, where not given. */
  readonly sharedStore?: SharedStoreOptions | undefined;
  /** The transport; the global `fetch` where not given. It must not follow redirects when told `manual`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Called with each note, for a log. */
  readonly onNote?: ((note: Note) => void) | undefined;
}

/**
 * A request's body. Text, bytes and blobs can be sent again after a 401, as can a function, which is asked for a fresh
 * body each time; a stream or an async iterable is sent once.
 */
export type CallBody = string | Uint8Array | ArrayBuffer | Blob | BodyStream | (() => BodyStream);
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

type Value = string | number | boolean;
export type Pairs = Readonly<Record<string, Value | readonly Value[] | undefined>> | Iterable<readonly [string, Value]>;

export interface CallOptions {
  /** A value for each parameter of the template. */
  readonly parameters?: Pairs | undefined;
  /**
   * Whether values of `parameters` may hold `/` and `\\`; false where not given. They are sent as `%2F` and `%5C`; a proxy
   * that decodes these sends the request to another path.
   */
  readonly allowEncodedSlashes?: boolean | undefined;
  /** The scopes that the operation needs, where you know them: one that the API key does not list is told to `onNote`, once. */
  readonly scopes?: readonly string[] | undefined;
  readonly query?: Pairs | undefined;
  readonly headers?: Pairs | undefined;
  readonly body?: CallBody | undefined;
  /** A value sent as JSON with its `content-type`; instead of `body`. */
  readonly json?: unknown;
  /** Cancels the call, before its answer and while the answer's body is read. */
  readonly signal?: AbortSignal | undefined;
  /** From now to the end of the answer's body; no limit where not given. */
  readonly timeoutMs?: number | undefined;
}
