// Examples for the shared comparison cases in Node: core's examples, in an otherwise unchanged report.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compareSync } from "waybill/diff";
import { addExamples } from "waybill/examples";
import { compareCases, expectedExamples } from "./support/vectors.mjs";

const expected = expectedExamples();
const cases = compareCases("node");
const isBreakOfRequests = ({ level, direction }) => level === "breaking" && direction === "request";
test("there are examples", () => assert.ok(cases.filter(({ id }) => Object.values(expected[id] ?? {}).some((witness) => witness)).length > 50));

for (const { id, old, current, names } of cases) {
  test(`examples for ${id}`, async () => {
    const comparison = compareSync(old, current, names);
    const given = comparison.json();
    comparison.close();
    const { report, snippets } = await addExamples(given, old, current, names);
    const examples = report.changes.filter(isBreakOfRequests).map(({ id, witness }) => [id, witness]);
    assert.deepEqual(Object.fromEntries(examples), expected[id] ?? {});
    assert.deepEqual(Object.keys(snippets).sort(), examples.filter(([, witness]) => witness).map(([id]) => id).sort());
    const without = (report) => ({ ...report, changes: report.changes.map((change) => ({ ...change, witness: null, no_witness: null })) });
    assert.deepEqual(without(report), without(given));
    for (const { witness, no_witness } of report.changes) assert.ok((witness === null) === (typeof no_witness === "string"));
  });
}
