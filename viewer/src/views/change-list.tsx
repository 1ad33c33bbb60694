// The list of groups. It is rendered in portions, so that the page stays responsive with thousands of changes.
import { computed, type ReadonlySignal, signal, useSignal, useSignalEffect } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { KIND_NAMES, KINDS } from "../model/filters";
import type { Group } from "../model/groups";
import { LEVELS, SYMBOLS } from "../model/levels";
import { ChangeItem } from "./change-item";
import { useViewer } from "./context";
import { fold } from "./fold";
import { visible, Words } from "./text";

/** Number of changes rendered at once. This takes a few milliseconds. */
const PORTION = 40;
/** Maximum number of changes for which all groups are open at first. Otherwise only urgent groups are. */
const FEW = 60;

export function ChangeList() {
  // Several viewers on one page would create several landmarks with the same name.
  const { viewer, host, prefix } = useViewer();
  const groups = viewer.groups.value;
  const all = viewer.entries.value.length;
  const budget = useMemo(() => signal(PORTION), [groups]);
  useEffect(() => {
    let timer = 0;
    const more = () => {
      budget.value += PORTION;
      if (budget.value < all) timer = later(more);
    };
    if (all > PORTION) timer = later(more);
    return () => clearTimeout(timer);
  }, [budget, all]);
  const { change } = viewer.view.value;
  const isUnknown = change !== null && !viewer.entries.value.some((entry) => entry.change.id === change);
  return (
    <section class="changes" id={`${prefix}changes`} tabIndex={-1} {...(host.isPage ? { "aria-label": "Changes" } : {})}>
      {isUnknown && (
        <p class="problem" role="alert">
          No change of this comparison has the id <code>{visible(change)}</code>.{" "}
          <button type="button" onClick={() => viewer.select(null)}>
            Close
          </button>
        </p>
      )}
      <NothingLeft />
      <Sections groups={groups} budget={budget} all={all} />
    </section>
  );
}

interface SectionsProps {
  readonly groups: readonly Group[];
  /** Number of changes rendered so far. */
  readonly budget: ReadonlySignal<number>;
  readonly all: number;
}

/** The groups rendered so far. Adding groups does not render existing ones again. */
function Sections({ groups, budget, all }: SectionsProps) {
  const starts = useMemo(() => {
    let next = 0;
    return groups.map(({ size }) => (next += size) - size);
  }, [groups]);
  const made = useMemo<VNode[]>(() => [], [groups, budget]);
  const wanted = useMemo(() => computed(() => starts.filter((start) => start < budget.value).length), [starts, budget]);
  for (const group of groups.slice(made.length, wanted.value)) {
    made.push(<GroupSection key={group.key} group={group} start={starts[made.length] ?? 0} budget={budget} isOpen={all <= FEW || isUrgent(group)} />);
  }
  return <>{made.slice()}</>;
}

function isUrgent({ parts }: Group): boolean {
  return parts.some(({ entries }) => entries.some(({ change: { level } }) => level === "breaking" || level === "risky"));
}

function later(work: () => void): number {
  return setTimeout(work, 0) as unknown as number;
}

/** A message with the active filters, if they hide all changes. */
function NothingLeft() {
  const { viewer } = useViewer();
  const { filters } = viewer.view.value;
  if (viewer.entries.value.length === 0 || viewer.filtered.value.shown.length > 0) return null;
  const names = KINDS.flatMap((kind) => filters.chosen[kind].map((value) => `${KIND_NAMES[kind]} ${value}`));
  if (filters.text) names.push(`text “${filters.text}”`);
  return (
    <p class="nothing">
      No change matches {visible(names.join(", "))}.{" "}
      <button type="button" onClick={() => viewer.clearFilters()}>
        Show all {viewer.entries.value.length}
      </button>
    </p>
  );
}

interface GroupProps {
  readonly group: Group;
  /** Number of changes before this group. */
  readonly start: number;
  readonly budget: ReadonlySignal<number>;
  readonly isOpen: boolean;
}

function GroupSection({ group, start, budget, isOpen }: GroupProps) {
  const { viewer, prefix } = useViewer();
  const open = useSignal(isOpen);
  const room = useMemo(() => computed(() => Math.max(0, Math.min(group.size, budget.value - start))), [group, budget, start]);
  const entries = useMemo(() => group.parts.flatMap((part) => part.entries), [group]);
  // A signal updates the attribute without rendering the group again.
  const isHidden = useMemo(() => computed(() => !entries.some((entry) => viewer.shown.value.has(entry))), [entries]);
  const counts = useMemo(() => LEVELS.map((level) => [level, entries.filter(({ change }) => change.level === level).length] as const).filter(([, count]) => count > 0), [entries]);
  // Unfolds the group of a change that a link or a key opens.
  useSignalEffect(() => {
    const { change } = viewer.view.value;
    if (change !== null && entries.some((entry) => entry.change.id === change)) open.value = true;
  });
  const id = `${prefix}group-${start}`;
  let left = room.value;
  const contents = group.parts.map((part) => {
    const portion = part.entries.slice(0, left);
    left -= portion.length;
    return portion.length > 0 && (
      <div key={part.title} class="part" {...(part.title ? { role: "group", "aria-label": part.title } : {})}>
        {part.title && <p class="part-title">{part.title}</p>}
        {portion.map((entry) => (
          <ChangeItem key={entry.change.id} entry={entry} />
        ))}
      </div>
    );
  });
  return (
    <section class="group" hidden={isHidden} aria-labelledby={id}>
      <h3>
        <button type="button" id={id} aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
          <span class="title">{group.isCode ? <code dir="ltr">{visible(group.title)}</code> : <Words text={group.title} />}</span>
          {group.note && (
            <span class="quiet">
              <Words text={group.note} />
            </span>
          )}
          <span class="tally">
            {counts.map(([level, count]) => (
              <span key={level} class={`level ${level}`}>
                <span aria-hidden="true">{SYMBOLS[level]}</span> {count} <span class="visually-hidden">{level}</span>
              </span>
            ))}
          </span>
        </button>
      </h3>
      <div class="folded" ref={(element) => fold(element, open.value, () => (open.value = true))}>
        {contents}
      </div>
    </section>
  );
}
