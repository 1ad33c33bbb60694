// Checks of other pages with the element in Chromium. They are built, by any bundler, from the package as npm installs it.
import assert from "node:assert/strict";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch, openPage, serve } from "./chromium.mjs";
import { breaking } from "./samples.mjs";

const waybill = fileURLToPath(new URL("../../../bindings/npm", import.meta.url));
const descriptions = { "/old.yaml": breaking[0], "/new.yaml": breaking[1] };

/** Installs the package as a copy, not as a link, because bundlers treat files below `node_modules` as third-party. */
export function installPackage(project) {
  const installed = join(project, "node_modules/waybill");
  rmSync(installed, { recursive: true, force: true });
  for (const part of ["package.json", "dist"]) cpSync(join(waybill, part), join(installed, part), { recursive: true });
}

/** Opens the page of a folder, checks its verdict, opens a change, and passes the page on. The page must not log an error. */
export async function checkFolder(folder, further, headers = {}) {
  const server = await serve((path) => descriptions[path] ?? fileAt(folder, path), headers);
  const browser = await launch();
  try {
    const { page, errors } = await openPage(browser);
    await page.goto(server.origin);
    await page.locator("waybill-changelog .verdict").waitFor();
    assert.equal(await page.locator("waybill-changelog .verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
    await page.locator("waybill-changelog article.change h4 button").first().click();
    await page.locator("waybill-changelog .detail .source").first().waitFor();
    await further(page);
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    await server.close();
  }
}

function fileAt(folder, path) {
  try {
    return readFileSync(join(folder, path === "/" ? "index.html" : path));
  } catch {
    return undefined;
  }
}
