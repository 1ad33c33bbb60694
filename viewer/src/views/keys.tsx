// Keyboard shortcuts of the page, and their list. They can be switched off (WCAG 2.2, 2.1.4), and are inactive in fields.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Viewer } from "../model/viewer";
import { useViewer } from "./context";

const KEYS = [
  ["/", "search"],
  ["j  k", "next and previous change"],
  ["n  p", "next and previous breaking change"],
  ["o", "open or close the change"],
  ["c", "copy the link to the change"],
  ["m", "copy the change as Markdown"],
  ["x", "run the example on both"],
  ["d", "theme"],
  ["?", "this list"],
  ["Esc", "close the change"],
] as const;

export function Keys() {
  const { viewer, prefix, host } = useViewer();
  const [isOn, setIsOn] = useState(host.settings?.hasKeys ?? true);
  const dialog = useRef<HTMLDialogElement>(null);
  const switchKeys = (isWanted: boolean) => {
    if (host.settings) host.settings.hasKeys = isWanted;
    setIsOn(isWanted);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.key === "Escape" && !dialog.current?.open) return viewer.select(null);
      if (!isOn || dialog.current?.open) return;
      if (act(event.key, viewer, prefix, host.linkTo)) event.preventDefault();
      if (event.key === "?") dialog.current?.showModal();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [isOn]);
  return (
    <footer>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Keys
      </button>
      <dialog ref={dialog} aria-labelledby={`${prefix}keys`}>
        <h2 id={`${prefix}keys`}>Keys</h2>
        <dl>
          {KEYS.map(([key, meaning]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p>
          <label>
            <input type="checkbox" checked={isOn} onChange={({ currentTarget: { checked } }) => switchKeys(checked)} /> Single keys act
          </label>
        </p>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </footer>
  );
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLElement && (target.matches("input:not([type=checkbox]), textarea, select") || target.isContentEditable);
}

function act(key: string, viewer: Viewer, prefix: string, linkTo: (id: string) => string | null): boolean {
  const go = (by: 1 | -1, isBreaking: boolean) => {
    const next = viewer.step(by, ({ change }) => !isBreaking || change.level === "breaking");
    if (next !== null) viewer.select(next);
    else viewer.tell(`There is no ${by > 0 ? "further" : "earlier"} ${isBreaking ? "breaking " : ""}change`);
    return true;
  };
  const open = viewer.view.value.change;
  switch (key) {
    case "/":
      document.getElementById(`${prefix}text`)?.focus();
      return true;
    case "j":
      return go(1, false);
    case "k":
      return go(-1, false);
    case "n":
      return go(1, true);
    case "p":
      return go(-1, true);
    case "c": {
      const link = open === null ? null : linkTo(open);
      if (link) void navigator.clipboard.writeText(link).then(() => (viewer.tell("Copied the link")), () => undefined);
      return true;
    }
    case "o":
    case "m":
    case "x":
    case "d":
      return press(key, prefix, open);
    default:
      return false;
  }
}

/** Clicks the button for a key, in the open change or on the page. */
function press(key: string, prefix: string, open: string | null): boolean {
  const change = open === null ? null : document.getElementById(`${prefix}change-${open}`)?.closest("article");
  if (key === "o") {
    const focused = document.activeElement?.closest("article")?.querySelector("button") ?? change?.querySelector("button");
    focused?.click();
    return true;
  }
  const button = (key === "d" ? document : change)?.querySelector<HTMLButtonElement>(`[data-key="${key}"]`);
  button?.click();
  return true;
}
