// Reading a report: filters, groups, keys, links, copies and downloads.
import assert from "node:assert/strict";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { give, openPage } from "./support/chromium.mjs";
import { breaking } from "./support/samples.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();
let opened;
beforeEach(async () => {
  opened = await openPage(site.browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await opened.page.goto(site.server.origin);
  await give(opened.page, ...breaking);
  await opened.page.locator(".verdict").waitFor();
});
afterEach(async () => {
  assert.deepEqual(opened.errors, []);
  await opened.context.close();
});

const shown = (page) => page.locator("article.change:visible .message").allTextContents();
const status = (page) => page.getByRole("status").textContent();

test("filters show counts, and the address has the selection", async () => {
  const { page } = opened;
  const facet = (value) => page.locator(`.facets input[value="${value}"]`);
  const count = async (value) => Number(await page.locator(`.facets label:has(input[value="${value}"]) .count`).textContent());
  assert.deepEqual(await Promise.all(["breaking", "additive", "docs", "new", "POST", "tracking"].map(count)), [2, 1, 1, 1, 3, 1]);
  await facet("breaking").check();
  await page.locator(".shown", { hasText: "2 of 4 shown" }).waitFor();
  assert.equal(await count("GET"), 0);
  assert.equal(await count("docs"), 1);
  assert.match(page.url(), /#level=breaking$/);
  await facet("tracking").check();
  await page.getByText("No change matches level breaking, tag tracking.").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  assert.equal((await shown(page)).length, 4);
  assert.equal(new URL(page.url()).hash, "");
});

test("the search covers messages, rules and paths, with a count", async () => {
  const { page } = opened;
  for (const [text, count] of [["incoterm", 1], ["request-property", 1], ["parcels/{id}", 1], ["POST WEIGHT", 1], ["", 4]]) {
    await page.getByLabel("Search", { exact: true }).fill(text);
    await page.locator(".shown", { hasText: count === 4 ? "All 4" : `${count} of 4` }).waitFor();
  }
  await page.waitForFunction(() => document.querySelector('[role="status"]').textContent === "4 changes");
});

test("the list is grouped as the reader chooses, each change once", async () => {
  const { page } = opened;
  const titles = () => page.locator(".group > h3 .title").allTextContents();
  assert.deepEqual(await titles(), ["POST /parcels", "GET /parcels/{id}"]);
  for (const [grouping, expected] of [["level", ["breaking", "additive", "docs"]], ["tag", ["parcels", "tracking"]], ["cause", 4]]) {
    await page.getByLabel("Group by").selectOption(grouping);
    await page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get("group") === wanted, grouping);
    if (Array.isArray(expected)) assert.deepEqual(await titles(), expected);
    else assert.equal((await titles()).length, expected);
    assert.equal(await page.locator("article.change").count(), 4);
  }
});

test("keys move between changes and do nothing in fields", async () => {
  const { page } = opened;
  const open = () => page.locator("article.change.open .message").textContent();
  await page.keyboard.press("n");
  assert.match(await open(), /incoterm.*required/);
  await page.keyboard.press("n");
  assert.match(await open(), /weight.*31\.5/);
  await page.keyboard.press("n");
  assert.equal(await status(page), "There is no further breaking change");
  await page.keyboard.press("p");
  assert.match(await open(), /incoterm/);
  await page.keyboard.press("p");
  assert.equal(await status(page), "There is no earlier breaking change");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  assert.match(await open(), /summary/);
  await page.keyboard.press("k");
  assert.match(await open(), /weight/);
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-expanded") === "true");
  await page.keyboard.press("o");
  assert.equal(await page.locator("article.change.open").count(), 0);
  await page.keyboard.press("/");
  await page.keyboard.type("n");
  assert.equal(await page.getByLabel("Search", { exact: true }).inputValue(), "n");
  assert.equal(await page.locator("article.change.open").count(), 0);
});

test("single keys can be switched off", async () => {
  const { page } = opened;
  await page.keyboard.press("?");
  await page.getByLabel("Single keys act").uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("n");
  assert.equal(await page.locator("article.change.open").count(), 0);
});

test("everything works with the keyboard alone", async () => {
  const { page } = opened;
  const button = page.locator("article.change h4 button").first();
  await button.focus();
  await page.keyboard.press("Enter");
  await page.locator("article.change.open .detail").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("article.change.open").count(), 0);
  const group = page.locator(".group > h3 button").first();
  await group.focus();
  await page.keyboard.press("Space");
  assert.equal(await group.getAttribute("aria-expanded"), "false");
  assert.equal(await page.locator(".group .folded").first().getAttribute("hidden"), "until-found");
});

test("local files have no link, and an unknown id is reported", async () => {
  const { page } = opened;
  await page.locator("article.change h4 button").nth(1).click();
  await page.locator(".detail").waitFor();
  assert.equal(await page.getByText("Copy link").count(), 0);
  await page.evaluate(() => (location.hash = "#change=0123456789ab"));
  await page.getByText("No change of this comparison has the id 0123456789ab.").waitFor();
});

