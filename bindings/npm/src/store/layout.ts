// The layout of a login in Redis or Valkey. It is the same in all languages.
import { receive, toJson } from "../client/crossing.js";
import { named } from "../client/named.js";
import { instances } from "../client/instances.js";
import type { Note } from "../client/types.js";
import type { StoreCommand, StoreKeys, StoreLayout } from "../client/wire.js";

/** Scripts and times. Requested at import, because a trapped instance would not respond. */
export const layout = instances.current().enter((glue) => receive<StoreLayout>(glue.storeLayout()));

export function storeKeys(login: string): StoreKeys {
  return receive(named(() => instances.current().enter((glue) => glue.storeKeys(login))));
}

/** Returns the pause before the next try to acquire a lock that another process holds, in milliseconds. */
export function pauseBeforeRetry(tries: number): number {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return named(() => instances.current().enter((glue) => glue.pauseBeforeRetry(tries, random)));
}

/** Returns the note for a failed store command. A reason that is not a single word is not repeated. */
export function noteFailedCommand(command: StoreCommand, reason: string): Note {
  return receive(named(() => instances.current().enter((glue) => glue.noteFailedCommand(toJson(command), reason))));
}
