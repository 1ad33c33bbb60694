// The shared forward vectors in Node, through a client whose transport returns the step's response.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client, Forwarder } from "waybill";
import { record } from "./support/evidence.mjs";
import { forwardVectors } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const vectors = forwardVectors("node");
test("there are forward vectors", () => assert.ok(vectors.length > 0));

for (const { id, scenario, list } of vectors) {
  test(id, async () => {
    const { apiKey = "canary-api-key-0123456789", steps } = scenario;
    const platform = { answer: undefined, sent: undefined };
    const client = new Client({
      environments: [{ name: "sandbox", kind: "sandbox", baseUrl: "https://platform.example/api/v1", proxyUrl: "https://platform.example/api/commerce" }],
      environment: "sandbox",
      credentials: apiKey === null ? [] : [{ environment: "sandbox", apiKey }],
      fetch: async (url, { method, headers }) => {
        platform.sent = { method, url: String(url), headers: [...new Headers(headers)] };
        const { status, headers: fields, body } = platform.answer;
        return new Response(status === 304 ? null : new TextEncoder().encode(body), { status, headers: fields });
      },
    });
    const forwarder = new Forwarder(client, list);
    for (const [at, step] of steps.entries()) {
      assert.deepEqual(await take(forwarder, platform, step), step.expect, `step ${at + 1}`);
    }
    await client.close();
    passed.push(id);
  });
}

/** Handles one request. Returns the host's question, the sent request, the app's response and the log entry. */
async function take(forwarder, platform, { request, session, decision, platform: answer }) {
  Object.assign(platform, { answer, sent: undefined });
  const { method, target, headers, body } = request;
  const received = forwarder.receive({ requestId: "r-1", method, target, headers, hasBody: body !== undefined }, session);
  if (received.type === "answer") return shown(received.answer);
  const { user, operation, parameters } = received;
  const authorize = { user, operation, parameters: Object.fromEntries(parameters) };
  if (decision === "none") return { authorize };
  if (decision === "deny") return { authorize, ...(await shown(received.deny())) };
  const permitted = await received.permit(body === undefined ? {} : { body: pieces(body) });
  const { sent } = platform;
  return { authorize, ...(sent && { sent }), ...(await shown(permitted)) };
}

async function* pieces(text) {
  yield new TextEncoder().encode(text);
}

async function shown({ status, headers, body, log }) {
  const chunks = [];
  let isCut = false;
  try {
    if (body instanceof Uint8Array) chunks.push(body);
    else if (body) for await (const piece of body) chunks.push(piece);
  } catch (error) {
    assert.equal(error.code, "forward.credential");
    isCut = true;
  }
  return { answer: { status, headers, body: Buffer.concat(chunks).toString() }, ...(isCut && { isCut }), ...(log !== undefined && { log }) };
}
