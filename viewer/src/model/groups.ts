// Groups the changes of the list under headings. Each change is in one group.
import type { Change } from "waybill/diff/slim";
import { type Entry, reachedNames } from "./entries";
import { LEVELS, MEANINGS } from "./levels";

export const GROUPINGS = ["operation", "cause", "tag", "level"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Group {
  /** Identity of the group. */
  readonly key: string;
  readonly title: string;
  /** True if the title is a name from the descriptions, which is shown as code. */
  readonly isCode: boolean;
  readonly note: string;
  readonly parts: readonly Part[];
  readonly size: number;
}

/** The changes of a group in requests, in responses, or in neither. */
export interface Part {
  readonly title: string;
  readonly entries: readonly Entry[];
}

interface Heading {
  readonly rank: number;
  readonly key: string;
  readonly title: string;
  readonly isCode: boolean;
  readonly note?: string;
}

export function groupEntries(entries: readonly Entry[], grouping: Grouping, summaries: ReadonlyMap<string, string>): Group[] {
  const groups = new Map<string, { heading: Heading; entries: Entry[] }>();
  for (const entry of entries) {
    const heading = HEADINGS[grouping](entry);
    const group = groups.get(heading.key);
    if (group) group.entries.push(entry);
    else groups.set(heading.key, { heading, entries: [entry] });
  }
  const all = [...groups.values()].map((group) => ({ ...group, urgency: mostUrgent(group.entries) }));
  all.sort((one, other) => one.heading.rank - other.heading.rank || one.urgency - other.urgency || (one.heading.title < other.heading.title ? -1 : one.heading.title > other.heading.title ? 1 : 0));
  return all.map(({ heading, entries: own }) => ({
    key: heading.key,
    title: heading.title,
    isCode: heading.isCode,
    note: heading.note ?? summaries.get(heading.key) ?? "",
    parts: grouping === "operation" ? splitByDirection(own) : [{ title: "", entries: own }],
    size: own.length,
  }));
}

const HEADINGS: Readonly<Record<Grouping, (entry: Entry) => Heading>> = {
  operation({ change }) {
    const names = reachedNames(change);
    const component = componentOf(change);
    if (component) return { rank: 0, key: `component ${component}`, title: component, isCode: true, note: "used by several operations" };
    const [only] = names;
    if (only === undefined) return { rank: 0, key: "description", title: "The description as a whole", isCode: false };
    if (names.length === 1) return { rank: 0, key: only, title: only, isCode: true };
    return { rank: 0, key: `several ${names.length}`, title: `${names.length} operations at once`, isCode: false };
  },
  cause: ({ change }) => ({ rank: 0, key: change.rule, title: change.rule, isCode: true }),
  tag({ reach: { tags } }) {
    const [only] = tags;
    if (only === undefined) return { rank: 2, key: "untagged", title: "Without a tag", isCode: false };
    if (tags.size > 1) return { rank: 1, key: "several", title: "Several tags", isCode: false };
    return { rank: 0, key: `tag ${only}`, title: only, isCode: true };
  },
  level: ({ change: { level } }) => ({ rank: LEVELS.indexOf(level), key: level, title: level, isCode: false, note: MEANINGS[level] }),
};

function mostUrgent(entries: readonly Entry[]): number {
  return entries.reduce((least, { change }) => Math.min(least, LEVELS.indexOf(change.level)), LEVELS.length);
}

/** Returns the component that contains a change of several operations: `schemas/Address`. */
function componentOf(change: Change): string | null {
  if (reachedNames(change).length < 2) return null;
  const [, first, kind, name] = (change.new ?? change.old)?.pointer.split("/") ?? [];
  if (first !== "components" || kind === undefined || name === undefined) return null;
  return `${kind}/${name.replaceAll("~1", "/").replaceAll("~0", "~")}`;
}

function splitByDirection(entries: readonly Entry[]): Part[] {
  const parts: Part[] = [
    { title: "", entries: entries.filter(({ change }) => change.direction === null) },
    { title: "Request", entries: entries.filter(({ change }) => change.direction === "request") },
    { title: "Response", entries: entries.filter(({ change }) => change.direction === "response") },
  ];
  const filled = parts.filter((part) => part.entries.length > 0);
  return filled.sort((one, other) => mostUrgent(one.entries) - mostUrgent(other.entries));
}
