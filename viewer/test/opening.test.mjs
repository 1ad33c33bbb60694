// The choice of the root document among the files that a reader provides.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { openPage } from "./support/chromium.mjs";
import { describe } from "./support/samples.mjs";
import { useSite } from "./support/site.mjs";

const site = useSite();

const json = (version, more = {}) => ({ components: { schemas: { Label: { title: 'swagger: "2.0"' } } }, info: { title: "Parcels", version }, paths: { "/parcels": { get: { responses: {} } } }, ...more });
const files = (given) => Object.entries(given).map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) }));
async function onPage(work) {
  const { context, page, errors } = await openPage(site.browser);
  await page.goto(site.server.origin);
  await work(page, (side, given) => page.locator(`input[data-side=${side}]`).setInputFiles(files(given)));
  assert.deepEqual(errors, []);
  await context.close();
}

const part = { "part.json": '{"nested": {"openapi": "3.1.0"}, "title": "openapi: 3.1.0", "escaped": "\\\\\\"", "list": [{"swagger": "2.0"}]}', "part.yaml": "nested:\n  openapi: 3.1.0\ntext: |\n  swagger: 2.0\n" };

test("the description is the file with the member openapi", () =>
  onPage(async (page, give) => {
    // The member is the last one, far from the start, in a text without line breaks.
    const late = JSON.stringify({ ...json("1.4.0", { paths: {} }), "x-long": "x".repeat(100_000), openapi: "3.1.0" });
    await give("previous", { "api.json": late, ...part });
    await page.locator(".given", { hasText: "api.json" }).waitFor();
    const yaml = describe("1.5.0").replace("openapi: 3.1.0\n", "") + `# ${"x".repeat(70_000)}\n"openapi": 3.1.0\n`;
    await give("current", { "api.txt": yaml, ...part });
    await page.locator(".verdict").waitFor();
    assert.match(await page.locator(".versions").textContent(), /1\.4\.0 api\.json → to 1\.5\.0 api\.txt/);
  }));

test("YAML after comments and directives is a description", () =>
  onPage(async (page, give) => {
    await give("previous", { "one.yaml": "# Parcels\n---\n{ info: { title: P, version: 1.4.0 }, openapi: 3.1.0, paths: {} }\n", ...part });
    await page.locator(".given", { hasText: "one.yaml" }).waitFor();
    await give("current", { "two.yml": "%YAML 1.2\n---\n# Parcels\n  info: { title: P, version: 1.5.0 }\n  openapi: 3.1.0\n  paths: {}\n", ...part });
    await page.locator(".versions", { hasText: "1.4.0 one.yaml → to 1.5.0 two.yml" }).waitFor();
  }));

test("one of several descriptions has to be chosen first", () =>
  onPage(async (page, give) => {
    await give("previous", { "b.yaml": describe("1.3.0"), "a.yaml": describe("1.4.0"), ...part });
    const chooser = page.getByLabel("2 of the files are descriptions. Compare as the previous description");
    assert.deepEqual(await chooser.locator("option").allTextContents(), ["a.yaml", "b.yaml"]);
    await give("current", { "c.yaml": describe("1.5.0") });
    await page.locator(".given", { hasText: "c.yaml" }).waitFor();
    await checkAccessibility(page);
    assert.equal(await page.locator(".verdict").count(), 0);
    await chooser.selectOption("b.yaml");
    await page.locator(".given", { hasText: "b.yaml" }).waitFor();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.locator(".versions", { hasText: "1.3.0 b.yaml → to 1.5.0 c.yaml" }).waitFor();
  }));

test("files without a description are reported", () =>
  onPage(async (page, give) => {
    await give("previous", part);
    await page.getByRole("alert").getByText("none of the 2 files is an OpenAPI description: none has the member openapi or swagger").waitFor();
  }));
