// The shared mock vectors in Node.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createMock } from "waybill/mock";
import { record } from "./support/evidence.mjs";
import { runMockVector } from "./support/mock-scene.mjs";
import { mockVectors } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const vectors = mockVectors("node");
test("there are mock vectors", () => assert.ok(vectors.length > 0));

for (const vector of vectors) {
  test(vector.id, async () => {
    assert.deepEqual(await runMockVector(createMock, vector), []);
    passed.push(vector.id);
  });
}
