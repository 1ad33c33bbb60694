// Pages in headless Firefox. Puppeteer drives the Firefox that systems have, by WebDriver BiDi; Playwright only one of its own.
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A browser whose downloads go to the folder that is given with it. */
export async function launchFirefox() {
  const downloads = await mkdtemp(join(tmpdir(), "waybill-firefox-"));
  const extraPrefsFirefox = { "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.always_ask_before_handling_new_types": false };
  const executablePath = process.env.WAYBILL_FIREFOX ?? "/usr/bin/firefox-esr";
  return { downloads, browser: await puppeteer.launch({ browser: "firefox", executablePath, headless: true, extraPrefsFirefox }) };
}

/** A page, and the errors that it logs; what a server does not have is no error of the page. */
export async function openFirefoxPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewport({ width: 1200, height: 800 });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && errors.push(message.text()));
  return { page, errors };
}

/** Gives both descriptions to a page that waits for them. */
export async function giveFiles(page, ...texts) {
  const folder = await mkdtemp(join(tmpdir(), "waybill-given-"));
  for (const [at, side] of ["previous", "current"].entries()) {
    const path = join(folder, `${side}.yaml`);
    await writeFile(path, texts[at]);
    await (await page.waitForSelector(`input[data-side=${side}]`)).uploadFile(path);
  }
}

/** The text of the first element that a selector finds, once it is there. */
export async function textOf(page, selector) {
  return (await page.waitForSelector(selector)).evaluate((element) => element.textContent);
}

/** The one new file of a folder, once it is written to its end. */
export async function readDownload(folder, name) {
  for (let tries = 0; tries < 100; tries += 1) {
    const names = await readdir(folder);
    const text = names.includes(name) && !names.includes(`${name}.part`) ? await readFile(join(folder, name), "utf8") : "";
    if (text) return text;
    await wait(100);
  }
  throw new Error(`${name} was not downloaded; there are ${await readdir(folder)}`);
}

/** What axe finds against the rules of WCAG 2.2 A and AA and its best practices, as a list of sentences. */
export async function findViolations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run("html", { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
}
