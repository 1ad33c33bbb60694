// How long a store gets for a command, which on a busy machine is no matter of the tests that are not about it. A module of the
// package's own: no user can change it.
import { layout } from "../../dist/store/layout.js";

export const COMMAND_LIMIT_MS = layout.commandTimeoutMs;
export const PATIENT_LIMIT_MS = 20_000;

/** Sets the limit for all stores of this process. */
export function setCommandLimit(milliseconds) {
  layout.commandTimeoutMs = milliseconds;
}
