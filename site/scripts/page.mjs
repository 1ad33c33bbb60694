// Writes a page of the site: front matter and Markdown.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";

export const content = fileURLToPath(new URL("../src/content/docs/", import.meta.url));
export const files = fileURLToPath(new URL("../public/", import.meta.url));

/** Writes the page with this slug. The slug is in the front matter too, because Astro removes dots from names of files. */
export function writePage(slug, frontMatter, markdown, extension = "md") {
  const head = slug === "index" ? frontMatter : { slug, ...frontMatter };
  write(`${content}${slug}.${extension}`, `---\n${stringify(head)}---\n\n${markdown.trim()}\n`);
}

/** Writes a file that the site serves as it is. */
export function writeFile(path, text) {
  write(files + path, text);
}

/** Splits a document into its title and the rest. */
export function splitTitle(markdown) {
  const [, title, rest] = /^# (.+)\n([\s\S]*)$/.exec(markdown.trimStart()) ?? [];
  if (title === undefined) throw new Error(`a document begins with a title, not with ${markdown.slice(0, 60)}`);
  return { title: plain(title), rest: rest.trimStart() };
}

/** Removes the marks of code and links. */
export function plain(text) {
  return text.replaceAll("`", "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
