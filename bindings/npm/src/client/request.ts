// A caller's options as the engine's call, and the body as something that can be opened for each try.
import { driverFailure } from "./driver-failure.js";
import type { BodyStream, CallBody, CallOptions, Pairs } from "./types.js";
import type { Call, Lines, Route } from "./wire.js";

/** The body of one call; opened again for each try where it is replayable. */
export interface Outgoing {
  readonly replayable: boolean;
  open(): BodyInit;
}

export interface Prepared {
  readonly call: Call;
  readonly body: Outgoing | undefined;
}

export function prepare(route: Route, method: string, template: string, options: CallOptions, now: number): Prepared {
  const { parameters = [], query = [], timeoutMs } = options;
  const headers = lines(options.headers ?? []);
  const body = outgoing(options, headers);
  const call: Call = {
    route,
    method,
    template,
    parameters: lines(parameters),
    allowEncodedSlashes: options.allowEncodedSlashes ?? false,
    query: lines(query),
    headers,
    body: body ? { type: "caller", replayable: body.replayable } : { type: "empty" },
    deadline: timeoutMs === undefined ? undefined : within(now + Math.ceil(timeoutMs)),
  };
  return { call, body };
}

/** The engine's times are whole numbers that JavaScript holds exactly; `Infinity` is as good as the last of them. */
function within(time: number): number {
  return Math.min(Math.max(time, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function outgoing(options: CallOptions, headers: Lines): Outgoing | undefined {
  if (options.json === undefined) return options.body === undefined ? undefined : outgoingBody(options.body);
  if (options.body !== undefined) throw driverFailure("twoBodies");
  if (!headers.some(([name]) => name.toLowerCase() === "content-type")) headers.push(["content-type", "application/json"]);
  return outgoingBody(JSON.stringify(options.json));
}

function outgoingBody(body: CallBody): Outgoing {
  // Encoded here, because fetch would add a `content-type` of its own to text.
  if (typeof body === "string") return held(new TextEncoder().encode(body));
  if (body instanceof Uint8Array) return held(body as Uint8Array<ArrayBuffer>);
  if (body instanceof ArrayBuffer || body instanceof Blob) return held(body);
  if (typeof body === "function") return { replayable: true, open: () => stream(body()) };
  const source = stream(body);
  return { replayable: false, open: () => source };
}

function held(body: BodyInit): Outgoing {
  return { replayable: true, open: () => body };
}

function stream(body: BodyStream): ReadableStream {
  if (body instanceof ReadableStream) return body;
  if (typeof body?.[Symbol.asyncIterator] !== "function") throw driverFailure("unusableBody");
  return (ReadableStream as unknown as { from(source: AsyncIterable<Uint8Array>): ReadableStream }).from(body);
}

function lines(pairs: Pairs): Lines {
  const entries = Symbol.iterator in pairs ? Array.from(pairs as Iterable<readonly [string, unknown]>) : Object.entries<unknown>(pairs);
  const isThere = (value: unknown): boolean => value !== undefined && value !== null;
  return entries.flatMap(([name, value]): Lines => (Array.isArray(value) ? value : [value]).filter(isThere).map((one) => [name, String(one)]));
}
