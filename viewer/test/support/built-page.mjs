// What a built page has to do in Chromium, whoever built it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launch, openPage, serve } from "../../viewer/test/support/chromium.mjs";
import { breaking } from "../../viewer/test/support/samples.mjs";

const VERDICT = "1.5.0 should be 2.0.0: 2 breaking changes";

/** Opens the page that a folder holds, reads its verdict, opens a change, and hands the page on; it may not log an error. */
export async function checkFolder(folder, further = async () => {}) {
  const descriptions = { "/old.yaml": breaking[0], "/new.yaml": breaking[1] };
  const server = await serve((path) => descriptions[path] ?? fileAt(folder, path));
  const browser = await launch();
  try {
    const { page, errors } = await openPage(browser);
    await page.goto(server.origin);
    await page.locator("waybill-changelog .verdict").waitFor();
    assert.equal(await page.locator("waybill-changelog .verdict").textContent(), VERDICT);
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
    return readFileSync(join(folder, path.endsWith("/") ? `${path}index.html` : path));
  } catch {
    return undefined;
  }
}
