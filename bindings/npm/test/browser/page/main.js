// Runs every comparison case it is given, in a worker and on the page's own thread, and tries the main entry.
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

const refused = await compare("{", "{}").catch((error) => ({ named: error instanceof CompareError, code: error.code }));
const entry = await import("waybill").then(() => ({ name: "none" }), ({ name, code, message }) => ({ name, code, message }));
window.result = { reports, refused, entry };

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
