// The smaller file of the comparison, which reads only OpenAPI 3 in JSON. Its results equal those of the full one after the texts
// of rules are added from `waybill/rules.json`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CompareError, compareSync } from "waybill/diff";
import { LocalComparer } from "../dist/diff/sync.js";
import { compareCases } from "./support/vectors.mjs";

const rules = createRequire(import.meta.url)("waybill/rules.json");
const load = (name) => new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(`waybill/${name}`))));
const [full, slim] = [load("diff.wasm"), load("diff-json.wasm")];
const comparer = LocalComparer.of(slim);

const cases = compareCases("node").filter(({ old, current, names }) => {
  const further = [...Object.values(names.previousFiles), ...Object.values(names.currentFiles)];
  return [old, current].every((file) => parsed(file)?.openapi !== undefined) && further.every(parsed);
});
test("there are cases of OpenAPI 3 in JSON", () => assert.ok(cases.length > 150, `${cases.length}`));

test("the file for JSON alone gives the report of the full one", () => {
  for (const { id, old, current, names } of cases) {
    const [compared, expected] = [comparer.compare(old, current, names), compareSync(old, current, names)];
    const report = compared.json();
    for (const change of report.changes) {
      assert.deepEqual([change.why, change.help, change.advice], ["", "", ""], id);
      const { level, why, help, advice } = rules[change.rule];
      assert.equal(level, change.default_level ?? change.level, id);
      Object.assign(change, { why, help, advice });
    }
    assert.equal(JSON.stringify(report), JSON.stringify(expected.json()), id);
    assert.deepEqual(compared.excerptBytes(), expected.excerptBytes(), id);
    compared.close();
    expected.close();
  }
});

test("both files have the same imports and exports", () => {
  const of = (list) => list.map(({ module, name, kind }) => `${module} ${name} ${kind}`).sort();
  assert.deepEqual(of(WebAssembly.Module.exports(slim)), of(WebAssembly.Module.exports(full)));
  assert.deepEqual(of(WebAssembly.Module.imports(slim)), of(WebAssembly.Module.imports(full)));
});

test("the JSON-only file refuses YAML and Swagger with a reason", () => {
  const openapi = '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}';
  const yaml = "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\n";
  const swagger = '{"info": {"title": "t", "version": "1"},\n "swagger": "2.0", "paths": {}}';
  for (const [text, place] of [[yaml, "1:1"], [swagger, "2:2"]]) {
    for (const [old, current] of [[text, openapi], [openapi, text]]) {
      compareSync(old, current).close();
      assert.throws(() => comparer.compare(old, current), (error) => {
        assert.ok(error instanceof CompareError && error.code === "description.not-in-build", `${error.code}`);
        assert.match(error.message, /this build reads only OpenAPI 3 in JSON; the full build also reads/);
        assert.ok(error.message.includes(`:${place}: `), error.message);
        return true;
      });
    }
  }
});

test("a further file in YAML is a problem of the report", () => {
  const openapi = '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"$ref": "a.yaml"}}}';
  const files = { "a.yaml": "get: {}\n" };
  const { problems } = comparer.compare(openapi, openapi, { previousFiles: files, currentFiles: files }).json();
  assert.ok(problems.some(({ code }) => code === "description.not-in-build"), JSON.stringify(problems));
});

test("a report of the file for JSON alone is JSON, and no text", () => {
  const openapi = '{"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}';
  const report = comparer.compare(openapi, openapi);
  assert.deepEqual(JSON.parse(report.render("json")), report.json());
  assert.throws(() => report.render("markdown"), { code: "format.unknown", message: /its formats are json$/ });
});

test("each rule has its texts and its page", () => {
  for (const [rule, texts] of Object.entries(rules)) {
    assert.deepEqual(Object.keys(texts), ["level", "why", "help", "advice", "title", "page"]);
    assert.ok(typeof texts.help === "string" && texts.title && texts.page.startsWith(`# ${rule}\n`), rule);
  }
});

function parsed(file) {
  try {
    return JSON.parse(file);
  } catch {
    return undefined;
  }
}
