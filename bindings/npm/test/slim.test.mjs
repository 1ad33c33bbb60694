// `waybill/diff/slim`: the comparison with the host's own module and worker, and the lines around changes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compare, compareSync } from "waybill/diff";
import { createComparer } from "waybill/diff/slim";

const file = readFileSync(new URL("../dist/wasm/diff.wasm", import.meta.url));
const described = (type) => `openapi: 3.1.0
info: { title: Parcels, version: 1.0.0 }
paths:
  /parcels:
    get:
      parameters:
        - { name: depot, in: query, schema: { type: ${type} } }
      responses:
        "200": { description: all parcels }
`;
const [previous, current] = [described("string"), described("integer")];

test("the module may be compiled, bytes or a response", async () => {
  const response = () => new Response(file, { headers: { "content-type": "application/wasm" } });
  for (const module of [new WebAssembly.Module(file), file, response(), Promise.resolve(file)]) {
    const comparer = await createComparer({ module });
    const report = await comparer.compare(previous, current);
    assert.deepEqual((await report.json()).counts, compareSync(previous, current).json().counts);
    report.close();
    await assert.rejects(report.json(), { code: "report.closed" });
  }
});

test("a module that did not come is named", async () => {
  const module = new Response("", { status: 404 });
  await assert.rejects(createComparer({ module }), /the comparison's WebAssembly file could not be fetched: status 404/);
});

test("an aborted signal prevents a comparison without worker", async () => {
  const comparer = await createComparer({ module: file });
  await assert.rejects(comparer.compare(previous, current, { signal: AbortSignal.abort(new Error("enough")) }), /enough/);
});

test("excerpts have the lines around each change, in both modes", async () => {
  const here = compareSync(previous, current);
  const report = await compare(previous, current);
  const [change] = here.json().changes;
  const excerpts = here.excerpts();
  assert.deepEqual(await report.excerpts(), excerpts);
  const { old, new: now } = excerpts[change.id];
  assert.equal(old.line, 7);
  assert.equal(old.start + old.marked + old.end, "        - { name: depot, in: query, schema: { type: string } }");
  assert.equal(now.marked, "type");
  assert.deepEqual(now.after, ["      responses:", '        "200": { description: all parcels }']);
  report.close();
  here.close();
  assert.throws(() => here.excerpts(), { code: "report.closed" });
});

test("lines of further files are those of the files", () => {
  const root = 'openapi: 3.1.0\ninfo: { title: Parcels, version: 1.0.0 }\npaths:\n  /parcels: { $ref: "paths/parcels.yaml" }\n';
  const item = (type) => `get:\n  parameters:\n    - { name: depot, in: query, schema: { type: ${type} } }\n  responses: {}\n`;
  const files = (type) => ({ "paths/parcels.yaml": item(type) });
  const report = compareSync(root, root, { previousName: "api/openapi.yaml", currentName: "api/openapi.yaml", previousFiles: files("string"), currentFiles: files("integer") });
  const [change] = report.json().changes;
  assert.equal(change.new.file, "api/paths/parcels.yaml");
  assert.equal(report.excerpts()[change.id].new.line, 3);
  report.close();
});

test("an error thrown by onProgress ends a synchronous comparison", () => {
  assert.throws(() => compareSync(previous, current, { onProgress: () => { throw new Error("stop here"); } }), /stop here/);
});

test("buffers are copied unless `transfer` is set", async () => {
  const bytes = () => new TextEncoder().encode(previous);
  const [kept, given] = [bytes(), bytes()];
  (await compare(kept, current)).close();
  assert.ok(kept.byteLength > 0);
  (await compare(given, current, { transfer: true })).close();
  assert.equal(given.byteLength, 0);
});
