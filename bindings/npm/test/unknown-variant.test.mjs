// Unknown variants, from the engine and between a page and its worker, result in a named error. The compiler checks that every
// known variant has a case.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CompareError } from "waybill/diff";
import { Driver } from "../dist/client/driver.js";
import { compareRemotely } from "../dist/diff/remote.js";
import { serve } from "../dist/diff/serve.js";

const call = { route: { type: "platform" }, deadline: undefined };
const send = { type: "send", exchange: 7, purpose: { type: "call", call: 1 }, method: "GET", url: "https://a.example/", headers: [], body: { type: "empty" }, deadline: undefined };
const actions = {
  "an action": { type: "unheard-of" },
  "an outcome": { type: "done", call: 1, outcome: { type: "unheard-of" } },
  "a body": { ...send, body: { type: "unheard-of" } },
  "a purpose": { ...send, purpose: { type: "unheard-of" }, body: { type: "caller", replayable: true } },
};

for (const [what, action] of Object.entries(actions)) {
  test(`${what} unknown to the driver ends the client and its calls`, async () => {
    const sent = [];
    const engine = { begin: () => ({ call: 1, step: { actions: [action], wakeAt: undefined } }), export: () => undefined, free: () => undefined };
    const driver = new Driver(engine, { environment: "sandbox", fetch: async (url) => sent.push(url) });
    const error = await driver.begin({ call, body: undefined }, undefined).catch((error) => error);
    assert.deepEqual([error.name, error.code, error.kind], ["WaybillError", "client.crashed", "internal"]);
    assert.equal(error.cause.message, `${what} of type "unheard-of" is not known to this version of the package`);
    await assert.rejects(driver.begin({ call, body: undefined }, undefined), { code: "client.crashed" });
    await driver.close();
    assert.deepEqual(sent, []);
  });
}

test("a reply that the page does not know fails the comparison", async () => {
  let ended = 0;
  const open = (receive) => ({ post: ({ id }) => receive({ type: "unheard-of", id }), hold: () => undefined, end: () => void (ended += 1) });
  const error = await compareRemotely(open, undefined, "{}", "{}").catch((error) => error);
  assert.ok(error instanceof CompareError);
  assert.deepEqual([error.code, error.kind], ["worker.failed", "transport"]);
  assert.equal(error.message, 'the comparison\'s worker failed: a reply of type "unheard-of" is not known to this version of the package');
  assert.equal(ended, 1);
});

test("a task unknown to the worker is answered with a failure", () => {
  const replies = [];
  serve((reply) => replies.push(reply))({ id: 3, task: { type: "unheard-of" } });
  const [{ type, id, failure }] = replies;
  assert.deepEqual([type, id, failure.code], ["failed", 3, "comparison.failed"]);
});
