// The shared release and rewrite vectors in Node: with the report as an object, and as text.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { compareSync } from "waybill/diff";
import * as releases from "waybill/releases";
import { record } from "./support/evidence.mjs";
import { runReleaseVector } from "./support/release-calls.mjs";
import { releaseVectors, rewriteVectors } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const vectors = releaseVectors("node");
test("there are release vectors", () => assert.ok(vectors.length > 0));

for (const { id, scenario, descriptions } of vectors) {
  test(id, () => {
    const reports = descriptions ? reportsOf(descriptions) : [scenario.report, JSON.stringify(scenario.report)];
    for (const report of reports) {
      const results = runReleaseVector(releases, { scenario, report });
      assert.deepEqual(results, scenario.steps.map(({ gives, fails }) => (fails ? { fails } : { gives })));
    }
    passed.push(id);
  });
}

/** Returns the report of a pair in both forms. */
function reportsOf([previous, current]) {
  const report = compareSync(previous.text, current.text, { previousName: previous.name, currentName: current.name });
  const forms = [report.json(), report.render("json")];
  report.close();
  return forms;
}

for (const { id, scenario, report } of rewriteVectors("node")) {
  test(id, () => {
    for (const { name, of, text, answer, expect } of scenario.cases) {
      const { wording, refusals } = releases.checkModelAnswer(report, { changes: of, text: text ?? JSON.stringify(answer) });
      const found = Object.fromEntries([...refusals.map(({ id }) => [id, "refused"]), ...wording.map(({ id }) => [id, "taken"])]);
      const expected = Object.fromEntries(Object.entries(expect).map(([id, verdict]) => [id, verdict.split(":")[0]]));
      assert.deepEqual(found, expected, name);
    }
    passed.push(id);
  });
}
