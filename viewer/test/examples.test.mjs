// Examples of breaking changes, and what mock services of both descriptions answer to them, in the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { give, openPage, serve } from "./support/chromium.mjs";
import { breaking } from "./support/samples.mjs";
import { compareScreenshot } from "./support/screenshot.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();

test("a breaking change of requests has an example in four languages, and both mock services answer it", async () => {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "is now limited to" }).click();
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
  assert.ok(site.server.asked.some((path) => path.includes("mock-rest")));
  await checkAccessibility(page);
  await example.scrollIntoViewIfNeeded();
  await compareScreenshot(page, "run-on-both-light");
  assert.deepEqual(errors, []);
  await context.close();
});

test("what no mock service answered is not claimed", async () => {
  const broken = await serve((path) => (path.includes("mock") ? "not what it should be" : undefined));
  const { context, page } = await openPage(site.browser);
  await page.goto(broken.origin);
  await give(page, ...breaking);
  await page.getByRole("button", { name: "is now limited to" }).click();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText(/not sent: .*could not be loaded/).waitFor();
  assert.equal(await page.locator(".answer").count(), 0);
  await context.close();
  await broken.close();
});

test("a server's path is no part of what the mock services are asked", async () => {
  const { context, page } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await give(page, ...breaking.map((text) => text.replace("paths:", "servers: [{ url: https://api.example/v70/base }]\npaths:")));
  await page.getByRole("button", { name: "is now limited to" }).click();
  await page.getByRole("button", { name: "Run on both" }).click();
  await page.getByText("The previous description accepts the request, and the current one refuses it.").waitFor();
  await page.getByText("The previous description answered 201").waitFor();
  await context.close();
});
