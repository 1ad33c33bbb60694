// Examples of breaking changes in the page, and the responses of mock services of both descriptions.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { give, openPage, serve, waitForWorkers } from "./support/chromium.mjs";
import { breaking, describe, missing } from "./support/samples.mjs";
import { compareScreenshot } from "./support/screenshot.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();

test("an example has four languages, and both mocks answer it", async () => {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "must now be at most" }).click();
  const example = page.locator(".example");
  await example.getByText("This request was accepted before and is refused now").waitFor();
  assert.ok(!site.server.asked.some((path) => path.includes("mock")), "the mock service is loaded when it is asked");
  const shown = () => example.locator("pre").first().textContent();
  assert.match(await shown(), /curl[\s\S]*\/parcels/);
  await example.getByRole("tab", { name: "curl" }).focus();
  const seen = [];
  for (const name of ["TypeScript", "Kotlin", "Swift"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
    seen.push(await shown());
  }
  assert.match(seen[0], /fetch\(/);
  assert.match(seen[1], /HttpRequest/);
  assert.match(seen[2], /URLRequest/);
  await page.keyboard.press("x");
  await example.getByText("The previous description answered 201").waitFor();
  assert.match(await example.locator(".answer").nth(1).innerText(), /The current description answered 400[\s\S]*31\.5/);
  assert.match(await example.locator(".answer pre").last().textContent(), /^\{\n  "[\s\S]*\n\}$/, "JSON has one member a line");
  assert.ok(site.server.asked.some((path) => path.includes("mock-rest")));
  await checkAccessibility(page);
  await example.scrollIntoViewIfNeeded();
  await compareScreenshot(page, "run-on-both-light");
  assert.deepEqual(errors, []);
  await context.close();
});

test("an unloadable mock service gives no response", async () => {
  const broken = await serve((path) => (path.includes("mock") ? "not what it should be" : undefined));
  const { context, page } = await openPage(site.browser);
  await page.goto(broken.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText(/not sent: .*could not be loaded/).waitFor();
  assert.equal(await page.locator(".answer").count(), 0);
  await context.close();
  await broken.close();
});

test("a long run on both can be stopped and restarted", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const slow = await serve((path) => (path.includes("mock") && path.endsWith(".wasm") ? held : undefined));
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(slow.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText(/Sending the request to both for \d s/).waitFor();
  await checkAccessibility(page);
  await page.locator(".menu > summary").click();
  await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "JSON", exact: true }).click()]);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText(/stopped after \d s/).waitFor();
  assert.equal(await page.locator(".answer").count(), 0);
  release();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText("The current description answered 400").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
  await slow.close();
});

test("mock requests leave out the path of the server", async () => {
  const { context, page } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...breaking.map((text) => text.replace("paths:", "servers: [{ url: https://api.example/v70/base }]\npaths:")));
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText("The previous description accepts the request, and the current one refuses it.").waitFor();
  await page.getByText("The previous description answered 201").waitFor();
  await context.close();
});

test("a search for an example blocks nothing and can be stopped", async () => {
  const { context, page, errors } = await openPage(site.browser, { serviceWorkers: "block" });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/examples-*.wasm", async (route) => (await held, await route.continue().catch(() => undefined)));
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "must now be at most" }).click();
  const detail = page.locator("article.open .detail");
  await detail.getByText(/Searching for an example for \d+ s/).waitFor();
  await waitForWorkers(page, 2);
  await detail.locator(".source").first().waitFor();
  await detail.getByText("What to do as a caller").waitFor();
  await checkAccessibility(page);
  await detail.getByRole("button", { name: "Stop" }).click();
  await detail.getByText(/The search for an example was stopped after \d+ s/).waitFor();
  await waitForWorkers(page, 1);
  release();
  await detail.getByRole("button", { name: "Search again" }).click();
  await detail.getByText("This request was accepted before and is refused now").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a search ends when its change is closed", async () => {
  const { context, page, errors } = await openPage(site.browser, { serviceWorkers: "block" });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/examples-*.wasm", async (route) => (await held, await route.continue().catch(() => undefined)));
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  const button = page.getByRole("button", { name: "must now be at most" });
  await button.click();
  const detail = page.locator("article", { has: button }).locator(".detail");
  await detail.getByText(/Searching for an example for \d+ s/).waitFor();
  await button.click();
  await waitForWorkers(page, 1);
  release();
  await button.click();
  await detail.getByText("This request was accepted before and is refused now").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("where no second worker can be started the first one searches", async () => {
  for (const refuse of [
    () => {
      throw new TypeError("no more workers");
    },
    () => Reflect.construct(window.PlainWorker, ["/gone.js", { type: "module" }]),
  ]) {
    const { context, page } = await openPage(site.browser);
    await page.addInitScript(`window.PlainWorker = Worker; let started = 0; window.Worker = class { constructor(...given) { return (started += 1) === 1 ? new PlainWorker(...given) : (${refuse})(); } };`);
    // The missing script's address is not one of the viewer's own.
    await page.route("**/", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/require-trusted-types-for 'script'; trusted-types waybill/, "") });
    });
    await page.goto(`${site.server.origin}/`);
    await give(page, ...breaking);
    await page.getByRole("button", { name: "must now be at most" }).click();
    await page.getByText("This request was accepted before and is refused now").waitFor();
    await waitForWorkers(page, 1);
    await context.close();
  }
});

test("a saved page has the examples that were found", async () => {
  const { context, page } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByText("This request was accepted before and is refused now").waitFor();
  await page.locator(".menu > summary").click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML", exact: true }).click()]);
  const { page: kept, context: other } = await openPage(site.browser, { serviceWorkers: "block" });
  await kept.setContent(await readFile(await file.path(), "utf8"));
  await kept.getByRole("button", { name: "must now be at most" }).click();
  await kept.getByText("This request was accepted before and is refused now").waitFor();
  await kept.getByRole("button", { name: "is now required" }).click();
  await kept.locator("article.open").getByText("No example was searched for.").waitFor();
  await other.close();
  await context.close();
});

test("missing files are named instead of running a request", async () => {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...missing);
  await page.locator(".partly").getByText("The previous description refers to 2 files that are missing: paths/labels.yaml and paths/depots.yaml. The current description").waitFor();
  await page.getByRole("button", { name: "must now be at most" }).click();
  const example = page.locator(".example");
  await example.getByText("Without them the request cannot be run on both. Drop or choose the whole folder of the description.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Run on both" }).count(), 0);
  await checkAccessibility(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a change without example reports that the search found none", async () => {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(site.server.origin);
  // No sample matches a pattern whose lookahead contradicts its rest.
  const [previous, current] = [describe("1.4.0"), describe("1.5.0", { maximum: 31.5 })].map((text) => text.replace("incoterm: { type: string }", () => "incoterm: { type: string, pattern: '^(?=a)b$' }").replace("[weight]", "[weight, incoterm]"));
  await give(page, previous, current);
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByText("The search tried a limited number of requests, and none of them shows this change.").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
