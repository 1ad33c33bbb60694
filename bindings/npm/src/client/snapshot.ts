// The state of a login's tokens between two processes: a text that is shown nowhere by itself.
import { driverFailure } from "./driver-failure.js";

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** The state of a login's tokens. It holds tokens: keep its text as you would keep a password. */
export class TokenSnapshot {
  readonly #text: string;

  /** Takes the text that `expose` gave, as it was kept; throws a `WaybillError` where it is no text. */
  constructor(text: string) {
    if (typeof text !== "string") throw driverFailure("snapshotText");
    this.#text = text;
  }

  /** The text. */
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
