// All states of the page: content, accessibility and appearance in both themes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { give, openPage, pageOf, serve } from "./support/chromium.mjs";
import { breaking, describe, partly } from "./support/samples.mjs";
import { compareScreenshot } from "./support/screenshot.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();

/** Opens the page, brings it into a state, and checks it in both themes. */
function state(name, options, reach) {
  test(name.replaceAll("-", " "), async () => {
    for (const colorScheme of ["light", "dark"]) {
      const { context, page, errors } = await openPage(site.browser, { colorScheme, ...options });
      await page.goto(site.server.origin);
      await reach(page);
      await checkAccessibility(page);
      await compareScreenshot(page, `${name}-${colorScheme}`);
      assert.deepEqual(errors, []);
      await context.close();
    }
  });
}

const verdict = (page) => page.locator(".verdict").textContent({ timeout: 60_000 });

state("empty", {}, async (page) => {
  await page.getByRole("heading", { name: "Compare two OpenAPI descriptions" }).waitFor();
});

state("report", {}, async (page) => {
  await give(page, ...breaking);
  assert.equal(await verdict(page), "1.5.0 should be 2.0.0: 2 breaking changes");
});

state("change-opened", {}, async (page) => {
  await give(page, ...breaking);
  await verdict(page);
  await page.getByRole("button", { name: "must now be at most" }).click();
  await page.getByText("What to do as a caller").waitFor();
  await page.getByText("31.5").first().waitFor();
  await page.locator(".example, .detail > p.quiet").first().waitFor();
});

state("report-on-a-phone", { viewport: { width: 360, height: 740 } }, async (page) => {
  await give(page, ...breaking);
  await verdict(page);
  const { scrolled, width } = await page.evaluate(() => ({ scrolled: document.documentElement.scrollWidth, width: innerWidth }));
  assert.ok(scrolled <= width, `the page scrolls sideways: ${scrolled} > ${width}`);
});

state("identical", {}, async (page) => {
  await give(page, describe("1.4.0"), describe("1.4.0"));
  await page.getByText("The two descriptions are the same bytes.").waitFor();
});

state("same-meaning", {}, async (page) => {
  await give(page, describe("1.4.0"), `# written anew\n${describe("1.4.0")}`);
  await page.getByText("are written differently and mean the same").waitFor();
});

state("filtered-to-nothing", {}, async (page) => {
  await give(page, ...breaking);
  await verdict(page);
  await page.getByLabel("Search", { exact: true }).fill("no such word");
  await page.getByText("No change matches text “no such word”.").waitFor();
  assert.equal(await page.locator(".shown").textContent(), "0 of 4 shown Clear filters");
});

state("partly-readable", {}, async (page) => {
  await give(page, ...partly);
  await page.getByText("Compared only in part: 1 place could not be read").waitFor();
  assert.match(await page.locator(".partly").textContent(), /openapi\.yaml:20:\d+.*labels\.yaml/);
});

state("unreadable", {}, async (page) => {
  await give(page, describe("1.4.0"), 'openapi: 3.1.0\ninfo: { title: "Parcels\npaths: {}\n');
  await page.getByRole("alert").getByText("The current description cannot be read").waitFor();
  assert.match(await page.locator(".failure figcaption").textContent(), /^current\/openapi\.yaml:2:/);
  assert.match(await page.locator(".failure .line.marked").textContent(), /title: "Parcels/);
  // The input of the other side stays. One click replaces the wrong file.
  assert.match(await page.locator("fieldset", { hasText: "Previous release" }).textContent(), /openapi\.yaml/);
});

test("a too large description is refused with its size", async () => {
  const { context, page } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await page.locator("input[data-side=previous]").setInputFiles({ name: "openapi.yaml", mimeType: "text/plain", buffer: Buffer.from(describe("1.0.0")) });
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Blob(Array.from({ length: 130 }, () => new Uint8Array(1024 * 1024)))], "huge.json"));
    const input = document.querySelector("input[data-side=current]");
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.locator(".failure").getByText("huge.json has 130 MB, and this page reads at most 128 MB").waitFor();
  await context.close();
});

test("a policy without WebAssembly is reported with the remedy", async () => {
  // A worker's policy is the one that its script is served with.
  const strict = await serve({}, { "content-security-policy": "script-src 'self'" });
  const { context, page } = await openPage(site.browser);
  await page.goto(strict.origin);
  await give(page, ...breaking);
  await page.getByText("This page may not run WebAssembly").waitFor();
  await checkAccessibility(page);
  await context.close();
  await strict.close();
});

test("a comparison can be cancelled while files are read", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const slow = await serve({ ...pageOf({ name: null, previous: { name: "a.yaml", path: "a.yaml" }, current: { name: "b.yaml", path: "b.yaml" } }), "/a.yaml": breaking[0], "/b.yaml": breaking[1] });
  const { context, page, errors } = await openPage(site.browser);
  await page.route("**/b.yaml", async (route) => (await held, await route.continue().catch(() => undefined)));
  await page.goto(slow.origin);
  await page.getByRole("progressbar").waitFor();
  await checkAccessibility(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "Compare two OpenAPI descriptions" }).waitFor();
  release();
  assert.equal(await page.locator(".verdict").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
  await slow.close();
});

test("absolute paths are shortened to the part that differs", async () => {
  const files = { previous: { name: "/home/ann/parcels/1.4/openapi.yaml", path: "a.yaml" }, current: { name: "/home/ann/parcels/1.5/openapi.yaml", path: "b.yaml" } };
  const served = await serve({ ...pageOf({ name: null, ...files }), "/a.yaml": breaking[0], "/b.yaml": breaking[1] });
  const { context, page } = await openPage(site.browser);
  await page.goto(served.origin);
  await verdict(page);
  assert.equal(await page.locator(".versions").textContent(), "1.4.0 1.4/openapi.yaml → to 1.5.0 1.5/openapi.yaml");
  assert.equal(await page.getByTitle("/home/ann/parcels/1.4/openapi.yaml").textContent(), "1.4/openapi.yaml");
  await context.close();
  await served.close();
});

test("names in the address are treated as text", async () => {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(`${site.server.origin}/#level=__proto__&method=constructor&tag=toString`);
  await give(page, ...breaking);
  await page.getByText("No change matches level __proto__, method constructor, tag toString.").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("after a file was removed the same one can be given again", async () => {
  const { context, page } = await openPage(site.browser);
  await page.goto(site.server.origin);
  const file = { name: "openapi.yaml", mimeType: "text/plain", buffer: Buffer.from(breaking[0]) };
  const previous = page.locator("input[data-side=previous]");
  for (let time = 0; time < 2; time += 1) {
    await previous.setInputFiles(file);
    await page.getByRole("button", { name: "Remove" }).click();
  }
  assert.equal(await previous.evaluate((input) => input.value), "");
  await context.close();
});
