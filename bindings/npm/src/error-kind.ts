// The kinds of errors: who is responsible. Kinds, and the kind of each code, come from core.
import { errorKinds } from "./wasm/error-kinds.js";

/** The party or event that caused a failure. */
export type ErrorKind =
  | "configuration"
  | "request"
  | "transport"
  | "provider"
  | "api"
  | "deadline"
  | "cancelled"
  | "closed"
  | "comparison"
  | "misuse"
  | "internal";

/** Returns the kind of a code. An unknown code is a bug in Waybill. */
export function kindOf(code: string): ErrorKind {
  return (Object.hasOwn(errorKinds, code) ? errorKinds[code] : undefined) ?? "internal";
}
