// Core names the fields of a configuration as Rust spells them; callers read them as this package does.
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

/** The text of a configuration error, with the fields it names between backquotes in this package's spelling. */
export function spellFields({ kind }: ErrorFields, text: string): string {
  if (kind !== "configuration") return text;
  return text.replace(/`([a-z_]+)`/g, (quoted, name: string) => (FIELDS.has(name) ? `\`${FIELDS.get(name)}\`` : quoted));
}
