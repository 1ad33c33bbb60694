// Internal parts of each client, for modules that send calls with them. They are not properties of the client.
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

/** Returns the parts of a client, or `undefined` for any other object. */
export function partsOf(client: object): ClientParts | undefined {
  return parts.get(client);
}
