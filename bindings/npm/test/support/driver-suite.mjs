// The driver suite: tests/drivers/script.json over real sockets, as described in tests/drivers/README.md.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { record } from "./evidence.mjs";
import { follow, pattern } from "./pattern.mjs";
import { json, Scene, server } from "./scene.mjs";

const script = JSON.parse(readFileSync(new URL("../../../../tests/drivers/script.json", import.meta.url), "utf8"));
const passed = [];
let refused;

/** Defines a test for each matching scenario, and one that checks that the server is running. */
export function testScenarios(isOurs) {
  after(() => record("node", { drivers: passed }));
  test("the driver server is there", () => assert.ok(server, "WAYBILL_DRIVER_SERVER is not set: start `cargo run -p waybill-tests --bin waybill-driver-server`"));
  if (server) for (const scenario of script.scenarios.filter(isOurs)) testScenario(scenario);
}

function testScenario(scenario) {
  test(scenario.name, { timeout: 300_000 }, async (t) => {
    // Requested inside the tests: a file that waits before it has defined all tests ends too early for its last hook.
    refused ??= json(`${server}/refused`);
    await run(new Scene(script, scenario, (await refused).origin), t);
    passed.push(scenario.name);
  });
}

/**
 * True for the scenarios that mostly wait, which run in parallel. The others need exclusive use of the process: it is measured,
 * suspended, left without descriptors, busy with many calls, or shifted in time. Or a request has to find the connection of the
 * previous one.
 */
export const waits = ({ name }) => WAITING.has(name);

const WAITING = new Set(["slow-head", "deadline-before-head", "deadline-in-body", "late-answer"]);

/** Lets this time pass between two calls. No call is in flight, so shifting the clock is equivalent to waiting. */
function moveClock(milliseconds) {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
}

async function run(scene, t) {
  const { scenario, texts } = scene;
  if (scenario.steps.some((step) => step.without_descriptors)) dropPooledConnections();
  const memory = scenario.memory_mb === undefined ? undefined : watchMemory();
  for (const step of scenario.steps) {
    if (step === "restart") await scene.restart();
    else if (step.wait_ms) moveClock(step.wait_ms);
    else await runStep(scene, step);
  }
  const { client } = scene;
  texts.push(inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), String(client));
  await client.close();
  if (memory) {
    const grown = memory();
    t.diagnostic(`the process grew by ${grown} MB at most`);
    assert.ok(grown <= scenario.memory_mb, `the process grew by ${grown} MB`);
  }
  await scene.seen(scenario.seen);
  for (const canary of script.canaries) assert.ok(!texts.join("\n").includes(canary), `${canary} shows`);
}

/**
 * Gives `fetch` a new pool. A connection of an earlier scenario would otherwise serve a call that must not be able to connect.
 */
function dropPooledConnections() {
  const key = Symbol.for("undici.globalDispatcher.1");
  const pool = globalThis[key];
  if (!pool) return;
  globalThis[key] = new pool.constructor();
  void pool.close();
}

async function runStep(scene, step) {
  const lift = step.without_descriptors ? await limitDescriptors() : undefined;
  const { interrupt: _, ...others } = step;
  try {
    await Promise.all(Array.from({ length: step.times ?? 1 }, (_, at) => runCall(scene, at === 0 ? step : others)));
  } finally {
    await lift?.();
  }
}

async function runCall(scene, step) {
  const start = performance.now();
  const stop = new AbortController();
  const { route, method, template, parameters, query, headers, body, deadline_ms: deadline } = step.call;
  const timeoutMs = deadline === "endless" ? Infinity : deadline;
  const options = { parameters, query, headers, body: bodyOf(body), timeoutMs, signal: stop.signal };
  const interrupt = async () => {
    for (const act of step.interrupt.do) {
      if (act === "cancel") stop.abort();
      else if (act === "close") void scene.client.close();
      else if (act === "release") await scene.release();
      else if (act.call) await runStep(scene, act);
      else if (act.freeze_ms) await freeze(act.freeze_ms);
      else await wait(act.wait_ms);
    }
  };
  const answered = apiOf(scene.client, route).send(method, template, options).catch((error) => ({ error }));
  if (step.interrupt?.at.seen) {
    await scene.seen(step.interrupt.at.seen);
    await interrupt();
  }
  await expectOutcome(scene, step, await answered, interrupt);
  if (step.expect.within_ms) assert.ok(performance.now() - start <= step.expect.within_ms, "the step took too long");
}

