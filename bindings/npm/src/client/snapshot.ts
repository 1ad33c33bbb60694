// The state of a login's tokens between two processes: a string that is never printed implicitly.
import { driverFailure } from "./driver-failure.js";

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** The state of a login's tokens. It contains tokens: store its text like a password. */
export class TokenSnapshot {
  readonly #text: string;

  /** Wraps the text that `expose` returned. Throws a `WaybillError` if it is not a string. */
  constructor(text: string) {
    if (typeof text !== "string") throw driverFailure("snapshotText");
    this.#text = text;
  }

  /** Returns the text. */
  expose(): string {
    return this.#text;
  }

  toJSON(): string {
    return "[redacted]";
  }

  [inspect](): string {
    return "TokenSnapshot [redacted]";
  }
}
