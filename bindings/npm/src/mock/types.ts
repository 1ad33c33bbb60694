// The types of `waybill/mock`, for Node and browsers.

/** The allowed values of the `SOAPAction` header: the operation's name; also the action that the WSDL declares; or any value. */
export type SoapActionRule = "operation-name" | "declared" | "any";

/** The settings of a mock service. All are optional. */
export interface MockSettings {
  /** Allowed values of the `SOAPAction` header. Default: `declared`. */
  readonly soapAction?: SoapActionRule | undefined;
  /**
   * True to apply the platform's rules strictly: the action has to be the operation's name, and payloads have to be in the WSDL's
   * `targetNamespace`.
   */
  readonly strict?: boolean | undefined;
  /** True to validate requests against their schemas. Default: true. */
  readonly validate?: boolean | undefined;
  /** Seed for samples, an integer. The same seed, request and day result in the same bytes. Default: 0. */
  readonly sampleSeed?: number | undefined;
  /** Current day in samples, as `YYYY-MM-DD` in UTC. Default: the day of the request. */
  readonly clock?: string | undefined;
  /** Settings of single services, by `name:version`. They override those of the mock service. */
  readonly services?: Readonly<Record<string, MockServiceSettings>> | undefined;
  /** Limits of the request log. Beyond them, the oldest entries are dropped. */
  readonly log?: MockLogLimits | undefined;
}

/** The settings of one service. */
export interface MockServiceSettings {
  /** Allowed values of the `SOAPAction` header. */
  readonly soapAction?: SoapActionRule | undefined;
  /** True to validate requests against their schemas. */
  readonly validate?: boolean | undefined;
}

/** Limits of the request log. */
export interface MockLogLimits {
  /** Maximum number of requests. Default: 10 000. */
  readonly entries?: number | undefined;
  /** Maximum number of bytes of all requests and responses. Default: 32 MiB. */
  readonly bytes?: number | undefined;
  /** Maximum number of bytes of one body. Longer bodies are truncated. Default: 256 KiB. */
  readonly body?: number | undefined;
}

/** A file to import: a WSDL file, a schema, a zip archive of such files, or an export of a mock service. */
export interface MockFile {
  /** Path by which other files of the import refer to it, with `/` between folders. For a single file, its name. */
  readonly path: string;
  /** Content in bytes, or as a string. */
  readonly content: string | Uint8Array | ArrayBuffer;
}

/** Files that are imported together. Either all services that they define are imported, or none. */
export interface MockImport {
  readonly files: readonly MockFile[];
  /** Version of services whose files do not name one, such as WSDL files. Default: `1.0`. */
  readonly version?: string | undefined;
}

/** Hand-written responses for operations of a SOAP service, used in place of samples. */
export interface MockExamples {
  /** `name:version` of an imported service. */
  readonly service: string;
  /** Operation that the files are for. Without it, the operation of each file is found by its content. */
  readonly operation?: string | undefined;
  /** Envelopes, or contents of their bodies. */
  readonly files: readonly MockFile[];
}

/** An imported service. */
export interface MockedService {
  /** `name:version`. */
  readonly id: string;
  /** Path of the service, from the root: `/soap/TrackService/1.0`. */
  readonly path: string;
  /** Number of operations, including those that cannot be served. */
  readonly operations: number;
  /** Reason why none of its operations can be called. Missing if one can. */
  readonly unserved?: string | undefined;
}

/** Options for reading the request log. */
export interface MockLogPage {
  /** Page number, from 0, which has the newest entries. Default: 0. */
  readonly page?: number | undefined;
  /** Number of entries per page. Default: 20. */
  readonly size?: number | undefined;
}

/** A page of the request log of one service, newest first. */
export interface MockLog {
  readonly entries: readonly MockLogEntry[];
  /** Number of entries on all pages. */
  readonly total: number;
}

/** A logged request to a mocked service, and its response. Credentials are replaced by `[redacted]`. */
export interface MockLogEntry {
  /** Time of the request, in milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** The operation that the request named; null if it named none. */
  readonly operation: string | null;
  readonly request: { readonly method: string; readonly path: string; readonly headers: MockHeaders; readonly body: string };
  readonly response: { readonly status: number; readonly headers: MockHeaders; readonly body: string };
  /** Milliseconds until the response; null while it is not complete. */
  readonly durationMs: number | null;
  /** True if a mocked response was served. */
  readonly valid: boolean;
  /** Reason for which the request was rejected; null if it was not. */
  readonly reason: string | null;
  /** Locations at which the request does not match its schema. */
  readonly violations: readonly MockViolation[];
  /** Deviations from the platform's rules that were accepted. */
  readonly lenient: readonly string[];
}

/** Header values by lower-case name. */
export type MockHeaders = Readonly<Record<string, readonly string[]>>;

/** A location in a request that does not match its description. Fields that do not apply are missing. */
export interface MockViolation {
  /** Part of a request to an OpenAPI service, such as `query` or `body`. */
  readonly in?: string;
  /** Name of the parameter, if the location is in one. */
  readonly name?: string;
  /**
   * Path of the location. In a SOAP request, local names from the element below `Body` or `Header`, such as `/Track/number` or
   * `/Track/@id`. In other requests, a JSON Pointer into the parameter or the body.
   */
  readonly path?: string;
  /** Expected value. */
  readonly expected: string;
  /** Actual value, truncated if it is long. Empty if there is none. */
  readonly value: string;
  /** The violation as a sentence. */
  readonly message: string;
  /** Violated rule of XML Schema, if it has a name, such as `cvc-pattern-valid`. Only in SOAP requests. */
  readonly rule?: string;
  /** Violated keyword of JSON Schema, such as `maximum`. */
  readonly keyword?: string;
  /** Location of that keyword in the description, as a JSON Pointer. */
  readonly schema?: string;
  /** Position in the request's body or parameter. Lines and columns start at 1. */
  readonly line?: number;
  readonly column?: number;
}

/**
 * A mock service: it mocks carrier systems from their WSDL or OpenAPI files, without a port. `createMock` returns one. After
 * `close`, every call rejects with a `MockError` with the code `mock.closed`.
 */
export interface Mock {
  /**
   * Imports files: either all services that they define, or none. Replaces services with the same name and version. Resolves to
   * `name:version` of each service. Rejects with a `MockError` with the code `import.refused`, whose message names the invalid
   * file.
   *
   * The first WSDL file after an OpenAPI description resets the counters of `/actuator/prometheus`. Services and request log
   * stay.
   */
  import(files: MockImport): Promise<string[]>;
  /**
   * Adds hand-written responses, either all or none. Resolves to the operations that they are for. Rejects with a `MockError`
   * with the code `import.refused` if one does not match the schema of its operation's response.
   */
  addExamples(examples: MockExamples): Promise<string[]>;
  /** Lists the imported services, by name and version. */
  services(): Promise<MockedService[]>;
  /**
   * Responds to a request like `fetch`, as if the mock service were at its address; the origin does not matter. It can be passed
   * as the `fetch` of a client under test. A rejected request is a response with an error status and the reason.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Reads a service's request log, by `name:version`. Rejects with a `MockError` if the service is not imported. */
  log(service: string, page?: MockLogPage): Promise<MockLog>;
  /** Frees the service's memory. May be called twice. */
  close(): void;
  [Symbol.dispose](): void;
}
