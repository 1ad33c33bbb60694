// Validates the comparison's output against the published JSON Schema of the report, with a third-party validator.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import { compareSync } from "waybill/diff";
import { compareCases } from "./support/vectors.mjs";

const schema = createRequire(import.meta.url)("waybill/report.schema.json");
const valid = new Ajv({ strict: true, allowUnionTypes: true, allErrors: true }).compile(schema);

function assertValid(report) {
  assert.ok(valid(report), JSON.stringify(valid.errors, null, 2));
}

const cases = compareCases("node");

test("every report of the shared cases is valid", () => {
  assert.ok(cases.length > 0);
  for (const { old, current, names } of cases) {
    const report = compareSync(old, current, names);
    assertValid(report.json());
    report.close();
  }
});

test("a report with two broken references is valid", () => {
  const broken = '{"openapi": "3.0.3", "info": {}, "paths": {"/a": {"get": {"responses": {"200": {"$ref": "#/nowhere"}}}}}}';
  const report = compareSync(broken, broken.replace("nowhere", "elsewhere"));
  const json = report.json();
  assert.equal(json.complete, false);
  assertValid(json);
  report.close();
});

test("a report with a missing, added or mistyped field is refused", () => {
  const { old, current, names } = cases.find(({ report }) => report.changes.length > 0);
  const report = compareSync(old, current, names);
  const places = [];
  const walk = (value, at) => {
    if (value === null || typeof value !== "object") return;
    for (const key of Object.keys(value)) {
      // The content of `before` and `after` comes from the descriptions.
      if (["before", "after"].includes(key)) continue;
      places.push([...at, key]);
      walk(value[key], [...at, key]);
    }
  };
  walk(report.json(), []);
  for (const path of places) {
    const changed = report.json();
    const holder = path.slice(0, -1).reduce((value, key) => value[key], changed);
    holder[path.at(-1)] = { unexpected: true };
    assert.ok(!valid(changed), `${path.join(".")} may be an object with any member`);
    if (!Array.isArray(holder)) {
      delete holder[path.at(-1)];
      assert.ok(!valid(changed), `${path.join(".")} may be missing`);
    }
  }
  report.close();
});
