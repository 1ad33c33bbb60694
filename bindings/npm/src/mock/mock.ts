// A mock service with the interface of `fetch`. Its WebAssembly file is loaded on first use: the one without SOAP, until there is
// a WSDL file to read.
import { dispose } from "../dispose.js";
import { type Answer, closed, Engine, instancesOf, type ModuleName, type RequestHead } from "./engine.js";
import { MockError } from "./error.js";
import { checkFiles, checkOptionalText, checkText, isXml } from "./files.js";
import { complete } from "./settings.js";
import type { Mock, MockedService, MockExamples, MockImport, MockLog, MockLogEntry, MockLogPage, MockSettings } from "./types.js";

/** Origin of relative URLs outside a page. */
const LOCAL = "http://localhost";

/** Statuses of responses without a body (Fetch standard, null body status). */
const WITHOUT_BODY = [101, 103, 204, 205, 304];

/** Returns a function that creates mock services. Each module is loaded once. */
export function creator(load: (name: ModuleName) => Promise<WebAssembly.Module>): (settings?: MockSettings) => Mock {
  const loading = new Map<ModuleName, Promise<ReturnType<typeof instancesOf>>>();
  const instances = (name: ModuleName) => {
    const loaded = loading.get(name) ?? load(name).then((module) => instancesOf(name, module));
    loading.set(name, loaded);
    return loaded.catch((error: unknown) => {
      // A failed load is retried by the next caller.
      if (loading.get(name) === loaded) loading.delete(name);
      throw new MockError("mock.unavailable", "the mock service's WebAssembly file could not be loaded", { cause: error });
    });
  };
  return (settings = {}) => {
    const completed = complete(settings);
    return new LazyMock(async (name) => new Engine(await instances(name), completed));
  };
}

/** A mock service whose engine starts with the first call. */
export class LazyMock implements Mock {
  readonly #start: (name: ModuleName) => Promise<Engine>;
  #engine: Engine | undefined;
  #starting: Promise<void> | undefined;
  #withSoap = false;
  #closed = false;

  constructor(start: (name: ModuleName) => Promise<Engine>) {
    this.#start = start;
  }

  async import(given: MockImport): Promise<string[]> {
    const files = checkFiles(given?.files);
    const version = checkOptionalText("version", given.version);
    // If the first file is a WSDL file, the module without SOAP is not needed.
    if (files.some(isXml)) await this.#addSoap();
    try {
      return (await this.#running()).import(files, version);
    } catch (error) {
      if (!(error instanceof MockError && error.code === "import.needs-soap")) throw error;
    }
    await this.#addSoap();
    return (await this.#running()).import(files, version);
  }

  async addExamples(given: MockExamples): Promise<string[]> {
    const files = checkFiles(given?.files);
    const service = checkText("service", given.service);
    const operation = checkOptionalText("operation", given.operation);
    return (await this.#running()).addExamples(files, service, operation);
  }

  async services(): Promise<MockedService[]> {
    return (await this.#running()).services();
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : absolute(input), init);
    // Node's Request references the controller of its own signal weakly, so that an abort may be lost when it is collected.
    const signal = init?.signal ?? request.signal;
    signal.throwIfAborted();
    const body = new Uint8Array(await unlessAborted(request.arrayBuffer(), signal));
    let began = performance.now();
    let answer = (await unlessAborted(this.#running(), signal)).handle(headOf(request), body, Date.now());
    if (answer.needsSoap) {
      answer.finished();
      await unlessAborted(this.#addSoap(), signal);
      began = performance.now();
      answer = (await unlessAborted(this.#running(), signal)).handle(headOf(request), body, Date.now());
    }
    try {
      if (answer.afterMs > 0) await pause(answer.afterMs, signal);
    } catch (error) {
      answer.finished();
      throw error;
    }
    answer.finished(performance.now() - began);
    return responseOf(answer, request);
  };

  async log(service: string, { page, size }: MockLogPage = {}): Promise<MockLog> {
    const engine = await this.#running();
    const services = engine.services();
    const found = services.find(({ id }) => id === service);
    if (!found) throw new MockError("service.unknown", `${String(service)} is not imported; imported: ${services.map(({ id }) => id).join(", ") || "nothing"}`);
    const url = new URL(found.path.replace(/^\/[^/]+/, "/api/invocations"), LOCAL);
    if (page !== undefined) url.searchParams.set("page", String(page));
    if (size !== undefined) url.searchParams.set("size", String(size));
    const { status, headers, body, finished } = engine.handle({ method: "GET", url: url.href, headers: [] }, new Uint8Array(), Date.now());
    finished();
    const said: unknown = JSON.parse(new TextDecoder().decode(body));
    if (status !== 200) throw new MockError("log.page", (said as { readonly detail: string }).detail);
    const total = headers.find(([name]) => name === "x-total-count")?.[1];
    return { entries: said as MockLogEntry[], total: Number(total) };
  }

  close(): void {
    this.#closed = true;
    this.#engine?.close();
  }

  [dispose](): void {
    this.close();
  }

  /** Returns the engine. Do not keep it across an `await`, because another engine may replace it. */
  async #running(): Promise<Engine> {
    if (!this.#engine) await this.#replace("mock-rest");
    if (this.#closed || !this.#engine) throw closed();
    return this.#engine;
  }

  /** Switches to the module that reads WSDL files. */
  async #addSoap(): Promise<void> {
    while (!this.#withSoap) await this.#replace("mock");
  }

  /** Starts the engine of a module and transfers the current engine's state to it. Only one start runs at a time. */
  #replace(name: ModuleName): Promise<void> {
    const replace = async () => {
      if (this.#closed) throw closed();
      const engine = await this.#start(name);
      try {
        if (this.#closed) throw closed();
        if (this.#engine) engine.takeOver(this.#engine);
      } catch (error) {
        engine.close();
        throw error;
      }
      this.#engine = engine;
      this.#withSoap = name === "mock";
    };
    this.#starting ??= replace().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }
}

/** Returns an absolute URL. A path is relative to the page's origin, or to a replacement outside a page. */
function absolute(input: string | URL): URL {
  const here = globalThis.location?.origin;
  return new URL(input, here && here !== "null" ? globalThis.location.href : LOCAL);
}

function headOf(request: Request): RequestHead {
  const { origin, pathname, search } = new URL(request.url);
  // `fetch` adds `accept-encoding` and decodes the response itself, so the service must not see it.
  const headers = [...request.headers].filter(([name]) => name !== "accept-encoding");
  return { method: request.method, url: origin + pathname + search, headers };
}

function responseOf({ status, headers, body }: Answer, request: Request): Response {
  const response = new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
  // Only the network sets `url`, and programs read it.
  return Object.defineProperty(response, "url", { value: request.url.replace(/#.*/s, "") });
}

/** Waits. An abort ends the wait with the signal's reason. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return unlessAborted(waited, signal).finally(() => clearTimeout(timer));
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
