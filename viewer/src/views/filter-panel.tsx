// Filters with counts, a search, and the grouping of the list.
import { useState } from "preact/hooks";
import { type Facet, isFiltered, type Kind, KIND_NAMES, KINDS, toggle } from "../model/filters";
import { type Grouping, GROUPINGS } from "../model/groups";
import { isLevel, SYMBOLS } from "../model/levels";
import { useViewer } from "./context";
import { visible } from "./text";

/** Number of values shown until the reader asks for all. */
const SHOWN = 12;

export function FilterPanel() {
  const { viewer, host, prefix } = useViewer();
  const { filters, grouping } = viewer.view.value;
  const { shown, facets } = viewer.filtered.value;
  const all = viewer.entries.value.length;
  if (all === 0) return null;
  return (
    <section class="filters" {...(host.isPage ? { "aria-label": "Filters" } : {})}>
      <p class="row">
        <label for={`${prefix}text`}>Search</label>
        <input
          id={`${prefix}text`}
          class="search"
          type="search"
          value={filters.text}
          onInput={({ currentTarget: { value } }) => viewer.setFilters({ ...filters, text: value })}
        />
      </p>
      <p class="row">
        <label for={`${prefix}grouping`}>Group by</label>
        <select id={`${prefix}grouping`} value={grouping} onChange={({ currentTarget: { value } }) => (viewer.view.value = { ...viewer.view.value, grouping: value as Grouping })}>
          {GROUPINGS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </p>
      <p class="shown">
        {shown.length === all ? `All ${all.toLocaleString("en")} shown` : `${shown.length.toLocaleString("en")} of ${all.toLocaleString("en")} shown`}{" "}
        {isFiltered(filters) && (
          <button type="button" onClick={() => viewer.clearFilters()}>
            Clear filters
          </button>
        )}
      </p>
      <details class="kinds" open={typeof matchMedia === "undefined" || matchMedia("(min-width: 48rem)").matches}>
        <summary>Filters</summary>
        {KINDS.map((kind) => (
          <FacetList key={kind} kind={kind} facets={facets[kind]} />
        ))}
      </details>
    </section>
  );
}

function FacetList({ kind, facets }: { readonly kind: Kind; readonly facets: readonly Facet[] }) {
  const { viewer } = useViewer();
  const [isWhole, setIsWhole] = useState(false);
  if (facets.length === 0) return null;
  const listed = isWhole ? facets : facets.filter(({ isChosen }, at) => at < SHOWN || isChosen);
  return (
    <fieldset class="facets">
      <legend>{KIND_NAMES[kind].charAt(0).toUpperCase() + KIND_NAMES[kind].slice(1)}</legend>
      {listed.map(({ value, count, isChosen }) => (
        <label key={value} class={kind === "level" && isLevel(value) ? `level ${value}` : ""}>
          <input type="checkbox" name={kind} value={value} checked={isChosen} onChange={() => viewer.setFilters(toggle(viewer.view.value.filters, kind, value))} />
          <span class="value">
            {kind === "level" && isLevel(value) && <span aria-hidden="true">{SYMBOLS[value]} </span>}
            <bdi>{visible(value)}</bdi>
          </span>
          <span class="count">{count.toLocaleString("en")}</span>
        </label>
      ))}
      {listed.length < facets.length && (
        <button type="button" onClick={() => setIsWhole(true)}>
          Show all {facets.length}
        </button>
      )}
    </fieldset>
  );
}
