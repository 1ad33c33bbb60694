// Documents as pages: the README, what is below `docs`, and the READMEs of the packages.
import { rewriteLinks } from "./links.mjs";
import { splitTitle, writePage } from "./page.mjs";
import { withTabs } from "./tabs.mjs";

/** Titles of pages whose documents have a name there. */
const TITLES = { "packages/npm": "Waybill for Node and browsers" };

/** Writes the page of a document, whose path is given from the repository's root. */
export function writeDocument(path, slug, markdown) {
  const { title: heading, rest } = splitTitle(markdown);
  const title = TITLES[slug] ?? heading;
  const body = withDiagrams(rewriteLinks(rest, path));
  const tabs = withTabs(body);
  if (tabs === undefined) writePage(slug, { title }, body);
  else writePage(slug, { title }, tabs, "mdx");
}

/** Writes the first page: the README, with its first paragraph under the title. */
export function writeLandingPage(path, markdown) {
  const { title, rest } = splitTitle(rewriteLinks(markdown, path));
  const [tagline, ...paragraphs] = rest.split("\n\n");
  const actions = [
    { text: "Compare two releases", link: "/getting-started/compare/", icon: "right-arrow" },
    { text: "Call the platform", link: "/getting-started/call/", variant: "minimal" },
    { text: "Mock a carrier", link: "/getting-started/mock/", variant: "minimal" },
  ];
  const frontMatter = { title, template: "splash", hero: { title, tagline: tagline.replaceAll("\n", " "), actions } };
  writePage("index", frontMatter, paragraphs.map(withPicture).join("\n\n"));
}

/** Replaces a picture of two, for light and dark pages, by both. The site shows the one of its own theme. */
function withPicture(paragraph) {
  const picture = /^<picture>\s*<source [^>]*srcset="docs\/images\/([^"]+)">\s*<img src="docs\/images\/([^"]+)" alt="([^"]*)">\s*<\/picture>$/.exec(paragraph);
  if (picture === null) return paragraph;
  const [, dark, light, alt] = picture;
  return `<img class="light:sl-hidden" src="/images/${dark}" alt="${alt}" />\n<img class="dark:sl-hidden" src="/images/${light}" alt="${alt}" />`;
}

/** Turns blocks of Mermaid into elements, which src/page.mjs draws. Without scripts their text is shown. */
function withDiagrams(markdown) {
  return markdown.replace(/^```mermaid\n([\s\S]*?)^```$/gm, (_, source) => `<pre class="mermaid">\n${source.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`);
}
