// Builds `dist/` from TypeScript and from the WebAssembly files that `cargo xtask build wasm` wrote to `src/wasm/`. With names of
// surfaces as arguments, only their WebAssembly files are copied. The rest of `dist/` stays, and types are not checked.
//
// wasm-bindgen's `no-modules` glue is one closure with one instance. Wrapped in a function it becomes a factory, so that a
// trapped instance can be replaced for the next client.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../", import.meta.url);
// Surfaces, with the crate that each is built from.
const surfaces = { client: "client", diff: "diff", examples: "examples", releases: "releases", mock: "mock", "mock-rest": "mock" };

const asked = process.argv.slice(2);
if (asked.length > 0) {
  build(asked, ["--noCheck", "--declaration", "false"]);
} else {
  rmSync(new URL("dist/", root), { recursive: true, force: true });
  build(Object.keys(surfaces), []);
  addSharedFiles();
}

function build(names, options) {
  for (const name of names) wrapGlue(name, surfaces[name]);
  compile(options);
  mkdirSync(new URL("dist/wasm/", root), { recursive: true });
  for (const name of names) {
    for (const extension of ["js", "d.ts", "wasm"]) {
      const file = `wasm/${name}.${extension}`;
      copyFileSync(new URL(`src/${file}`, root), new URL(`dist/${file}`, root));
    }
  }
}

function addSharedFiles() {
  // The glue of the full comparison also loads the smaller file.
  const glueOf = (surface) => readFileSync(new URL(`src/wasm/${surface}/waybill_wasm_diff.js`, root), "utf8");
  if (glueOf("diff-json") !== glueOf("diff")) {
    console.error("src/wasm/diff-json has glue of its own: both builds of wasm/diff must import and export the same");
    process.exit(1);
  }
  copyFileSync(new URL("src/wasm/diff-json/waybill_wasm_diff_bg.wasm", root), new URL("dist/wasm/diff-json.wasm", root));
  copyFileSync(new URL("src/wasm/rules.json", root), new URL("dist/rules.json", root));
  copyFileSync(new URL("../../core/schema/report.json", root), new URL("dist/report.schema.json", root));
  // npm packs only files in the package's folder.
  for (const file of ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]) copyFileSync(new URL(`../../${file}`, root), new URL(file, root));
}

function wrapGlue(surface, crate) {
  const generated = (name) => new URL(`src/wasm/${surface}/waybill_wasm_${crate}${name}`, root);
  if (!existsSync(generated("_bg.wasm"))) {
    console.error(`src/wasm/${surface} is missing: run \`cargo xtask build wasm\` first`);
    process.exit(1);
  }
  const glue = readFileSync(generated(".js"), "utf8");
  if (!glue.startsWith("let wasm_bindgen = (function(exports) {")) {
    console.error(`src/wasm/${surface} holds glue of another kind: it is made with \`--target no-modules\``);
    process.exit(1);
  }
  const module = (extension) => new URL(`src/wasm/${surface}.${extension}`, root);
  writeFileSync(module("js"), `export default function instantiate() {\n${glue}\nreturn wasm_bindgen;\n}\n`);
  const types = readFileSync(generated(".d.ts"), "utf8");
  writeFileSync(module("d.ts"), `${types}\nexport default function instantiate(): typeof wasm_bindgen;\n`);
  copyFileSync(generated("_bg.wasm"), module("wasm"));
}

function compile(options) {
  const compiler = fileURLToPath(new URL("node_modules/typescript/bin/tsc", root));
  const { status } = spawnSync(process.execPath, [compiler, "--project", fileURLToPath(new URL("tsconfig.json", root)), ...options], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
