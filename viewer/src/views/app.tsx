// The root component. The phase decides which parts are shown.
import { ChangeList } from "./change-list";
import { Context, type ViewerContext } from "./context";
import { Failure } from "./failure";
import { FilterPanel } from "./filter-panel";
import { Keys } from "./keys";
import { Cancelled, Loading } from "./loading";
import { Opening } from "./opening";
import { Summary } from "./summary";

export function App({ context }: { readonly context: ViewerContext }) {
  const { viewer, host, prefix } = context;
  const phase = viewer.phase.value;
  return (
    <Context.Provider value={context}>
      <div class="waybill" lang="en" dir="ltr">
        <div class="visually-hidden" role="status" aria-live="polite">
          {viewer.announcement}
        </div>
        {host.isPage && phase.type === "shown" && (
          <nav class="skip" aria-label="Skip">
            <a href={`#${prefix}changes`} onClick={(event) => focusOn(event, `${prefix}changes`)}>
              Skip to the changes
            </a>
          </nav>
        )}
        {viewer.notice.value && (
          <p class="notice" aria-hidden="true">
            {viewer.notice}
          </p>
        )}
        {phase.type === "empty" && (host.canOpen ? <Opening /> : <Cancelled />)}
        {phase.type === "loading" && <Loading progress={phase.progress} />}
        {phase.type === "failed" && <Failure failure={phase.failure} />}
        {phase.type === "shown" && (
          <>
            <Summary report={phase.report} />
            <div class="columns">
              <FilterPanel />
              <ChangeList />
            </div>
          </>
        )}
        {host.takesKeys && <Keys />}
      </div>
    </Context.Provider>
  );
}

/** A normal link within the page would change the address, which contains the view. */
function focusOn(event: MouseEvent, id: string): void {
  event.preventDefault();
  const root = (event.currentTarget as Element).getRootNode() as Document | ShadowRoot;
  root.getElementById(id)?.focus();
}
