// The symbols of `using` and `await using`, for runtimes that do not have them yet: classes name their methods by these,
// so that they load everywhere and work with `using` where it exists.

export const dispose: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for("Symbol.dispose") as typeof Symbol.dispose);
export const asyncDispose: typeof Symbol.asyncDispose =
  Symbol.asyncDispose ?? (Symbol.for("Symbol.asyncDispose") as typeof Symbol.asyncDispose);
