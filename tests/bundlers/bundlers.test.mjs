// The package in pages that Vite, webpack and Next.js build. Each has the element `<waybill-changelog>`, a comparison of
// `waybill/diff`, and one of `waybill/diff/slim` with the page's own module and worker.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { before, test } from "node:test";
import { build } from "vite";
import webpack from "webpack";
import { checkFolder, installPackage } from "../../viewer/test/support/built-page.mjs";
import webpackConfig from "./webpack/webpack.config.js";

const here = fileURLToPath(new URL(".", import.meta.url));

before(() => installPackage(here));

/** The strictest policy that the package supports, as in its README. */
const policy = { "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'" };

test("Vite, and under a strict policy", async () => {
  await build({ root: join(here, "vite"), logLevel: "warn" });
  await checkFolder(join(here, "vite/dist"), checkCounts, policy);
});

test("webpack", async () => {
  const stats = await promisify(webpack)(webpackConfig);
  assert.equal(stats.toString("errors-warnings"), "webpack compiled successfully");
  copyFileSync(join(here, "webpack/index.html"), join(here, "webpack/dist/index.html"));
  await checkFolder(join(here, "webpack/dist"), checkCounts);
});

test("Next.js with Turbopack, exported as files", async () => {
  const site = join(here, "next");
  for (const folder of [".next", "dist"]) rmSync(join(site, folder), { recursive: true, force: true });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" };
  try {
    execFileSync(join(here, "node_modules/.bin/next"), ["build"], { cwd: site, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    assert.fail(`next build: ${error.stdout}\n${error.stderr}`);
  }
  await checkFolder(join(site, "dist"), checkCounts);
});

/** Checks that both comparisons of the page found the changes that the element shows. */
async function checkCounts(page) {
  await page.locator("#by-hand", { hasText: /\d/ }).waitFor();
  const counts = await page.locator("output").allTextContents();
  assert.deepEqual(counts, ["4", "4"]);
}
