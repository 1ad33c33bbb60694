// The driver suite's long bodies: byte i is 33 + i mod 89.
import assert from "node:assert/strict";

const PERIOD = 89;
const CHUNK = 64 * 1024;
const prepared = Buffer.from(Array.from({ length: CHUNK + PERIOD }, (_, index) => 33 + (index % PERIOD)));

const slice = (position, length) => prepared.subarray(position % PERIOD, (position % PERIOD) + length);

/** Generates a body of `length` bytes while it is read. */
export async function* pattern(length) {
  for (let position = 0; position < length; position += CHUNK) yield Uint8Array.from(slice(position, Math.min(CHUNK, length - position)));
}

/** Checks a body chunk by chunk, in order. */
export function follow() {
  let position = 0;
  return (chunk) => {
    for (let start = 0; start < chunk.length; start += CHUNK) {
      const part = chunk.subarray(start, start + CHUNK);
      assert.ok(slice(position, part.length).equals(part), `the body differs after ${position} bytes`);
      position += part.length;
    }
  };
}
