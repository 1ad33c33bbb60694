// What Rust refuses is thrown as a WaybillError, and a trap as the end of the client.
import { TrapError } from "../instance.js";
import { driverFailure } from "./driver-failure.js";
import { WaybillError } from "./error.js";
import type { ErrorFields } from "./wire.js";

export function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TrapError) throw driverFailure("crashed", { cause: error });
    throw isFields(error) ? new WaybillError(error) : error;
  }
}

function isFields(error: unknown): error is ErrorFields {
  return typeof error === "object" && error !== null && !(error instanceof Error) && "code" in error && "retry" in error;
}
