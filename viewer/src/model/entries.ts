// The changes of a report, with the values to filter them by.
import { type Signal, signal } from "@preact/signals";
import type { Change, ReachedOperation } from "waybill/diff/slim";
import { pluralOf } from "./levels";

/** The parts of the API that a change affects, for filters and search. Changes of one component share it. */
export interface Reach {
  readonly methods: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** Names of the affected parts, in lower case. */
  readonly text: string;
}

/** A change with its search values. */
export interface Entry {
  readonly change: Change;
  readonly reach: Reach;
  /** Searchable text of the change itself, in lower case. */
  readonly text: string;
  /** True if the filters include it. Updated in slices. */
  readonly isShown: Signal<boolean>;
}

/** Returns a function that creates the entries of a report's changes, one at a time. */
export function entryMaker(operations: readonly ReachedOperation[]): (change: Change) => Entry {
  const tagsOf = new Map(operations.map(({ method, path, tags }) => [`${method} ${path}`, tags]));
  const known = new Map<string, Reach>();
  return (change) => {
    const names = reachedNames(change);
    const key = names.join("\n");
    const reach = known.get(key) ?? {
      methods: new Set(change.operations.map(({ method }) => method)),
      tags: new Set([...names.flatMap((name) => tagsOf.get(name) ?? []), ...(change.operation?.tags ?? [])]),
      text: key.toLowerCase(),
    };
    known.set(key, reach);
    const { message, id, rule, old, new: current } = change;
    return { change, reach, text: [message, id, rule, old?.pointer, current?.pointer].join("\n").toLowerCase(), isShown: signal(true) };
  };
}

/** Returns the names of everything that a change affects. */
export function reachedNames(change: Change): string[] {
  return [...change.operations.map(({ method, path }) => `${method} ${path}`), ...change.webhooks.map((name) => `webhook ${name}`), ...change.callbacks.map((name) => `callback ${name}`)];
}

/** Returns the number of affected parts: `2 operations and 1 webhook`. */
export function countReached({ operations, webhooks, callbacks }: Change): string {
  const counts = ([["operation", operations], ["webhook", webhooks], ["callback", callbacks]] as const).filter(([, all]) => all.length > 0).map(([noun, all]) => pluralOf(all.length, noun));
  return counts.length < 2 ? counts.join("") : `${counts.slice(0, -1).join(", ")} and ${counts.at(-1)}`;
}
