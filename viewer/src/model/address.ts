// The selection as the fragment of an address. A link with it opens the same view.
import { type Filters, KINDS, NO_FILTERS } from "./filters";
import { GROUPINGS, type Grouping } from "./groups";

export interface View {
  readonly filters: Filters;
  readonly grouping: Grouping;
  /** Id of the open change. */
  readonly change: string | null;
  /** The compared pair, if it was opened from a list of releases or by address. */
  readonly description: string | null;
  readonly previous: string | null;
  readonly current: string | null;
}

export const START: View = { filters: NO_FILTERS, grouping: "operation", change: null, description: null, previous: null, current: null };

export function readFragment(fragment: string): View {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const list = (name: string) => given.getAll(name).filter(Boolean);
  const chosen = Object.fromEntries(KINDS.map((kind) => [kind, list(kind)])) as unknown as Filters["chosen"];
  const grouping = GROUPINGS.find((known) => known === given.get("group")) ?? START.grouping;
  return {
    filters: { chosen, text: given.get("text") ?? "" },
    grouping,
    change: given.get("change"),
    description: given.get("description"),
    previous: given.get("previous"),
    current: given.get("current"),
  };
}

export function writeFragment(view: View): string {
  const written = new URLSearchParams();
  for (const name of ["description", "previous", "current"] as const) {
    const value = view[name];
    if (value !== null) written.set(name, value);
  }
  if (view.grouping !== START.grouping) written.set("group", view.grouping);
  for (const kind of KINDS) for (const value of view.filters.chosen[kind]) written.append(kind, value);
  if (view.filters.text) written.set("text", view.filters.text);
  if (view.change !== null) written.set("change", view.change);
  const text = written.toString();
  return text ? `#${text}` : "";
}
