// The element in pages of real sites, as in the examples. Docusaurus and Starlight build them, and the result works in Chromium,
// in the site's light and dark colours.
import assert from "node:assert/strict";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { checkAccessibility } from "../../viewer/test/support/axe.mjs";
import { checkFolder, installPackage } from "../../viewer/test/support/built-page.mjs";
import { build } from "./build.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

before(() => installPackage(here));

test("Docusaurus", async () => {
  const site = copyExample("docusaurus");
  build(site, "docusaurus", ["build", "--out-dir", "dist"]);
  await checkFolder(join(site, "dist"), checkColours);
});

test("Starlight", async () => {
  const site = copyExample("starlight");
  build(site, "astro", ["build"]);
  await checkFolder(join(site, "dist"), checkColours);
});

/** Copies an example to the folder where the packages of both sites are installed. */
function copyExample(name) {
  const site = join(here, "examples", name);
  rmSync(site, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL(`../../examples/${name}`, import.meta.url)), site, { recursive: true });
  return site;
}

/** Checks that the element has the page's colours in both themes, is opaque, and is readable. */
async function checkColours(page) {
  const seen = [];
  for (const theme of ["light", "dark"]) {
    const { text, inner } = await page.evaluate((chosen) => {
      document.documentElement.setAttribute("data-theme", chosen);
      const { color, backgroundColor } = getComputedStyle(document.querySelector("waybill-changelog").shadowRoot.querySelector(".waybill"));
      return { text: getComputedStyle(document.body).color, inner: { color, backgroundColor } };
    }, theme);
    assert.equal(inner.color, text);
    assert.match(inner.backgroundColor, /^rgb\(/, "nothing shows through a menu");
    await checkAccessibility(page, "waybill-changelog");
    seen.push(inner.backgroundColor);
  }
  assert.notEqual(seen[0], seen[1]);
}
