// What a run has shown, for the runner that checks that every host ran every vector: written only when all passed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Adds what ran and passed to this host's evidence, where the runner asked for any. */
export function record(host, passed) {
  const folder = process.env.WAYBILL_EVIDENCE;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${host}.json`);
  const { vectors = [], drivers = [] } = read(file);
  const merged = (old, more = []) => [...new Set([...old, ...more])].sort();
  writeFileSync(file, JSON.stringify({ host, vectors: merged(vectors, passed.vectors), drivers: merged(drivers, passed.drivers) }, null, 2));
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}
