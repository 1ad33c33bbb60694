// The package contains only ESM. `require()` of it works from Node 20.19 on.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import * as imported from "waybill";
import * as diff from "waybill/diff";
import * as examples from "waybill/examples";
import * as mock from "waybill/mock";
import * as releases from "waybill/releases";

const require = createRequire(import.meta.url);

test("import and require give the same client", () => {
  const { Client, WaybillError } = require("waybill");
  assert.equal(Client, imported.Client);
  assert.equal(WaybillError, imported.WaybillError);
  assert.deepEqual(Object.keys(imported).sort(), ["Client", "Forwarder", "MockClient", "TokenSnapshot", "WaybillError", "createFileSource", "readCredentialsFile", "readVariables", "syncCredentials"]);
});

test("import and require give the same comparison", () => {
  assert.equal(require("waybill/diff").compareSync, diff.compareSync);
  assert.deepEqual(Object.keys(diff).sort(), ["CompareError", "compare", "compareSync"]);
});

test("import and require give the same functions for releases", () => {
  assert.equal(require("waybill/releases").writeChangelog, releases.writeChangelog);
});

test("import and require give the same search for examples", () => {
  assert.equal(require("waybill/examples").addExamples, examples.addExamples);
  assert.deepEqual(Object.keys(examples).sort(), ["ExampleError", "addExamples"]);
});

test("import and require give the same mock service", () => {
  assert.equal(require("waybill/mock").createMock, mock.createMock);
  assert.deepEqual(Object.keys(mock).sort(), ["MockError", "createMock"]);
});
