// The one error of `waybill/mock`.
import { type ErrorKind, kindOf } from "../error-kind.js";

/** Why a mock service could not do what it was asked; a refused request is not an error but an answer. */
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
