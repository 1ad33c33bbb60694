// The comparison on the calling thread, for `compareSync` and for the worker.
import { dispose } from "../dispose.js";
import { type Instance, Instances, TrapError } from "../instance.js";
import { type Failure, isFailure } from "../thrown.js";
import instantiate from "../wasm/diff.js";
import { CompareError } from "./error.js";
import { bytesOf, type CompareOptions, type CompareProgress, type Description, type DescriptionFiles, type Excerpts, parsed, type ReportFormat, type ReportJson, type SyncReport } from "./report.js";

type Glue = ReturnType<typeof instantiate>;
type Handle = ReturnType<Glue["compare"]>;

/** The options that are passed to Rust. */
export interface CrossingOptions {
  readonly previousName: string;
  readonly currentName: string;
  readonly excludeTags: readonly string[];
  readonly excludePaths: readonly string[];
  readonly excludeInternal: boolean;
  readonly levels: readonly string[];
}

/** Compares on this thread, in the instances of one loaded module. */
export class LocalComparer {
  readonly #instances: Instances<Glue>;
  /** The error to report after a crash. Requested first, because a trapped instance would not respond. */
  #crash: Failure | undefined;

  constructor(instances: Instances<Glue>) {
    this.#instances = instances;
  }

  static of(module: WebAssembly.Module): LocalComparer {
    return new LocalComparer(new Instances(module, instantiate));
  }

  compare(previous: Description, current: Description, options: CompareOptions = {}): LocalReport {
    const instance = this.#instances.current();
    const crash = this.#crash ??= instance.enter((glue) => glue.crashed() as Failure);
    const { previousName = "", currentName = "", previousFiles = {}, currentFiles = {}, exclude = {}, levels = {}, onProgress } = options;
    const { tags: excludeTags = [], paths: excludePaths = [], internal: excludeInternal = false } = exclude;
    const crossing: CrossingOptions = { previousName, currentName, excludeTags, excludePaths, excludeInternal, levels: Object.entries(levels).map(([rule, level]) => `${rule}=${level}`) };
    const watch = onProgress && ((phase: CompareProgress["phase"], done: number, total: number) => onProgress({ phase, done, total }));
    const inputs: Inputs = { previous: bytesOf(previous), current: bytesOf(current), previousFiles, currentFiles };
    const handle = named(crash, () => instance.enter((glue) => withFiles(glue, inputs, (old, now) => glue.compare(inputs.previous, inputs.current, crossing, old, now, watch))));
    return new LocalReport(instance, handle, crash, inputs);
  }
}

/** The compared descriptions, with their files. */
interface Inputs {
  readonly previous: Uint8Array;
  readonly current: Uint8Array;
  readonly previousFiles: DescriptionFiles;
  readonly currentFiles: DescriptionFiles;
}

type Files = InstanceType<Glue["Files"]>;

function withFiles<T>(glue: Glue, inputs: Inputs, work: (previous: Files, current: Files) => T): T {
  const [old, now] = [filesOf(glue, inputs.previousFiles), filesOf(glue, inputs.currentFiles)];
  try {
    return work(old, now);
  } finally {
    old.free();
    now.free();
  }
}

function filesOf(glue: Glue, files: DescriptionFiles): Files {
  const held = new glue.Files();
  for (const [path, file] of Object.entries(files)) held.add(path, bytesOf(file));
  return held;
}

/** A report in this thread's instance. */
export class LocalReport implements SyncReport {
  readonly #instance: Instance<Glue>;
  #handle: Handle | undefined;
  #inputs: Inputs | undefined;
  readonly #crash: Failure;

  constructor(instance: Instance<Glue>, handle: Handle, crash: Failure, inputs: Inputs) {
    this.#instance = instance;
    this.#handle = handle;
    this.#crash = crash;
    this.#inputs = inputs;
  }

  json(): ReportJson {
    return parsed(this.jsonBytes());
  }

  jsonBytes(): Uint8Array {
    return this.#use((handle) => handle.json());
  }

  render(format: ReportFormat): string {
    return this.#use((handle) => handle.render(format));
  }

  excerpts(): Excerpts {
    return parsed(this.excerptBytes());
  }

  excerptBytes(): Uint8Array {
    const inputs = this.#inputs;
    if (!inputs) throw closed();
    return this.#use((handle, glue) => withFiles(glue, inputs, (old, now) => handle.excerpts(inputs.previous, inputs.current, old, now)));
  }

  close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    this.#inputs = undefined;
    if (handle && !this.#instance.trapped) this.#instance.enter(() => handle.free());
  }

  [dispose](): void {
    this.close();
  }

  #use<T>(work: (handle: Handle, glue: Glue) => T): T {
    const handle = this.#handle;
    if (!handle) throw closed();
    return named(this.#crash, () => this.#instance.enter((glue) => work(handle, glue)));
  }
}

export function closed(): CompareError {
  return new CompareError("report.closed", "the report is closed: read it before close()");
}

function named<T>(crash: Failure, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isFailure(error)) throw new CompareError(error.code, error.message);
    if (!(error instanceof TrapError)) throw error;
    throw new CompareError(crash.code, crash.message, { cause: error });
  }
}
