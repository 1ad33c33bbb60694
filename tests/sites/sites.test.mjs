// Changelogs of malicious descriptions in Docusaurus and Starlight. The sites build, show every text unchanged, and contain no
// element and no link of a description. WAYBILL names the built command. The default is the debug build.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { micromark } from "micromark";
import { parse, parseFragment } from "parse5";

import { hostile } from "../markdown/hostile.mjs";
import { build } from "./build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const waybill = resolve(process.env.WAYBILL ?? join(here, "../../target/debug/waybill"));

/** The elements that a changelog uses. */
const OURS = ["p", "strong", "em", "code", "h2", "h3", "h4", "ul", "li", "a", "blockquote", "details", "summary"];

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-sites-"));
  hostile.forEach((text, index) => writeFileSync(join(folder, `${index}.json`), text));
});
after(() => rmSync(folder, { recursive: true }));

test("Docusaurus renders the changelog like CommonMark", () => {
  const site = join(here, "docusaurus");
  const [text] = writeChangelog(join(site, "docs"), "docusaurus", []);
  // The page that the site's name links to.
  writeFileSync(join(site, "docs/index.md"), "---\nslug: /\n---\n\nChangelogs.\n");
  build(site, "docusaurus", ["build", "--no-minify", "--out-dir", "dist"]);
  const page = readPage(join(site, "dist/CHANGELOG-1.5.0/index.html"), "theme-doc-markdown");
  // The title as a heading, and the theme's elements for folding and links.
  holds(page, text, ["header", "h1", "div", "span"]);
});

test("Starlight renders the changelog like CommonMark", () => {
  const site = join(here, "starlight");
  const [text] = writeChangelog(join(site, "src/content/docs"), "starlight", ["as-mdx.mdx"]);
  build(site, "astro", ["build"]);
  for (const name of ["changelog-150", "as-mdx"]) {
    const page = readPage(join(site, "dist", name, "index.html"), "sl-markdown-content");
    holds(page, text, ["div", "span", "svg", "path"]);
  }
});

/** Writes the changelog to an empty folder, with copies under further names. Returns its text. */
function writeChangelog(docs, frontMatter, copies) {
  rmSync(docs, { recursive: true, force: true });
  mkdirSync(docs, { recursive: true });
  const files = ["0.json", "1.json"].map((name) => join(folder, name));
  execFileSync(waybill, ["changelog", "--quiet", "--files", ...files, "--front-matter", frontMatter, "--output", `${docs}/`], { stdio: "pipe" });
  const path = join(docs, "CHANGELOG-1.5.0.md");
  for (const name of copies) copyFileSync(path, join(docs, name));
  return [readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, "")];
}

/** Returns the element of a built page that contains the changelog. */
function readPage(path, className) {
  const document = parse(readFileSync(path, "utf8"));
  const found = [...elements(document)].filter((element) => attribute(element, "class").split(" ").includes(className));
  assert.equal(found.length, 1, `${path} has ${found.length} elements of the class ${className}`);
  return found[0];
}

/** Checks that the page has only elements of the changelog and of the site, internal links and complete texts. */
function holds(page, text, ofSite) {
  const inside = [...elements(page, isCodeBlock)].filter((element) => element !== page);
  const tags = new Set(inside.map((element) => element.tagName));
  assert.deepEqual([...tags].filter((tag) => ![...OURS, ...ofSite].includes(tag)), [], "an element from a description");
  const handlers = inside.flatMap((element) => element.attrs).filter(({ name }) => name.startsWith("on"));
  assert.deepEqual(handlers, [], "a script from a description");
  const ids = new Set(inside.map((element) => attribute(element, "id")));
  const links = inside.filter((element) => element.tagName === "a" && attribute(element, "href") !== "");
  const elsewhere = (link) => !link.startsWith("#") || !ids.has(decodeURIComponent(link.slice(1)));
  assert.deepEqual(links.map((link) => attribute(link, "href")).filter(elsewhere), [], "a link to elsewhere, or to nowhere");
  // Every name and value of a description is in a code span.
  const plain = parseFragment(micromark(text, { allowDangerousHtml: true }));
  const expected = codes(plain);
  assert.ok(expected.length > 500, `only ${expected.length} texts were found`);
  assert.deepEqual(codes(page), expected);
  // Examples are highlighted line by line. Their texts are equal except for whitespace.
  const examples = [...elements(plain)].filter(isPre);
  assert.ok(examples.length >= 4, "no example was found");
  const blocks = [...elements(page)].filter(isPre);
  assert.deepEqual(blocks.map(textWithoutSpaces), examples.map(textWithoutSpaces));
  const coloured = new Set(blocks.flatMap((block) => [...elements(block)].map((element) => element.tagName)));
  assert.deepEqual([...coloured].filter((tag) => !["pre", "code", "span", "div", "br"].includes(tag)), [], "an element from an example");
}

/** Returns the code spans, without code blocks. */
function codes(root) {
  return [...elements(root, (element) => isPre(element) || isCodeBlock(element))]
    .filter((element) => element.tagName === "code")
    .map(textOf);
}

function isPre(element) {
  return element.tagName === "pre";
}

/** True for a site's code block, which has a frame and a copy button. */
function isCodeBlock(element) {
  return attribute(element, "class").split(" ").some((name) => ["theme-code-block", "expressive-code"].includes(name));
}

function textWithoutSpaces(element) {
  return textOf(element).replace(/\s/g, "");
}

/** Yields an element and its descendants, without excluded ones. */
function* elements(node, isPassedOver = () => false) {
  if (node.tagName !== undefined && isPassedOver(node)) return;
  if (node.tagName !== undefined) yield node;
  for (const child of node.childNodes ?? []) yield* elements(child, isPassedOver);
}

function textOf(node) {
  return node.nodeName === "#text" ? node.value : (node.childNodes ?? []).map(textOf).join("");
}

function attribute(element, name) {
  return element.attrs.find((one) => one.name === name)?.value ?? "";
}
