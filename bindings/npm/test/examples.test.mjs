// `waybill/examples` in Node, in addition to the shared cases: preserved parts of a report, and invalid reports and inputs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { compareSync } from "waybill/diff";
import { addExamples, ExampleError } from "waybill/examples";
import { createExampleFinder } from "waybill/examples/slim";

const file = readFileSync(new URL("../dist/wasm/examples.wasm", import.meta.url));
const described = (type, more = "") => `openapi: 3.1.0
info: { title: Parcels, version: 1.0.0 }
paths:
  /parcels:
    post:
      parameters:
        - { name: depot, in: query, required: true, schema: { type: ${type} } }
      responses:
        "200": { description: all parcels }
${more}`;
const [previous, current] = [described("string"), described("integer")];
const compared = (old, now, options) => {
  const comparison = compareSync(old, now, options);
  const report = comparison.json();
  comparison.close();
  return report;
};
const report = compared(previous, current);
const refused = (code, words) => (error) => error instanceof ExampleError && error.code === code && error.kind !== "internal" && error.message.includes(words);

test("a break has requests before and after, as code per language", async () => {
  const { report: found, snippets } = await addExamples(report, previous, current);
  const [{ id, witness, no_witness }] = found.changes;
  assert.equal(no_witness, null);
  assert.match(witness.before.url, /^https:\/\/api\.example\.com\/parcels\?depot=\D/);
  assert.match(witness.after.url, /\?depot=-?\d+$/);
  assert.match(witness.refusal, /expected an integer/);
  assert.deepEqual(Object.keys(snippets[id].before), ["kotlin", "sh", "swift", "ts"]);
  assert.match(snippets[id].before.sh, /^# before\ncurl -X POST /);
  assert.match(snippets[id].after.ts, /await fetch\(/);
  assert.equal(report.changes[0].witness, null, "the report that was given is as it was");
});

test("a report is unchanged except for the examples", async () => {
  const odd = { ...report, tool: "another 9.9.9", more: { kept: [1] }, counts: { ...report.counts, breaking: 41 }, verdict: { ...report.verdict, sentence: "as released" }, changes: report.changes.map((change) => ({ ...change, help: "ours", accepted: "agreed", more: 1 })) };
  const { report: found } = await addExamples(odd, previous, current);
  const examples = found.changes.map(({ witness, no_witness }) => ({ witness, no_witness }));
  assert.deepEqual(found, { ...odd, changes: odd.changes.map((change, at) => ({ ...change, ...examples[at] })) });
  assert.ok(examples[0].witness);
  assert.deepEqual((await addExamples(JSON.stringify(odd), previous, current)).report, found);
  assert.deepEqual((await addExamples(found, previous, current)).report, found);
});

test("excluded operations stay excluded", async () => {
  const more = (type) => described(type, `  /debug: { get: { parameters: [{ name: at, in: query, required: true, schema: { type: ${type} } }], responses: {} } }\n`);
  const options = { exclude: { paths: ["/debug"] } };
  const given = compared(more("string"), more("integer"), options);
  const { report: found, snippets } = await addExamples(given, more("string"), more("integer"), options);
  assert.deepEqual([found.excluded, found.current.excluded], [given.excluded, 1]);
  assert.equal(Object.keys(snippets).length, 1);
});

test("further files are found by names of the report or options", async () => {
  const root = 'openapi: 3.1.0\ninfo: { title: Parcels, version: 1.0.0 }\npaths:\n  /parcels: { $ref: "paths/parcels.yaml" }\n';
  const item = (type) => `get:\n  parameters:\n    - { name: depot, in: query, required: true, schema: { type: ${type} } }\n  responses: {}\n`;
  const files = { previousFiles: { "paths/parcels.yaml": item("string") }, currentFiles: { "paths/parcels.yaml": item("integer") } };
  const names = { previousName: "api/openapi.yaml", currentName: "api/openapi.yaml" };
  const given = compared(root, root, { ...names, ...files });
  for (const options of [files, { ...names, ...files }]) assert.ok((await addExamples(given, root, root, options)).report.changes[0].witness);
  const { report: alone } = await addExamples(given, root, root);
  assert.equal(alone.changes[0].witness, null);
  assert.equal(typeof alone.changes[0].no_witness, "string");
});

test("examples are searched only for the named changes", async () => {
  const more = (type) => described(type, `  /more: { get: { parameters: [{ name: at, in: query, required: true, schema: { type: ${type} } }], responses: {} } }\n`);
  const given = compared(more("string"), more("integer"));
  const [one, other] = given.changes.map(({ id }) => id);
  const { report: all } = await addExamples(given, more("string"), more("integer"));
  for (const wanted of [one, other]) {
    const { report: found, snippets } = await addExamples(given, more("string"), more("integer"), { changes: [wanted] });
    assert.deepEqual(Object.keys(snippets), [wanted]);
    for (const [at, change] of found.changes.entries()) assert.deepEqual(change.witness, change.id === wanted ? all.changes[at].witness : null);
  }
  assert.deepEqual(Object.keys((await addExamples(given, more("string"), more("integer"), { changes: [] })).snippets), []);
  await assert.rejects(addExamples(report, previous, current, { changes: [5] }), refused("options.invalid", "changes is a list of ids"));
});

test("a report of other descriptions gets no example", async () => {
  const other = "openapi: 3.0.3\ninfo: { title: Other, version: 9.0.0 }\npaths: { /other: { get: { responses: {} } } }\n";
  const { changes } = (await addExamples(report, other, other)).report;
  assert.equal(changes[0].witness, null);
  assert.ok((await addExamples(report, current, previous)).report);
  const [change] = report.changes;
  const places = ["", "/", "~", "/~2", "/paths", "/paths/~1parcels/post/parameters/99999999999999999999", "/".repeat(100_000), "/info/title", "no pointer"];
  for (const pointer of places) {
    const place = { ...change.new, pointer };
    const given = { ...report, changes: [{ ...change, old: place, new: place }, { ...change, old: null, new: null, operations: [] }, { ...change, operations: [{ method: "GET", path: pointer }] }] };
    assert.equal((await addExamples(given, previous, current)).report.changes.length, 3);
  }
  assert.ok((await addExamples(report, previous, current)).report.changes[0].witness);
});

test("a report with many changes is looked at up to a bound", { timeout: 60_000 }, async () => {
  const many = { ...report, changes: Array.from({ length: 20_000 }, () => report.changes[0]) };
  const { report: found } = await addExamples(many, previous, current);
  const shown = found.changes.filter(({ witness }) => witness).length;
  assert.ok(shown > 0 && shown <= 200, String(shown));
  assert.equal(found.changes.length, 20_000);
});

test("an invalid report is refused", async () => {
  for (const given of [undefined, null, 5, [], {}, "", "<html>", "{}", new Uint8Array(3), { ...report, changes: [{}] }, "[".repeat(1_000_000)]) {
    await assert.rejects(addExamples(given, previous, current), refused("report.unreadable", "the report cannot be read"), String(given).slice(0, 20));
  }
  await assert.rejects(addExamples({ ...report, tool: "\ud800", changes: [{ ...report.changes[0], message: "\ud800" }] }, previous, current), refused("report.unreadable", "hex escape"));
  await assert.rejects(addExamples({ ...report, report_version: 2 }, previous, current), refused("report.version", "version 2"));
  await assert.rejects(addExamples({ ...report, changes: [{ ...report.changes[0], rule: "odd" }] }, previous, current), refused("report.rule", "`odd`"));
  await assert.rejects(addExamples({ ...report, self: 1n }, previous, current), refused("options.invalid", "JSON"));
});

test("invalid descriptions and options are refused", async () => {
  for (const given of [undefined, null, 5, {}, []]) {
    await assert.rejects(addExamples(report, given, current), refused("options.invalid", "a description is"));
    await assert.rejects(addExamples(report, previous, current, { currentFiles: { "a.yaml": given } }), refused("options.invalid", "a description is"));
  }
  await assert.rejects(addExamples(report, "{", current), refused("description.syntax", ""));
  await assert.rejects(addExamples(report, previous, "[]"), ExampleError);
  await assert.rejects(addExamples(report, previous, current, { previousName: 5 }), refused("options.invalid", "previousName"));
  await assert.rejects(addExamples(report, previous, current, null), refused("options.invalid", "options"));
  for (const options of [undefined, {}, { previousName: undefined, currentFiles: undefined }]) assert.ok(await addExamples(report, previous, current, options));
});

test("descriptions are texts or bytes", async () => {
  const bytes = new TextEncoder().encode(previous);
  const expected = await addExamples(report, previous, current);
  for (const form of [bytes, Buffer.from(previous), bytes.buffer]) assert.deepEqual(await addExamples(report, form, current), expected);
});

test("the module is passed compiled, as bytes or as a response", async () => {
  const expected = await addExamples(report, previous, current);
  const response = () => new Response(file, { headers: { "content-type": "application/wasm" } });
  for (const module of [new WebAssembly.Module(file), file, response(), Promise.resolve(file)]) {
    const finder = await createExampleFinder({ module });
    assert.deepEqual(await finder.addExamples(report, previous, current), expected);
  }
  await assert.rejects(createExampleFinder({ module: new Response("", { status: 404 }) }), /the WebAssembly file for examples could not be fetched: status 404/);
});

test("the module is a path of the package", () => {
  assert.ok(import.meta.resolve("waybill/examples.wasm").endsWith("/dist/wasm/examples.wasm"));
});
