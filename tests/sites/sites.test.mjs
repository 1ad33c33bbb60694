// Changelogs of hostile descriptions in the sites they are written for: Docusaurus and Starlight build them, show every text
// as it is, and have no element and no link that a description put there.
// WAYBILL names the built command; without it the debug build is taken.

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

/** The elements a changelog is made of. */
const OURS = ["p", "strong", "em", "code", "h2", "h3", "h4", "ul", "li", "a", "blockquote", "details", "summary"];

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-sites-"));
  hostile.forEach((text, index) => writeFileSync(join(folder, `${index}.json`), text));
});
after(() => rmSync(folder, { recursive: true }));

test("Docusaurus builds it, without a broken link or anchor, and shows what CommonMark does", () => {
  const site = join(here, "docusaurus");
  const [text] = writeChangelog(join(site, "docs"), "docusaurus", []);
  // The page that the site's name links to.
  writeFileSync(join(site, "docs/index.md"), "---\nslug: /\n---\n\nChangelogs.\n");
  build(site, "docusaurus", ["build", "--no-minify", "--out-dir", "dist"]);
  const page = readPage(join(site, "dist/CHANGELOG-1.5.0/index.html"), "theme-doc-markdown");
  // The title as a heading, and what the theme folds and links by.
  holds(page, text, ["header", "h1", "div", "span"]);
});

test("Starlight builds it, as Markdown and as MDX, and shows what CommonMark does", () => {
  const site = join(here, "starlight");
  const [text] = writeChangelog(join(site, "src/content/docs"), "starlight", ["as-mdx.mdx"]);
  build(site, "astro", ["build"]);
  for (const name of ["changelog-150", "as-mdx"]) {
    const page = readPage(join(site, "dist", name, "index.html"), "sl-markdown-content");
    holds(page, text, ["div", "span", "svg", "path"]);
  }
});

/** Writes the changelog to an empty folder, and copies of it under further names; gives its text. */
function writeChangelog(docs, frontMatter, copies) {
  rmSync(docs, { recursive: true, force: true });
  mkdirSync(docs, { recursive: true });
  const files = ["0.json", "1.json"].map((name) => join(folder, name));
  execFileSync(waybill, ["changelog", "--quiet", "--files", ...files, "--front-matter", frontMatter, "--output", `${docs}/`], { stdio: "pipe" });
  const path = join(docs, "CHANGELOG-1.5.0.md");
  for (const name of copies) copyFileSync(path, join(docs, name));
  return [readFileSync(path, "utf8").replace(/^---\n[\s\S]*?\n---\n/, "")];
}

/** The element of a built page that holds the changelog. */
function readPage(path, className) {
  const document = parse(readFileSync(path, "utf8"));
  const found = [...elements(document)].filter((element) => attribute(element, "class").split(" ").includes(className));
  assert.equal(found.length, 1, `${path} has ${found.length} elements of the class ${className}`);
  return found[0];
}

/** The page has the elements of the changelog and of the site, its links lead into itself, and its texts are whole. */
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
  // Examples are coloured, line by line: their texts are the same but for the spaces between.
  const examples = [...elements(plain)].filter(isPre);
  assert.ok(examples.length >= 4, "no example was found");
  const blocks = [...elements(page)].filter(isPre);
  assert.deepEqual(blocks.map(textWithoutSpaces), examples.map(textWithoutSpaces));
  const coloured = new Set(blocks.flatMap((block) => [...elements(block)].map((element) => element.tagName)));
  assert.deepEqual([...coloured].filter((tag) => !["pre", "code", "span", "div", "br"].includes(tag)), [], "an element from an example");
}

/** Spans of code, without blocks of it. */
function codes(root) {
  return [...elements(root, (element) => isPre(element) || isCodeBlock(element))]
    .filter((element) => element.tagName === "code")
    .map(textOf);
}

function isPre(element) {
  return element.tagName === "pre";
}

/** What a site makes of a block of code: with a button to copy it, and a frame. */
function isCodeBlock(element) {
  return attribute(element, "class").split(" ").some((name) => ["theme-code-block", "expressive-code"].includes(name));
}

function textWithoutSpaces(element) {
  return textOf(element).replace(/\s/g, "");
}

/** An element and those in it, without those that are passed over. */
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
