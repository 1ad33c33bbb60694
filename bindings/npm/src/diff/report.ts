// The report as JavaScript sees it: its JSON form, and the two ways to hold one.

/** One OpenAPI description: the bytes or the text of its file, JSON or YAML. */
export type Description = string | Uint8Array | ArrayBuffer;

/** How a comparison names its two inputs, shown as `source` in the report, and the files they are split into. */
export interface CompareOptions {
  readonly previousName?: string;
  readonly currentName?: string;
  /** Operations that are not compared; the report says how many there are. */
  readonly exclude?: Exclusions;
  /** The further files of the previous description, by path from its folder (`schemas/parcel.yaml`) or by URI. */
  readonly previousFiles?: DescriptionFiles;
  /** The further files of the current description. */
  readonly currentFiles?: DescriptionFiles;
  /** Called every few pairs of definitions, if there are more than a few. What it throws ends the comparison. */
  readonly onProgress?: (progress: CompareProgress) => void;
}

/** Operations that are left out. One that is left out on one side alone was removed for callers, or added. */
export interface Exclusions {
  /** Operations and webhooks that have one of these tags. */
  readonly tags?: readonly string[];
  /** Operations whose path one of these globs matches: `*` stays in its segment, `**` does not. */
  readonly paths?: readonly string[];
  /** Operations, path items and webhooks with `x-internal: true`. */
  readonly internal?: boolean;
}

/** Files that a description refers to; those it does not refer to are not read. */
export type DescriptionFiles = Readonly<Record<string, Description>>;

/** How far a comparison in a worker is. */
export interface CompareProgress {
  /** Definitions are compared first, then operations as wholes; then the report is put together. */
  readonly phase: "definitions" | "operations" | "report";
  /** Steps taken so far, in all phases: pairs compared, and pieces of the report. It never goes back. */
  readonly done: number;
  /** Steps known of so far, those of later phases included; more than `done`, it grows with what is found. */
  readonly total: number;
}

/** The surfaces a report can be rendered for. */
export type ReportFormat = "terminal" | "json" | "markdown";

export type Level = "breaking" | "risky" | "additive" | "docs" | "unproved" | "unclassified";
export type Bump = "major" | "minor" | "patch";

/** A place in a description; lines and columns count from 1. */
export interface Place {
  /** The file, where it is not the one the description begins in. */
  readonly file?: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
}

/** What an operation that was added, removed or deprecated says of itself. */
export interface OperationDetails {
  readonly summary: string | null;
  readonly tags: readonly string[];
  /** Whether it is, or was, deprecated. */
  readonly deprecated: boolean;
  /** The earliest release that is known to have deprecated it, where a changelog looked for it. */
  readonly deprecated_since: string | null;
  /** The sentence of a deprecated one's description that says what to use instead. */
  readonly notice: string | null;
  /** The operation that takes its place; `named` where its description names it, otherwise it is the likely one. */
  readonly successor: { readonly method: string; readonly path: string; readonly named: boolean } | null;
}

/** A request that a change breaks, and one in its place that the current description accepts. */
export interface Witness {
  readonly kind: 'request';
  readonly before: ExampleRequest;
  readonly after: ExampleRequest;
  /** Why the current description refuses `before`; null where it only sends what is no longer described. */
  readonly refusal: string | null;
}

/** A request as an example, without what authorises it. */
export interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | null;
}

/** One change, with everything it touches. */
export interface Change {
  readonly id: string;
  readonly rule: string;
  readonly level: Level;
  readonly bump: Bump;
  readonly section: "new" | "modified" | "removed";
  readonly direction: "request" | "response" | null;
  readonly message: string;
  readonly why: string;
  /** What those who publish the description do about it; empty where nothing has to change. */
  readonly help: string;
  /** What those who call the API do in their code; empty where there is nothing to do. */
  readonly advice: string;
  /** The reason a reviewer gave for accepting it. */
  readonly accepted: string | null;
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  readonly webhooks: readonly string[];
  readonly callbacks: readonly string[];
  /** What the operation says of itself that was added, removed or deprecated; null for all other changes. */
  readonly operation: OperationDetails | null;
  readonly before: unknown;
  readonly after: unknown;
  readonly old: Place | null;
  readonly new: Place | null;
  readonly witness: Witness | null;
  readonly no_witness: string | null;
}

/** An operation that a change reaches, with what readers look for it by: of the current description where both have it. */
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
  /** How many operations were compared. */
  readonly operations: number;
  /** How many more were left out; absent where none were. */
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
  /** What operations were left out by, and how many operations of each side it matches; absent where none were to be. */
  readonly excluded?: readonly {
    readonly by: "tag" | "path" | "internal";
    readonly value: string | null;
    readonly previous: number;
    readonly current: number;
  }[];
  readonly counts: Readonly<Record<Level | "operations_affected", number>>;
  /** Every operation of `paths` that a change reaches, once. */
  readonly operations: readonly ReachedOperation[];
  readonly changes: readonly Change[];
}

/** The source lines around the places of changes, by the id of the change. */
export type Excerpts = Readonly<Record<string, { readonly old: Excerpt | null; readonly new: Excerpt | null }>>;

/** A source line with a few around it. Long lines are cut, to what is around the place where it is in one. */
export interface Excerpt {
  /** The number of the line that the place is in, from 1. */
  readonly line: number;
  /** The lines before it. */
  readonly before: readonly string[];
  /** The line up to what is marked. */
  readonly start: string;
  /** The key or value at the place. */
  readonly marked: string;
  /** The rest of the line. */
  readonly end: string;
  /** The lines after it. */
  readonly after: readonly string[];
}

/** A report that lives in a worker; the worker ends with {@link Report.close}. */
export interface Report {
  json(): Promise<ReportJson>;
  /** The source lines around each change. The report keeps both descriptions for them until it is closed. */
  excerpts(): Promise<Excerpts>;
  render(format: ReportFormat): Promise<string>;
  /** Ends the worker. Closing twice is fine; a report left open ends with the process or the page. */
  close(): void;
  [Symbol.dispose](): void;
}

/** A report on this thread. */
export interface SyncReport {
  json(): ReportJson;
  /** The source lines around each change. The report keeps both descriptions for them until it is closed. */
  excerpts(): Excerpts;
  render(format: ReportFormat): string;
  /** Frees the report's memory. Closing twice is fine; one left open is freed when it is collected. */
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
