// What every switch over a union ends in that crosses from Rust or from a worker: a variant without a case does not compile.

/** Thrown where a value is of a variant that its type does not have: the two sides are not of one version of the package. */
export class UnknownVariantError extends Error {
  override readonly name = "UnknownVariantError";

  constructor(what: string, variant: never) {
    const { type } = variant as { readonly type?: unknown };
    super(`${what} of type ${JSON.stringify(type)} is not known to this version of the package`);
  }
}
