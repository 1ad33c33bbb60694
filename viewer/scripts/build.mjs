// Builds the three forms of the viewer. `dist/page` is a page for any static server. `dist/report.html` is one file for an
// embedded report. `waybill/viewer` is part of the npm package and shares its files.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
// `light-dark()` is not transpiled: the replacement would follow only the system, and not the reader's choice.
const cssTarget = ["chrome123", "firefox120", "safari17.5"];
const shared = { root, configFile: false, logLevel: "warn", oxc: { jsx: { runtime: "automatic", importSource: "preact" } } };

rmSync(dist, { recursive: true, force: true });
await buildPage();
await buildReport();
copyFileSync(join(dist, "report.html"), join(dist, "page", "report.html"));
writeOffline();
await buildElement();

async function buildPage() {
  await build({
    ...shared,
    base: "./",
    worker: { format: "es" },
    build: { outDir: join(dist, "page"), assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: "es2022", cssTarget },
  });
}

/** Builds the page with one embedded script and style. Its policy allows only their hashes. */
async function buildReport() {
  const outDir = join(dist, "report");
  await build({
    ...shared,
    publicDir: false,
    build: {
      outDir,
      target: "es2022",
      cssTarget,
      cssCodeSplit: false,
      rollupOptions: { input: join(root, "src/hosts/report.tsx"), output: { format: "iife", entryFileNames: "report.js", assetFileNames: "report[extname]" } },
    },
  });
  // A closing tag in the script would end it.
  const script = readFileSync(join(outDir, "report.js"), "utf8").replaceAll("</script", "<\\/script");
  const style = readFileSync(join(outDir, "report.css"), "utf8");
  const policy = `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const filled = [
    ["<!--waybill:policy-->", `<meta http-equiv="Content-Security-Policy" content="${policy}" />`],
    ["<!--waybill:style-->", `<style>${style}</style>`],
    ["<!--waybill:script-->", `<script>${script}</script>`],
  ].reduce((page, [mark, text]) => page.replace(mark, () => text), readFileSync(join(root, "report.html"), "utf8"));
  writeFileSync(join(dist, "report.html"), filled);
  rmSync(outDir, { recursive: true });
}

/** Builds the element and its worker. Addresses of files are kept, because the bundler of a user's page replaces them. */
async function buildElement() {
  const outDir = join(root, "../bindings/npm/dist/viewer");
  await build({
    ...shared,
    publicDir: false,
    resolve: { alias: [{ find: "./modules", replacement: join(root, "src/worker/modules-of-package.ts") }] },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      cssTarget,
      modulePreload: false,
      rollupOptions: {
        input: { index: join(root, "src/hosts/element.tsx"), worker: join(root, "src/worker/worker.ts") },
        external: /^waybill\//,
        preserveEntrySignatures: "strict",
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  copyFileSync(join(root, "element.d.ts"), join(outDir, "index.d.ts"));
  // The worker's script has no exports.
  writeFileSync(join(outDir, "worker.d.ts"), "export {};\n");
}

/** Writes the service worker that caches the page's files. The cache name depends on their contents. */
function writeOffline() {
  const page = join(dist, "page");
  const files = readdirSync(page, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  const contents = createHash("sha256");
  for (const path of paths) contents.update(readFileSync(path));
  const kept = paths.map((path) => path.slice(page.length + 1)).filter((path) => !path.endsWith(".map"));
  const source = readFileSync(join(root, "src/offline.js"), "utf8");
  mkdirSync(page, { recursive: true });
  writeFileSync(join(page, "offline.js"), source.replace("__VERSION__", contents.digest("hex").slice(0, 16)).replace('"__FILES__"', JSON.stringify(["./", ...kept])));
}

function hash(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
