// Whose fault a failure is, in core's words. The kind of each code is core's as well.
import { errorKinds } from "./wasm/error-kinds.js";

/** Whose fault a failure is. */
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

/** The kind of a code; one that core does not have is a defect. */
export function kindOf(code: string): ErrorKind {
  return (Object.hasOwn(errorKinds, code) ? errorKinds[code] : undefined) ?? "internal";
}
