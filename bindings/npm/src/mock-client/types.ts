// The types of the mock service's client.

/** How a mock client is made. */
export interface MockClientOptions {
  /** Sends its requests, for your own proxies, certificates or tests; the global one where not given. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What ends a call early. */
export interface MockCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** For how long something is waited. */
export interface WaitOptions extends MockCallOptions {
  /** Milliseconds; 120 000 where not given: the platform's own mock service takes 60 to 90 s to start. */
  readonly timeoutMs?: number | undefined;
}

/** Which entries of the request log are wanted. */
export interface InvocationsOptions extends MockCallOptions {
  /** Counted from 0. */
  readonly page?: number | undefined;
  /** Entries of a page. */
  readonly size?: number | undefined;
}

/** A file of a definition. */
export interface DefinitionFile {
  /** Its path as other files refer to it, with `/` between folders; of a single file its name. */
  readonly path: string;
  /** Its bytes, or its text. */
  readonly content: string | Uint8Array | ArrayBuffer;
}

/** A definition of services: the file that defines them, then those that it refers to. It is one upload. */
export interface ServiceDefinition {
  readonly files: readonly DefinitionFile[];
}

/** How the mock service is. */
export interface MockHealth {
  /** Whether it is `UP`; otherwise it still imports what it was started with. */
  readonly isUp: boolean;
  /** The files that it was started with and could not import, where it says so. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/** A service that an upload gave. */
export interface UploadedService {
  readonly name: string;
  readonly version: string;
  /** What of it is relaxed or could not be read, a sentence each, where the service says so. */
  readonly notes: readonly string[];
  /** Why none of its operations can be called, where that is so. */
  readonly unserved: string | undefined;
}

/** A service that is imported. */
export interface ListedService {
  readonly name: string;
  readonly version: string;
  /** `SOAP_HTTP` or `REST`, as the service writes it. */
  readonly type: string | undefined;
  /** The file that defines it. */
  readonly sourceArtifact: string | undefined;
  readonly operations: readonly ListedOperation[];
  /** What of it is relaxed or could not be read, a sentence each. */
  readonly notes: readonly string[];
  /** Why none of its operations can be called, where that is so. */
  readonly unserved: string | undefined;
}

/** An operation of a service that is imported. */
export interface ListedOperation {
  /** Of a SOAP service what `SOAPAction` has to hold. */
  readonly name: string;
  /** The HTTP method; of a REST service. */
  readonly method: string | undefined;
  /** The `soapAction` that the WSDL declares. */
  readonly action: string | undefined;
  /** The exact paths at which it is called. */
  readonly resourcePaths: readonly string[];
  /** Why it cannot be called, where that is so. */
  readonly unserved: string | undefined;
}

/** A page of the request log of one service. */
export interface InvocationPage {
  /** As the service orders them; `waybill mock` has the newest first. */
  readonly entries: readonly Invocation[];
  /** How many there are on all pages, where the service says so. */
  readonly total: number | undefined;
}

/** A request to a mocked service, and its answer. What a service does not say is left out. */
export interface Invocation {
  /** When it came, in milliseconds since the Unix epoch. */
  readonly timestamp: number | undefined;
  /** The operation that the request named. */
  readonly operation: string | undefined;
  readonly request: LoggedMessage | undefined;
  readonly response: LoggedMessage | undefined;
  /** Milliseconds until the answer was given. */
  readonly durationMs: number | undefined;
  /** Whether a mocked answer was served. */
  readonly valid: boolean | undefined;
  /** Why the request was refused. */
  readonly reason: string | undefined;
  /** The entry as it came, JSON. */
  readonly json: string;
}

/** A request, or an answer, of the request log. */
export interface LoggedMessage {
  /** Of a request. */
  readonly method: string | undefined;
  /** Of a request. */
  readonly path: string | undefined;
  /** Of an answer. */
  readonly status: number | undefined;
  /** Each header with its values. */
  readonly headers: readonly (readonly [string, readonly string[]])[];
  /** Of a long one its beginning alone. */
  readonly body: string | undefined;
}

/** One figure that the mock service counts (Prometheus text format). */
export interface MetricSample {
  /** Of a histogram with `_bucket`, `_count` or `_sum`. */
  readonly name: string;
  /** Each label with its value. */
  readonly labels: readonly (readonly [string, string])[];
  /** It may be infinite or no number. */
  readonly value: number;
  /** When it was measured, in milliseconds since the Unix epoch, where that is said. */
  readonly timestamp: number | undefined;
}

/** A call of an operation of a SOAP service. */
export interface SoapCall {
  readonly service: string;
  readonly version: string;
  /** The operation's name in the WSDL; it is sent as `SOAPAction`. */
  readonly operation: string;
  /** The `targetNamespace` of the WSDL, where the payload is to be held to it before it is sent. */
  readonly namespace?: string | undefined;
  /** What the envelope's body holds: one XML element. */
  readonly payload: string;
  /** What the envelope's header holds, XML elements; none where not given. */
  readonly header?: string | undefined;
  /** The version of SOAP; `1.1` where not given. */
  readonly protocol?: "1.1" | "1.2" | undefined;
}

/** What a SOAP service answered. */
export interface SoapReply {
  readonly status: number;
  /** Whether the envelope holds a fault. */
  readonly isFault: boolean;
  /** Empty where the operation has no output. */
  readonly envelope: string;
}

/** What became of each definition that was seeded, in the order they were given. */
export interface SeedReport {
  readonly definitions: readonly SeededDefinition[];
}

/** What became of a definition. */
export interface SeededDefinition {
  /** The path of its first file. */
  readonly file: string;
  /** The services that it gave. */
  readonly services: readonly UploadedService[];
  /** Why it, or one of its services, was not imported; nothing where all of it was. */
  readonly failure: string | undefined;
}
