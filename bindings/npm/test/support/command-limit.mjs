// The time limit of store commands. Tests that are not about it use a longer one for busy machines. It is in an internal module
// of the package, so that users cannot change it.
import { layout } from "../../dist/store/layout.js";

export const COMMAND_LIMIT_MS = layout.commandTimeoutMs;
export const PATIENT_LIMIT_MS = 20_000;

/** Sets the limit for all stores of this process. */
export function setCommandLimit(milliseconds) {
  layout.commandTimeoutMs = milliseconds;
}
