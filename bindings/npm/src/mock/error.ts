// The one error of `waybill/mock`.

/** Why a mock service could not do what it was asked; a refused request is not an error but an answer. */
export class MockError extends Error {
  override readonly name = "MockError";
  /** Stable identifier, such as `import.refused`. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
