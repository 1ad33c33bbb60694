// The context of all components: the viewer's state, and the capabilities of its host.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Settings } from "../model/settings";
import type { Viewer } from "../model/viewer";

export interface Host {
  /** Returns the address of one change; null if the viewer must not use the host's address. */
  linkTo(id: string): string | null;
  /** Returns the page for a finished report, with a mark for the data. Null if there is none. */
  readonly template: (() => Promise<string>) | null;
  /** True if the reader can open other descriptions. */
  readonly canOpen: boolean;
  /** True if the viewer may use single-key shortcuts: on its own page, and not as a part of another one. */
  readonly takesKeys: boolean;
  /** The reader's settings; null if nothing may be stored. */
  readonly settings: Settings | null;
  /** True if the viewer is the main content of its page, with landmarks, a theme and skip links. */
  readonly isPage: boolean;
}

export interface ViewerContext {
  readonly viewer: Viewer;
  readonly host: Host;
  /** Prefix of this viewer's element ids, because several viewers may be on one page. */
  readonly prefix: string;
}

export const Context = createContext<ViewerContext | null>(null);

export function useViewer(): ViewerContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of the viewer stands outside of it");
  return context;
}
