// The error of `waybill/releases`.
import { type ErrorKind, kindOf } from "../error-kind.js";

/** The error of a failed function of `waybill/releases`. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
  /** Stable identifier, such as `report.unreadable`. */
  readonly code: string;
  readonly kind: ErrorKind;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.kind = kindOf(code);
  }
}
