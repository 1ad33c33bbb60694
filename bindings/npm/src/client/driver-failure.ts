// What goes wrong in the driver, with the code, kind and text that core has for it in every host. It is asked for at import:
// an instance that trapped would not answer.
import { WaybillError } from "./error.js";
import { instances } from "./instances.js";
import type { DriverFailures } from "./wire.js";

const failures = instances.current().enter((glue) => glue.driverFailures() as DriverFailures);

export function driverFailure(name: keyof DriverFailures, options?: ErrorOptions): WaybillError {
  return new WaybillError(failures[name], options);
}