async function expectOutcome(scene, { expect, interrupt: planned }, answer, interrupt) {
  if (expect === "cancelled" || expect.error) return expectError(scene, expect.error ?? expect, answer.error);
  if (answer.error) throw answer.error;
  assert.equal(answer.status, expect.status);
  for (const [name, value] of expect.headers ?? []) assert.equal(answer.headers.get(name), scene.filled(value));
  for (const name of expect.absent_headers ?? []) assert.equal(answer.headers.get(name), null, name);
  if (planned?.at === "head") await interrupt();
  const read = await readBody(answer, planned?.at.bytes, interrupt, expect.body).catch((error) => ({ error }));
  if (expect.body_error) return expectError(scene, expect.body_error, read.error);
  if (read.error) throw read.error;
  if (expect.body?.text !== undefined) assert.equal(read.text, expect.body.text);
}

async function expectError({ texts, filled }, expect, error) {
  assert.ok(error, "it did not fail");
  texts.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error), error.stack);
  if (expect === "cancelled") return assert.equal(error.kind, "cancelled");
  const failure = { "transport.not-sent": "not_sent", "transport.lost": "unknown" }[error.code];
  const { code, kind, status, stage, pathFamily, environment, responseComplete: complete } = error;
  const found = { code, kind, status, stage, path_family: pathFamily, environment, failure, complete };
  for (const name of Object.keys(found)) if (expect[name] !== undefined) assert.equal(found[name], expect[name], name);
  if (expect.code_prefix) assert.ok(error.code?.startsWith(expect.code_prefix), `${error.code}: ${error.message}`);
  if (expect.body?.text !== undefined) assert.equal(await error.response.text(), filled(expect.body.text));
  if (expect.body?.pattern !== undefined) {
    const check = follow();
    const body = new Uint8Array(await error.response.arrayBuffer());
    check(body);
    assert.equal(body.length, expect.body.pattern);
  }
}

/** Reads the body to its end. Long bodies are compared chunk by chunk and not stored. */
async function readBody(answer, pauseAt, interrupt, body) {
  const check = follow();
  const chunks = [];
  let length = 0;
  let paused = pauseAt === undefined;
  for await (const chunk of answer.body ?? []) {
    if (body?.pattern === undefined) chunks.push(chunk);
    else check(chunk);
    length += chunk.length;
    if (paused || length < pauseAt) continue;
    paused = true;
    await interrupt();
  }
  if (body?.pattern !== undefined) assert.equal(length, body.pattern);
  return { text: Buffer.concat(chunks).toString() };
}

function apiOf(client, route) {
  if (route === "platform") return client.platform;
  return route.commerce === undefined ? client.commerceProxy(route.commerce_proxy) : client.commerce(route.commerce);
}

function bodyOf(body) {
  if (body === undefined) return undefined;
  return body.bytes === undefined ? pattern(body.pattern) : body.bytes;
}

/** Suspends this process and resumes it after this number of milliseconds. */
async function freeze(ms) {
  const { pid } = process;
  await once(spawn("sh", ["-c", `kill -STOP ${pid}; sleep ${ms / 1000}; kill -CONT ${pid}`]), "exit");
}

/** Prevents this process from opening more files. Resolves to a function that lifts the limit. */
async function limitDescriptors() {
  const shell = spawn("sh", ["-c", `old=$(ulimit -Sn); prlimit --pid ${process.pid} --nofile=1:; echo limited; read _; prlimit --pid ${process.pid} --nofile=$old:`]);
  await once(shell.stdout, "data");
  return async () => {
    shell.stdin.end("\n");
    await once(shell, "exit");
  };
}

/** Returns a function that returns the peak growth of the resident set since the start, in MB. */
function watchMemory() {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage.rss())), 20);
  return () => {
    clearInterval(timer);
    return Math.round((Math.max(highest, process.memoryUsage.rss()) - before) / 1e6);
  };
}
