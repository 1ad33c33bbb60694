// 200 malicious descriptions. Their content is shown as text and does not run, load or style anything.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, listedIds, openPage, pageFile, pageOf, serve } from "./support/chromium.mjs";

const TEXTS = [
  "<script>window.injected = 1</script>",
  '<img src=x onerror="window.injected=1">',
  "</script><script>window.injected = 1</script>",
  "<!--<script>",
  '"><svg onload=window.injected=1>',
  "<style>*{display:none}</style>",
  "</style><link rel=stylesheet href=https://hostile.example/x.css>",
  "javascript:window.injected=1",
  "[click](javascript:window.injected=1)",
  "https://hostile.example/track.png",
  "![](https://hostile.example/track.png)",
  '<iframe src="https://hostile.example"></iframe>',
  "<base href=https://hostile.example>",
  "url(https://hostile.example) ; } * { color: red",
  "\u202Egnp.exe\u202C",
  "\u2066\u2067hidden\u2069\u200Fright",
  "a\u0000b\u0007c\u001B[31m",
  "\u05E9\u05DC\u05D5\u05DD ! \u0645\u0631\u062D\u0628\u0627",
  `${"long".repeat(5_000)}`,
  "{{constructor.constructor('window.injected=1')()}} ${window.injected=1}",
];

/** Places for a text. Each creates a description with it; the other description differs by a few changes. */
const PLACES = [
  (text) => ({ title: text }),
  (text) => ({ version: text }),
  (text) => ({ path: `/${text.replaceAll("{", "(").replaceAll("}", ")")}` }),
  (text) => ({ summary: text }),
  (text) => ({ tag: text }),
  (text) => ({ property: text }),
  (text) => ({ value: text }),
  (text) => ({ deprecated: `${text} Use POST /other instead. ${text}` }),
  (text) => ({ parameter: text }),
  (text) => ({ pattern: text, name: text }),
];

function describe({ title = "Hostile", version = "1.0.0", path = "/parcels", summary = "", tag = "parcels", property = "weight", value = "a", deprecated, parameter = "depot", pattern, name }, isNew) {
  const schema = { type: "object", required: isNew ? [property] : [], properties: { [property]: { type: "string", enum: isNew ? [value] : [value, "b", `${value}c`], ...(pattern && isNew ? { pattern } : {}) } } };
  const operation = {
    summary: isNew ? summary : "",
    tags: [tag],
    ...(deprecated ? { deprecated: isNew, description: deprecated } : {}),
    parameters: [{ name: parameter, in: "query", required: isNew, schema: { type: "string" } }],
    requestBody: { content: { [name ? `application/${name.length > 99 ? "json" : name}` : "application/json"]: { schema } } },
    responses: { 200: { description: isNew ? value : "" } },
  };
  return JSON.stringify({ openapi: "3.1.0", info: { title: isNew ? title : "", version: isNew ? version : "0.9.0" }, paths: { [path]: { post: operation }, "/other": { post: { responses: {} } } } });
}

const pairs = TEXTS.flatMap((text) => PLACES.map((place) => [describe(place(text), false), describe(place(text), true)]));

let browser;
let server;
before(async () => {
  const further = {};
  pairs.forEach(([previous, current], at) => {
    const page = pageOf({ name: TEXTS[at % TEXTS.length], previous: { name: `${TEXTS[at % TEXTS.length]}.json`, path: "old.json" }, current: { name: "new.json", path: "new.json" } });
    for (const [path, content] of Object.entries({ ...page, "/old.json": previous, "/new.json": current })) further[`/${at}${path}`] = content;
  });
  server = await serve((path) => further[path] ?? pageFile(path.replace(/^\/\d+\//, "/")));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("there are 200 pairs", () => assert.equal(pairs.length, 200));

test("a hostile description changes nothing but text", async () => {
  const { page, errors } = await openPage(browser);
  const foreign = [];
  page.on("request", (request) => request.url().startsWith(server.origin) || foreign.push(request.url()));
  page.on("dialog", (dialog) => foreign.push(dialog.message()));
  let width;
  for (const at of pairs.keys()) {
    await page.goto(`${server.origin}/${at}/`);
    const ids = await listedIds(page);
    assert.ok(ids.length > 0, `pair ${at} has no changes`);
    // Opens each change with all its details.
    for (const id of ids) await page.evaluate((change) => (location.hash = `#change=${change}`), id);
    await page.waitForFunction((count) => document.querySelectorAll(".detail .source, .detail .value, .detail .names").length >= Math.min(1, count), ids.length);
    const found = await page.evaluate(() => ({
      injected: window.injected,
      elements: [...document.querySelectorAll("#viewer :is(script, style, link, img, iframe, svg, object, embed, base, meta, form[action])")].map((element) => element.outerHTML),
      handlers: [...document.querySelectorAll("#viewer *")].flatMap((element) => [...element.attributes].filter(({ name }) => name.startsWith("on")).map(({ name }) => name)),
      links: [...document.querySelectorAll("#viewer a[href]")].map((link) => link.href).filter((href) => !href.startsWith(location.origin)),
      turned: /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u0000-\u0008]/.test(document.querySelector("#viewer").textContent),
      hidden: getComputedStyle(document.querySelector(".verdict")).display,
      base: document.baseURI,
      scrolled: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    assert.deepEqual({ ...found, base: new URL(found.base).origin, scrolled: found.scrolled <= found.width }, { injected: undefined, elements: [], handlers: [], links: [], turned: false, hidden: "block", base: server.origin, scrolled: true, width: (width ??= found.width) }, `pair ${at}`);
    assert.deepEqual(errors, [], `pair ${at}`);
    assert.deepEqual(foreign, [], `pair ${at}`);
  }
});
