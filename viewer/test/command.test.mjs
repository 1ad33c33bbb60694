// The viewer in the command line: `waybill view`, and the page that `waybill changelog --html` and `check` write.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { checkAccessibility } from "./support/axe.mjs";
import { launch, openPage, waitForWorkers } from "./support/chromium.mjs";
import { breaking, describe } from "./support/samples.mjs";
import { compareScreenshot } from "./support/screenshot.mjs";

const waybill = process.env.WAYBILL;
let folder;
let browser;
before(async () => {
  assert.ok(waybill, "WAYBILL names the command, built with the viewer in it");
  folder = mkdtempSync(join(tmpdir(), "waybill-command-"));
  writeFileSync(join(folder, "old.yaml"), breaking[0]);
  writeFileSync(join(folder, "new.yaml"), breaking[1]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a written page opens from disk without a network", async () => {
  execFileSync(waybill, ["changelog", "old.yaml", "new.yaml", "--html", "changes.html"], { cwd: folder, stdio: "pipe" });
  const { context, page, errors } = await openPage(browser, { offline: true });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`file://${join(folder, "changes.html")}`);
  assert.equal(await page.locator(".verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  assert.equal(await page.locator("article.change").count(), 4);
  await page.keyboard.press("n");
  await page.locator(".example").getByText("This request was accepted before and is refused now").waitFor();
  await page.locator(".source").first().waitFor();
  assert.equal(await page.getByRole("button", { name: "Run on both" }).count(), 0);
  assert.equal(asked.length, 1);
  await checkAccessibility(page);
  await compareScreenshot(page, "written-page-light");
  await checkRulePage(page);
  assert.deepEqual(errors, []);
  await context.close();
});

/** Checks the rule page of the open change, and closes it again. */
async function checkRulePage(page) {
  const rule = page.locator("article.open .rule");
  await rule.locator("summary").click();
  await rule.getByText("On the command line").waitFor();
  assert.match(await rule.innerText(), /Requests without it were valid and are now invalid/);
  await rule.locator("summary").click();
}

test("hostile strings cannot escape the data of a written page", async () => {
  const hostile = "</script><script>window.injected = 1</script><!--<script>";
  writeFileSync(join(folder, "hostile.yaml"), describe("1.5.0", { summary: JSON.stringify(hostile), maximum: 3 }));
  execFileSync(waybill, ["changelog", "old.yaml", "hostile.yaml", "--html", "hostile.html"], { cwd: folder, stdio: "pipe" });
  const { context, page, errors } = await openPage(browser);
  await page.goto(`file://${join(folder, "hostile.html")}`);
  await page.locator(".verdict").waitFor();
  assert.equal(await page.evaluate(() => window.injected), undefined);
  assert.match(await page.locator(".group > h3").first().textContent(), /<\/script><script>/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("`waybill view` shows both files and ends with its page", async () => {
  const process = spawn(waybill, ["view", "old.yaml", "new.yaml", "--no-open"], { cwd: folder });
  let output = "";
  for (const stream of [process.stdout, process.stderr]) stream.on("data", (data) => (output += data));
  const ended = once(process, "exit");
  const address = await new Promise((resolve, reject) => {
    const look = () => {
      const [found] = /http:\/\/\S+/.exec(output) ?? [];
      if (found) resolve(found);
    };
    process.stdout.on("data", look);
    process.stderr.on("data", look);
    ended.then(() => reject(new Error(output)));
  });
  const { context, page, errors } = await openPage(browser);
  await page.goto(address);
  assert.equal(await page.locator(".verdict").textContent(), "1.5.0 should be 2.0.0: 2 breaking changes");
  assert.match(await page.locator(".versions").textContent(), /old\.yaml.*new\.yaml/);
  // A worker's policy comes from the response with its script. It is that of the page, which the manual quotes.
  const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
  await waitForWorkers(page, 1);
  const worker = page.workers()[0].url();
  for (const served of [address, worker]) assert.equal((await context.request.get(served)).headers()["content-security-policy"], policy);
  assert.ok(readFileSync(new URL("../../docs/guides/viewer.md", import.meta.url), "utf8").includes(`Content-Security-Policy: ${policy}\n`));
  await page.keyboard.press("n");
  await page.locator(".example").getByText("This request was accepted before and is refused now").waitFor();
  await page.keyboard.press("x");
  await page.getByText("The previous description answered 201").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
  const began = Date.now();
  const [status] = await ended;
  assert.equal(status, 0, output);
  assert.ok(Date.now() - began > 8_000, "it waits for a page that is only loaded again");
});
