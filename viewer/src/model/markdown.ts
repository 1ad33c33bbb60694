// Writes changes as Markdown, for an issue or a message.
import type { Change } from "waybill/diff/slim";
import { countReached, reachedNames } from "./entries";
import { splitSpans } from "./spans";

export function writeMarkdown(change: Change, { why, advice }: Pick<Change, "why" | "advice">, link: string | null): string {
  const names = reachedNames(change);
  const lines = [`**${change.level}**: ${escaped(change.message)} (\`${change.rule}\`, \`${change.id}\`)`];
  if (names.length > 0) lines.push("", `Reaches ${countReached(change)}: ${names.map(code).join(", ")}`);
  if (why) lines.push("", escaped(why));
  if (advice) lines.push("", `What to do: ${escaped(advice)}`);
  for (const [name, value] of [["Before", change.before], ["After", change.after]] as const) {
    if (value !== null && value !== undefined) lines.push("", `${name}:`, "", fenced(JSON.stringify(value, undefined, 2)));
  }
  if (link) lines.push("", `<${link}>`);
  return `${lines.join("\n")}\n`;
}

/** Escapes a text so that it contains no markup. Its own code spans stay code. */
function escaped(text: string): string {
  const words = (part: string) => part.replace(/[\\*_[\]<>#|~!@&`]/g, "\\$&").replace(/\s+/g, " ");
  return splitSpans(text).map((span) => (span.isCode ? code(span.text) : words(span.text))).join("");
}

function code(text: string): string {
  const fence = "`".repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  const plain = text.replace(/\s+/g, " ");
  return text.startsWith("`") || text.endsWith("`") ? `${fence} ${plain} ${fence}` : `${fence}${plain}${fence}`;
}

function fenced(text: string): string {
  const fence = "`".repeat(Math.max(3, 1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))));
  return `${fence}json\n${text}\n${fence}`;
}
