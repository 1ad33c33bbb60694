// Pages of the built viewer in headless Chromium, over a static server.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".yaml": "application/yaml" };

/**
 * Serves the viewer's page and further content by path, with these headers. Returns the origin, the requested paths, and a
 * function to close it.
 */
export async function serve(further = {}, headers = {}) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    asked.push(path);
    const given = await (typeof further === "function" ? further(path) : further[path]);
    const content = given ?? (await readFile(join(dist, "page", path === "/" ? "index.html" : path)).catch(() => undefined));
    response.writeHead(content === undefined ? 404 : 200, { "content-type": TYPES[extname(path) || ".html"] ?? "application/octet-stream", ...headers });
    response.end(content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { origin: `http://127.0.0.1:${server.address().port}`, asked, close: () => new Promise((done) => (server.closeAllConnections(), server.close(done))) };
}

/** Returns a file of the built page, or undefined. */
export function pageFile(path) {
  try {
    return readFileSync(join(dist, "page", path));
  } catch {
    return undefined;
  }
}

export function launch() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--font-render-hinting=none"];
  return chromium.launch({ executablePath: process.env.WAYBILL_CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Opens a page that fails its test with the first logged error. A missing file on the server is not an error of the page. */
export async function openPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && !/status of 404|ERR_INTERNET_DISCONNECTED/.test(message.text()) && errors.push(message.text()));
  return { context, page, errors };
}

/** Waits for this number of workers: the browser tells of one that starts or ends after the page shows it. */
export async function waitForWorkers(page, count) {
  for (let tries = 0; page.workers().length !== count && tries < 600; tries += 1) await page.waitForTimeout(50);
  assert.equal(page.workers().length, count);
}

/** Returns a page that opens one pair by default, as `waybill view` serves it. */
export function pageOf(comparison) {
  const html = readFileSync(join(dist, "page", "index.html"), "utf8").replace("<!--waybill:settings-->", '<meta name="waybill-comparisons" content="comparisons.json" />');
  return { "/": html, "/comparisons.json": JSON.stringify({ comparisons: [comparison] }) };
}

/** Provides both descriptions to the start view. */
export async function give(page, previous, current) {
  for (const [side, text] of [["previous", previous], ["current", current]]) {
    const name = text.trimStart().startsWith("{") ? "openapi.json" : "openapi.yaml";
    await page.locator(`input[data-side=${side}]`).setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  }
}

/** Returns the ids of all listed changes of a page, in order, once it has listed all of them. */
export async function listedIds(page) {
  await page.waitForFunction(() => {
    const all = document.querySelector(".shown")?.textContent.match(/^All ([\d,]+)/)?.[1].replaceAll(",", "");
    const isListed = all !== undefined && document.querySelectorAll("article.change").length === Number(all);
    return isListed || (document.querySelector(".verdict") && document.querySelector(".nothing"));
  });
  return page.locator("article.change").evaluateAll((articles) => articles.map((article) => article.getAttribute("aria-labelledby").split("-change-")[1]));
}
