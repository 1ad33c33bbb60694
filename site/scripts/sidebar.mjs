// The sidebar: the headings and links of docs/README.md, in their order.
import { readFileSync } from "node:fs";
import { pages, resolve, root } from "./addresses.mjs";
import { plain } from "./page.mjs";

const LIST = "docs/README.md";

/** Returns the groups of the sidebar. Fails if a document is missing from the list. */
export function sidebar() {
  const listed = new Set();
  const [, ...sections] = readFileSync(root + LIST, "utf8").split(/^## /m);
  const groups = sections.map((section) => {
    const [heading, ...lines] = section.split("\n");
    return { label: heading, items: lines.filter((line) => line.startsWith("- ")).flatMap((line) => itemsOf(line, listed)) };
  });
  for (const [path, slug] of pages) {
    if (path.startsWith("docs/") && path !== LIST && !listed.has(slug)) throw new Error(`${LIST} has no link to ${path}`);
  }
  const examples = ["examples/comparison", "examples/changelog"];
  return [...groups.slice(0, 1), { label: "See it at work", items: examples.map((slug) => ({ slug })) }, ...groups.slice(1)];
}

/**
 * Returns the items of a line. Words before the first link are a group's name if they end with a colon, and otherwise part of each
 * label.
 */
function itemsOf(line, listed) {
  const links = [...line.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)];
  const prefix = links.length === 0 ? "" : plain(line.slice(2, links[0].index)).trim();
  const isGroup = prefix.endsWith(":");
  const items = links.flatMap(([, text, link]) => {
    const { slug } = resolve(LIST, link);
    if (slug === undefined || slug === "index") return [];
    listed.add(slug);
    return [{ slug, label: capitalised(`${isGroup || prefix === "" ? "" : `${prefix} `}${plain(text)}`) }];
  });
  return isGroup ? [{ label: prefix.slice(0, -1), items }] : items;
}

/** Names that are written in lower case. */
const LOWER_CASE = ["npm", "waybill.toml"];

function capitalised(text) {
  return LOWER_CASE.includes(text) ? text : text[0].toUpperCase() + text.slice(1);
}
