// Pages in headless Firefox. Puppeteer drives the system's Firefox by WebDriver BiDi; Playwright supports only its own build.
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Launches a browser with a download folder, and returns both. */
export async function launchFirefox() {
  const downloads = await mkdtemp(join(tmpdir(), "waybill-firefox-"));
  const extraPrefsFirefox = { "browser.download.folderList": 2, "browser.download.dir": downloads, "browser.download.always_ask_before_handling_new_types": false };
  const executablePath = process.env.WAYBILL_FIREFOX ?? "/usr/bin/firefox-esr";
  return { downloads, browser: await puppeteer.launch({ browser: "firefox", executablePath, headless: true, extraPrefsFirefox }) };
}

/** Opens a page. Returns it with the errors that it logs. A missing file on the server is not an error of the page. */
export async function openFirefoxPage(browser) {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewport({ width: 1200, height: 800 });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("404") && errors.push(message.text()));
  return { page, errors };
}

/** Provides both descriptions to the start view. */
export async function giveFiles(page, ...texts) {
  const folder = await mkdtemp(join(tmpdir(), "waybill-given-"));
  for (const [at, side] of ["previous", "current"].entries()) {
    const path = join(folder, `${side}.yaml`);
    await writeFile(path, texts[at]);
    await (await page.waitForSelector(`input[data-side=${side}]`)).uploadFile(path);
  }
}

/** Waits for the first element that matches a selector, and returns its text. */
export async function textOf(page, selector) {
  return (await page.waitForSelector(selector)).evaluate((element) => element.textContent);
}

/** Waits until a download is complete, and returns its text. */
export async function readDownload(folder, name) {
  for (let tries = 0; tries < 100; tries += 1) {
    const names = await readdir(folder);
    const text = names.includes(name) && !names.includes(`${name}.part`) ? await readFile(join(folder, name), "utf8") : "";
    if (text) return text;
    await wait(100);
  }
  throw new Error(`${name} was not downloaded; there are ${await readdir(folder)}`);
}

/** Returns axe's violations of WCAG 2.2 A and AA and of its best practices, as sentences. */
export async function findViolations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run("html", { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  });
}
