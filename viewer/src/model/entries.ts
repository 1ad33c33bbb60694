// The changes of a report with what they are filtered by.
import { type Signal, signal } from "@preact/signals";
import type { Change, ReachedOperation } from "waybill/diff/slim";
import { pluralOf } from "./levels";

/** What a change reaches, and what it is found by for that. Changes of one component share it. */
export interface Reach {
  readonly methods: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** The names of what it reaches, in lower case. */
  readonly text: string;
}

/** A change, and what it is found by. */
export interface Entry {
  readonly change: Change;
  readonly reach: Reach;
  /** What it says itself, in lower case. */
  readonly text: string;
  /** Whether the filters let it through; it follows them in slices. */
  readonly isShown: Signal<boolean>;
}

/** Gives what makes an entry of each change of a report, one after the other. */
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

/** The names of everything that a change reaches. */
export function reachedNames(change: Change): string[] {
  return [...change.operations.map(({ method, path }) => `${method} ${path}`), ...change.webhooks.map((name) => `webhook ${name}`), ...change.callbacks.map((name) => `callback ${name}`)];
}

/** How much a change reaches: `2 operations and 1 webhook`. */
export function countReached({ operations, webhooks, callbacks }: Change): string {
  const counts = ([["operation", operations], ["webhook", webhooks], ["callback", callbacks]] as const).filter(([, all]) => all.length > 0).map(([noun, all]) => pluralOf(all.length, noun));
  return counts.length < 2 ? counts.join("") : `${counts.slice(0, -1).join(", ")} and ${counts.at(-1)}`;
}
