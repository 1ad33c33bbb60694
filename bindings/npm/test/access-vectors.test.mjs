// The shared access scenarios in Node. Inputs with virtual time result in the expected actions. Only headers and bodies of
// requests contain secrets.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { Engine } from "../dist/client/engine.js";
import { record } from "./support/evidence.mjs";
import { camel, configOf, stepShown } from "./support/steps.mjs";
import { accessScenarios } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const scenarios = accessScenarios("node");
test("there are access scenarios", () => assert.ok(scenarios.length > 0));

for (const { id, scenario } of scenarios) {
  test(id, () => {
    run(scenario, secretsOf(scenario));
    passed.push(id);
  });
}

function run({ config, steps, expect_error: refused }, secrets) {
  if (refused) return assert.throws(() => new Engine(configOf(config)), (error) => {
    assert.deepEqual({ code: error.code, kind: error.kind }, refused);
    return search(error, secrets);
  });
  const engine = new Engine(configOf(config));
  steps.forEach(({ input, expect }, index) => assert.deepEqual(withoutEmpty(shown(() => feed(engine, input), secrets)), withoutEmpty(expect), `step ${index}`));
}

/** Returns all keys, passwords and tokens that a scenario contains or its provider issues. */
function secretsOf(value) {
  if (typeof value === "string" && value.startsWith("{")) return secretsOf(JSON.parse(value));
  if (typeof value !== "object" || value === null) return [];
  const names = ["api_key", "password", "access_token", "refresh_token", "token", "given"];
  return Object.entries(value).flatMap(([name, member]) => (names.includes(name) && typeof member === "string" ? [member] : secretsOf(member)));
}

/** Fails if a value that may be logged contains a secret: an error, a note or a URL, but not a request. */
function search(value, secrets) {
  const texts = `${inspect(value, { depth: 9, showHidden: true })} ${JSON.stringify(value)} ${value?.stack} ${value?.message}`;
  for (const secret of secrets) assert.ok(!texts.includes(secret), `${secret} shows in ${texts}`);
  return true;
}

/** Returns the parts of an action that may be logged. The caller decides about the body of an API error. */
function logged(action) {
  if (action.type === "save") return { ...action, snapshot: undefined };
  if (action.type === "send") return { ...action, headers: [], body: undefined };
  return action.type === "done" && action.outcome.error ? { ...action.outcome.error, response: undefined } : action;
}

function feed(engine, { now, ...input }) {
  const [[name, value]] = Object.entries(input);
  switch (name) {
    case "begin": {
      const { call, step } = engine.begin(callOf(value), now);
      return { call, ...step };
    }
    case "on_head":
      return engine.onHead(value.exchange, value.status, value.headers ?? [], now);
    case "on_body":
      return engine.onBody(value.exchange, Buffer.from(value.body), value.complete, now);
    case "on_failure":
      return engine.onFailure(value.exchange, { kind: value.kind.replace("_", "-"), detail: value.detail ?? "" }, now);
    case "on_time":
      return engine.onTime(now);
    case "cancel":
      return engine.cancel(value.call, now);
    case "close":
      return engine.close(now);
    case "on_store":
      return engine.onStore(value.ticket, storeResultOf(value), now);
    case "restore":
      return engine.restore(value.snapshot, now);
    case "export":
      return { snapshot: engine.export() };
    case "invalidate":
      return engine.invalidate(value.tokens, now);
    case "set_credentials":
      return engine.setCredentials(camel(value), now);
  }
  throw new Error(`a scenario holds an unknown input: ${name}`);
}

function shown(input, secrets) {
  try {
    const step = input();
    if ("snapshot" in step) return step;
    for (const action of step.actions) search(logged(action), secrets);
    return stepShown(step);
  } catch (error) {
    if (error.code === undefined || error.kind === undefined) throw error;
    search(error, secrets);
    return { error: { code: error.code, kind: error.kind } };
  }
}

/** Returns the value without empty members. A member that a scenario omits is null or empty. */
function withoutEmpty(value) {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)]);
  return Object.fromEntries(kept.filter(([, member]) => !saysNothing(member)));
}

function saysNothing(value) {
  return value === null || value === undefined || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

function callOf({ route, method, template, parameters = [], allow_encoded_slashes: allowEncodedSlashes = false, scopes = [], query = [], headers = [], body = "empty", deadline }) {
  return { route: routeOf(route), method, template, parameters, allowEncodedSlashes, scopes, query, headers, body: bodyOf(body), deadline: deadline ?? undefined };
}

function routeOf(route) {
  if (route === "platform") return { type: "platform" };
  return route.commerce === undefined ? { type: "commerce-proxy", seller: route.commerce_proxy } : { type: "commerce", tenant: route.commerce };
}

function bodyOf(body) {
  if (body === "empty") return { type: "empty" };
  return body.caller ? { type: "caller", replayable: body.caller.replayable } : { type: "bytes", bytes: Buffer.from(body.bytes) };
}

function storeResultOf({ locked, saved, conflict, failed }) {
  if (locked) return { type: "locked", snapshot: locked.snapshot ?? undefined, storeTime: locked.store_time };
  if (saved) return { type: "saved", seq: saved.seq };
  return conflict ? { type: "conflict" } : { type: "failed", why: failed };
}
