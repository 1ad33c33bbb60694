// The filters of changes: chosen values of each kind, and a text. No chosen values means all.
import type { Entry, Reach } from "./entries";
import { LEVELS, SECTIONS } from "./levels";

export const KINDS = ["level", "section", "method", "tag"] as const;
export type Kind = (typeof KINDS)[number];

/** Display names of the kinds. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = { level: "level", section: "kind of change", method: "method", tag: "tag" };

export interface Filters {
  readonly chosen: Readonly<Record<Kind, readonly string[]>>;
  readonly text: string;
}

export const NO_FILTERS: Filters = { chosen: { level: [], section: [], method: [], tag: [] }, text: "" };

/** A value of a kind. The count is the number of changes that would be shown if it were the only chosen value of its kind. */
export interface Facet {
  readonly value: string;
  readonly count: number;
  readonly isChosen: boolean;
}

const VALUES: Readonly<Record<Kind, (entry: Entry) => Iterable<string>>> = {
  level: ({ change }) => [change.level],
  section: ({ change }) => [change.section],
  method: ({ reach }) => reach.methods,
  tag: ({ reach }) => reach.tags,
};

export function isFiltered({ chosen, text }: Filters): boolean {
  return text !== "" || KINDS.some((kind) => chosen[kind].length > 0);
}

export function toggle(filters: Filters, kind: Kind, value: string): Filters {
  const chosen = filters.chosen[kind];
  const others = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
  return { ...filters, chosen: { ...filters.chosen, [kind]: others } };
}

/** Returns the shown entries, and the values of each kind with their counts. */
export function applyFilters(entries: readonly Entry[], filters: Filters): { shown: Entry[]; facets: Record<Kind, Facet[]> } {
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  // The names of a reach are searched once for all its changes. There may be a thousand names.
  const known = words.map(() => new Map<Reach, boolean>());
  const isReached = (reach: Reach, word: string, at: number) => {
    const found = known[at]?.get(reach) ?? reach.text.includes(word);
    known[at]?.set(reach, found);
    return found;
  };
  const chosen = KINDS.map((kind) => new Set(filters.chosen[kind]));
  const counts = KINDS.map(() => new Map<string, number>());
  const shown: Entry[] = [];
  for (const entry of entries) {
    const hasText = words.every((word, at) => entry.text.includes(word) || isReached(entry.reach, word, at));
    const missed = KINDS.filter((kind, at) => !matches(entry, kind, chosen[at] as Set<string>));
    if (hasText && missed.length === 0) shown.push(entry);
    KINDS.forEach((kind, at) => {
      const counted = counts[at] as Map<string, number>;
      // The count of a value takes the filters of the other kinds into account.
      const isCounted = hasText && missed.every((other) => other === kind);
      for (const value of VALUES[kind](entry)) counted.set(value, (counted.get(value) ?? 0) + (isCounted ? 1 : 0));
    });
  }
  const facets = Object.fromEntries(KINDS.map((kind, at) => [kind, listFacets(kind, counts[at] as Map<string, number>, filters.chosen[kind])]));
  return { shown, facets: facets as Record<Kind, Facet[]> };
}

function matches(entry: Entry, kind: Kind, chosen: ReadonlySet<string>): boolean {
  if (chosen.size === 0) return true;
  for (const value of VALUES[kind](entry)) if (chosen.has(value)) return true;
  return false;
}

function listFacets(kind: Kind, counts: ReadonlyMap<string, number>, chosen: readonly string[]): Facet[] {
  // Chosen values are listed even if no change has them, so that they can be deselected.
  const values = [...new Set([...counts.keys(), ...chosen])];
  const order: Partial<Record<Kind, readonly string[]>> = { level: LEVELS, section: SECTIONS };
  const rank = (value: string) => order[kind]?.indexOf(value) ?? 0;
  values.sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0));
  return values.map((value) => ({ value, count: counts.get(value) ?? 0, isChosen: chosen.includes(value) }));
}
