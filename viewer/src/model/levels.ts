// Names and symbols of the levels, the most urgent first.
import type { Change, Level } from "waybill/diff/slim";

export const LEVELS: readonly Level[] = ["breaking", "risky", "unproved", "unclassified", "additive", "docs"];

export const SYMBOLS: Readonly<Record<Level, string>> = { breaking: "✗", risky: "!", unproved: "?", unclassified: "·", additive: "+", docs: "~" };

export const MEANINGS: Readonly<Record<Level, string>> = {
  breaking: "breaks callers",
  risky: "breaks strict callers",
  unproved: "could not be proved harmless",
  unclassified: "not covered by a rule",
  additive: "only adds",
  docs: "changes only documentation",
};

/** True if a text, which may come from an address, is a level. */
export function isLevel(text: string): text is Level {
  return LEVELS.some((level) => level === text);
}

export const SECTIONS: readonly Change["section"][] = ["new", "modified", "removed"];

export function pluralOf(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
