// The types of what a back end forwards.

/** Header fields as pairs, in order, repeated ones too. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** A request of the app, of which the host's server has read the head. */
export interface InboundRequest {
  /** The id by which the log and the app name it, of your own making. */
  readonly requestId: string;
  readonly method: string;
  /** The target as it came, undecoded: `request.url` of Node's server. */
  readonly target: string;
  readonly headers: HeaderPairs;
  /** Whether a body follows. */
  readonly hasBody: boolean;
}

/** Who asks, as your own check of the session found it. */
export interface Session {
  readonly user: string;
  /** The payload of the token that you verified. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** What the app gets. */
export interface AppAnswer {
  readonly status: number;
  readonly headers: HeaderPairs;
  /** Read it to the end or cancel it: the platform's answer is held until then. */
  readonly body: ReadableStream<Uint8Array> | Uint8Array | undefined;
  /** Why the app is refused, for your log alone: it may name the path that was sent, and holds no header, no body and no secret. */
  readonly log: string | undefined;
}

/** A listed request that waits for your decision. */
export interface Authorization {
  readonly type: "authorize";
  readonly user: string;
  /** The operation's name in the list. */
  readonly operation: string;
  /** The values of its parameters by name. */
  readonly parameters: ReadonlyMap<string, string>;
  /**
   * The user may touch these objects: sends the call with the app's body, and resolves to what the app gets. It does not
   * reject for what the platform does.
   */
  permit(options?: PermitOptions): Promise<AppAnswer>;
  /** The user may not touch these objects, or nobody can say so. */
  deny(): AppAnswer;
}

export interface PermitOptions {
  /** The app's body, where the request has one: Node's request itself. */
  readonly body?: AsyncIterable<Uint8Array> | undefined;
  /** Ends the call, and the answer's body, where the app has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** What comes of a request of the app. */
export type Received = Authorization | { readonly type: "answer"; readonly answer: AppAnswer };
