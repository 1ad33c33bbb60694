// An answer handed to the caller: from here on its body is the driver's business, not the engine's. It ends with the
// call's deadline, its signal, the client's close, or when nobody holds it any more.
import { driverFailure } from "./driver-failure.js";
import { WaybillError } from "./error.js";

// Longer delays overflow Node's timers, which then fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const DECODED_BY_FETCH = new Set(["gzip", "x-gzip", "deflate", "br"]);

export interface Terms {
  readonly abort: AbortController;
  readonly signal: AbortSignal | undefined;
  readonly deadline: number | undefined;
  /** Called once, when the body has ended in whatever way. */
  readonly ended: (lease: Lease) => void;
}

/** The hold on a body that is being read. It knows the connection, not the stream, so that an answer nobody holds is collected. */
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

  /** Lets the connection go; whoever still reads fails with `reason`. */
  end(reason: WaybillError): void {
    this.release();
    this.#terms.abort.abort(reason);
  }

  /** The body ended by itself. */
  release(): void {
    abandoned.unregister(this);
    clearTimeout(this.#timer);
    this.#terms.signal?.removeEventListener("abort", this.#onAbort);
    this.#terms.ended(this);
  }
}

const abandoned = new FinalizationRegistry<Lease>((lease) => lease.end(driverFailure("lostInBody")));

/** The answer as the caller gets it, and the hold on its body where it has one. */
export function handOver(response: Response, terms: Terms): { answer: Response; lease: Lease | undefined } {
  const { status } = response;
  // Any byte may come as the reason; `Response` takes only Latin-1 (RFC 9112 section 4).
  const statusText = /^[\t\x20-\x7e\x80-\xff]*$/.test(response.statusText) ? response.statusText : "";
  const headers = headersOf(response);
  const lease = response.body ? new Lease(terms) : undefined;
  const body = response.body && lease ? leased(response.body, lease, terms.abort.signal) : null;
  const answer = new Response(body, { status, statusText, headers });
  Object.defineProperty(answer, "url", { value: response.url });
  return { answer, lease };
}

function leased(source: ReadableStream<Uint8Array>, lease: Lease, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      lease.release();
      controller.close();
    } catch {
      lease.release();
      controller.error(signal.reason instanceof WaybillError ? signal.reason : driverFailure("lostInBody"));
    }
  };
  const cancel = (reason: unknown): Promise<void> => {
    lease.release();
    return reader.cancel(reason);
  };
  // Nothing is read ahead of the caller, so that a slow reader slows the server down and memory stays flat.
  const stream = new ReadableStream({ pull, cancel }, { highWaterMark: 0 });
  abandoned.register(stream, lease, lease);
  return stream;
}

/** fetch has decoded the body: the headers that described the encoded bytes would mislead. */
function headersOf(response: Response): Headers {
  const headers = new Headers(response.headers);
  const codings = (headers.get("content-encoding") ?? "").split(",").map((coding) => coding.trim().toLowerCase());
  if (response.body && codings.every((coding) => DECODED_BY_FETCH.has(coding))) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return headers;
}
