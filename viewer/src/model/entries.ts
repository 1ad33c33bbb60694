// The changes of a report with what they are filtered by.
import type { Change, ReachedOperation } from "waybill/diff/slim";

/** A change, and what it is found by. */
export interface Entry {
  readonly change: Change;
  readonly methods: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  /** Everything a reader may search for, in lower case. */
  readonly text: string;
}

export function createEntries(changes: readonly Change[], operations: readonly ReachedOperation[]): Entry[] {
  const tagsOf = new Map(operations.map(({ method, path, tags }) => [`${method} ${path}`, tags]));
  // Changes of one component reach the same operations: what is found by those is made once.
  const reached = new Map<string, Omit<Entry, "change">>();
  return changes.map((change) => {
    const names = [...change.operations.map(({ method, path }) => `${method} ${path}`), ...change.webhooks, ...change.callbacks];
    const key = names.join("\n");
    const known = reached.get(key) ?? {
      methods: new Set(change.operations.map(({ method }) => method)),
      tags: new Set([...change.operations.flatMap(({ method, path }) => tagsOf.get(`${method} ${path}`) ?? []), ...(change.operation?.tags ?? [])]),
      text: key.toLowerCase(),
    };
    reached.set(key, known);
    const own = `${change.message}\n${change.id}\n${change.rule}\n${change.old?.pointer ?? ""}\n${change.new?.pointer ?? ""}\n`;
    return { ...known, change, text: own.toLowerCase() + known.text };
  });
}
