// Converts a caller's options to the engine's call, and the body to one that can be opened for each try.
import { driverFailure } from "./driver-failure.js";
import { WaybillError } from "./error.js";
import { notOfType } from "./shape.js";
import type { BodyStream, CallBody, CallOptions, Pairs } from "./types.js";
import type { Call, Lines, Route } from "./wire.js";

/** The body of one call. If it is replayable, it is opened again for each try. */
export interface Outgoing {
  readonly replayable: boolean;
  open(): BodyInit;
  /** Returns the body's own error, if it failed. */
  failure(): WaybillError | undefined;
}

export interface Prepared {
  readonly call: Call;
  readonly body: Outgoing | undefined;
}

export function prepare(route: Route, method: string, template: string, options: CallOptions, now: number): Prepared {
  const { timeoutMs } = options;
  const headers = lines("headers", options.headers ?? []);
  const body = outgoing(options, headers);
  const call: Call = {
    route,
    method,
    template,
    parameters: lines("parameters", options.parameters ?? []),
    allowEncodedSlashes: options.allowEncodedSlashes ?? false,
    scopes: options.scopes ?? [],
    query: lines("query", options.query ?? []),
    headers,
    body: body ? { type: "caller", replayable: body.replayable } : { type: "empty" },
    deadline: timeoutMs === undefined || timeoutMs === null ? undefined : within(now + Math.ceil(timeoutMs)),
  };
  return { call, body };
}

/** The engine's times are safe integers. `Infinity` becomes the largest one. */
function within(time: number): number {
  return Math.min(Math.max(time, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function outgoing(options: CallOptions, headers: Lines): Outgoing | undefined {
  if (options.json === undefined) return options.body === undefined ? undefined : outgoingBody(options.body);
  if (options.body !== undefined) throw driverFailure("twoBodies");
  if (!headers.some(([name]) => name.toLowerCase() === "content-type")) headers.push(["content-type", "application/json"]);
  return outgoingBody(writeJson(options.json));
}

function writeJson(value: unknown): string {
  const wanted = "a value that JSON can hold";
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw notOfType("json", wanted, { cause: error });
  }
  if (text === undefined) throw notOfType("json", wanted);
  return text;
}

function outgoingBody(body: CallBody): Outgoing {
  // Encoded here, because fetch would add its own `content-type` to a string.
  if (typeof body === "string") return held(new TextEncoder().encode(body));
  if (body instanceof Uint8Array) return held(body as Uint8Array<ArrayBuffer>);
  if (body instanceof ArrayBuffer || body instanceof Blob) return held(body);
  return streamBody(body);
}

function held(body: BodyInit): Outgoing {
  return { replayable: true, open: () => body, failure: () => undefined };
}

/** Wraps a body stream of the caller. Its errors are reported to the caller, and say nothing about the connection. */
export function streamBody(body: BodyStream | (() => BodyStream)): Outgoing {
  let failure: WaybillError | undefined;
  const fail = (cause: unknown): WaybillError => (failure = cause instanceof WaybillError ? cause : driverFailure("bodyFailed", { cause }));
  if (typeof body !== "function") {
    const source = watch(body, fail);
    return { replayable: false, open: () => source, failure: () => failure };
  }
  const open = (): ReadableStream => {
    failure = undefined;
    try {
      return watch(body(), fail);
    } catch (error) {
      throw fail(error);
    }
  };
  return { replayable: true, open, failure: () => failure };
}

/** Returns the bytes of a body as a stream that reports errors to `fail`. */
function watch(body: BodyStream, fail: (cause: unknown) => WaybillError): ReadableStream {
  if (typeof body?.[Symbol.asyncIterator] !== "function") throw driverFailure("unusableBody");
  if (body instanceof ReadableStream && isUsed(body)) throw driverFailure("unusableBody");
  const source = body instanceof ReadableStream ? body : streamFrom(body);
  // Locked at the first read, so that a call that is rejected earlier leaves the caller's stream untouched.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      reader ??= source.getReader();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    } catch (error) {
      controller.error(fail(error));
    }
  };
  const cancel = (reason: unknown): Promise<void> => (reader ?? source).cancel(reason);
  return new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
}

function streamFrom(pieces: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return (ReadableStream as unknown as { from(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> }).from(pieces);
}

/** True if the stream was read before. Only an attempt to use it as a body shows that. */
function isUsed(stream: ReadableStream): boolean {
  try {
    new Response(stream);
    return false;
  } catch {
    return true;
  }
}

function lines(option: string, pairs: Pairs): Lines {
  const entries: [unknown, unknown][] = Symbol.iterator in pairs ? Array.from(pairs as Iterable<[unknown, unknown]>) : Object.entries<unknown>(pairs);
  return entries.flatMap((entry): Lines => {
    if (!Array.isArray(entry) || typeof entry[0] !== "string") throw notOfType(option, "an object, or a list of names with values");
    const [name, value] = entry;
    const isThere = (value: unknown): boolean => value !== undefined && value !== null;
    return (Array.isArray(value) ? value : [value]).filter(isThere).map((one) => [name, writeScalar(`${option}.${name}`, one)]);
  });
}

/** Other values would be sent as JavaScript's conversion, such as `[object Promise]`. */
function writeScalar(at: string, value: unknown): string {
  const isScalar = typeof value === "string" || typeof value === "boolean" || typeof value === "bigint" || Number.isFinite(value);
  if (!isScalar) throw notOfType(/^[\w$.-]{1,60}$/.test(at) ? at : at.split(".")[0] ?? at, "made of texts, numbers and booleans, or lists of them");
  return String(value);
}
