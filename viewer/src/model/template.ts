// The page for a finished report. Its template has a mark for the data, which `waybill changelog --html` fills too.
import type { PageData } from "./backend";
import type { EmbeddedReports } from "./embedded-report";

const MARK = "<!--waybill:data-->";

export function fillTemplate(template: string, { data, rules }: PageData): string {
  const json = JSON.stringify({ title: "Changes", comparisons: [{ name: null, data }], rules } satisfies EmbeddedReports);
  // Text of a description must not end the element or begin a comment.
  const safe = json.replace(/[<\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const at = template.indexOf(MARK);
  if (at < 0) throw new Error("the page for reports has no mark for its data");
  return `${template.slice(0, at)}<script type="application/json" id="waybill-data">${safe}</script>${template.slice(at + MARK.length)}`;
}
