// Runs Waybill and other programs on pairs of descriptions, and writes what each reports: a line of JSON for each pair and direction.
// usage: node peers.mjs PAIRS RESULTS CACHE both|forwards EVERY WAYBILL OASDIFF REDOCLY PYTHON
// PAIRS has KIND/DESCRIPTION/old and /new with the root in openapi.json or openapi.yaml. Every EVERYth pair of a kind is compared.
// CACHE keeps the results of the other programs by the content of the files. Waybill runs each time.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [pairs, results, cache, directions, every, waybill, oasdiff, redocly, python] = process.argv.slice(2);
const script = fileURLToPath(import.meta.url);
const schemas = join(dirname(script), "schema_compat.py");

const hash = (parts) => parts.reduce((sum, part) => sum.update(part).update("\0"), createHash("sha256")).digest("hex");

// A result is valid for the same versions of the programs, called in the same way.
const redoclyVersion = JSON.parse(readFileSync(join(dirname(redocly), "../package.json"), "utf8")).version;
const programs = hash([oasdiff, redoclyVersion, python, readFileSync(script), readFileSync(schemas)]);
const cached = new Map();
if (existsSync(cache)) {
  for (const line of readFileSync(cache, "utf8").split("\n").filter(Boolean)) {
    const { key, ...found } = JSON.parse(line);
    cached.set(key, found);
  }
}

// Returns the standard output of a program. It may exit with any status, but it must start and exit.
function output(program, words, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (_, signal) => {
      if (signal) reject(new Error(`${program} was stopped by ${signal}`));
      else resolve(Buffer.concat(parts).toString());
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

// Entries that report a break, and other entries above documentation; null if the program rejects a file.
function counted(text, read) {
  try {
    return read(JSON.parse(text));
  } catch {
    return null;
  }
}

const count = (list, test) => list.filter(test).length;

async function ofWaybill(old, current) {
  return counted(await output(waybill, ["diff", "--format", "json", old, current]), ({ changes }) => ({
    breaking: count(changes, ({ level }) => level === "breaking"),
    other: count(changes, ({ level }) => level !== "breaking" && level !== "docs"),
  }));
}

const flattening = ["--flatten-allof", "--flatten-params", "--auto-upgrade"];

async function ofOthers(old, current) {
  const texts = await Promise.all([
    // The flags lead to fewer false alarms.
    output(oasdiff, ["changelog", ...flattening, "--format", "json", old, current]),
    output(process.execPath, [redocly, "diff", "--format", "json", "--fail-on", "none", old, current]),
    output(python, [schemas], JSON.stringify({ old, current })),
  ]);
  return {
    // Warnings are possible breaks. oasdiff does not support Swagger 2.0: it reads a description as OpenAPI 3 and skips the rest.
    oasdiff: isSwagger(old)
      ? null
      : counted(texts[0], (changes) => ({ breaking: count(changes, ({ level }) => level >= 2), other: 0 })),
    redocly: counted(texts[1], ({ summary }) => ({ breaking: summary.major, other: summary.minor })),
    jsoncompat: counted(texts[2], (found) => found),
  };
}

function isSwagger(file) {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".json") ? "swagger" in JSON.parse(text) : /^["']?swagger["']?\s*:/m.test(text);
}

const root = (folder) => ["openapi.json", "openapi.yaml"].map((name) => join(folder, name)).find(existsSync);

function contents(folder) {
  const names = readdirSync(folder, { recursive: true }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return files.flatMap((name) => [name, readFileSync(join(folder, name))]);
}

const work = [];
for (const kind of readdirSync(pairs).sort()) {
  const descriptions = readdirSync(join(pairs, kind)).sort();
  for (const description of descriptions.filter((_, index) => index % Number(every) === 0)) {
    const folders = ["old", "new"].map((side) => join(pairs, kind, description, side));
    for (const backwards of directions === "both" ? [false, true] : [false]) {
      work.push({ kind, description, backwards, folders: backwards ? folders.toReversed() : folders });
    }
  }
}
const total = work.length;
const lines = [];

async function worker() {
  for (let next = work.shift(); next; next = work.shift()) {
    const { folders, ...pair } = next;
    const [old, current] = folders.map(root);
    const key = hash([programs, ...folders.flatMap(contents)]);
    if (!cached.has(key)) {
      cached.set(key, await ofOthers(old, current));
      appendFileSync(cache, `${JSON.stringify({ key, ...cached.get(key) })}\n`);
    }
    lines.push(JSON.stringify({ ...pair, waybill: await ofWaybill(old, current), ...cached.get(key) }));
    if (lines.length % 100 === 0) console.error(`${lines.length} of ${total}`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker));
writeFileSync(results, `${lines.sort().join("\n")}\n`);
