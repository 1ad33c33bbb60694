// Whether both descriptions are OpenAPI 3 in JSON: those are compared by a smaller module.
import type { LoadedDescription } from "./inputs";

/** How much of a file is looked at for its version: it stands near the beginning. */
const LOOKED_AT = 4_096;

export function areJson(...descriptions: readonly LoadedDescription[]): boolean {
  return descriptions.every(({ root, others }) => {
    const beginning = new TextDecoder().decode(root.subarray(0, LOOKED_AT));
    return isObject(root) && /"openapi"\s*:/.test(beginning) && Object.values(others).every(isObject);
  });
}

/** Whether a text begins as a JSON object does. YAML may do so too: what is no JSON then is refused by the smaller module. */
function isObject(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let at = start;
  while (at < bytes.length && [0x20, 0x09, 0x0a, 0x0d].includes(bytes[at] ?? 0)) at += 1;
  return bytes[at] === 0x7b;
}
