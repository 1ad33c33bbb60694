// Times the comparison of two files in WebAssembly: `node scripts/measure.mjs OLD NEW` prints one line of JSON.
// The first time includes compiling the module; of the others the best counts, for the machine has other work.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const TIMES = 7;
const [previous, current] = process.argv.slice(2).map((file) => readFileSync(file));

const begun = performance.now();
const { compareSync } = await import("../dist/diff/node.js");
const timed = () => {
  const start = performance.now();
  const report = compareSync(previous, current);
  report.jsonBytes();
  report.close();
  return performance.now() - start;
};
timed();
const first = performance.now() - begun;
const best = Math.min(...Array.from({ length: TIMES }, timed));
const module = readFileSync(new URL("../dist/wasm/diff.wasm", import.meta.url));
console.log(JSON.stringify({ first, best, bytes: module.length, brotli: brotliCompressSync(module).length }));
