// Conversion of values for Rust. They are passed as one JSON string, with bytes beside it: building objects member by member in
// Rust is slower.

/**
 * A value that Rust returns or throws: a JSON string, optionally with the byte arrays that it refers to as `{"$bytes": index}`.
 */
export type Crossed = string | [text: string, ...bytes: Uint8Array[]];

/**
 * Returns a value as JSON for Rust. An unpaired surrogate becomes a replacement character, because JSON escapes it and Rust
 * rejects that.
 */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd") : text;
}

/** Parses a value from Rust. `null` becomes `undefined`. */
export function receive<T>(crossed: Crossed): T {
  if (typeof crossed === "string") return revive(JSON.parse(crossed), []) as T;
  const [text, ...bytes] = crossed;
  return revive(JSON.parse(text), bytes) as T;
}

export function isCrossed(value: unknown): value is Crossed {
  return typeof value === "string" || (Array.isArray(value) && typeof value[0] === "string");
}

/** Walks a value recursively, which is faster than the reviver of `JSON.parse`. */
function revive(value: unknown, bytes: readonly Uint8Array[]): unknown {
  if (typeof value !== "object") return value;
  if (value === null) return undefined;
  const members = value as Record<string, unknown>;
  const place = members["$bytes"];
  if (typeof place === "number") return bytes[place];
  for (const name in members) {
    const member = members[name];
    if (typeof member === "object") members[name] = revive(member, bytes);
  }
  return members;
}
