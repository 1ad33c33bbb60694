// The one error of a client. It holds no secret; the API's own answer, which might, is reachable but never printed.
// What goes wrong in the driver itself has core's code, kind and text: see `driver-failure.ts`.
import type { ErrorKind } from "../error-kind.js";
import type { ErrorFields, ErrorResponse, Retry } from "./wire.js";

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
