// Waits for the result of another process. Ends as soon as it is there, and fails only if it never arrives.
import { setTimeout as wait } from "node:timers/promises";

const LIMIT_MS = 60_000;

/**
 * Calls `check` periodically until it returns a true value, and returns that. Fails after a minute with `what`, or with the
 * result of `what` if it is a function.
 */
export async function until(check, what, intervalMs = 20) {
  // Tests move `Date`, so it is not used.
  for (const start = performance.now(); ; await wait(intervalMs)) {
    const result = await check();
    if (result) return result;
    if (performance.now() - start > LIMIT_MS) throw new Error(`not within ${LIMIT_MS / 1_000} s: ${typeof what === "function" ? what() : what}`);
  }
}
