// The report in JavaScript: its JSON types, and the asynchronous and synchronous report objects.

/** An OpenAPI description: the bytes or the text of its file, JSON or YAML. */
export type Description = string | Uint8Array | ArrayBuffer;

/** The names of the two descriptions, shown as `source` in the report, their further files, the operations to exclude, and levels of rules. */
export interface CompareOptions {
  readonly previousName?: string;
  readonly currentName?: string;
  /** Operations that are not compared. The report contains their number. */
  readonly exclude?: Exclusions;
  /**
   * Levels by rule, or by a glob for a family of rules (`response-enum-*`), in place of Waybill's. The report names them. They
   * never lower a row of the platform's table of version bumps.
   */
  readonly levels?: Readonly<Record<string, "breaking" | "risky" | "additive" | "docs">>;
  /** Further files of the previous description, by path from its folder (`schemas/parcel.yaml`) or by URI. */
  readonly previousFiles?: DescriptionFiles;
  /** Further files of the current description. */
  readonly currentFiles?: DescriptionFiles;
  /** Called after every few pairs of definitions. If it throws, the comparison ends with that error. */
  readonly onProgress?: (progress: CompareProgress) => void;
}

/** Operations to exclude. An operation that is excluded on one side only is reported as removed or added. */
export interface Exclusions {
  /** Operations and webhooks with one of these tags. */
  readonly tags?: readonly string[];
  /** Operations whose path matches one of these globs. `*` matches within a segment, `**` across segments. */
  readonly paths?: readonly string[];
  /** Operations, path items and webhooks with `x-internal: true`. */
  readonly internal?: boolean;
}

/** Files that a description refers to. Other files are not read. */
export type DescriptionFiles = Readonly<Record<string, Description>>;

/** The progress of a comparison. */
export interface CompareProgress {
  /** Current phase: first definitions, then whole operations, then the report. */
  readonly phase: "definitions" | "operations" | "report";
  /** Steps taken so far in all phases: compared pairs and pieces of the report. Never decreases. */
  readonly done: number;
  /** Known steps of all phases. Greater than `done`, and grows as the comparison finds more work. */
  readonly total: number;
}

/** The output formats of a report. */
export type ReportFormat = "terminal" | "json" | "markdown";

export type Level = "breaking" | "risky" | "additive" | "docs" | "unproved" | "unclassified";
export type Bump = "major" | "minor" | "patch";

/** A location in a description. Lines and columns start at 1. */
export interface Place {
  /** The file, if it is not the description's root document. */
  readonly file?: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** Details of an operation that was added, removed or deprecated. */
export interface OperationDetails {
  readonly summary: string | null;
  readonly tags: readonly string[];
  /** True if the operation is or was deprecated. */
  readonly deprecated: boolean;
  /** Earliest known release that deprecated it, if a changelog searched for it. */
  readonly deprecated_since: string | null;
  /** Sunset date of a deprecated operation, as written. */
  readonly sunset: string | null;
  /** Sentence of a deprecated operation's description that names the replacement. */
  readonly notice: string | null;
  /** Replacement. `named` is true if the description of the replaced operation names it; otherwise it is a guess. */
  readonly successor: { readonly method: string; readonly path: string; readonly named: boolean } | null;
}

/** A request that a change breaks, and a corrected one that the current description accepts. */
export interface Witness {
  readonly kind: 'request';
  readonly before: ExampleRequest;
  readonly after: ExampleRequest;
  /** Reason why the current description rejects `before`. Null if it only sends something that is no longer described. */
  readonly refusal: string | null;
}

/** An example request, without credentials. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** A change: one cause, with all operations that it affects. */
export interface Change {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  /** Waybill's level. Missing if it is the same. */
  readonly default_level?: Level;
  /** A deprecation period that is shorter than the publisher requires. Missing if none is. */
  readonly period?: string;
  readonly bump: Bump;
  readonly section: "new" | "modified" | "removed";
  readonly direction: "request" | "response" | null;
  readonly message: string;
  readonly why: string;
  /** Advice for publishers of the description. Empty if nothing has to change. */
  readonly help: string;
  /** Advice for clients of the API. Empty if there is nothing to do. */
  readonly advice: string;
  /** The reason for which a reviewer accepted the change. */
  readonly accepted: string | null;
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  readonly webhooks: readonly string[];
  readonly callbacks: readonly string[];
  /** Details of an operation that was added, removed or deprecated. Null for all other changes. */
  readonly operation: OperationDetails | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly old: Place | null;
  readonly new: Place | null;
  readonly witness: Witness | null;
  readonly no_witness: string | null;
}

/**
 * An operation that a change affects, with the fields that readers search by. They come from the current description if both have
 * the operation.
 */
export interface ReachedOperation {
  readonly method: string;
  readonly path: string;
  readonly summary: string | null;
  readonly tags: readonly string[];
}

/** One of the two descriptions. */
export interface DescriptionSummary {
  /** `info.title` as written; null if it is missing. */
  readonly title: string | null;
  readonly version: string | null;
  readonly source: string;
  /** Number of compared operations. */
  readonly operations: number;
  /** Number of excluded operations. Missing if there are none. */
  readonly excluded?: number;
}

/** The JSON report. */
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
  /** Exclusion rules, with the number of operations that each matches. Missing if there are none. */
  readonly excluded?: readonly {
    readonly by: "tag" | "path" | "internal";
    readonly value: string | null;
    readonly previous: number;
    readonly current: number;
  }[];
  /** Levels of the publisher, by rule or family of rules. Missing if there are none. */
  readonly levels?: readonly { readonly rule: string; readonly level: Level }[];
  readonly counts: Readonly<Record<Level | "operations_affected", number>>;
  /** Operations of `paths` that a change affects. */
  readonly operations: readonly ReachedOperation[];
  readonly changes: readonly Change[];
}

/** The source lines around the locations of changes, by the change's id. */
export type Excerpts = Readonly<Record<string, { readonly old: Excerpt | null; readonly new: Excerpt | null }>>;

/** A source line with its context. Long lines are cut to the part around the location. */
export interface Excerpt {
  /** Number of the line that contains the location, from 1. */
  readonly line: number;
  /** The lines before it. */
  readonly before: readonly string[];
  /** The line up to the marked part. */
  readonly start: string;
  /** The key or value at the location. */
  readonly marked: string;
  /** The rest of the line. */
  readonly end: string;
  /** The lines after it. */
  readonly after: readonly string[];
}

/** A report in a worker. {@link Report.close} ends the worker. */
export interface Report {
  json(): Promise<ReportJson>;
  /** Returns the source lines around each change. The report keeps both descriptions for this until it is closed. */
  excerpts(): Promise<Excerpts>;
  render(format: ReportFormat): Promise<string>;
  /** Ends the worker. May be called twice. An open report ends with the process or the page. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A report on this thread. */
export interface SyncReport {
  json(): ReportJson;
  /** Returns the source lines around each change. The report keeps both descriptions for this until it is closed. */
  excerpts(): Excerpts;
  render(format: ReportFormat): string;
  /** Frees the report's memory. May be called twice. An open report is freed when it is garbage-collected. */
  close(): void;
  [Symbol.dispose](): void;
}

export function bytesOf(description: Description): Uint8Array {
  if (typeof description === "string") return new TextEncoder().encode(description);
  return description instanceof Uint8Array ? description : new Uint8Array(description);
}

export function parsed<T>(json: Uint8Array): T {
  return JSON.parse(new TextDecoder().decode(json)) as T;
}
