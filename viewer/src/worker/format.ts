// Detects OpenAPI 3 in JSON. If both descriptions are, a smaller module compares them.
import type { LoadedDescription } from "./inputs";

/** Number of bytes that are searched for the version, which is near the start of a file. */
const LOOKED_AT = 4_096;

export function areJson(...descriptions: readonly LoadedDescription[]): boolean {
  return descriptions.every(({ root, others }) => {
    const beginning = new TextDecoder().decode(root.subarray(0, LOOKED_AT));
    return isObject(root) && /"openapi"\s*:/.test(beginning) && Object.values(others).every(isObject);
  });
}

/** True if a text begins like a JSON object. YAML may do so too; the smaller module then rejects it. */
function isObject(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let at = start;
  while (at < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0)) at += 1;
  return bytes[at] === 0x7b;
}
