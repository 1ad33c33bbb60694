// The error of `waybill/mock`.
import { type ErrorKind, kindOf } from "../error-kind.js";

/** The error of a failed operation of a mock service. A rejected request is not an error but a response. */
export class MockError extends Error {
  override readonly name = "MockError";
  /** Stable identifier, such as `import.refused`. */
  readonly code: string;
  readonly kind: ErrorKind;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.kind = kindOf(code);
  }
}
