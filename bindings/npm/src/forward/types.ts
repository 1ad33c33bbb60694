// Types for forwarding requests.

/** Header fields as pairs of name and value, in order. Names may repeat. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** A request of the app, after the host's server has read its head. */
export interface InboundRequest {
  /** Id of the request in the log and for the app. You choose it. */
  readonly requestId: string;
  readonly method: string;
  /** The request target as received, not decoded: `request.url` of Node's server. */
  readonly target: string;
  readonly headers: HeaderPairs;
  /** True if the request has a body. */
  readonly hasBody: boolean;
}

/** The user's session, which you have verified. */
export interface Session {
  readonly user: string;
  /** The payload of the verified token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The response for the app. */
export interface AppAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Read it to the end or cancel it. Until then the platform's response stays open. */
  readonly body: ReadableStream<Uint8Array> | Uint8Array | undefined;
  /** Reason of a rejection, for your log only. It may contain the request's path, but no header, body or secret. */
  readonly log: string | undefined;
}

/** A request on the allow-list that waits for your decision. */
export interface Authorization {
  readonly type: "authorize";
  readonly user: string;
  /** Name of the operation in the list. */
  readonly operation: string;
  /** Parameters of the operation, by name. */
  readonly parameters: ReadonlyMap<string, string>;
  /**
   * Permits the request: the user may access these objects. Sends the call with the app's body, and resolves to the response for
   * the app. Does not reject for failures of the platform.
   */
  permit(options?: PermitOptions): Promise<AppAnswer>;
  /** Denies the request: the user may not access these objects, or you cannot decide. Returns the response for the app. */
  deny(): AppAnswer;
}

export interface PermitOptions {
  /** The app's body, if the request has one: Node's request itself. */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  /** Ends the call and the response's body, if the app has disconnected. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a received request. */
export type Received = Authorization | { readonly type: "answer"; readonly answer: AppAnswer };
