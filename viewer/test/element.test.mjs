// `<waybill-changelog>` from the npm package in other pages: bundled by Vite, twice on a page, without effects on the page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { launch, openPage } from "./support/chromium.mjs";
import { buildElementPage } from "./support/element-page.mjs";

let server;
let browser;

before(async () => {
  server = await buildElementPage();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("several elements on a page are independent of it", async () => {
  const { context, page, errors } = await openPage(browser);
  await page.goto(`${server.origin}/#own`);
  await page.locator("#one .verdict").waitFor();
  await page.locator("#two .verdict").waitFor();
  assert.equal(await page.locator("#one .verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  assert.match(await page.locator("#two .nothing").textContent(), /the same bytes/);
  await page.locator("#one article.change h4 button").first().click();
  await page.locator("#one .detail .source").first().waitFor();
  await page.locator("#one .example").getByText("This request was accepted before and is refused now").waitFor();
  assert.equal(new URL(page.url()).hash, "#own");
  const { own, inner, accent, heard } = await page.evaluate(() => ({
    own: getComputedStyle([...document.querySelectorAll("h3")].at(-1)).color,
    inner: getComputedStyle(document.querySelector("#one").shadowRoot.querySelector("h3")).color,
    accent: getComputedStyle(document.querySelector("#one").shadowRoot.querySelector(".waybill")).getPropertyValue("--accent").trim(),
    heard: window.heard,
  }));
  assert.equal(own, "rgb(1, 2, 3)");
  assert.notEqual(inner, "rgb(1, 2, 3)");
  assert.match(accent, /^(rgb\(9, 9, 9\)|#090909)$/);
  assert.deepEqual(heard.map(([type]) => type), ["compared", "compared"]);
  await page.keyboard.press("n");
  assert.equal(await page.locator("#one article.change.open").count(), 1, "keys are the page's own");
  await checkAccessibility(page);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the element works under a Trusted Types policy", async () => {
  const { context, page, errors } = await openPage(browser);
  await page.goto(server.strictOrigin);
  await page.locator("#one .verdict").waitFor();
  await page.locator("#one article.change h4 button").first().click();
  await page.locator("#one .example").getByText("This request was accepted before and is refused now").waitFor();
  await page.locator("#one").getByRole("button", { name: "Run on both" }).click();
  await page.locator("#one").getByText("The current description answered 400").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("changed attributes are compared again, and a 404 is reported", async () => {
  const { context, page } = await openPage(browser);
  await page.goto(server.origin);
  await page.locator("#one .verdict").waitFor();
  await page.evaluate(() => document.querySelector("#one").setAttribute("current", "third.yaml"));
  await page.locator("#one .versions", { hasText: "1.6.0" }).waitFor();
  await page.evaluate(() => document.querySelector("#two").setAttribute("previous", "gone.yaml"));
  await page.locator("#two").getByText("could not be fetched: status 404").first().waitFor();
  // After it is removed and inserted again, it compares again.
  await page.evaluate(() => document.querySelector("main").append(document.querySelector("#one")));
  await page.locator("#one .versions", { hasText: "1.6.0" }).waitFor();
  await context.close();
});

test("a comparison can be cancelled and restarted", async () => {
  const { context, page, errors } = await openPage(browser);
  await page.goto(server.origin);
  await page.locator("#one .verdict").waitFor();
  for (const cancel of [() => page.locator("#one").getByRole("button", { name: "Cancel" }).click(), () => page.evaluate(() => document.querySelector("#one").cancel())]) {
    await page.evaluate(() => document.querySelector("#one").setAttribute("current", "slow.yaml"));
    await page.locator("#one").getByRole("progressbar").waitFor();
    await page.evaluate(() => (window.heard.length = 0));
    await cancel();
    await page.locator("#one").getByText("The comparison was cancelled.").waitFor();
    assert.deepEqual(await page.evaluate(() => window.heard), [["failed", "comparison.stopped"]]);
    await checkAccessibility(page);
    await page.evaluate(() => document.querySelector("#one").setAttribute("current", "new.yaml"));
    await page.locator("#one .verdict").waitFor();
  }
  await page.evaluate(() => document.querySelector("#one").cancel());
  assert.equal(await page.locator("#one .verdict").count(), 1, "what is compared already stays");
  assert.deepEqual(errors, []);
  await context.close();
});
