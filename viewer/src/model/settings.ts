// What a reader set on a page that is the viewer's own. The browser keeps it, where it keeps anything.

export const THEMES = ["light dark", "light", "dark"] as const;
/** What `color-scheme` is set to; the first one follows the system. */
export type Theme = (typeof THEMES)[number];

export interface Settings {
  theme: Theme;
  /** Whether single keys act. */
  hasKeys: boolean;
}

const PREFIX = "waybill-";

export function keptSettings(): Settings {
  return {
    get theme() {
      return THEMES.find((known) => known === read("theme")) ?? "light dark";
    },
    set theme(theme) {
      write("theme", theme);
    },
    get hasKeys() {
      return read("keys") !== "off";
    },
    set hasKeys(isOn) {
      write("keys", isOn ? "on" : "off");
    },
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // It holds until the page is closed.
  }
}
