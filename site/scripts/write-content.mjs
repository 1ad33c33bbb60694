// Writes all pages of the site from the documents of the repository, before Astro builds them.
import { cpSync, readFileSync, rmSync } from "node:fs";
import { pages, root } from "./addresses.mjs";
import { writeDocument, writeLandingPage } from "./documents.mjs";
import { writeExamples } from "./example-pages.mjs";
import { writeMessagePage, writeNoteList } from "./message-pages.mjs";
import { content, files } from "./page.mjs";
import { writeRuleList, writeRulePage } from "./rule-pages.mjs";

for (const folder of [content, files]) rmSync(folder, { recursive: true, force: true });
cpSync(`${root}site/favicon.svg`, `${files}favicon.svg`);
cpSync(`${root}docs/images`, `${files}images`, { recursive: true });
cpSync(`${root}core/rules`, `${files}rules`, { recursive: true, filter: (path) => !path.endsWith(".md") && !path.endsWith(".txt") });

const [rules, notes] = [[], []];
for (const [path, slug] of pages) {
  const markdown = readFileSync(root + path, "utf8");
  if (path === "README.md") writeLandingPage(path, markdown);
  else if (path.startsWith("core/rules/")) rules.push(writeRulePage(slug.slice("rules/".length), markdown));
  else if (path.startsWith("core/notes/")) notes.push(writeMessagePage(path, slug, markdown));
  else if (/^core\/(errors|findings)\//.test(path)) writeMessagePage(path, slug, markdown);
  else writeDocument(path, slug, markdown);
}
writeRuleList(rules);
writeNoteList(notes);
writeExamples();
