// The one error of a client. It holds no secret; the API's own answer, which might, is reachable but never printed.
import type { ErrorFields, ErrorKind, ErrorResponse, Retry } from "./wire.js";

/** Why a call failed, whose fault it was, and what to do. */
export class WaybillError extends Error {
  override readonly name = "WaybillError";
  /** Stable identifier, such as `api.forbidden`. */
  readonly code: string;
  readonly kind: ErrorKind;
  readonly retry: Retry;
  /** The status of the answer that caused it, where there was one. */
  readonly status: number | undefined;
  /** What to do, from the platform's status table. */
  readonly remedy: string | undefined;
  readonly #response: ErrorResponse | undefined;

  constructor(fields: ErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.code = fields.code;
    this.kind = fields.kind;
    this.retry = fields.retry;
    this.status = fields.status;
    this.remedy = fields.remedy;
    this.#response = fields.response;
  }

  /** The API's answer, where the failure is one. */
  get response(): ErrorResponse | undefined {
    return this.#response;
  }

  toJSON(): Omit<ErrorFields, "response"> & { readonly name: string } {
    const { name, code, kind, message, retry, status, remedy } = this;
    return { name, code, kind, message, retry, status, remedy };
  }
}

/** An error that arose on this side of the engine and does not pass by itself. */
export function localError(code: string, kind: ErrorKind, message: string, options?: ErrorOptions): WaybillError {
  return new WaybillError({ code, kind, message, retry: { type: "never" } }, options);
}

export function cancelled(reason: unknown): WaybillError {
  return localError("call.cancelled", "cancelled", "the call was cancelled by its signal", { cause: reason });
}

export function deadlinePassed(): WaybillError {
  return localError("call.deadline", "deadline", "the call's deadline passed while its answer was being read");
}

export function closedClient(): WaybillError {
  return localError("client.closed", "closed", "the client is closed; make a new one");
}

export function poisoned(cause: Error): WaybillError {
  return localError("client.poisoned", "closed", "the client's engine crashed, and its calls are lost; make a new client, and report what led here", { cause });
}

export function brokenBody(): WaybillError {
  return localError("transport.lost", "transport", "the connection broke while the answer's body was being read; what was read is not all of it");
}
