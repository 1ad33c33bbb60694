// Pages of rules, with what each patch changes in the description as YAML and what the comparison reports for it.
import { readFileSync } from "node:fs";
import { compareSync } from "waybill/diff";
import { parse } from "yaml";
import { pages, root } from "./addresses.mjs";
import { applyPatch } from "./json-patch.mjs";
import { splitTitle, writeFile, writePage } from "./page.mjs";
import { yamlDiff } from "./yaml-diff.mjs";

/** Levels, the worst first, each with its meaning. */
const LEVELS = {
  breaking: "Clients that followed the previous description can fail.",
  risky: "Clients or generated code may notice, although the description did not promise otherwise.",
  unproved: "Waybill understands the change and cannot decide whether values are affected.",
  unclassified: "No rule knows the change.",
  additive: "Something new that clients do not have to know.",
  docs: "Texts only.",
};

/** Sentence before a patch, with a link to the description that it changes. */
const INTRODUCTION = /A JSON Patch \(RFC 6902\) on \[([^\]]+)\]\([^)]+\):\n\n/;

/** Writes the page of a rule. Returns its level and title. */
export function writeRulePage(id, markdown) {
  const [, head, text] = /^---\n([\s\S]*?)^---\n([\s\S]*)$/m.exec(markdown);
  const { level, title, why, help, advice } = parse(head);
  const base = INTRODUCTION.exec(text)?.[1];
  if (base === undefined) throw new Error(`core/rules/${id}.md names no description that its patch changes`);
  const previous = JSON.parse(readFileSync(`${root}core/rules/${base}`, "utf8"));
  const names = ["example", "near-miss"];
  const body = linkRules(splitTitle(text).rest, id).replace(INTRODUCTION, `The change of [${base}](/rules/${base}):\n\n`);
  const withExamples = body.replace(/^```json\n([\s\S]*?)^```$/gm, (_, patch) => example(id, names.shift(), base, previous, JSON.parse(patch)));
  const texts = { "Why it matters": why, "If you publish the API": help, "If you call the API": advice };
  const rows = Object.entries(texts).filter(([, value]) => value).map(([name, value]) => `- **${name}:** ${value}.`);
  const badge = `<p>${badgeOf(level)} ${escapeHtml(title)} · <a href="/rules/#${level}">All ${level} rules</a></p>`;
  writePage(`rules/${id}`, { title: id, description: title, prev: false, next: false }, [badge, rows.join("\n"), withExamples].join("\n\n"));
  return { id, level, title };
}

/** Writes the list of all rules. */
export function writeRuleList(rules) {
  const sections = Object.keys(LEVELS).map((level) => {
    const rows = rules.filter((rule) => rule.level === level).map(({ id, title }) => `| [\`${id}\`](/rules/${id}/) | ${title} |`);
    return `## ${level}\n\n${LEVELS[level]}\n\n${rows.length === 0 ? "" : ["| rule | changes |", "|---|---|", ...rows].join("\n")}`;
  });
  const introduction = `Waybill judges changes by ${rules.length} rules. Each page has an example, and a similar change that the rule does not report. [Levels](/reference/levels/) says which changes have which level.`;
  writePage("rules", { title: "Rules", description: "Every rule of the comparison, by level" }, [introduction, ...sections].join("\n\n"));
}

/** Code in a line that may be the id of a rule. Code that is a link already is left alone. */
const CODE = /(?<!\[)`([a-z-]+)`/g;

/** Links the ids of other rules to their pages. */
function linkRules(markdown, id) {
  return markdown.replace(CODE, (code, other) => (other !== id && pages.has(`core/rules/${other}.md`) ? `[${code}](/rules/${other}/)` : code));
}

/** Returns a patch as a difference, and the changes that are reported for it. */
function example(id, name, base, previous, patch) {
  const current = applyPatch(previous, patch);
  const address = `rules/${id}/${name}.json`;
  writeFile(address, JSON.stringify(current, null, 2));
  const report = compareSync(JSON.stringify(previous), JSON.stringify(current));
  const { changes } = report.json();
  report.close();
  const link = (rule) => (rule === id ? "" : ` ([\`${rule}\`](/rules/${rule}/))`);
  const reported = changes.map(({ rule, level, message }) => `- ${badgeOf(level)} ${message}${link(rule)}`);
  const button = `<p><button class="compare" type="button" data-previous="/rules/${base}" data-current="/${address}">Compare in this page</button></p>`;
  return [
    ["```diff lang=\"yaml\"", ...yamlDiff(previous, current), "```"].join("\n"),
    reported.length === 0 ? "Waybill reports nothing." : `Waybill reports:\n\n${reported.join("\n")}`,
    button,
  ].join("\n\n");
}

function badgeOf(level) {
  return `<span class="level ${level}">${level}</span>`;
}

function escapeHtml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
