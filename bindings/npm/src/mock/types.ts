// The types of `waybill/mock`, the same in Node and in browsers.

/** What the `SOAPAction` header may hold: the operation's name; also what the WSDL declares; or anything. */
export type SoapActionRule = "operation-name" | "declared" | "any";

/** The settings of a mock service. All may be left out. */
export interface MockSettings {
  /** What the `SOAPAction` header may hold; `declared` where not given. */
  readonly soapAction?: SoapActionRule | undefined;
  /** The platform's rules by their letter: the operation's name as action, payloads in the WSDL's `targetNamespace` alone. */
  readonly strict?: boolean | undefined;
  /** Whether requests are held to their schemas; true where not given. */
  readonly validate?: boolean | undefined;
  /** What samples are drawn from, a whole number: the same seed, request and day give the same bytes. 0 where not given. */
  readonly sampleSeed?: number | undefined;
  /** The day that samples take for today, as `YYYY-MM-DD` in UTC; the day of the request where not given. */
  readonly clock?: string | undefined;
  /** What single services are set to, by `name:version`; what is not given is as for the others. */
  readonly services?: Readonly<Record<string, MockServiceSettings>> | undefined;
  /** How much the request log holds before it forgets the oldest. */
  readonly log?: MockLogLimits | undefined;
}

/** What one service is set to. */
export interface MockServiceSettings {
  /** What the `SOAPAction` header may hold. */
  readonly soapAction?: SoapActionRule | undefined;
  /** Whether requests are held to their schemas. */
  readonly validate?: boolean | undefined;
}

/** Bounds of the request log. */
export interface MockLogLimits {
  /** Requests; 10 000 where not given. */
  readonly entries?: number | undefined;
  /** Bytes of their requests and answers together; 32 MiB where not given. */
  readonly bytes?: number | undefined;
  /** Bytes of one body, of which only the beginning is kept where it is longer; 256 KiB where not given. */
  readonly body?: number | undefined;
}

/** A file to import: a WSDL file, a schema, a zip archive of such files, or an export of a mock service. */
export interface MockFile {
  /** Its path as other files of the import refer to it, with `/` between folders; for a single file its name. */
  readonly path: string;
  /** Its bytes, or its text. */
  readonly content: string | Uint8Array | ArrayBuffer;
}

/** Files that are imported together: all services that they define, or none. */
export interface MockImport {
  readonly files: readonly MockFile[];
  /** The version of services whose files name none, as WSDL files do; `1.0` where not given. */
  readonly version?: string | undefined;
}

/** Answers that were written by hand for operations of a SOAP service: each is given instead of a sample. */
export interface MockExamples {
  /** `name:version` of an imported service. */
  readonly service: string;
  /** The operation that the files are for; without it each says by its content which it answers. */
  readonly operation?: string | undefined;
  /** Envelopes, or what their bodies hold. */
  readonly files: readonly MockFile[];
}

/** A service that is served. */
export interface MockedService {
  /** `name:version`. */
  readonly id: string;
  /** Where it is served, from the root: `/soap/TrackService/1.0`. */
  readonly path: string;
  /** How many operations it has, those that cannot be served included. */
  readonly operations: number;
  /** Why none of them can be called; absent where one can. */
  readonly unserved?: string | undefined;
}

/** Which entries of the request log are wanted. */
export interface MockLogPage {
  /** Counted from 0, which is the newest; 0 where not given. */
  readonly page?: number | undefined;
  /** Entries of a page; 20 where not given. */
  readonly size?: number | undefined;
}

/** A page of the request log of one service, newest first. */
export interface MockLog {
  readonly entries: readonly MockLogEntry[];
  /** How many entries there are on all pages. */
  readonly total: number;
}

/** A request to a mocked service, and its answer. Credentials are replaced by `[redacted]`. */
export interface MockLogEntry {
  /** When it came, in milliseconds since the Unix epoch. */
  readonly timestamp: number;
  readonly serviceName: string;
  readonly serviceVersion: string;
  /** The operation that the request named; null where it named none. */
  readonly operation: string | null;
  readonly request: { readonly method: string; readonly path: string; readonly headers: MockHeaders; readonly body: string };
  readonly response: { readonly status: number; readonly headers: MockHeaders; readonly body: string };
  /** Milliseconds until the answer was given; null while it is being made. */
  readonly durationMs: number | null;
  /** Whether a mocked answer was served. */
  readonly valid: boolean;
  /** Why it was refused; null where it was not. */
  readonly reason: string | null;
  /** Where the request does not match its schema. */
  readonly violations: readonly MockViolation[];
  /** What was accepted for another reason than the platform's rules. */
  readonly lenient: readonly string[];
}

/** Header values by lower-case name. */
export type MockHeaders = Readonly<Record<string, readonly string[]>>;

/** A place in a request that does not match its description. What does not apply to it is left out. */
export interface MockViolation {
  /** The part of a request to an OpenAPI service, such as `query` or `body`. */
  readonly in?: string;
  /** The name of the parameter, where it is in one. */
  readonly name?: string;
  /**
   * Of a SOAP request local names from the element below `Body` or `Header`, such as `/Track/number` or `/Track/@id`; of another
   * one a JSON Pointer into the parameter or the body.
   */
  readonly path?: string;
  /** What is expected there. */
  readonly expected: string;
  /** What the request holds there, cut where it is long; empty where that is no value. */
  readonly value: string;
  /** The same as a sentence. */
  readonly message: string;
  /** The rule of XML Schema that is broken, where it has a name, such as `cvc-pattern-valid`; of a SOAP request. */
  readonly rule?: string;
  /** The keyword of JSON Schema that is broken, such as `maximum`. */
  readonly keyword?: string;
  /** Where that keyword stands in the description, as a JSON Pointer. */
  readonly schema?: string;
  /** Where it is in the request's body or parameter; lines and columns count from 1. */
  readonly line?: number;
  readonly column?: number;
}

/**
 * A mock service: it stands in for carrier systems, from their WSDL files alone, without a port. Made by `createMock`.
 * Every call of one that was closed rejects with a `MockError` of code `mock.closed`.
 */
export interface Mock {
  /**
   * Imports files: all services that they define, or none. A service of the same name and version is replaced.
   * Gives `name:version` of each. Rejects with a `MockError` of code `import.refused`, which says which file is wrong.
   * With the first WSDL file after an OpenAPI description, the counters of `/actuator/prometheus` begin anew; services and
   * request log stay.
   */
  import(files: MockImport): Promise<string[]>;
  /**
   * Takes answers that were written by hand, all or none, and gives the operations that they are for. Rejects with a
   * `MockError` of code `import.refused` where one does not match the schema of what its operation answers.
   */
  addExamples(examples: MockExamples): Promise<string[]>;
  /** What is imported, by name and version. */
  services(): Promise<MockedService[]>;
  /**
   * Answers a request as `fetch` would if the mock service were at its address, whatever the origin. It may be handed on as
   * it is, as the `fetch` of a client under test. A refused request is an answer with an error status that says why.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The request log of a service, by `name:version`. Rejects with a `MockError` where no such service is imported. */
  log(service: string, page?: MockLogPage): Promise<MockLog>;
  /** Frees what is held. Closing twice is fine. */
  close(): void;
  [Symbol.dispose](): void;
}
