// How a login is kept in Redis or Valkey, which is the same in every language.
import { receive, toJson } from "../client/crossing.js";
import { named } from "../client/named.js";
import { instances } from "../client/instances.js";
import type { Note } from "../client/types.js";
import type { StoreCommand, StoreKeys, StoreLayout } from "../client/wire.js";

/** The scripts and times, asked for at import: an instance that trapped would not answer. */
export const layout = instances.current().enter((glue) => receive<StoreLayout>(glue.storeLayout()));

export function storeKeys(login: string): StoreKeys {
  return receive(named(() => instances.current().enter((glue) => glue.storeKeys(login))));
}

/** How long to wait before a lock that another holds is asked for again. */
export function pauseBeforeRetry(tries: number): number {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return named(() => instances.current().enter((glue) => glue.pauseBeforeRetry(tries, random)));
}

/** What is noted where the store failed; a reason that is not one word is not repeated. */
export function noteFailedCommand(command: StoreCommand, reason: string): Note {
  return receive(named(() => instances.current().enter((glue) => glue.noteFailedCommand(toJson(command), reason))));
}
