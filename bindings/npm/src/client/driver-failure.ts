// What goes wrong in the driver, with the code, kind and text that core has for it in every host. It is asked for at import:
// an instance that trapped would not answer.
import { WaybillError } from "./error.js";
import { instances } from "./instances.js";
import type { DriverFailures, NoAnswers, TransportFailure } from "./wire.js";

const failures = instances.current().enter((glue) => glue.driverFailures() as DriverFailures);

export function driverFailure(name: Exclude<keyof DriverFailures, "noAnswer">, options?: ErrorOptions): WaybillError {
  return new WaybillError(failures[name], options);
}

/** What the engine is told where no answer came; `code` is the host's own word for the reason. */
export function noAnswer(reason: keyof NoAnswers, code: string): TransportFailure {
  const { kind, detail } = failures.noAnswer[reason];
  return { kind, detail: `${detail} (${code})` };
}
