// Mounts a viewer in an element or a shadow root.
import { render } from "preact";
import type { Viewer } from "../model/viewer";
import { App } from "../views/app";
import type { Host } from "../views/context";

let mounted = 0;

/** Renders the viewer. Returns a function that unmounts it. */
export function mount(root: Element | ShadowRoot, viewer: Viewer, host: Host): () => void {
  const prefix = `waybill-${++mounted}-`;
  render(<App context={{ viewer, host, prefix }} />, root);
  return () => render(null, root);
}
