// The search for examples over one WebAssembly module. Reports and options are passed as JSON, descriptions as bytes.
import { bytesOf, type Description, type DescriptionFiles, type ReportJson } from "../diff/report.js";
import { Instances, TrapError } from "../instance.js";
import type { GivenReport } from "../releases/types.js";
import { type Failure, isFailure } from "../thrown.js";
import instantiate from "../wasm/examples.js";
import { ExampleError } from "./error.js";
import type { ExampleFinder, ExampleOptions, ReportWithExamples } from "./types.js";

type Glue = ReturnType<typeof instantiate>;
type Files = InstanceType<Glue["Files"]>;

/** The options that are passed to Rust. */
export interface CrossingOptions {
  readonly previousName: string;
  readonly currentName: string;
  readonly changes: readonly string[] | null;
}

/** Returns the instances of a loaded module. */
export function instancesOf(module: WebAssembly.Module): Instances<Glue> {
  return new Instances(module, instantiate);
}

/** Returns a finder over these instances. They hold no state, so a crash affects no other search. */
export function finderIn(instances: Instances<Glue>): ExampleFinder {
  /** The error to report after a crash. Requested first, because a trapped instance would not respond. */
  let crash: Failure | undefined;
  return {
    async addExamples(report, previous, current, options = {}) {
      const inputs = readInputs(report, previous, current, options);
      const instance = instances.current();
      const crashed = crash ??= instance.enter((glue) => glue.crashed() as Failure);
      try {
        return merged(inputs.report, instance.enter((glue) => found(glue, inputs)));
      } catch (error) {
        if (isFailure(error)) throw new ExampleError(error.code, error.message);
        if (!(error instanceof TrapError)) throw error;
        throw new ExampleError(crashed.code, crashed.message, { cause: error });
      }
    },
  };
}

/** The inputs of a search, as passed to Rust. */
interface Inputs {
  readonly report: string;
  readonly previous: Uint8Array;
  readonly current: Uint8Array;
  readonly options: string;
  readonly previousFiles: readonly [string, Uint8Array][];
  readonly currentFiles: readonly [string, Uint8Array][];
}

function readInputs(report: GivenReport, previous: Description, current: Description, options: ExampleOptions): Inputs {
  if (typeof options !== "object" || options === null) throw new ExampleError("options.invalid", "the options of examples are an object");
  const { previousName = "", currentName = "", previousFiles = {}, currentFiles = {}, changes = null } = options;
  const crossing: CrossingOptions = { previousName, currentName, changes };
  return {
    report: typeof report === "string" ? report : json(report),
    previous: checked(previous),
    current: checked(current),
    options: json(crossing),
    previousFiles: checkedFiles(previousFiles),
    currentFiles: checkedFiles(currentFiles),
  };
}

function found(glue: Glue, { report, previous, current, options, previousFiles, currentFiles }: Inputs): ReportWithExamples {
  const [old, now] = [filesOf(glue, previousFiles), filesOf(glue, currentFiles)];
  try {
    return JSON.parse(glue.addExamples(new TextEncoder().encode(report), previous, current, options, old, now)) as ReportWithExamples;
  } finally {
    old.free();
    now.free();
  }
}

/**
 * Returns the given report with the examples that were found. Other parts of Rust's report are ignored, because Rust recomputes
 * them.
 */
function merged(text: string, { report: { changes }, snippets }: ReportWithExamples): ReportWithExamples {
  const report = JSON.parse(text) as ReportJson;
  const withExample = (change: ReportJson["changes"][number], at: number) => {
    const { witness, no_witness } = changes[at] ?? change;
    return { ...change, witness, no_witness };
  };
  return { report: { ...report, changes: report.changes.map(withExample) }, snippets };
}

function filesOf(glue: Glue, files: readonly [string, Uint8Array][]): Files {
  const held = new glue.Files();
  for (const [path, bytes] of files) held.add(path, bytes);
  return held;
}

function checkedFiles(files: DescriptionFiles): readonly [string, Uint8Array][] {
  return Object.entries(files).map(([path, file]) => [path, checked(file)]);
}

/** Returns a value as JSON. A value without JSON becomes `null`, which Rust rejects. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    throw new ExampleError("options.invalid", "what was given cannot be written as JSON", { cause: error });
  }
}

function checked(description: Description): Uint8Array {
  const isKnown = typeof description === "string" || description instanceof Uint8Array || description instanceof ArrayBuffer;
  if (!isKnown) throw new ExampleError("options.invalid", "a description is a text, a Uint8Array or an ArrayBuffer");
  return bytesOf(description);
}
