// The page under readers' settings: zoom, forced colours, print, right-to-left text, the browser's own search.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { give, openPage } from "./support/chromium.mjs";
import { breaking, describe } from "./support/samples.mjs";
import { compareScreenshot } from "./support/screenshot.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();

/** Opens a pair and one of its changes in a page with these options. */
async function withReport(options, work, pair = breaking) {
  const { context, page, errors } = await openPage(site.browser, options);
  await page.goto(site.server.origin);
  await give(page, ...pair);
  await page.locator(".verdict").waitFor();
  await work(page);
  assert.deepEqual(errors, []);
  await context.close();
}

const openFirst = async (page) => {
  await page.keyboard.press("n");
  await page.locator(".example").waitFor();
};

test("only code scrolls sideways at 200 % zoom and 320 pixels", async () => {
  for (const viewport of [{ width: 600, height: 400 }, { width: 320, height: 640 }]) {
    await withReport({ viewport }, async (page) => {
      await openFirst(page);
      const { wide, inner } = await page.evaluate(() => ({
        wide: [...document.querySelectorAll(".waybill *")].filter((element) => !element.closest("pre, .visually-hidden") && element.getBoundingClientRect().right > innerWidth + 1).map((element) => element.outerHTML.slice(0, 80)),
        inner: document.documentElement.scrollWidth <= innerWidth,
      }));
      assert.deepEqual(wide, []);
      assert.ok(inner);
    });
  }
});

test("forced colours keep the open change and the levels visible", () =>
  withReport({ forcedColors: "active" }, async (page) => {
    await openFirst(page);
    await checkAccessibility(page);
    assert.equal(await page.locator("article.change.open").evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
    const [frame, canvas] = await page.locator("article.change.open h4 button").evaluate((button) => [getComputedStyle(button).borderTopColor, getComputedStyle(document.body).backgroundColor]);
    assert.equal(frame, canvas, "what has no frame elsewhere has none here");
    assert.match(await page.locator(".counts").textContent(), /2 breaking/);
    await compareScreenshot(page, "forced-colours");
  }));

test("a long source line is cut around the marked location", () => {
  const described = (version, maximum) => JSON.stringify({ openapi: "3.1.0", info: { title: "x".repeat(3_000), version }, paths: { "/parcels": { post: { requestBody: { content: { "application/json": { schema: { type: "number", maximum } } } }, responses: {} } } } });
  return withReport(
    {},
    async (page) => {
      await openFirst(page);
      const marked = page.locator(".source .line.marked").last();
      const shown = (await marked.textContent()).replace(/^\d+/, "");
      assert.ok(shown.startsWith("…") && shown.length <= 165, shown);
      assert.equal(await marked.locator("mark").textContent(), '"maximum"');
      const weight = (locator) => locator.evaluate((element) => getComputedStyle(element).fontWeight);
      assert.deepEqual([await weight(marked), await weight(marked.locator("mark"))], ["400", "600"]);
    },
    [described("1.4.0", 70), described("1.5.0", 31.5)],
  );
});

test("in print every change is there, and no controls are", () =>
  withReport({}, async (page) => {
    await page.locator(".group > h3 button").first().click();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".filters").isVisible(), false);
    assert.equal(await page.locator(".actions").isVisible(), false);
    const heights = await page.locator("article.change").evaluateAll((articles) => articles.map((article) => article.getBoundingClientRect().height));
    assert.ok(heights.length === 4 && heights.every((height) => height > 10), String(heights));
    const pdf = await page.pdf();
    assert.ok(pdf.length > 10_000);
  }));

test("right-to-left text does not reorder its surroundings", () =>
  withReport(
    {},
    async (page) => {
      await page.getByLabel("Group by").selectOption("tag");
      const title = page.locator(".group > h3 .title").first();
      assert.match(await title.textContent(), /שילוח/);
      await compareScreenshot(page, "right-to-left");
    },
    [describe("1.4.0").replace("[parcels]", "[שילוח]"), breaking[1].replace("[parcels]", "[שילוח]").replace("Send one parcel", "שלח חבילה (חדש)!")],
  ));

test("the browser's search unfolds a folded group", () =>
  withReport({}, async (page) => {
    const group = page.locator(".group").nth(1);
    await group.locator("h3 button").click();
    const folded = group.locator(".folded").first();
    assert.equal(await folded.getAttribute("hidden"), "until-found");
    await folded.evaluate((element) => element.dispatchEvent(new Event("beforematch", { bubbles: true })));
    assert.equal(await folded.getAttribute("hidden"), null);
    assert.equal(await group.locator("h3 button").getAttribute("aria-expanded"), "true");
  }));

test("reduced motion is respected", () =>
  withReport({ reducedMotion: "reduce" }, async (page) => {
    const moving = await page.evaluate(() => document.getAnimations().length);
    assert.equal(moving, 0);
  }));

test("the theme is the system's until the reader chooses one", () =>
  withReport({ colorScheme: "dark" }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await background(), "rgb(20, 23, 26)");
    await page.keyboard.press("d");
    assert.equal(await background(), "rgb(255, 255, 255)");
    assert.equal(await page.getByRole("button", { name: "Theme: light" }).count(), 1);
    await page.keyboard.press("d");
    assert.equal(await background(), "rgb(20, 23, 26)");
  }));

test("only theme and single-key setting are stored", () =>
  withReport({ colorScheme: "light" }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.keyboard.press("d");
    await page.keyboard.press("d");
    assert.equal(await background(), "rgb(20, 23, 26)");
    await page.keyboard.press("?");
    await page.getByLabel("Single keys act").uncheck();
    await page.reload();
    await page.getByRole("heading", { name: "Compare two OpenAPI descriptions" }).waitFor();
    assert.equal(await background(), "rgb(20, 23, 26)");
    await give(page, ...breaking);
    await page.locator(".verdict").waitFor();
    assert.equal(await page.getByRole("button", { name: "Theme: dark" }).count(), 1);
    await page.keyboard.press("n");
    assert.equal(await page.locator("article.change.open").count(), 0);
    assert.deepEqual(await page.evaluate(() => Object.entries(localStorage).sort()), [["waybill-keys", "off"], ["waybill-theme", "dark"]]);
  }));

test("theme and keys work without local storage", async () => {
  const { context, page, errors } = await openPage(site.browser, { colorScheme: "light" });
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("refused", "SecurityError"); } }));
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  await page.locator(".verdict").waitFor();
  await page.keyboard.press("d");
  assert.equal(await page.getByRole("button", { name: "Theme: light" }).count(), 1);
  await page.keyboard.press("?");
  await page.getByLabel("Single keys act").uncheck();
  assert.deepEqual(errors, []);
  await context.close();
});
