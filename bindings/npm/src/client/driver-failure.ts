// What goes wrong in the driver, with the code, kind and text that core has for it in every host. It is asked for at import:
// an instance that trapped would not answer.
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
 * The end of a switch over what the engine gives: it does not compile while a variant is left. One that comes all the same is
 * a defect of this package, and the client ends with it.
 */
export function unknownVariant(what: string, variant: never): WaybillError {
  return driverFailure("crashed", { cause: new UnknownVariantError(what, variant) });
}

/** What the engine is told where no answer came; `code` is the host's own word for the reason, where it has one. */
export function noAnswer(reason: keyof NoAnswers, code?: string): TransportFailure {
  const { kind, detail } = failures.noAnswer[reason];
  return { kind, detail: code === undefined ? detail : `${detail} (${code})` };
}
