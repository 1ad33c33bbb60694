// The parts of each client, for what sends calls of its own with them: no part of what a client shows.
import type { Driver } from "./driver.js";
import type { Engine } from "./engine.js";

export interface ClientParts {
  readonly driver: Driver;
  readonly engine: Engine;
}

const parts = new WeakMap<object, ClientParts>();

export function keepParts(client: object, own: ClientParts): void {
  parts.set(client, own);
}

/** The parts of a client; nothing for what is none. */
export function partsOf(client: object): ClientParts | undefined {
  return parts.get(client);
}
