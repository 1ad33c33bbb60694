// The built site in Chromium: search, comparisons, diagrams, tabs and accessibility. WAYBILL_SITE names its folder.
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkAccessibility } from "../../viewer/test/support/axe.mjs";
import { launch, openPage } from "../../viewer/test/support/chromium.mjs";

const site = process.env.WAYBILL_SITE ?? fileURLToPath(new URL("../../target/site", import.meta.url));

const TYPES = { "": "text/html", ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml" };

let server;
let origin;
let browser;

before(async () => {
  server = createServer((request, response) => {
    const file = fileAt(new URL(request.url, "http://localhost").pathname);
    response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(file ?? "")] ?? "application/octet-stream" });
    response.end(file && readFileSync(file));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
  browser = await launch();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

test("addresses in pages lead to files", () => {
  const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
  assert.ok(pages.length > 400, `only ${pages.length} pages were found`);
  const missing = new Set();
  for (const page of pages) {
    const html = readFileSync(join(site, page), "utf8");
    for (const [, address] of html.matchAll(/ (?:href|src|data-previous|data-current|previous|current)="(\/[^"#?]*)/g)) {
      if (fileAt(address) === undefined) missing.add(`${page}: ${address}`);
    }
  }
  assert.deepEqual([...missing], []);
});

for (const [id, address] of [["response-range-widened", "/rules/response-range-widened/"], ["token.unavailable", "/errors/token.unavailable/"]]) {
  test(`search finds ${id}`, () =>
    onPage("/", async (page) => {
      await page.getByRole("button", { name: "Search" }).click();
      await page.locator("#starlight__search input").fill(id);
      await page.locator(`#starlight__search a[href="${address}"]`).first().waitFor();
      const first = await page.locator("#starlight__search .pagefind-ui__result-link").first().getAttribute("href");
      assert.equal(first, address);
    }));
}

test("the viewer compares two releases", () =>
  onPage("/examples/comparison/", async (page) => {
    await page.locator("waybill-changelog .verdict").waitFor();
    assert.equal(await page.locator("waybill-changelog .verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  }));

test("a rule's example is compared in its page", () =>
  onPage("/rules/response-range-widened/", async (page) => {
    assert.match(await page.locator(".expressive-code").first().textContent(), /maximum: 70\s*maximum: 90/);
    await page.getByRole("button", { name: "Compare in this page" }).first().click();
    await page.locator("waybill-changelog article.change").waitFor();
  }));

test("diagrams are drawn, and again in the other theme", () =>
  onPage("/concepts/levels/", async (page) => {
    await page.locator("pre.mermaid[data-drawn] svg").waitFor();
    const colour = () => page.locator("pre.mermaid svg").evaluate((svg) => getComputedStyle(svg).fill);
    const light = await colour();
    await page.getByRole("combobox", { name: "Select theme" }).first().selectOption("dark");
    await page.waitForFunction((before) => getComputedStyle(document.querySelector("pre.mermaid svg") ?? document.body).fill !== before, light);
  }));

test("languages are tabs", () =>
  onPage("/getting-started/call/", async (page) => {
    assert.deepEqual(await page.getByRole("tab").allTextContents().then((texts) => texts.map((text) => text.trim())), ["Node", "Kotlin", "Swift", "Rust"]);
    await page.getByRole("tab", { name: "Swift" }).click();
    assert.ok(await page.getByText("let response = try await").isVisible());
  }));

for (const address of ["/", "/getting-started/call/", "/rules/", "/rules/response-range-widened/", "/errors/token.unavailable/"]) {
  test(`${address} can be read in both themes, on a narrow screen too`, () =>
    onPage(address, async (page) => {
      await page.waitForFunction(wideBlocksTakeKeys);
      for (const theme of ["light", "dark"]) {
        await page.evaluate((chosen) => document.documentElement.setAttribute("data-theme", chosen), theme);
        await checkAccessibility(page, "main");
      }
      await page.setViewportSize({ width: 400, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    }));
}

/** True in a page whose wide blocks of code can be scrolled by keys. Its scripts see to that when the browser is idle. */
function wideBlocksTakeKeys() {
  return [...document.querySelectorAll(".expressive-code pre")].every((block) => block.scrollWidth <= block.clientWidth || block.tabIndex === 0);
}

/** Opens a page and hands it on. The page may not log an error. */
async function onPage(address, check) {
  const { context, page, errors } = await openPage(browser);
  try {
    await page.goto(origin + address);
    await check(page);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

/** Returns the path of the file at an address of the site. Undefined if there is none. */
function fileAt(address) {
  const path = join(site, decodeURIComponent(address));
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "index.html") : path;
  return existsSync(file) ? file : undefined;
}
