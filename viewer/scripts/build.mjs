// Builds what the viewer is delivered as: `dist/page`, a page for any static server; `dist/report.html`, one file that shows the
// report that is put into it; and `waybill/viewer` in the npm package, whose other files it shares.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
// `light-dark()` stays as it is: what it would be replaced by follows the system alone, and not the reader's choice.
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

/** One script and one style, both in the page: their hashes are all that its policy lets run. */
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
  // A closing tag within the script would end it.
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

/** The element and its worker. Addresses of files stay as they are: whoever bundles the package puts theirs in. */
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
  // A worker's script, of which nothing is imported.
  writeFileSync(join(outDir, "worker.d.ts"), "export {};\n");
}

/** The service worker that keeps the page's files, by a name that changes with their contents. */
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
