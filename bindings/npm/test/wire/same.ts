// Checks that two types have the same values. Their form may differ: `readonly` and optional members do not matter. Rust's `null`
// is `undefined` in the objects of wasm-bindgen and in results of `receive`.

/** The normalised form of a type. */
export type Crossed<T> = T extends Uint8Array ? Uint8Array : T extends null ? undefined : { -readonly [Name in keyof T]-?: Crossed<T[Name]> };

/** The normalised form of a type that is passed as JSON, in which `null` differs from a missing member. */
export type CrossedAsJson<T> = T extends readonly unknown[]
  ? { -readonly [At in keyof T]: CrossedAsJson<T[At]> }
  : { -readonly [Name in keyof T]-?: {} extends Pick<T, Name> ? Optional<CrossedAsJson<T[Name]>> : CrossedAsJson<T[Name]> };

interface Optional<T> {
  readonly mayBeLeftOut: T;
}

/**
 * Compiles if both types have the same values. Pass two functions that return their argument. If one of them does not compile,
 * the compiler names the member or variant that the other side lacks.
 */
export declare function same<Ours, Rusts>(toRust: (value: Crossed<Ours>) => Crossed<Rusts>, fromRust: (value: Crossed<Rusts>) => Crossed<Ours>): void;

/** Like `same`, for types that are passed as JSON. */
export declare function sameAsJson<Ours, Rusts>(
  toRust: (value: CrossedAsJson<Ours>) => CrossedAsJson<Rusts>,
  fromRust: (value: CrossedAsJson<Rusts>) => CrossedAsJson<Ours>,
): void;
