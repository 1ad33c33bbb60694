// The viewer lists the same changes and counts as the command line and the package, for all shared vectors.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { compareCases } from "../../bindings/npm/test/support/vectors.mjs";
import { launch, listedIds, openPage, pageFile, pageOf, serve } from "./support/chromium.mjs";

const cases = compareCases("chromium");
let browser;
let server;
let opened;

before(async () => {
  const further = {};
  cases.forEach(({ old, current, names }, at) => {
    const side = (folder, name, root, files) => {
      const path = `${folder}/${name}`;
      const others = Object.entries(files).map(([from, content]) => [new URL(from, `http://localhost/${path}`).pathname.slice(1), content]);
      for (const [file, content] of [[path, root], ...others]) further[`/${at}/${file}`] = content;
      return { name, path, files: others.map(([file]) => file) };
    };
    // Files may refer to folders above their own.
    const previous = side("previous/1/2/3", names.previousName, old, names.previousFiles);
    const now = side("current/1/2/3", names.currentName, current, names.currentFiles);
    for (const [path, content] of Object.entries(pageOf({ name: null, previous, current: now, exclude: names.exclude, levels: names.levels }))) further[`/${at}${path}`] = content;
  });
  server = await serve((path) => further[path] ?? pageFile(path.replace(/^\/\d+\//, "/")));
  browser = await launch();
  opened = await openPage(browser);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

test("there are cases", () => assert.ok(cases.length > 150, String(cases.length)));

cases.forEach(({ id, report }, at) => {
  test(id, async () => {
    const { page, errors } = opened;
    await page.goto(`${server.origin}/${at}/`);
    assert.deepEqual((await listedIds(page)).toSorted(), report.changes.map((change) => change.id).toSorted());
    const counts = await page.locator(".counts .level").evaluateAll((items) => items.map((item) => item.textContent.replace(/[^\d a-z]/g, "").trim()));
    const { operations_affected: _, ...expected } = report.counts;
    const wanted = Object.entries(expected).filter(([, count]) => count > 0);
    assert.deepEqual(counts.toSorted(), wanted.map(([level, count]) => `${count} ${level}`).toSorted());
    assert.deepEqual(errors.splice(0), []);
  });
});
