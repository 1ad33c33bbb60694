// Runs the given comparison cases in a worker and on the page's own thread. Also checks progress, cancellation and the main
// entry.
import { compare, CompareError, compareSync } from "waybill/diff";

const cases = await (await fetch("/cases.json")).json();
const reports = {};
for (const { id, old, current, names } of cases) {
  const [before, after] = [bytes(old), bytes(current)];
  const report = await compare(before, after, names);
  const local = compareSync(before, after, names);
  const json = await report.json();
  const markdown = await report.render("markdown");
  reports[id] = { json, same: JSON.stringify(local.json()) === JSON.stringify(json) && local.render("markdown") === markdown };
  report.close();
  local.close();
}

// A comparison that is long enough to report progress.
const many = (kind) => {
  const content = (at) => ({ "a/b": { schema: { $ref: `#/components/schemas/S${at}` } } });
  const all = Array.from({ length: 400 }, (_, at) => at);
  const paths = Object.fromEntries(all.map((at) => [`/p${at}`, { get: { responses: { 200: { description: "", content: content(at) } } } }]));
  return JSON.stringify({ openapi: "3.1.0", paths, components: { schemas: Object.fromEntries(all.map((at) => [`S${at}`, { type: kind }])) } });
};
const progress = [];
(await compare(many("string"), many("integer"), { onProgress: (seen) => progress.push(seen) })).close();
const left = new AbortController();
const leaving = compare(many("string"), many("integer"), { signal: left.signal, onProgress: () => left.abort(new Error("the page was left")) });
const leave = await leaving.catch((error) => error.message);

const refused = await compare("{", "{}").catch((error) => ({ named: error instanceof CompareError, code: error.code }));
const entry = await import("waybill").then(() => ({ name: "none" }), ({ name, code, message }) => ({ name, code, message }));
window.result = { reports, progress, leave, refused, entry };

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
