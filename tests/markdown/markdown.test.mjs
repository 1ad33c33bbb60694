// Compiles the Markdown that `waybill` writes with the real MDX compiler, and reads it with a CommonMark parser and a YAML
// parser: for every comparison vector, and for two malicious descriptions. WAYBILL names the built command. The default is the
// debug build.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { evaluate } from "@mdx-js/mdx";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { createElement } from "react";
import * as runtime from "react/jsx-runtime";
import { renderToStaticMarkup } from "react-dom/server";
import remarkGfm from "remark-gfm";
import { parse } from "yaml";

import { hostile } from "./hostile.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const waybill = resolve(process.env.WAYBILL ?? join(root, "target/debug/waybill"));
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-markdown-"));
});
after(() => rmSync(folder, { recursive: true }));

test("a report about hostile descriptions has no injected markup", async () => {
  const [old, current] = hostile.map((text, index) => write(`${index}.json`, text));
  await harmless(run("diff", old, current, "--format", "markdown"));
});

test("a changelog of hostile descriptions has no injected markup", async () => {
  const [old, current] = hostile.map((text, index) => write(`${index}.json`, text));
  const said = run("changelog", "--files", old, current, "--date", "2026-04-11");
  assert.ok(!/[\u0000-\u0009\u000b-\u001f]/.test(said), "control characters reach the terminal");
  const { data, body } = frontMatter(readFileSync(join(folder, "CHANGELOG-1.5.0.md"), "utf8"));
  assert.deepEqual(Object.keys(data), ["title", "description", "sidebar_position"]);
  assert.match(data.title, /^[^\u0000-\u001f]{1,100} 1\.5\.0$/);
  assert.ok(data.description.length <= 160);
  assert.equal(data.sidebar_position, -1005000);
  await harmless(body);
});

const vectors = join(root, "tests/vectors/compare");
for (const name of existsSync(vectors) ? readdirSync(vectors).sort() : []) {
  test(`the report about ${name} compiles`, async () => {
    const { old, new: current } = JSON.parse(readFileSync(join(vectors, name, "case.json"), "utf8"));
    await harmless(run("diff", join(vectors, name, old), join(vectors, name, current), "--format", "markdown"));
  });
}

test("a comment on hostile descriptions has no injected links", async () => {
  const [old, current] = hostile.map((text, index) => write(`${index}.json`, text));
  const report = JSON.parse(run("diff", old, current, "--format", "json"));
  const [base, head] = ["a1b2c3d4e5f60718293a4b5c6d7e8f9001122334", "9d2e1f00112233445566778899aabbccddeeff00"];
  const described = { name: "openapi.json", base_path: "openapi.json", head_path: "openapi.json", passed: false, report, failure: null };
  const result = { check_version: 1, tool: "waybill", base, head, compared: head, comparison: "merge-base", touched: true, passed: false };
  write("check.json", JSON.stringify({ ...result, descriptions: [described] }));
  const comment = run("comment", "check.json", "--dry-run", "--repository", "octo/shipping");
  const html = micromark(comment.replace(/<!--[\s\S]*?-->/g, ""), { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  assert.match(html, /breaking/);
  assert.deepEqual(links.filter((link) => !link.startsWith("https://github.com/octo/shipping/")), []);
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
  const ours = ["p", "strong", "em", "code", "pre", "h2", "h3", "h4", "ul", "ol", "li", "a", "blockquote", "details", "summary", "br", "hr"];
  assert.deepEqual([...tags].filter((tag) => !ours.includes(tag)), [], "a tag from a description");
});

/** Checks that the text compiles as MDX, evaluates without a name in scope, and renders no tag of a description. */
async function harmless(text) {
  assert.ok(text.endsWith("\n") && !text.includes("\r") && !text.includes("\u001b"));
  // Sites and GitHub support more than both grammars: tables, autolinks, footnotes.
  const { default: Content } = await evaluate(text, { ...runtime, remarkPlugins: [remarkGfm] });
  const fromMdx = renderToStaticMarkup(createElement(Content));
  const fromCommonMark = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
  for (const html of [fromMdx, fromCommonMark]) {
    const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag]) => tag));
    const ours = ["p", "strong", "em", "code", "pre", "h2", "h3", "h4", "ul", "li", "a", "blockquote", "details", "summary"];
    assert.deepEqual([...tags].filter((tag) => !ours.includes(tag)), [], "a tag from a description");
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    // Sites add the ids of headings themselves.
    const headings = [...html.matchAll(/<h[2-4]>(.*?)<\/h[2-4]>/g)].map(([, heading]) => anchor(heading));
    const anchors = new Set([...headings, ...[...html.matchAll(/<a id="([^"]*)"/g)].map(([, id]) => id)]);
    const leadElsewhere = (link) => !link.startsWith("#") || !anchors.has(link.slice(1));
    assert.deepEqual(links.filter(leadElsewhere), [], "a link from a description, or to nowhere");
  }
  // Both grammars show the same text.
  const words = (html) => html.replace(/<[^>]*>/g, " ").replace(/&#x([0-9a-f]+);/gi, entity).replace(/\s+/g, " ").trim();
  assert.equal(words(fromMdx).replaceAll("&quot;", '"'), words(fromCommonMark).replaceAll("&quot;", '"'));
}

/** Returns the id that GitHub, Docusaurus and Starlight give to a heading of plain words. */
function anchor(heading) {
  return heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

function entity(_, hex) {
  return String.fromCodePoint(Number.parseInt(hex, 16));
}

function frontMatter(text) {
  const [, yaml, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text);
  return { data: parse(yaml), body };
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
  return name;
}

/** Runs the command and returns its standard output, also for an incomplete comparison (status 2). */
function run(...args) {
  try {
    return execFileSync(waybill, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    if (error.status === 2 && args[0] === "diff" && error.stdout !== "") return error.stdout;
    throw error;
  }
}
