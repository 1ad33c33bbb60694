// Carries out an operation: core decides what to send, how long to wait and what responses mean.
import { setTimeout as pause } from "node:timers/promises";

import { checkAnswer } from "../client/checked-answer.js";
import { driverFailure, noAnswer, unknownVariant } from "../client/driver-failure.js";
import { WaybillError } from "../client/error.js";
import { failureOf } from "../client/failure.js";
import { readUpTo } from "../client/read-body.js";
import type { MockCallHandle } from "./handles.js";
import type { MockResult, MockSend, MockStep } from "./wire.js";

type Fetch = typeof globalThis.fetch;

export async function carry(call: MockCallHandle, fetch: Fetch, signal: AbortSignal | undefined): Promise<MockResult> {
  try {
    let step = call.takeFirst();
    for (;;) {
      if (signal?.aborted) throw driverFailure("cancelled", { cause: signal.reason });
      switch (step.type) {
        case "send":
          step = await send(call, step, fetch, signal);
          break;
        case "wait":
          await pause(Math.max(step.until - Date.now(), 0), undefined, signal ? { signal } : {}).catch(() => undefined);
          if (!signal?.aborted) step = call.onTime();
          break;
        case "done":
          return step.result;
        case "failed":
          throw new WaybillError(step.error);
        default:
          throw unknownVariant("a step of the mock client", step);
      }
    }
  } finally {
    call.free();
  }
}

async function send(call: MockCallHandle, step: MockSend, fetch: Fetch, signal: AbortSignal | undefined): Promise<MockStep> {
  const { method, url, headers, body, timeoutMs, bodyLimit } = step;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const init: RequestInit = { method, headers, redirect: "manual", signal: ended, body: body.length > 0 ? (body as Uint8Array<ArrayBuffer>) : null };
    const { response, headers: answered } = checkAnswer(await unlessEnded(fetch(url, init), ended));
    const read = await unlessEnded(readUpTo(response.body, bodyLimit), ended);
    ended.throwIfAborted();
    return call.onAnswer(response.status, answered, read.bytes, read.complete);
  } catch (error) {
    if (error instanceof WaybillError) throw error;
    if (signal?.aborted) throw driverFailure("cancelled", { cause: signal.reason });
    return call.onFailure(timeout.aborted ? noAnswer("timedOut") : failureOf(error));
  }
}

/** A custom `fetch` may ignore its signal. */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
