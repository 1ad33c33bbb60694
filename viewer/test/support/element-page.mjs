// A page with two elements, bundled by Vite from the npm package.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { serve } from "./chromium.mjs";
import { breaking, describe } from "./samples.mjs";

const waybill = fileURLToPath(new URL("../../../bindings/npm", import.meta.url));

/** Builds and serves the page. Returns its origin and a function to close it. */
export async function buildElementPage() {
  const folder = mkdtempSync(join(tmpdir(), "waybill-element-"));
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(waybill, join(folder, "node_modules/waybill"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="en"><head><title>Docs</title><style>h3 { color: rgb(1, 2, 3); } waybill-changelog { --waybill-accent: rgb(9, 9, 9); }</style></head><body><main><h1>Docs</h1><h2>Changes</h2>
<waybill-changelog id="one" previous="old.yaml" current="new.yaml"></waybill-changelog>
<waybill-changelog id="two" previous="new.yaml" current="new.yaml"></waybill-changelog><h3>Own</h3></main>
<script type="module">import "waybill/viewer"; for (const type of ["compared", "failed"]) addEventListener("waybill-" + type, ({ detail }) => (window.heard ??= []).push([type, detail.verdict?.sentence ?? detail.code]));</script></body></html>`,
  );
  writeFileSync(
    join(folder, "trusted.html"),
    `<!doctype html><html lang="en"><head><title>Docs</title></head><body><main><h1>Docs</h1><h2>Changes</h2></main>
<script type="module">import { WaybillChangelog } from "waybill/viewer"; import address from "waybill/viewer/worker?worker&url";
const policy = trustedTypes.createPolicy("docs", { createScriptURL: (url) => { if (url !== address) throw new TypeError(url); return url; } });
WaybillChangelog.startWorker = () => new Worker(policy.createScriptURL(address), { type: "module" });
document.querySelector("main").append(Object.assign(new WaybillChangelog(), { id: "one" }));
document.querySelector("#one").setAttribute("previous", "old.yaml"); document.querySelector("#one").setAttribute("current", "new.yaml");</script></body></html>`,
  );
  await build({ root: folder, base: "./", logLevel: "warn", resolve: { preserveSymlinks: true }, worker: { format: "es" }, build: { rollupOptions: { input: ["index.html", "trusted.html"].map((name) => join(folder, name)) } } });
  const fileOf = (page) => (path) => {
    if (path === "/old.yaml") return breaking[0];
    if (path === "/new.yaml") return breaking[1];
    if (path === "/slow.yaml") return new Promise(() => {});
    if (path === "/third.yaml") return describe("1.6.0", { maximum: 5 });
    try {
      return readFileSync(join(folder, "dist", path === "/" ? page : path));
    } catch {
      return undefined;
    }
  };
  const server = await serve(fileOf("index.html"));
  const strict = await serve(fileOf("trusted.html"), { "content-security-policy": "require-trusted-types-for 'script'; trusted-types docs" });
  return {
    origin: server.origin,
    /** Origin of a page whose policy requires Trusted Types. */
    strictOrigin: strict.origin,
    async close() {
      await server.close();
      await strict.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
