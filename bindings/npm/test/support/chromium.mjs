// Opens a bundled page in headless Chromium and returns its result, or its error.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { once } from "node:events";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { build } from "vite";

const MEDIA_TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };

export const chromiumPath = process.env.WAYBILL_CHROMIUM ?? "/usr/bin/chromium";

/** Bundles the page in `root` into `root/site`. */
export async function bundle(root) {
  await build({ root, logLevel: "warn", base: "./", build: { outDir: join(root, "site"), emptyOutDir: true } });
  return join(root, "site");
}

/** Serves a folder on loopback, with further responses by path. Returns its origin and a function to close it. */
export async function serve(folder, answers = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const content = answers[path] ?? (await readFile(join(folder, path === "/" ? "index.html" : path)).catch(() => undefined));
    response.writeHead(content === undefined ? 404 : 200, { "content-type": MEDIA_TYPES[extname(path) || ".html"] ?? "application/octet-stream" });
    response.end(content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Opens the server's page and waits until it sets `window.result`. Fails with the page's own errors. Closes the server
 * afterwards.
 */
export async function resultOf(server) {
  let browser;
  try {
    browser = await chromium.launch({
      executablePath: chromiumPath,
      // The unoptimised mock module of the test build has over 8 MB, more than Chromium instantiates synchronously. A check
      // limits the published module to less than half of that.
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--no-first-run", "--enable-features=WebAssemblyUnlimitedSyncCompilation"],
    });
    const page = await browser.newPage();
    const failed = new Promise((_, reject) => page.on("pageerror", reject));
    await page.goto(server.origin);
    await Promise.race([page.waitForFunction(() => window.result !== undefined, undefined, { timeout: 600_000 }), failed]);
    return await page.evaluate(() => window.result);
  } finally {
    await browser?.close();
    server.close();
  }
}
