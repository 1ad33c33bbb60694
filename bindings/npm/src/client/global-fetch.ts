// The global fetch without its time limits: undici gives up on a head or a silent body after 300 seconds, regardless of the
// caller's timeout. A custom `fetch` keeps the limits of the host.

const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/** Forwards to the current global dispatcher, without time limits. The engine watches the deadline. */
const unlimited: Dispatcher = {
  dispatch(options, handler) {
    return globalDispatcher().dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
};

function globalDispatcher(): Dispatcher {
  return (globalThis as unknown as Record<symbol, Dispatcher>)[GLOBAL_DISPATCHER] as Dispatcher;
}

// Node loads undici, which sets the dispatcher, when one of its classes is first used.
new Response();
const native = globalThis.fetch;

/**
 * Calls the global fetch. It is looked up for each request, so that a replacement by a test or a tracer is used. A replacement
 * keeps its own limits.
 */
export function globalFetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const isNative = globalThis.fetch === native && globalDispatcher() !== undefined;
  return globalThis.fetch(input, isNative ? ({ ...init, dispatcher: unlimited } as RequestInit) : init);
}
