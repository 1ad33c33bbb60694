// Whether two types have the same values. How they are written is not compared: what is `readonly` here, or optional, crosses all
// the same, and what Rust calls `null` is `undefined` in the objects of wasm-bindgen and in what `receive` gives.

/** A type as it is compared. */
export type Crossed<T> = T extends Uint8Array ? Uint8Array : T extends null ? undefined : { -readonly [Name in keyof T]-?: Crossed<T[Name]> };

/** A type as it is compared where it crosses as JSON, in which `null` is not what is left out. */
export type CrossedAsJson<T> = T extends readonly unknown[]
  ? { -readonly [At in keyof T]: CrossedAsJson<T[At]> }
  : { -readonly [Name in keyof T]-?: {} extends Pick<T, Name> ? Optional<CrossedAsJson<T[Name]>> : CrossedAsJson<T[Name]> };

interface Optional<T> {
  readonly mayBeLeftOut: T;
}

/**
 * Compiles where every value of the one type is one of the other. Hand it two functions that give what they are given: where one
 * of them does not compile, the compiler says which member or variant the other side has not.
 */
export declare function same<Ours, Rusts>(toRust: (value: Crossed<Ours>) => Crossed<Rusts>, fromRust: (value: Crossed<Rusts>) => Crossed<Ours>): void;

/** The same, for what crosses as JSON. */
export declare function sameAsJson<Ours, Rusts>(
  toRust: (value: CrossedAsJson<Ours>) => CrossedAsJson<Rusts>,
  fromRust: (value: CrossedAsJson<Rusts>) => CrossedAsJson<Ours>,
): void;
