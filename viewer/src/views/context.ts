// What every part of a viewer needs: its state, and what its host lets it do.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Settings } from "../model/settings";
import type { Viewer } from "../model/viewer";

export interface Host {
  /** The address of one change; null where the host's address is not the viewer's to set. */
  linkTo(id: string): string | null;
  /** The page that shows a report without comparing, with a mark where its data goes; null where there is none. */
  readonly template: (() => Promise<string>) | null;
  /** Whether the reader can open other descriptions. */
  readonly canOpen: boolean;
  /** Whether single keys are the viewer's: a page of its own, not a part of another one. */
  readonly takesKeys: boolean;
  /** What the reader set, and sets again; null where nothing may be kept. */
  readonly settings: Settings | null;
  /** Whether it is the main thing of its page, which has landmarks, a theme and ways to skip. */
  readonly isPage: boolean;
}

export interface ViewerContext {
  readonly viewer: Viewer;
  readonly host: Host;
  /** What the ids of this viewer's elements begin with: several may be on one page. */
  readonly prefix: string;
}

export const Context = createContext<ViewerContext | null>(null);

export function useViewer(): ViewerContext {
  const context = useContext(Context);
  if (!context) throw new Error("a part of the viewer stands outside of it");
  return context;
}