test("Back reopens the last change, and typing adds no history", async () => {
  const { page } = opened;
  const steps = () => page.evaluate(() => history.length);
  const open = page.locator("article.change.open .message");
  const before = await steps();
  await page.keyboard.press("n");
  await page.keyboard.press("n");
  await open.getByText(/weight.*31\.5/).waitFor();
  assert.equal(await steps(), before + 2);
  await page.getByLabel("Search", { exact: true }).pressSequentially("weight");
  await page.locator('.facets input[value="breaking"]').check();
  assert.equal(await steps(), before + 2);
  await page.goBack();
  await open.getByText(/incoterm.*required/).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("article.change.open").length === 0);
  await page.goForward();
  await page.goForward();
  await open.getByText(/weight.*31\.5/).waitFor();
  assert.equal(await page.getByLabel("Search", { exact: true }).inputValue(), "weight");
  assert.equal(await steps(), before + 2);
});

test("an empty fragment shows the list without a selection", async () => {
  const { page } = opened;
  await page.keyboard.press("n");
  await page.locator("article.change.open").waitFor();
  await page.evaluate(() => (location.hash = ""));
  await page.waitForFunction(() => document.querySelectorAll("article.change.open").length === 0);
  assert.equal((await shown(page)).length, 4);
});

test("one change, and all that are shown, are copied as Markdown", async () => {
  const { page } = opened;
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await page.waitForFunction(() => document.querySelector('[role="status"]').textContent === "Copied as Markdown");
  const one = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(one, /^\*\*breaking\*\*: the property `incoterm` in the request body of `POST \/parcels` is now required \(`request-property-became-required`, `[0-9a-f]{12}`\)/);
  await page.getByRole("button", { name: "Copy shown as Markdown" }).click();
  await page.waitForFunction(() => document.querySelector('[role="status"]').textContent === "Copied 4 changes as Markdown");
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).split("\n---\n").length, 4);
});

test("names with backticks stay code on the page and in Markdown", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: "Open others" }).click();
  await give(page, ...breaking.map((text) => text.replaceAll("incoterm", '"in`co`term"')));
  await page.locator(".verdict").waitFor();
  await page.keyboard.press("n");
  assert.deepEqual(await page.locator("article.open .message code").allTextContents(), ["in`co`term", "POST /parcels"]);
  await page.keyboard.press("m");
  await page.waitForFunction(() => document.querySelector('[role="status"]').textContent === "Copied as Markdown");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^\*\*breaking\*\*: the property ``in`co`term`` in the request body of `POST \/parcels` is now required/);
  assert.match(copied, /^Reaches 1 operation: `POST \/parcels`$/m);
});

test("the report is downloaded as Markdown, JSON and one page", async () => {
  const { page } = opened;
  const download = async (name) => {
    await page.locator(".menu > summary").click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name, exact: true }).click()]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8"), path: await file.path() };
  };
  const markdown = await download("Markdown");
  assert.equal(markdown.name, "changes.md");
  assert.match(markdown.text, /1\.5\.0 should be 2\.0\.0/);
  const json = await download("JSON");
  assert.equal(JSON.parse(json.text).counts.breaking, 2);
  const html = await download("HTML");
  assert.equal(html.name, "changes.html");
  const { context, page: report, errors } = await openPage(site.browser);
  const saved = join(await mkdtemp(join(tmpdir(), "waybill-viewer-")), "changes.html");
  await writeFile(saved, html.text);
  await report.goto(`file://${saved}`);
  assert.equal(await report.locator(".verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  await report.keyboard.press("n");
  await report.locator("article.open .rule > summary").click();
  assert.ok((await report.locator("article.open .rule p").count()) > 3, "the page of the rule is in it");
  assert.deepEqual(errors, []);
  await context.close();
});

test("an open change shows its reason, advice, reach and values", async () => {
  const { page } = opened;
  await page.getByRole("button", { name: "must now be at most" }).click();
  const detail = page.locator("article.open .detail");
  await detail.locator(".source").first().waitFor();
  const text = await detail.innerText();
  for (const part of [/Why it matters: requests with numbers outside the new range are rejected/, /What to do as a caller: send only numbers within the new range/, /Reaches 1 operation\s+POST \/parcels/, /previous\/openapi\.yaml:16:41/, /current\/openapi\.yaml:16:41/, /maximum: 31\.5/, /request-number-narrowed|request-.*maximum|rule/i]) assert.match(text, part);
});

test("the page opens without a network once it was loaded", async () => {
  const { context, page } = opened;
  const example = page.locator(".example").getByText("This request was accepted before and is refused now");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.keyboard.press("n");
  await example.waitFor();
  await page.waitForFunction(async () => {
    const kept = (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => url);
    return ["diff-", "examples-"].every((module) => kept.some((url) => url.includes(`/${module}`) && url.endsWith(".wasm")));
  });
  await context.setOffline(true);
  await page.reload();
  await give(page, ...breaking);
  assert.equal(await page.locator(".verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  await page.keyboard.press("n");
  await example.waitFor();
  await context.setOffline(false);
});
