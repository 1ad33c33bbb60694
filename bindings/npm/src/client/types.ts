// The caller's input to a client: environments, credentials, calls. Times are in milliseconds.
import type { SharedStoreOptions } from "../store/types.js";

export type EnvironmentKind = "development" | "staging" | "sandbox" | "production";

/**
 * One deployment of the platform. URLs are https, without userinfo, query or fragment. http is allowed for loopback addresses and
 * for the mock service.
 */
export interface Environment {
  /** Unique name among the environments. Credentials refer to it. */
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
  /** The mock service. Only for kind development. */
  readonly mockUrl?: string | undefined;
}

/** Credentials for one environment: an API key, a commerce login, or both. */
export interface Credentials {
  /** Name of the environment. */
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

/** An event to log. Contains no secret. */
export interface Note {
  readonly code: string;
  readonly message: string;
}

export interface ClientConfig {
  /** All environments that you know. They are checked together. */
  readonly environments: readonly Environment[];
  /** Name of the environment to serve. */
  readonly environment: string;
  /** All credentials that you have. The client uses those of `environment`; the others only guard against mix-ups. */
  readonly credentials: readonly Credentials[];
  /** Seed for the jitter of retries. Default: random. */
  readonly seed?: number | undefined;
  /** Time-out of a token exchange. Default: 30 000. */
  readonly tokenTimeoutMs?: number | undefined;
  /**
   * Maximum time that a call without a token waits for the next try after a failed token exchange. Default: 2 000. If the next
   * try comes later, the call fails at once, and its error says when to retry.
   */
  readonly tokenRetryWaitMs?: number | undefined;
  /** Store that shares the login's tokens with other processes. By default tokens stay in this client's memory. */
  readonly sharedStore?: SharedStoreOptions | undefined;
  /**
   * The transport. Default: the global `fetch`. It must respect `redirect: "manual"`. It is called in the async context
   * (`AsyncLocalStorage`) of the call that it sends, and for token requests in that of the client's construction.
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Called with each note, for a log. */
  readonly onNote?: ((note: Note) => void) | undefined;
}

/**
 * The body of a request. Strings, bytes and blobs can be sent again after a 401. So can a function, which returns a new body for
 * each try. A stream or an async iterable is sent once.
 */
export type CallBody = string | Uint8Array | ArrayBuffer | Blob | BodyStream | (() => BodyStream);
export type BodyStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

type Value = string | number | boolean;
export type Pairs = Readonly<Record<string, Value | readonly Value[] | undefined>> | Iterable<readonly [string, Value]>;

export interface CallOptions {
  /** A value for each parameter of the template. */
  readonly parameters?: Pairs | undefined;
  /**
   * True if values of `parameters` may contain `/` and `\\`. Default: false. They are sent as `%2F` and `%5C`. A proxy that
   * decodes them sends the request to another path.
   */
  readonly allowEncodedSlashes?: boolean | undefined;
  /** Scopes that the operation needs, if you know them. Those that the API key does not list are reported to `onNote`, once. */
  readonly scopes?: readonly string[] | undefined;
  readonly query?: Pairs | undefined;
  readonly headers?: Pairs | undefined;
  readonly body?: CallBody | undefined;
  /** A value to send as JSON with its `content-type`, in place of `body`. */
  readonly json?: unknown;
  /** Cancels the call, also while the body of the response is read. */
  readonly signal?: AbortSignal | undefined;
  /** Time limit from now to the end of the response's body. Default: none. */
  readonly timeoutMs?: number | undefined;
}
