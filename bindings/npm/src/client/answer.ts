// A response handed to the caller. From here on the driver, not the engine, is responsible for its body. The body ends at the
// call's deadline, with its signal, with the client's close, or when the response is garbage-collected.
import { driverFailure } from "./driver-failure.js";
import { WaybillError } from "./error.js";
import type { PathFamilyName } from "./wire.js";

// Longer delays overflow Node's timers, which then fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const DECODED_BY_FETCH = new Set(["gzip", "x-gzip", "deflate", "br"]);

export interface Terms {
  readonly abort: AbortController;
  readonly signal: AbortSignal | undefined;
  readonly deadline: number | undefined;
  readonly pathFamily: PathFamilyName;
  readonly environment: string;
  /** Called once, when the body has ended for any reason. */
  readonly ended: (lease: Lease) => void;
}

/**
 * A lease on a body that is being read. It holds the connection and not the stream, so that an unused response can be collected.
 */
export class Lease {
  readonly #terms: Terms;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onAbort = (): void => this.end(driverFailure("cancelled", { cause: this.#terms.signal?.reason }));

  constructor(terms: Terms) {
    this.#terms = terms;
    const { deadline, signal } = terms;
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (deadline === undefined) return;
    this.#timer = setTimeout(() => this.end(driverFailure("deadlineInBody")), Math.min(Math.max(deadline - Date.now(), 0), LONGEST_TIMER_MS));
    this.#timer.unref?.();
  }

  /** Drops the connection. Current and later readers fail with `reason`. */
  end(reason: WaybillError): void {
    this.release();
    this.#terms.abort.abort(reason);
  }

  /** Ends the lease of a body that has ended. */
  release(): void {
    abandoned.unregister(this);
    clearTimeout(this.#timer);
    this.#terms.signal?.removeEventListener("abort", this.#onAbort);
    this.#terms.ended(this);
  }
}

const abandoned = new FinalizationRegistry<Lease>((lease) => lease.end(driverFailure("lostInBody")));

const BODY = Symbol("body");

/** A `Response` of fetch whose readers end the lease and throw Waybill's errors. */
class LentResponse extends Response {
  declare readonly [BODY]: LeasedBody;

  override get body(): Response["body"] {
    return this[BODY].makeCopy().body;
  }

  override get bodyUsed(): boolean {
    return this[BODY].isUsed;
  }

  override text(): Promise<string> {
    return this[BODY].read(super.text);
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this[BODY].read(super.arrayBuffer);
  }

  override blob(): Promise<Blob> {
    return this[BODY].read(super.blob);
  }

  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  override formData(): ReturnType<Response["formData"]> {
    return this[BODY].makeCopy().formData();
  }

  override clone(): Response {
    return this[BODY].makeCopy().clone();
  }
}

const isNativelyUsed = Object.getOwnPropertyDescriptor(Response.prototype, "bodyUsed")?.get as (this: Response) => boolean;

/** Returns the response for the caller, and the lease on its body, if it has one. */
export function handOver(response: Response, terms: Terms): { answer: Response; lease: Lease | undefined } {
  if (!response.body) return { answer: copy(response, null), lease: undefined };
  const lease = new Lease(terms);
  const body = new LeasedBody(response, lease, terms);
  return { answer: body.isOwn ? body.lendResponse() : body.makeCopy(), lease };
}

/**
 * The body of a response. If the caller reads it whole, the native response reads it. A stream of our own costs as much as a
 * small call, so it is created only on request.
 */
class LeasedBody {
  readonly #response: Response;
  readonly #source: ReadableStream<Uint8Array>;
  readonly #lease: Lease;
  readonly #signal: AbortSignal;
  readonly #terms: Terms;
  #copy: Response | undefined;

  constructor(response: Response, lease: Lease, terms: Terms) {
    this.#response = response;
    this.#source = response.body as ReadableStream<Uint8Array>;
    this.#lease = lease;
    this.#signal = terms.abort.signal;
    this.#terms = terms;
  }

  /** True if the response is a native `Response` of this process that nothing has modified. */
  get isOwn(): boolean {
    return Object.getPrototypeOf(this.#response) === Response.prototype && Object.isExtensible(this.#response) && Reflect.ownKeys(this.#response).every((key) => typeof key === "symbol");
  }

  /** Returns the native response, modified in place. */
  lendResponse(): Response {
    const response = this.#response;
    abandoned.register(response, this.#lease, this.#lease);
    Object.defineProperty(response, BODY, { value: this });
    if (isDecoded(response)) Object.defineProperty(response, "headers", { value: headersOf(response) });
    return Object.setPrototypeOf(response, LentResponse.prototype) as Response;
  }

  /** Returns a response over a stream that the lease watches. */
  makeCopy(): Response {
    return (this.#copy ??= copy(this.#response, this.#stream()));
  }

  get isUsed(): boolean {
    return this.#copy?.bodyUsed ?? isNativelyUsed.call(this.#response);
  }

  /** Reads the whole body with one of the response's own readers. */
  async read<Whole>(reader: (this: Response) => Promise<Whole>): Promise<Whole> {
    if (this.#copy) return reader.call(this.#copy);
    // The native response rejects a second read.
    if (isNativelyUsed.call(this.#response)) return reader.call(this.#response);
    abandoned.unregister(this.#lease);
    try {
      this.#signal.throwIfAborted();
      return await reader.call(this.#response);
    } catch {
      throw this.#reason();
    } finally {
      this.#lease.release();
    }
  }

  /** Returns the reason of a failed read, with the details of the call. */
  #reason(): WaybillError {
    const reason = this.#signal.reason instanceof WaybillError ? this.#signal.reason : driverFailure("lostInBody");
    const { pathFamily, environment } = this.#terms;
    const fields = { ...reason.toJSON(), stage: "api", pathFamily, environment, status: this.#response.status } as const;
    return new WaybillError(fields, { cause: reason.cause });
  }

  #stream(): ReadableStream<Uint8Array> {
    const lease = this.#lease;
    const reader = this.#source.getReader();
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      try {
        this.#signal.throwIfAborted();
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        lease.release();
        controller.close();
      } catch {
        lease.release();
        controller.error(this.#reason());
      }
    };
    const cancel = (reason: unknown): Promise<void> => {
      lease.release();
      return reader.cancel(reason);
    };
    // The stream has no read-ahead. A slow reader slows the server down, and memory use stays constant.
    const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
    abandoned.unregister(lease);
    abandoned.register(stream, lease, lease);
    return stream;
  }
}

function copy(response: Response, body: BodyInit | null): Response {
  const { status } = response;
  // A reason phrase may contain any byte, but `Response` accepts only Latin-1 (RFC 9112 section 4).
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const answer = new Response(body, { status, statusText, headers: headersOf(response) });
  Object.defineProperty(answer, "url", { value: response.url });
  return answer;
}

/** True if fetch has decoded the body. Headers that describe the encoded bytes would then be wrong. */
function isDecoded(response: Response): boolean {
  const codings = response.headers.get("content-encoding")?.split(",");
  return codings?.every((coding) => DECODED_BY_FETCH.has(coding.trim().toLowerCase())) ?? false;
}

/** Returns the headers, without those of an encoded body if fetch has decoded it. */
export function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  if (!isDecoded(response)) return headers;
  headers.delete("content-encoding");
  headers.delete("content-length");
  return headers;
}
