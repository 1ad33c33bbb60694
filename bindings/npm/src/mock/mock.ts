// A mock service that is called like `fetch`. Its WebAssembly file is loaded when it is first needed.
import { dispose } from "../dispose.js";
import { type Answer, closed, Engine, instancesOf } from "./engine.js";
import { MockError } from "./error.js";
import { complete } from "./settings.js";
import type { Mock, MockedService, MockImport, MockLog, MockLogEntry, MockLogPage, MockSettings } from "./types.js";

/** Where a path without a host leads, outside of a page. */
const LOCAL = "http://localhost";

/** Answers that have no body (Fetch standard, null body status). */
const WITHOUT_BODY = [101, 103, 204, 205, 304];

/** Gives what makes mock services of one module, which is loaded once. */
export function creator(load: () => Promise<WebAssembly.Module>): (settings?: MockSettings) => Mock {
  let loading: Promise<ReturnType<typeof instancesOf>> | undefined;
  const instances = () => {
    // What could not be loaded is tried again by whoever comes next.
    loading ??= load().then(instancesOf).catch((error: unknown) => {
      loading = undefined;
      throw new MockError("mock.unavailable", "the mock service's WebAssembly file could not be loaded", { cause: error });
    });
    return loading;
  };
  return (settings = {}) => {
    const completed = complete(settings);
    return new LazyMock(async () => new Engine(await instances(), completed));
  };
}

/** A mock service whose engine is started with the first call. */
export class LazyMock implements Mock {
  readonly #start: () => Promise<Engine>;
  #engine: Promise<Engine> | undefined;
  #closed = false;

  constructor(start: () => Promise<Engine>) {
    this.#start = start;
  }

  async import({ files, version }: MockImport): Promise<string[]> {
    return (await this.#running()).import(files, version);
  }

  async services(): Promise<MockedService[]> {
    return (await this.#running()).services();
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : absolute(input), init);
    const { signal } = request;
    signal.throwIfAborted();
    const engine = await unlessAborted(this.#running(), signal);
    const body = new Uint8Array(await unlessAborted(request.arrayBuffer(), signal));
    const began = performance.now();
    const answer = engine.handle(headOf(request), body, Date.now());
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
    if (!found) throw new MockError("service.unknown", `${service} is not imported; imported: ${services.map(({ id }) => id).join(", ") || "nothing"}`);
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
    // One that could not be started holds nothing.
    this.#engine?.then((engine) => engine.close(), () => undefined);
  }

  [dispose](): void {
    this.close();
  }

  async #running(): Promise<Engine> {
    if (this.#closed) throw closed();
    this.#engine ??= this.#start().catch((error: unknown) => {
      this.#engine = undefined;
      throw error;
    });
    const engine = await this.#engine;
    if (this.#closed) throw closed();
    return engine;
  }
}

/** A path alone leads to the page's own origin, or to one that stands for it. */
function absolute(input: string | URL): URL {
  const here = globalThis.location?.origin;
  return new URL(input, here && here !== "null" ? globalThis.location.href : LOCAL);
}

function headOf(request: Request): { method: string; url: string; headers: [string, string][] } {
  const { origin, pathname, search } = new URL(request.url);
  // `fetch` unpacks what it asked to be packed, and nobody sees that it was.
  const headers = [...request.headers].filter(([name]) => name !== "accept-encoding");
  return { method: request.method, url: origin + pathname + search, headers };
}

function responseOf({ status, headers, body }: Answer, request: Request): Response {
  const response = new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
  // Only the network sets it; programs look where an answer came from.
  return Object.defineProperty(response, "url", { value: request.url.replace(/#.*/s, "") });
}

/** Waits; an abort ends it with the signal's reason. */
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
