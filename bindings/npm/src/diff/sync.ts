// The comparison on the calling thread: what `compareSync` gives, and what the worker runs.
import { dispose } from "../dispose.js";
import { type Instance, Instances, TrapError } from "../instance.js";
import { type Failure, isFailure } from "../thrown.js";
import instantiate from "../wasm/diff.js";
import { CompareError } from "./error.js";
import { bytesOf, type CompareOptions, type CompareProgress, type Description, type DescriptionFiles, parsed, type ReportFormat, type ReportJson, type SyncReport } from "./report.js";

type Glue = ReturnType<typeof instantiate>;
type Handle = ReturnType<Glue["compare"]>;

/** Told the phase, the steps taken and the steps known of. */
export type Watch = (phase: CompareProgress["phase"], done: number, total: number) => void;

/** The options that cross to Rust. */
export interface CrossingOptions {
  readonly previousName: string;
  readonly currentName: string;
  readonly excludeTags: readonly string[];
  readonly excludePaths: readonly string[];
  readonly excludeInternal: boolean;
}

/** Compares on this thread, in the instances of one loaded module. */
export class Comparer {
  readonly #instances: Instances<Glue>;
  /** What a crash is reported by; asked for first, as an instance that trapped would not answer. */
  #crash: Failure | undefined;

  constructor(instances: Instances<Glue>) {
    this.#instances = instances;
  }

  static of(module: WebAssembly.Module): Comparer {
    return new Comparer(new Instances(module, instantiate));
  }

  /** Compares; `watch` hears how far it is. */
  compare(previous: Description, current: Description, options: CompareOptions = {}, watch?: Watch): LocalReport {
    const instance = this.#instances.current();
    const crash = this.#crash ??= instance.enter((glue) => glue.crashed() as Failure);
    const { previousName = "", currentName = "", previousFiles = {}, currentFiles = {}, exclude = {} } = options;
    const { tags: excludeTags = [], paths: excludePaths = [], internal: excludeInternal = false } = exclude;
    const crossing: CrossingOptions = { previousName, currentName, excludeTags, excludePaths, excludeInternal };
    const handle = named(crash, () => instance.enter((glue) => {
      const [old, now] = [filesOf(glue, previousFiles), filesOf(glue, currentFiles)];
      try {
        return glue.compare(bytesOf(previous), bytesOf(current), crossing, old, now, watch);
      } finally {
        old.free();
        now.free();
      }
    }));
    return new LocalReport(instance, handle, crash);
  }
}

function filesOf(glue: Glue, files: DescriptionFiles): InstanceType<Glue["Files"]> {
  const held = new glue.Files();
  for (const [path, file] of Object.entries(files)) held.add(path, bytesOf(file));
  return held;
}

/** A report in this thread's instance. */
export class LocalReport implements SyncReport {
  readonly #instance: Instance<Glue>;
  #handle: Handle | undefined;
  readonly #crash: Failure;

  constructor(instance: Instance<Glue>, handle: Handle, crash: Failure) {
    this.#instance = instance;
    this.#handle = handle;
    this.#crash = crash;
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

  close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle && !this.#instance.trapped) this.#instance.enter(() => handle.free());
  }

  [dispose](): void {
    this.close();
  }

  #use<T>(work: (handle: Handle) => T): T {
    const handle = this.#handle;
    if (!handle) throw closed();
    return named(this.#crash, () => this.#instance.enter(() => work(handle)));
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
