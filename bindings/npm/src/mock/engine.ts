// The typed mock service in WebAssembly. Errors from Rust are thrown as MockError, and a trap ends the service. There are two
// modules: one without SOAP, and a larger one with it.
import { type Instance, Instances, TrapError } from "../instance.js";
import { isFailure } from "../thrown.js";
import instantiate from "../wasm/mock.js";
import instantiateRest from "../wasm/mock-rest.js";
import { MockError } from "./error.js";
import type { CheckedFile } from "./files.js";
import type { Settings } from "./settings.js";
import type { MockedService } from "./types.js";

type Glue = ReturnType<typeof instantiate>;
type Handle = InstanceType<Glue["Mock"]>;
type ReplyHandle = ReturnType<Handle["handle"]>;

/** URL at which a mock service exports everything that it has imported. */
const EXPORT = "http://localhost/api/services/export";

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface Answer {
  readonly status: number;
  readonly headers: [string, string][];
  /** Delay before the response is sent, in milliseconds. */
  readonly afterMs: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** True if it rejects the upload of a WSDL file because this module cannot read it. */
  readonly needsSoap: boolean;
  /** Reports that the response was sent, this number of milliseconds after the request. Without a number, it was dropped. */
  finished(milliseconds?: number): void;
}

/** The names of the WebAssembly files. */
export type ModuleName = "mock" | "mock-rest";

/** Both modules are built from the same source, and their glue differs only in addresses. */
const FACTORIES: Readonly<Record<ModuleName, () => Glue>> = { mock: instantiate, "mock-rest": instantiateRest as unknown as () => Glue };

/** Returns the instances of a loaded module. */
export function instancesOf(name: ModuleName, module: WebAssembly.Module): Instances<Glue> {
  return new Instances(module, FACTORIES[name]);
}

export class Engine {
  readonly #instance: Instance<Glue>;
  #handle: Handle | undefined;

  constructor(instances: Instances<Glue>, settings: Settings) {
    this.#instance = instances.current();
    this.#handle = named(() => this.#instance.enter((glue) => new glue.Mock(settings)));
  }

  import(files: readonly CheckedFile[], version: string | undefined): string[] {
    return this.#enter((handle, glue) => handle.import(held(glue, files), version));
  }

  addExamples(files: readonly CheckedFile[], service: string, operation: string | undefined): string[] {
    return this.#enter((handle, glue) => handle.importExamples(held(glue, files), service, operation));
  }

  services(): MockedService[] {
    return this.#enter((handle) => handle.services()) as MockedService[];
  }

  handle(head: RequestHead, body: Uint8Array, now: number): Answer {
    return this.#enter((handle) => {
      const reply = handle.handle(head, body, now);
      const { status, headers, afterMs } = reply.head() as Omit<Answer, "body" | "needsSoap" | "finished">;
      const given = reply.body() as Uint8Array<ArrayBuffer>;
      return { status, headers, afterMs, body: given, needsSoap: reply.needsSoap(), finished: (milliseconds) => this.#finish(reply, milliseconds) };
    });
  }

  /** Takes over the state of another engine: services, examples and request log. Closes the other engine. */
  takeOver(other: Engine): void {
    const { body, finished } = other.handle({ method: "GET", url: EXPORT, headers: [] }, new Uint8Array(), 0);
    finished();
    this.import([{ path: "export.json", bytes: body }], undefined);
    const log = other.#enter((handle) => handle.saveLog());
    this.#enter((handle) => handle.restoreLog(log));
    other.close();
  }

  close(): void {
    const handle = this.#handle;
    this.#handle = undefined;
    if (handle && !this.#instance.trapped) this.#instance.enter(() => handle.free());
  }

  /** A service that was closed or crashed meanwhile has no log. */
  #finish(reply: ReplyHandle, milliseconds: number | undefined): void {
    if (this.#instance.trapped) return;
    if (this.#handle && milliseconds !== undefined) this.#enter((handle) => handle.finished(reply, milliseconds));
    else this.#instance.enter(() => reply.free());
  }

  #enter<T>(work: (handle: Handle, glue: Glue) => T): T {
    const handle = this.#handle;
    if (!handle) throw closed();
    return named(() => this.#instance.enter((glue) => work(handle, glue)));
  }
}

export function closed(): MockError {
  return new MockError("mock.closed", "the mock service is closed; make a new one");
}

/** Copies the files into the instance's memory. */
function held(glue: Glue, files: readonly CheckedFile[]): InstanceType<Glue["Files"]> {
  const inside = new glue.Files();
  for (const { path, bytes } of files) inside.add(path, bytes);
  return inside;
}

function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isFailure(error)) throw new MockError(error.code, error.message);
    if (!(error instanceof TrapError)) throw error;
    throw new MockError("mock.crashed", "the mock service crashed, and what it held is lost: make a new one, and report what led here", { cause: error });
  }
}
