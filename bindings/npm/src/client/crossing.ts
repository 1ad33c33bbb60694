// Values cross to and from Rust as one JSON text, and bytes beside it: an object that Rust builds member by member takes longer.

/** What Rust gives or throws: a JSON text, or the text with the bytes that it refers to as `{"$bytes": place}`. */
export type Crossed = string | [text: string, ...bytes: Uint8Array[]];

/** Writes a value for Rust. Half a character, which JSON has as an escape that Rust rejects, becomes a replacement character. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes("\\ud") ? text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, "$1\ufffd") : text;
}

/** Reads a value from Rust; `null` becomes `undefined`. */
export function receive<T>(crossed: Crossed): T {
  if (typeof crossed === "string") return revive(JSON.parse(crossed), []) as T;
  const [text, ...bytes] = crossed;
  return revive(JSON.parse(text), bytes) as T;
}

export function isCrossed(value: unknown): value is Crossed {
  return typeof value === "string" || (Array.isArray(value) && typeof value[0] === "string");
}

/** Walks through a value, which is faster than the reviver of `JSON.parse`. */
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
