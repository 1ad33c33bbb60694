// Computes the operations that two descriptions do not share, without Waybill: a plain set difference.
// usage: node operations.mjs OLD NEW -> {"added": [...], "removed": [...]}, each "METHOD /path" with parameter names erased
import { readFileSync } from "node:fs";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

function operations(file) {
  const { paths = {} } = JSON.parse(readFileSync(file, "utf8"));
  const found = new Set();
  for (const [path, item] of Object.entries(paths)) {
    for (const method of Object.keys(item)) {
      if (methods.has(method)) found.add(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, "{}")}`);
    }
  }
  return found;
}

const [old, current] = process.argv.slice(2).map(operations);
const without = (left, right) => [...left].filter((name) => !right.has(name)).sort();
console.log(JSON.stringify({ added: without(current, old), removed: without(old, current) }));
