// Adds examples to the given reports. The page compares nothing, because the cases contain the reports.
import { addExamples, ExampleError } from "waybill/examples";

const cases = await (await fetch("/cases.json")).json();
const examples = {};
for (const { id, old, current, names, report } of cases) {
  const { report: found, snippets } = await addExamples(report, bytes(old), bytes(current), names);
  examples[id] = { witnesses: Object.fromEntries(found.changes.map(({ id, witness }) => [id, witness])), snippets: Object.keys(snippets) };
}
const refused = await addExamples("<html>", "{}", "{}").catch((error) => ({ named: error instanceof ExampleError, code: error.code }));
window.result = { examples, refused };

function bytes(base64) {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
