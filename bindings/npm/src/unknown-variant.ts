// The `default` of every switch over a union from Rust or from a worker. A missing case does not compile.

/** Thrown for a variant that is not in its type, which means that the two sides are of different package versions. */
export class UnknownVariantError extends Error {
  override readonly name = "UnknownVariantError";

  constructor(what: string, variant: never) {
    const { type } = variant as { readonly type?: unknown };
    super(`${what} of type ${JSON.stringify(type)} is not known to this version of the package`);
  }
}
