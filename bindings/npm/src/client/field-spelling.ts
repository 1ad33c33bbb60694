// Core spells the fields of a configuration in Rust style. Messages have to use this package's names.
import type { ErrorFields } from "./wire.js";

const FIELDS = new Map([
  ["base_url", "baseUrl"],
  ["proxy_url", "proxyUrl"],
  ["commerce_url", "commerceUrl"],
  ["auth_url", "authUrl"],
  ["mock_url", "mockUrl"],
  ["token_timeout", "tokenTimeoutMs"],
  ["token_retry_wait", "tokenRetryWaitMs"],
]);

/** Returns the text of a configuration error with the field names in backquotes converted to this package's spelling. */
export function spellFields({ kind }: ErrorFields, text: string): string {
  if (kind !== "configuration") return text;
  return text.replace(/`([a-z_]+)`/g, (quoted, name: string) => (FIELDS.has(name) ? `\`${FIELDS.get(name)}\`` : quoted));
}
