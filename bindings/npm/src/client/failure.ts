// Determines whether a failed fetch certainly sent nothing. Only then is it safe to send the request again.
//
// This is an allow-list: name resolution, a connection that was not established, a certificate that this side rejected. After any
// other failure the server may have the request. Only error codes are reported, never messages or the error itself.
import { noAnswer } from "./driver-failure.js";
import type { NoAnswers, TransportFailure } from "./wire.js";

const NOT_SENT = new Map<string, keyof NoAnswers>([
  ["ENOTFOUND", "nameNotResolved"],
  ["EAI_AGAIN", "nameNotResolved"],
  ["ECONNREFUSED", "notConnected"],
  ["EHOSTUNREACH", "notConnected"],
  ["ENETUNREACH", "notConnected"],
  ["UND_ERR_CONNECT_TIMEOUT", "connectTimedOut"],
]);
/** System calls before a connection exists. Any error in them counts, such as missing file descriptors or permissions. */
const BEFORE_SENDING = new Map<string, keyof NoAnswers>([
  ["getaddrinfo", "nameNotResolved"],
  ["connect", "notConnected"],
]);
/** Codes of a broken connection, from Node's sockets and from undici. */
const LOST = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
const REFUSED_CERTIFICATE = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Thrown if a custom `fetch` returns something other than a usable response. */
export class UnusableAnswerError extends Error {}

export function failureOf(error: unknown): TransportFailure {
  if (error instanceof UnusableAnswerError) return { kind: "unknown", detail: error.message };
  // Ports that browsers block (Fetch section 2.9). This error has no code.
  if (property(property(error, "cause"), "message") === "bad port") return noAnswer("notConnected", "fetch blocks this port");
  const { code, syscall } = reasonOf(error);
  const notSent = NOT_SENT.get(code) ?? reasonBeforeSending(code, syscall);
  if (notSent) return noAnswer(notSent, code);
  if (REFUSED_CERTIFICATE.has(code)) return noAnswer("tlsFailed", code);
  if (LOST.has(code)) return noAnswer("lost", code);
  return { kind: "unknown", detail: code === "" ? "the exchange failed" : `the exchange failed (${code})` };
}

function reasonBeforeSending(code: string, syscall: string): keyof NoAnswers | undefined {
  if (!BEFORE_SENDING.has(syscall)) return undefined;
  if (code === "EMFILE" || code === "ENFILE") return "noFileDescriptor";
  return syscall === "connect" && code === "ETIMEDOUT" ? "connectTimedOut" : BEFORE_SENDING.get(syscall);
}

/** Node's fetch throws a TypeError with the reason as its cause. After several tried addresses that is an AggregateError. */
function reasonOf(error: unknown): { code: string; syscall: string } {
  const cause = property(error, "cause") ?? error;
  const attempts = property(cause, "errors");
  const reasons = Array.isArray(attempts) && attempts.length > 0 ? attempts : [cause];
  const unsent = reasons.every((reason) => NOT_SENT.has(text(reason, "code")) || BEFORE_SENDING.has(text(reason, "syscall")));
  const reason = unsent ? reasons[0] : cause;
  return { code: text(reason, "code"), syscall: text(reason, "syscall") };
}

function property(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a property if it is a plain identifier. Other strings may contain anything and are not repeated. */
function text(value: unknown, name: string): string {
  const member = property(value, name);
  return typeof member === "string" && /^[A-Za-z0-9_]{1,64}$/.test(member) ? member : "";
}
