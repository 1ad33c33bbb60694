// Converts errors from Rust to WaybillError, and a trap to the error that ends the client.
import { TrapError } from "../instance.js";
import { driverFailure } from "./driver-failure.js";
import { isCrossed, receive } from "./crossing.js";
import { WaybillError } from "./error.js";

export function named<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TrapError) throw driverFailure("crashed", { cause: error });
    throw isCrossed(error) ? new WaybillError(receive(error)) : error;
  }
}
