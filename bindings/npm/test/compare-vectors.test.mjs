// The shared comparison cases in Node: each in a worker and on the calling thread.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compare, compareSync } from "waybill/diff";
import { record } from "./support/evidence.mjs";
import { comparable, compareCases } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const cases = compareCases("node");
test("there are comparison cases", () => assert.ok(cases.length > 0));

for (const { id, old, current, names, report: expected } of cases) {
  test(id, async () => {
    const report = await compare(old, current, names);
    assert.deepEqual(comparable(await report.json()), comparable(expected));
    report.close();
    assert.deepEqual(comparable(compareSync(old, current, names).json()), comparable(expected));
    passed.push(id);
  });
}
