// A site's published releases: the latest pair by default, any other pair in either order, and links to a pair.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch, openPage, serve } from "./support/chromium.mjs";
import { describe } from "./support/samples.mjs";

const VERSIONS = { "1.3.0": { maximum: 90 }, "1.4.0": {}, "1.5.0": { required: "[weight, incoterm]" } };
const index = {
  index_version: 1,
  id: "urn:uuid:00000000-0000-4000-8000-000000000000",
  descriptions: Object.keys(VERSIONS).flatMap((version) => [null, "orders"].map((name) => ({ name, version, path: `descriptions/${version}/${name ?? "main"}/openapi.yaml`, files: [] }))),
  releases: [
    { name: null, version: "1.5.0", previous: "1.4.0" },
    { name: null, version: "1.4.0", previous: "1.3.0" },
    { name: "orders", version: "1.4.0", previous: "1.3.0" },
  ].map((release) => ({ ...release, date: "2026-01-01", changelog: "", summary: "", required_bump: "major", breaking: 1 })),
};

let browser;
let server;
before(async () => {
  const files = Object.fromEntries(index.descriptions.map(({ version, path }) => [`/${path}`, describe(version, VERSIONS[version])]));
  server = await serve({ "/releases.json": JSON.stringify(index), ...files });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

async function at(fragment, work) {
  const { context, page, errors } = await openPage(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${server.origin}/${fragment}`);
  await work(page);
  assert.deepEqual(errors, []);
  await context.close();
}
const verdict = (page) => page.locator(".verdict").textContent();

test("the latest release is opened, and the address names it", () =>
  at("", async (page) => {
    assert.equal(await verdict(page), "1.5.0 should be 2.0.0: 1 breaking change");
    assert.equal(new URL(page.url()).hash, "#previous=1.4.0&current=1.5.0");
  }));

test("any pair is opened, in either order", () =>
  at("", async (page) => {
    await verdict(page);
    await page.getByText("Other releases").click();
    await page.getByLabel("From").selectOption("1.5.0");
    await page.getByLabel("to", { exact: true }).selectOption("1.3.0");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".versions", { hasText: "1.5.0 1.5.0:main/openapi.yaml → to 1.3.0" }).waitFor();
    assert.match(page.url(), /#previous=1\.5\.0&current=1\.3\.0$/);
    assert.equal(await page.locator(".level.additive, .level.breaking").count() > 0, true);
  }));

test("a link to a pair and a change opens both", () =>
  at("#previous=1.3.0&current=1.4.0", async (page) => {
    assert.equal(await verdict(page), "1.4.0 should be 2.0.0: 1 breaking change");
    await page.locator("article.change h4 button").click();
    await page.keyboard.press("c");
    await page.locator(".notice", { hasText: "Copied the link" }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#previous=1\.3\.0&current=1\.4\.0&change=[0-9a-f]{12}$/);
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator("article.change.open .detail").waitFor();
  }));

test("a link names the description where there are several", () =>
  at("#description=orders", async (page) => {
    await page.locator(".versions", { hasText: "1.4.0:orders/openapi.yaml" }).waitFor();
  }));

test("an address that is linked is compared", () =>
  at("", async (page) => {
    await verdict(page);
    const link = (version) => encodeURIComponent(`${server.origin}/descriptions/${version}/main/openapi.yaml`);
    await page.goto(`${server.origin}/#previous=${link("1.3.0")}&current=${link("1.5.0")}`);
    await page.locator(".versions", { hasText: "1.3.0 previous/openapi.yaml → to 1.5.0" }).waitFor();
  }));

test("Back opens the last pair, and an empty address the latest", () =>
  at("#previous=1.3.0&current=1.4.0", async (page) => {
    assert.equal(await verdict(page), "1.4.0 should be 2.0.0: 1 breaking change");
    await page.getByText("Other releases").click();
    await page.getByLabel("to", { exact: true }).selectOption("1.5.0");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".versions", { hasText: /1\.3\.0.*1\.5\.0/ }).waitFor();
    await page.goBack();
    await page.locator(".versions", { hasText: /1\.3\.0.*1\.4\.0/ }).waitFor();
    await page.evaluate(() => (location.hash = ""));
    await page.locator(".versions", { hasText: /1\.4\.0.*1\.5\.0/ }).waitFor();
    await page.locator("article.change h4 button").click();
    await page.evaluate(() => (location.hash = "#level=breaking"));
    await page.waitForFunction(() => document.querySelectorAll("article.change.open").length === 0);
    assert.equal(await page.locator(".versions", { hasText: /1\.4\.0.*1\.5\.0/ }).count(), 1);
    await page.waitForFunction(() => location.hash === "#previous=1.4.0&current=1.5.0&level=breaking");
  }));

