// Measures the page with a large pair: `node scripts/measure.mjs OLD NEW` prints one JSON object. Times are in milliseconds after
// the second file was provided. Tasks are those of the page's thread. Memory is the growth of the page's process up to its peak.
import { readdirSync, readFileSync } from "node:fs";
import { launch, openPage, serve } from "../test/support/chromium.mjs";

const [previous, current] = process.argv.slice(2);
const server = await serve();
const browser = await launch();
const { page } = await openPage(browser);
await page.addInitScript(() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" });
});
await page.goto(server.origin);
await page.getByRole("heading", { name: "Compare two OpenAPI descriptions" }).waitFor();
await page.waitForTimeout(500);
const processes = rendererProcesses();
const before = memoryOf(processes);
let peak = before;
const watch = setInterval(() => (peak = Math.max(peak, memoryOf(processes))), 20);

await page.evaluate(() => (window.tasks.length = 0));
await page.locator("input[data-side=previous]").setInputFiles(previous);
const began = performance.now();
await page.locator("input[data-side=current]").setInputFiles(current);
await page.locator(".verdict").waitFor();
const verdict = performance.now() - began;
const all = Number((await page.locator(".shown").textContent()).replace(/\D/g, ""));
await page.waitForFunction((count) => document.querySelectorAll("article.change").length === count, all);
const listed = performance.now() - began;
await page.waitForTimeout(200);
const comparing = await longest();

const height = await page.evaluate(() => document.documentElement.scrollHeight);
await page.mouse.move(800, 500);
const scrolls = Math.min(200, Math.ceil(height / 600));
for (let step = 0; step < scrolls; step += 1) {
  await page.mouse.wheel(0, Math.ceil(height / scrolls));
  await page.waitForTimeout(16);
}
const scrolling = await longest();
await page.evaluate(() => scrollTo(0, 0));
for (const text of ["repository", "required", ""]) {
  await page.locator("input.search").fill(text);
  await page.waitForTimeout(400);
}
await page.locator('.facets input[value="breaking"]').check();
await page.waitForTimeout(400);
const filtering = await longest();
clearInterval(watch);

console.log(JSON.stringify({ changes: all, verdict, listed, comparing, scrolling, filtering, peak_mib: (peak - before) / 1024 }));
await browser.close();
await server.close();

/** Returns the longest task since the last call; 0 if none exceeded the 50 ms that browsers report. */
async function longest() {
  return page.evaluate(() => Math.max(0, ...window.tasks.splice(0)));
}

/** Returns the renderer processes below this process. */
function rendererProcesses() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const read = (id, file) => {
    try {
      return readFileSync(`/proc/${id}/${file}`, "utf8");
    } catch {
      return "";
    }
  };
  return all.filter((id) => read(id, "cmdline").includes("--type=renderer"));
}

/** Returns the resident memory of processes, in KiB. */
function memoryOf(ids) {
  return ids.reduce((sum, id) => {
    try {
      return sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0);
    } catch {
      return sum;
    }
  }, 0);
}
