// The main functions of the viewer in Firefox. All states and keys are tested in Chromium.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "./support/chromium.mjs";
import { buildElementPage } from "./support/element-page.mjs";
import { findViolations, giveFiles, launchFirefox, openFirefoxPage, readDownload, textOf } from "./support/firefox.mjs";
import { breaking } from "./support/samples.mjs";

const VERDICT = "1.5.0 should be 2.0.0: 2 breaking changes";
const IS_REFUSED = "::-p-text(This request was accepted before and is refused now)";

let browser;
let downloads;
let server;
before(async () => {
  ({ browser, downloads } = await launchFirefox());
  server = await serve();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the page with both descriptions, passes it on, and checks that it logged no error. */
async function withReport(work) {
  const { page, errors } = await openFirefoxPage(browser);
  await page.goto(server.origin);
  await giveFiles(page, ...breaking);
  assert.equal(await textOf(page, ".verdict"), VERDICT);
  await work(page);
  assert.deepEqual(errors, []);
  await page.close();
}

test("a change shows its source and its example request", () =>
  withReport(async (page) => {
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    await page.waitForSelector(IS_REFUSED);
    assert.match(await textOf(page, "article.open .example pre"), /curl[\s\S]*\/parcels/);
    assert.equal(await page.$$eval("article.open .source", (sources) => sources.length), 2);
    await page.keyboard.press("x");
    await page.waitForFunction(() => document.querySelectorAll("article.open .answer").length === 2);
    const answers = await page.$$eval("article.open .answer", (found) => found.map(({ innerText }) => innerText));
    assert.match(answers[0], /The previous description answered 201/);
    assert.match(answers[1], /The current description answered 400/);
    assert.deepEqual(await findViolations(page), []);
  }));

test("filters are in the address, and Back reopens the last change", () =>
  withReport(async (page) => {
    await page.locator(".filters input[type=checkbox]").click();
    await page.waitForFunction(() => location.hash === "#level=breaking");
    const visible = (changes) => changes.filter((change) => change.checkVisibility()).length;
    assert.equal(await page.$$eval("article.change", visible), 2);
    await page.keyboard.press("n");
    const first = await textOf(page, "article.open h4");
    await page.keyboard.press("n");
    await page.waitForFunction((text) => document.querySelector("article.open h4")?.textContent !== text, {}, first);
    await page.goBack();
    await page.waitForFunction((text) => document.querySelector("article.open h4")?.textContent === text, {}, first);
  }));

test("themes keep their contrast", () =>
  withReport(async (page) => {
    const seen = new Set();
    for (let presses = 0; presses < 3; presses += 1) {
      await page.keyboard.press("d");
      seen.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      assert.deepEqual(await findViolations(page), []);
    }
    assert.deepEqual([...seen].sort(), ["rgb(20, 23, 26)", "rgb(255, 255, 255)"]);
  }));

test("the report is downloaded as Markdown, JSON and HTML", async () => {
  let html;
  await withReport(async (page) => {
    for (const name of ["Markdown", "JSON", "HTML"]) {
      await page.locator(".menu > summary").click();
      await page.locator(`.menu button::-p-text(${name})`).click();
    }
    assert.match(await readDownload(downloads, "changes.md"), /1\.5\.0 should be 2\.0\.0/);
    assert.equal(JSON.parse(await readDownload(downloads, "changes.json")).counts.breaking, 2);
    html = await readDownload(downloads, "changes.html");
  });
  const saved = join(downloads, "saved.html");
  await writeFile(saved, html);
  const { page, errors } = await openFirefoxPage(browser);
  await page.goto(`file://${saved}`);
  assert.equal(await textOf(page, ".verdict"), VERDICT);
  await page.keyboard.press("n");
  await page.waitForSelector("article.open .source");
  assert.equal(await page.$("::-p-text(Run on both)"), null);
  assert.deepEqual(errors, []);
  await page.close();
});

test("the page opens without its server once it was loaded", async () => {
  const own = await serve();
  const { page } = await openFirefoxPage(browser);
  await page.goto(own.origin);
  await giveFiles(page, ...breaking);
  await page.waitForSelector(".verdict");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.keyboard.press("n");
  await page.waitForSelector(IS_REFUSED);
  await page.waitForFunction(async () => {
    const kept = (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => url);
    return ["diff-", "examples-"].every((module) => kept.some((url) => url.includes(`/${module}`) && url.endsWith(".wasm")));
  });
  await own.close();
  await page.reload();
  await giveFiles(page, ...breaking);
  assert.equal(await textOf(page, ".verdict"), VERDICT);
  await page.keyboard.press("n");
  await page.waitForSelector(IS_REFUSED);
  await page.close();
});

test("a policy without WebAssembly is reported", async () => {
  const strict = await serve({}, { "content-security-policy": "script-src 'self'" });
  const { page } = await openFirefoxPage(browser);
  await page.goto(strict.origin);
  await giveFiles(page, ...breaking);
  await page.waitForSelector("::-p-text(This page may not run WebAssembly)");
  await page.close();
  await strict.close();
});

test("two elements of a bundled page compare by themselves", async () => {
  const built = await buildElementPage();
  const { page, errors } = await openFirefoxPage(browser);
  await page.goto(`${built.origin}/#own`);
  assert.equal(await textOf(page, "#one >>> .verdict"), VERDICT);
  assert.match(await textOf(page, "#two >>> .nothing"), /the same bytes/);
  await page.locator("#one >>> article.change h4 button").click();
  await page.waitForSelector("#one >>> .detail .source");
  assert.equal(new URL(page.url()).hash, "#own");
  assert.deepEqual(errors, []);
  await page.close();
  await built.close();
});