test("without releases an empty address opens the start page", async () => {
  const plain = await serve({ "/old.yaml": describe("1.4.0"), "/new.yaml": describe("1.5.0", { maximum: 3 }) });
  const { context, page, errors } = await openPage(browser);
  const link = (name) => encodeURIComponent(`${plain.origin}/${name}.yaml`);
  await page.goto(`${plain.origin}/#previous=${link("old")}&current=${link("new")}`);
  await page.locator(".verdict").waitFor();
  await page.evaluate(() => (location.hash = ""));
  await page.getByRole("heading", { name: "Compare two OpenAPI descriptions" }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
  await plain.close();
});

test("an unknown release is reported with the known ones", () =>
  at("#previous=1.0.0&current=1.5.0", async (page) => {
    await page.locator(".failure").getByText("there is no release 1.0.0 here; there are 1.5.0, 1.4.0, 1.3.0").waitFor();
  }));

test("an unknown description is reported", () =>
  at("#description=nope&previous=1.3.0&current=1.4.0", async (page) => {
    await page.locator(".failure").getByText("there is no description nope here").waitFor();
  }));

test("invalid or cross-origin entries of releases.json are ignored", async () => {
  const descriptions = [null, { name: null, version: 3, path: "x", files: [] }, { name: null, version: "9.0.0", path: "//elsewhere.invalid/x.json", files: [] }, { name: null, version: "8.0.0", path: "../x.json", files: [] }, ...index.descriptions];
  const odd = await serve((path) => (path === "/releases.json" ? JSON.stringify({ ...index, descriptions }) : path.startsWith("/descriptions/") ? describe(path.split("/")[2], VERSIONS[path.split("/")[2]]) : undefined));
  const { context, page, errors } = await openPage(browser);
  await page.goto(odd.origin);
  await page.getByText("Other releases").click();
  assert.deepEqual(await page.getByLabel("From").locator("option").allTextContents(), ["1.5.0", "1.4.0", "1.3.0"]);
  assert.deepEqual(errors, []);
  await context.close();
  await odd.close();
});

test("an unreadable releases.json is reported, files still work", async () => {
  const broken = await serve((path) => (path === "/releases.json" ? "{" : undefined));
  const { context, page } = await openPage(browser);
  await page.goto(broken.origin);
  await page.locator(".failure").getByText(/releases\.json is no JSON/).waitFor();
  await page.getByRole("button", { name: "Try it with a sample pair" }).click();
  await page.locator(".verdict").waitFor();
  await context.close();
  await broken.close();
});

test("a server that sends nothing for 30 seconds is an error", async () => {
  const silent = createServer((request, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*" });
    // One request gets no response, the other an incomplete one.
    if (request.url === "/stops.yaml") response.write("openapi: 3.1.0\n");
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${silent.address().port}`;
  await Promise.all(
    ["never.yaml", "stops.yaml"].map((name) =>
      at(`#previous=${encodeURIComponent(`${address}/${name}`)}&current=${encodeURIComponent(`${server.origin}/descriptions/1.5.0/main/openapi.yaml`)}`, async (page) => {
        await page.locator(".failure").getByText(`${address}/${name} could not be fetched: the server has sent nothing for 30 seconds; try again, or download the file and drop it here`).waitFor({ timeout: 120_000 });
      }),
    ),
  );
  silent.closeAllConnections();
  await new Promise((done) => silent.close(done));
});
