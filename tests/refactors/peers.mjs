// Runs other programs on pairs of descriptions, and writes what each reports, a line of JSON for each pair and direction.
// usage: node peers.mjs PAIRS RESULTS both|forwards WAYBILL OASDIFF REDOCLY PYTHON
// PAIRS has KIND/DESCRIPTION/old and /new with the root in openapi.json or openapi.yaml. Lines that RESULTS has already are kept.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [pairs, results, directions, waybill, oasdiff, redocly, python] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const done = new Set();
if (existsSync(results)) {
  for (const line of readFileSync(results, "utf8").split("\n").filter(Boolean)) {
    const { kind, description, backwards } = JSON.parse(line);
    done.add(`${kind} ${description} ${backwards}`);
  }
}

function output(program, words, input) {
  return new Promise((resolve) => {
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.on("error", () => resolve(""));
    child.on("close", () => resolve(Buffer.concat(parts).toString()));
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

// Entries that say that clients break, and other entries above documentation; undefined if the program refuses a file.
function counted(text, read) {
  try {
    return read(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const count = (list, test) => list.filter(test).length;

async function compare(old, current) {
  const texts = await Promise.all([
    output(waybill, ["diff", "--format", "json", old, current]),
    // Without the flag, entries inside `allOf` are warnings that may be false.
    output(oasdiff, ["changelog", "--flatten-allof", "--format", "json", old, current]),
    output(process.execPath, [redocly, "diff", "--format", "json", "--fail-on", "none", old, current]),
    output(python, [join(here, "schema_compat.py")], JSON.stringify({ old, current })),
  ]);
  return {
    waybill: counted(texts[0], ({ changes }) => ({
      breaking: count(changes, ({ level }) => level === "breaking"),
      other: count(changes, ({ level }) => level !== "breaking" && level !== "docs"),
    })),
    // Warnings are possible breaks.
    oasdiff: counted(texts[1], (changes) => ({ breaking: count(changes, ({ level }) => level >= 2), other: 0 })),
    redocly: counted(texts[2], ({ summary }) => ({ breaking: summary.major, other: summary.minor })),
    jsoncompat: counted(texts[3], (found) => found),
  };
}

const root = (folder) => ["openapi.json", "openapi.yaml"].map((name) => join(folder, name)).find(existsSync);
const work = [];
for (const kind of readdirSync(pairs).sort()) {
  for (const description of readdirSync(join(pairs, kind)).sort()) {
    const [old, current] = ["old", "new"].map((side) => root(join(pairs, kind, description, side)));
    for (const backwards of directions === "both" ? [false, true] : [false]) {
      if (!done.has(`${kind} ${description} ${backwards}`)) {
        work.push({ kind, description, backwards, files: backwards ? [current, old] : [old, current] });
      }
    }
  }
}
const total = work.length;

async function worker() {
  for (let next = work.shift(); next; next = work.shift()) {
    const { files, ...pair } = next;
    appendFileSync(results, `${JSON.stringify({ ...pair, ...(await compare(...files)) })}\n`);
    if (work.length % 100 === 0) console.error(`${total - work.length} of ${total}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker));
