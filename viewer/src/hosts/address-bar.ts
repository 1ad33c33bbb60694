// The address of a page that is the viewer's own: it has what is selected, and Back goes to what was open before.
import { effect } from "@preact/signals";
import { type View, writeFragment } from "../model/address";
import type { Viewer } from "../model/viewer";

/** Keeps the address and the view alike. `change` is called where the address was changed, with the view before it. */
export function followAddress(viewer: Viewer, change: (before: View) => void = () => undefined): void {
  viewer.readFragment(location.hash);
  let written = viewer.view.value;
  let isReading = false;
  effect(() => {
    const view = viewer.view.value;
    const fragment = writeFragment(view);
    const isStep = !isReading && isOther(written, view);
    written = view;
    if (fragment === location.hash) return;
    const address = fragment || location.pathname + location.search;
    // What is typed and filtered is no step that Back would have to undo.
    if (isStep) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  });
  addEventListener("hashchange", () => {
    const before = viewer.view.value;
    isReading = true;
    viewer.readFragment(location.hash);
    change(before);
    isReading = false;
  });
}

/** Whether something else is open: another change, or another pair. The first pair is opened in place of none. */
function isOther(before: View, after: View): boolean {
  return before.change !== after.change || (before.previous !== null && !isSamePair(before, after));
}

export function isSamePair(one: View, other: View): boolean {
  return one.previous === other.previous && one.current === other.current && one.description === other.description;
}
