// The types of the mock service's client.

/** Options of a mock client. */
export interface MockClientOptions {
  /** Sends the requests, for your own proxies, certificates or tests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of a call. */
export interface MockCallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Options of a call that waits. */
export interface WaitOptions extends MockCallOptions {
  /** Time limit in milliseconds. Default: 120 000. The platform's own mock service takes 60 to 90 s to start. */
  readonly timeoutMs?: number | undefined;
}

/** Options for reading the request log. */
export interface InvocationsOptions extends MockCallOptions {
  /** Page number, from 0. */
  readonly page?: number | undefined;
  /** Number of entries per page. */
  readonly size?: number | undefined;
}

/** A file of a service definition. */
export interface DefinitionFile {
  /** Path by which other files refer to it, with `/` between folders. For a single file, its name. */
  readonly path: string;
  /** Content in bytes, or as a string. */
  readonly content: string | Uint8Array | ArrayBuffer;
}

/** A definition of services, sent in one upload: the file that defines the services, then those that it refers to. */
export interface ServiceDefinition {
  readonly files: readonly DefinitionFile[];
}

/** The health of the mock service. */
export interface MockHealth {
  /** True if its status is `UP`. Otherwise it is still importing the files it was started with. */
  readonly isUp: boolean;
  /** Files that it was started with and could not import, if it lists them. */
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
}

/** A service that an upload imported. */
export interface UploadedService {
  readonly name: string;
  readonly version: string;
  /** Parts of it that are relaxed or could not be read, one sentence each, if the service reports them. */
  readonly notes: readonly string[];
  /** Reason why none of its operations can be called, if so. */
  readonly unserved: string | undefined;
}

/** An imported service. */
export interface ListedService {
  readonly name: string;
  readonly version: string;
  /** `SOAP_HTTP` or `REST`, in the service's spelling. */
  readonly type: string | undefined;
  /** File that defines it. */
  readonly sourceArtifact: string | undefined;
  readonly operations: readonly ListedOperation[];
  /** Parts of it that are relaxed or could not be read, one sentence each. */
  readonly notes: readonly string[];
  /** Reason why none of its operations can be called, if so. */
  readonly unserved: string | undefined;
}

/** An operation of an imported service. */
export interface ListedOperation {
  /** Name of the operation. For a SOAP service, this is the value of `SOAPAction`. */
  readonly name: string;
  /** HTTP method, for a REST service. */
  readonly method: string | undefined;
  /** `soapAction` that the WSDL declares. */
  readonly action: string | undefined;
  /** Exact paths for calls. */
  readonly resourcePaths: readonly string[];
  /** Reason why it cannot be called, if so. */
  readonly unserved: string | undefined;
}

/** A page of the request log of one service. */
export interface InvocationPage {
  /** Entries in the service's order; `waybill mock` returns the newest first. */
  readonly entries: readonly Invocation[];
  /** Number of entries on all pages, if the service reports it. */
  readonly total: number | undefined;
}

/** A logged request to a mocked service, and its response. Fields that a service does not report are undefined. */
export interface Invocation {
  /** Time of the request, in milliseconds since the Unix epoch. */
  readonly timestamp: number | undefined;
  /** The operation that the request named. */
  readonly operation: string | undefined;
  readonly request: LoggedMessage | undefined;
  readonly response: LoggedMessage | undefined;
  /** Milliseconds until the response. */
  readonly durationMs: number | undefined;
  /** True if a mocked response was served. */
  readonly valid: boolean | undefined;
  /** Reason for which the request was rejected. */
  readonly reason: string | undefined;
  /** The entry's JSON. */
  readonly json: string;
}

/** A logged request or response. */
export interface LoggedMessage {
  /** Method of a request. */
  readonly method: string | undefined;
  /** Path of a request. */
  readonly path: string | undefined;
  /** Status of a response. */
  readonly status: number | undefined;
  /** Names and values of the headers. */
  readonly headers: readonly (readonly [string, readonly string[]])[];
  /** Body; of a long one only the beginning. */
  readonly body: string | undefined;
}

/** One value of a metric (Prometheus text format). */
export interface MetricSample {
  /** Name of the metric. Those of a histogram end in `_bucket`, `_count` or `_sum`. */
  readonly name: string;
  /** Names and values of the labels. */
  readonly labels: readonly (readonly [string, string])[];
  /** Value; may be infinite or NaN. */
  readonly value: number;
  /** Time of the measurement, in milliseconds since the Unix epoch, if given. */
  readonly timestamp: number | undefined;
}

/** A call of a SOAP operation. */
export interface SoapCall {
  readonly service: string;
  readonly version: string;
  /** Name of the operation in the WSDL, sent as `SOAPAction`. */
  readonly operation: string;
  /** `targetNamespace` of the WSDL. If given, the payload's namespace is checked before the call is sent. */
  readonly namespace?: string | undefined;
  /** Content of the envelope's body: one XML element. */
  readonly payload: string;
  /** Content of the envelope's header: XML elements. Default: none. */
  readonly header?: string | undefined;
  /** The version of SOAP. Default: `1.1`. */
  readonly protocol?: "1.1" | "1.2" | undefined;
}

/** The response of a SOAP service. */
export interface SoapReply {
  readonly status: number;
  /** True if the envelope contains a fault. */
  readonly isFault: boolean;
  /** The envelope; empty if the operation has no output. */
  readonly envelope: string;
}

/** The outcome of each definition, in the order of the definitions. */
export interface SeedReport {
  readonly definitions: readonly SeededDefinition[];
}

/** The outcome of one definition. */
export interface SeededDefinition {
  /** Path of the definition's first file. */
  readonly file: string;
  /** Services that it defined. */
  readonly services: readonly UploadedService[];
  /** Reason why it or one of its services was not imported. Undefined if all were. */
  readonly failure: string | undefined;
}
