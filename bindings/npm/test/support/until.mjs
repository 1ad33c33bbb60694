// Waits for what another process does: ends as soon as it is done, and fails only if it never is.
import { setTimeout as wait } from "node:timers/promises";

const LIMIT_MS = 60_000;

/**
 * Calls `check` every so often until it returns a true value, and returns that; fails after a minute with `what`, or what that
 * returns then.
 */
export async function until(check, what, intervalMs = 20) {
  // Not `Date`, which tests move.
  for (const start = performance.now(); ; await wait(intervalMs)) {
    const result = await check();
    if (result) return result;
    if (performance.now() - start > LIMIT_MS) throw new Error(`not within ${LIMIT_MS / 1_000} s: ${typeof what === "function" ? what() : what}`);
  }
}
