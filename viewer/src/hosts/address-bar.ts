// The address of the viewer's own page. It contains the selection, and Back returns to the change that was open before.
import { effect } from "@preact/signals";
import { type View, writeFragment } from "../model/address";
import type { Viewer } from "../model/viewer";

/** Synchronises the address and the view. `change` is called when the address changes, with the previous view. */
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
    // Typing and filtering add no history entry, so that Back need not undo them.
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

/** True if another change or another pair is open. Opening a first pair does not count. */
function isOther(before: View, after: View): boolean {
  return before.change !== after.change || (before.previous !== null && !isSamePair(before, after));
}

export function isSamePair(one: View, other: View): boolean {
  return one.previous === other.previous && one.current === other.current && one.description === other.description;
}
