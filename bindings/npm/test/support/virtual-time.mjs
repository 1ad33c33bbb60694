// Virtual time for tests: a time limit of seconds is reached at once and exactly, even on a busy machine.
//
// Only for clients with the test's own `fetch`: the global one has timers too, and would wait for them. Timers that were set
// earlier stay real and can be cleared, which Node's `mock.timers` does not support.
import { setImmediate as turn } from "node:timers/promises";

const STEP_MS = 10;
/** Turns of the event loop between two steps, so that promises and immediates of the last step run first. */
const TURNS = 3;
const LIMIT_MS = 3_600_000;

/** Replaces `setTimeout`, `clearTimeout` and `Date.now` until the test ends. Returns the virtual time. */
export function useVirtualTime({ mock }) {
  const time = new VirtualTime();
  const { clearTimeout } = globalThis;
  mock.method(Date, "now", () => time.now);
  mock.method(globalThis, "setTimeout", (callback, delay = 0, ...values) => time.start(callback, delay, values));
  mock.method(globalThis, "clearTimeout", (timer) => time.stop(timer) || clearTimeout(timer));
  return time;
}

class VirtualTime {
  now = Date.now();
  #timers = new Set();

  start(callback, delay, values) {
    const timer = { at: this.now + Math.max(delay, 1), call: () => callback(...values), ref: () => timer, unref: () => timer };
    this.#timers.add(timer);
    return timer;
  }

  /** Returns true if the timer was a virtual one. */
  stop(timer) {
    return this.#timers.delete(timer);
  }

  /** Advances the time until `promise` settles. Returns the elapsed milliseconds, or rejects like the promise. */
  async passUntil(promise) {
    let isSettled = false;
    const settle = () => (isSettled = true);
    promise.then(settle, settle);
    const start = this.now;
    for (await turns(); !isSettled; await turns()) {
      if (this.now - start > LIMIT_MS) throw new Error("not settled within an hour of virtual time");
      this.#pass(STEP_MS);
    }
    await promise;
    return this.now - start;
  }

  #pass(milliseconds) {
    this.now += milliseconds;
    const due = [...this.#timers].filter(({ at }) => at <= this.now).sort((one, other) => one.at - other.at);
    for (const timer of due) if (this.stop(timer)) timer.call();
  }
}

async function turns() {
  for (let count = 0; count < TURNS; count += 1) await turn();
}
