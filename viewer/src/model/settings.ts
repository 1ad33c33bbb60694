// A reader's settings on the viewer's own page. The browser stores them, if storage is available.

export const THEMES = ["light dark", "light", "dark"] as const;
/** Value of `color-scheme`. The first one follows the system. */
export type Theme = (typeof THEMES)[number];

export interface Settings {
  theme: Theme;
  /** True if single-key shortcuts are on. */
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
    // The setting is lost when the page closes.
  }
}
