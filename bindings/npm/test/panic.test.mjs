// A crash inside WebAssembly results in one named error, and the next client gets a new instance. Needs a test build, whose
// WebAssembly files export a function that panics. `cargo xtask test` makes one and sets WAYBILL_PLANTED_PANIC.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import { Client, WaybillError } from "waybill";
import { compareSync } from "waybill/diff";
import { instances } from "../dist/client/instances.js";
import { LocalComparer } from "../dist/diff/sync.js";
import { finderIn, instancesOf as exampleInstancesOf } from "../dist/examples/finder.js";
import { Engine, instancesOf } from "../dist/mock/engine.js";
import { MockError } from "../dist/mock/error.js";
import { complete } from "../dist/mock/settings.js";
import { functionsIn, instancesOf as releaseInstancesOf } from "../dist/releases/functions.js";
import { Instances, TrapError } from "../dist/instance.js";
import instantiateDiff from "../dist/wasm/diff.js";

const planted = instances.current().enter((glue) => typeof glue.plantedPanic === "function");
const skip = !planted && !process.env.WAYBILL_PLANTED_PANIC ? "this build has no planted panic" : false;

const options = {
  environments: [{ name: "sandbox", kind: "sandbox", baseUrl: "https://a.example/api/v1", authUrl: "https://id.example" }],
  environment: "sandbox",
  credentials: [{ environment: "sandbox", apiKey: "canary-key", login: { realm: "r", username: "u", password: "canary-password", refreshToken: "canary-refresh" } }],
};
const answering = { ...options, fetch: async () => new Response("ok") };
const hanging = { ...options, fetch: (_url, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))) };

/** Input that a panic may quote. */
const quoted = "canary-key canary-password canary-access canary-refresh";
const withoutCanary = (error) => !(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error) + error + error.stack).includes("canary");
const crash = () => assert.throws(() => instances.current().enter((glue) => glue.plantedPanic(quoted)), (error) => error instanceof TrapError && withoutCanary(error));

test("a crash is a named error, and a new client works", { skip }, async () => {
  const client = new Client(answering);
  assert.equal((await client.platform.send("GET", "/things")).status, 200);
  crash();
  const error = await client.platform.send("GET", "/things").catch((error) => error);
  assert.ok(error instanceof WaybillError);
  assert.deepEqual([error.code, error.kind], ["client.crashed", "internal"]);
  assert.ok(withoutCanary(error));
  await assert.rejects(client.platform.send("GET", "/things"), { code: "client.crashed" });
  assert.throws(() => client.setCredentials(options.credentials[0]), { code: "client.crashed" });
  await client.close();

  const next = new Client(answering);
  assert.equal(await (await next.platform.send("GET", "/things")).text(), "ok");
  await next.close();
});

test("calls in flight fail after a crash, and closing ends", { skip }, async () => {
  const client = new Client(hanging);
  const waiting = assert.rejects(client.platform.send("GET", "/things"), { code: "client.crashed" });
  crash();
  await client.close();
  await waiting;
});

test("a crash closes its reports, and the next comparison works", { skip }, () => {
  const module = new WebAssembly.Module(readFileSync(new URL("../dist/wasm/diff.wasm", import.meta.url)));
  const comparisons = new Instances(module, instantiateDiff);
  const comparer = new LocalComparer(comparisons);
  const description = '{"openapi": "3.0.3", "info": {"title": "t", "version": "1.0.0"}, "paths": {}}';
  const report = comparer.compare(description, description);
  assert.throws(() => comparisons.current().enter((glue) => glue.plantedPanic(quoted)), TrapError);
  assert.throws(() => report.json(), { name: "CompareError", code: "comparison.crashed", kind: "internal" });
  report.close();
  assert.equal(comparer.compare(description, description).json().report_version, 1);
});

test("a crash in releases is a named error; the next call works", { skip }, () => {
  const instances = releaseInstancesOf(new WebAssembly.Module(readFileSync(new URL("../dist/wasm/releases.wasm", import.meta.url))));
  const releases = functionsIn(instances);
  assert.equal(releases.readTag("1.4.0"), "v1.4.0");
  const { current } = instances;
  const crashing = instances.current();
  instances.current = () => crashing;
  assert.throws(() => crashing.enter((glue) => glue.plantedPanic(quoted)), TrapError);
  assert.throws(() => releases.readTag("1.4.0"), (error) => error.name === "ReleaseError" && error.code === "releases.crashed" && error.kind === "internal" && withoutCanary(error));
  instances.current = current;
  assert.equal(releases.readTag("1.4.0"), "v1.4.0");
});

test("a crash in examples is a named error; the next call works", { skip }, async () => {
  const instances = exampleInstancesOf(new WebAssembly.Module(readFileSync(new URL("../dist/wasm/examples.wasm", import.meta.url))));
  const finder = finderIn(instances);
  const description = '{"openapi": "3.0.3", "info": {"title": "t", "version": "1.0.0"}, "paths": {}}';
  const report = compareSync(description, description).json();
  const search = () => finder.addExamples(report, description, description);
  assert.deepEqual((await search()).report, report);
  const { current } = instances;
  const crashing = instances.current();
  instances.current = () => crashing;
  assert.throws(() => crashing.enter((glue) => glue.plantedPanic(quoted)), TrapError);
  await assert.rejects(search(), (error) => error.name === "ExampleError" && error.code === "examples.crashed" && error.kind === "internal" && withoutCanary(error));
  instances.current = current;
  assert.deepEqual((await search()).report, report);
});

test("a crash loses a mock service by name, and the next one works", { skip }, async () => {
  const module = new WebAssembly.Module(readFileSync(new URL("../dist/wasm/mock.wasm", import.meta.url)));
  const mocks = instancesOf("mock", module);
  const settings = complete({});
  const engine = new Engine(mocks, settings);
  assert.throws(() => mocks.current().enter((glue) => glue.plantedPanic(quoted)), TrapError);
  assert.throws(() => engine.services(), (error) => error instanceof MockError && error.code === "mock.crashed" && error.kind === "internal" && withoutCanary(error));
  engine.close();
  assert.deepEqual(new Engine(mocks, settings).services(), []);
});
