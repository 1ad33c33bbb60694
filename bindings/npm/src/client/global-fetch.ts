// The global fetch, without the limits of its own: undici gives up on an answer's head and on a silent body after 300 seconds,
// however long the caller wants to wait. What a host passes in as `fetch` has the limits that the host gave it.

const GLOBAL_DISPATCHER = Symbol.for("undici.globalDispatcher.1");

interface Dispatcher {
  dispatch(options: object, handler: unknown): boolean;
}

/** Passes on to the dispatcher that is global at that time, with no limits: the engine watches the deadline. */
const unlimited: Dispatcher = {
  dispatch(options, handler) {
    return globalDispatcher().dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);
  },
};

function globalDispatcher(): Dispatcher {
  return (globalThis as unknown as Record<symbol, Dispatcher>)[GLOBAL_DISPATCHER] as Dispatcher;
}

// Node loads undici, which sets the dispatcher, with the first of its classes that is used.
new Response();
const native = globalThis.fetch;

/** Looks the global up for each request, so that a test's or a tracer's replacement of it is seen; that has its own limits. */
export function globalFetch(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  const isNative = globalThis.fetch === native && globalDispatcher() !== undefined;
  return globalThis.fetch(input, isNative ? ({ ...init, dispatcher: unlimited } as RequestInit) : init);
}
