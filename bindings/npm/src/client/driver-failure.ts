// Failures of the driver, with core's code, kind and message for them. They are requested at import, because a trapped instance
// would not respond.
import { receive } from "./crossing.js";
import { WaybillError } from "./error.js";
import { UnknownVariantError } from "../unknown-variant.js";
import { instances } from "./instances.js";
import type { DriverFailures, NoAnswers, TransportFailure } from "./wire.js";

const failures = instances.current().enter((glue) => receive<DriverFailures>(glue.driverFailures()));

export function driverFailure(name: Exclude<keyof DriverFailures, "noAnswer">, options?: ErrorOptions): WaybillError {
  return new WaybillError(failures[name], options);
}

/**
 * Returns the error for an unreachable `default` of a switch over an engine value. A missing case does not compile. An unknown
 * variant at run time is a bug in this package and ends the client.
 */
export function unknownVariant(what: string, variant: never): WaybillError {
  return driverFailure("crashed", { cause: new UnknownVariantError(what, variant) });
}

/** Returns the engine's input for a request without a response. `code` is the runtime's error code, if it has one. */
export function noAnswer(reason: keyof NoAnswers, code?: string): TransportFailure {
  const { kind, detail } = failures.noAnswer[reason];
  return { kind, detail: code === undefined ? detail : `${detail} (${code})` };
}
