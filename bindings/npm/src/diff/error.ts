// The error of `waybill/diff`.
import { type ErrorKind, kindOf } from "../error-kind.js";

/** The error of a failed comparison or rendering. */
export class CompareError extends Error {
  override readonly name = "CompareError";
  /** Stable identifier, such as `description.syntax`. */
  readonly code: string;
  readonly kind: ErrorKind;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.kind = kindOf(code);
  }
}
