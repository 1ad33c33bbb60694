// Which files of the repository are pages of the site, and at which addresses.
import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the page of each Markdown file: its path from the repository's root, and its slug. */
function findPages() {
  const pages = new Map([["README.md", "index"]]);
  for (const path of markdownIn("docs")) pages.set(path, path.slice("docs/".length, -".md".length));
  pages.set("docs/README.md", "documents");
  for (const name of ["rules", "errors", "findings", "notes"]) {
    for (const path of markdownIn(`core/${name}`)) pages.set(path, path.slice("core/".length, -".md".length));
  }
  for (const name of ["npm", "kotlin", "swift"]) pages.set(`bindings/${name}/README.md`, `packages/${name}`);
  return pages;
}

/** Slugs of files. Error codes keep their dots. */
export const pages = findPages();

/** Slugs of folders. */
const folders = new Map([
  ["core/rules", "rules"],
  ["core/errors", "reference/errors"],
  ["core/findings", "reference/errors"],
  ["core/notes", "notes"],
]);

/** Returns the address of a page. */
export function addressOf(slug) {
  return slug === "index" ? "/" : `/${slug}/`;
}

/**
 * Returns the slug of the page that a link leads to, and the path of its target from the repository's root. The slug is undefined
 * if the target is no page.
 */
export function resolve(from, link) {
  const path = posix.join(posix.dirname(from), link).replace(/\/$/, "");
  return { path, slug: pages.get(path) ?? folders.get(path) };
}

function markdownIn(folder) {
  const files = readdirSync(root + folder, { recursive: true }).filter((name) => name.endsWith(".md"));
  return files.sort().map((name) => posix.join(folder, name));
}
