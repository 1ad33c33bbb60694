// The error of `waybill/examples`.
import { type ErrorKind, kindOf } from "../error-kind.js";

/** The error of a failed search for examples. */
export class ExampleError extends Error {
  override readonly name = "ExampleError";
  /** Stable identifier, such as `report.unreadable`. */
  readonly code: string;
  readonly kind: ErrorKind;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.kind = kindOf(code);
  }
}
