// Measures the comparison of two files in WebAssembly: `node scripts/measure.mjs MODULE OLD NEW` prints one line of JSON.
// `MODULE` is `diff.wasm` or `diff-json.wasm`. The first time includes compiling the module. Of the others the best is printed,
// because the machine has other work.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const TIMES = 7;
const [name, ...files] = process.argv.slice(2);
const [previous, current] = files.map((file) => readFileSync(file));

const begun = performance.now();
const { LocalComparer } = await import("../dist/diff/sync.js");
const module = readFileSync(new URL(`../dist/wasm/${name}`, import.meta.url));
const comparer = LocalComparer.of(new WebAssembly.Module(module));
const timed = () => {
  const start = performance.now();
  const report = comparer.compare(previous, current);
  report.jsonBytes();
  report.close();
  return performance.now() - start;
};
timed();
const first = performance.now() - begun;
const best = Math.min(...Array.from({ length: TIMES }, timed));
console.log(JSON.stringify({ first, best, bytes: module.length, brotli: brotliCompressSync(module).length }));
