// Records the vectors that passed, for the runner that checks that every host ran every vector. Test files run in parallel, each
// in its own process, and write to one file.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Adds the passed vectors to this host's evidence, if the runner requested it. */
export function record(host, passed) {
  const folder = process.env.WAYBILL_EVIDENCE;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${host}.json`);
  const merged = (old, more = []) => [...new Set([...old, ...more])].sort();
  alone(`${file}.lock`, () => {
    const { vectors = [], drivers = [] } = read(file);
    writeFileSync(file, JSON.stringify({ host, vectors: merged(vectors, passed.vectors), drivers: merged(drivers, passed.drivers) }, null, 2));
  });
}

/** Runs `work` under a lock. Creating a folder is atomic: it fails if another process was first. */
function alone(lock, work) {
  for (const end = Date.now() + 60_000; ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST" || Date.now() > end) throw error;
    }
  }
  try {
    work();
  } finally {
    rmdirSync(lock);
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
