// Forwarding for a mobile app over real sockets. The app is a client of Node's server.
import assert from "node:assert/strict";
import { createServer, request as open } from "node:http";
import { test } from "node:test";
import { Client, Forwarder } from "waybill";

const KEY = "canary-api-key-0123456789";
const listWith = (limits) => JSON.stringify({
  limits: { bodyBytes: 1000, timeoutSeconds: 60, concurrent: 2, requestsPerMinute: 1000, ...limits },
  operations: [
    { name: "run-flow", route: "platform", method: "POST", template: "/flows/{flowId}/execute", path: { flowId: { claim: "flows" } }, mediaTypes: ["application/json"], bodyBytes: 100, errorBodies: [422] },
    { name: "flow", route: "platform", method: "GET", template: "/flows/{flowId}", path: { flowId: { any: "looked up" } }, answerHeaders: ["content-type", "x-total"] },
  ],
});
const LIST = listWith({});

const listen = (handler) =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, "127.0.0.1", () => resolve({ server, origin: `http://127.0.0.1:${server.address().port}` }));
  });

/** Starts a platform and a back end in front of it, and records their requests. */
async function scene(t, platform, decide = (authorization, request, signal) => authorization.permit({ body: hasBody(request) ? request : undefined, signal }), list = LIST) {
  const seen = { requests: [], logs: [] };
  const { server: platformServer, origin } = await listen((request, response) => {
    seen.requests.push({ method: request.method, url: request.url, headers: request.headers });
    platform(request, response);
  });
  const client = new Client({
    environments: [{ name: "sandbox", kind: "sandbox", baseUrl: `${origin}/api/v1` }],
    environment: "sandbox",
    credentials: [{ environment: "sandbox", apiKey: KEY }],
  });
  const forwarder = new Forwarder(client, list);
  let next = 0;
  const { server, origin: backEnd } = await listen(async (request, response) => {
    const pairs = [];
    for (let at = 0; at < request.rawHeaders.length; at += 2) pairs.push([request.rawHeaders[at], request.rawHeaders[at + 1]]);
    const session = request.headers.authorization === "Bearer app" ? { user: "ann", claims: { flows: ["f-1", "f-2"] } } : undefined;
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const received = forwarder.receive({ requestId: `r-${++next}`, method: request.method, target: request.url, headers: pairs, hasBody: hasBody(request) }, session);
    const answer = received.type === "answer" ? received.answer : await decide(received, request, gone.signal);
    if (answer.log) seen.logs.push(answer.log);
    response.writeHead(answer.status, answer.headers.flat());
    try {
      if (answer.body instanceof Uint8Array) response.write(answer.body);
      else if (answer.body) for await (const piece of answer.body) response.write(piece);
      response.end();
    } catch {
      response.destroy();
    }
  });
  t.after(async () => {
    await client.close();
    for (const one of [server, platformServer]) one.closeAllConnections(), one.close();
  });
  return { seen, backEnd, forwarder };
}

function hasBody({ headers }) {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Sends a request like an app, with an unmodified target, which `fetch` would normalise. */
const ask = (backEnd, method, target, { headers = { authorization: "Bearer app" }, body, abort, onData } = {}) =>
  new Promise((resolve, reject) => {
    const request = open(backEnd, { method, path: target, headers }, (response) => {
      const pieces = [];
      response.on("data", (piece) => (pieces.push(piece), onData?.()));
      const end = (isWhole) => resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces).toString(), isWhole });
      response.on("end", () => end(true));
      response.on("error", () => end(false));
      if (abort) setTimeout(() => request.destroy(), abort);
    });
    request.on("error", reject);
    request.end(body);
  });

const json = { authorization: "Bearer app", "content-type": "application/json" };

test("a listed request is forwarded with the back end's key only", async (t) => {
  const { seen, backEnd } = await scene(t, (request, response) => {
    response.writeHead(200, { "content-type": "application/json", "set-cookie": "a=b", "x-internal": "1" });
    request.pipe(response);
  });
  const headers = { ...json, cookie: "c=d", "x-tenant": "other", "x-forwarded-for": "1.2.3.4", "x-http-method-override": "DELETE" };
  const answer = await ask(backEnd, "POST", "/flows/f-1/execute", { headers, body: '{"a":1}' });
  assert.deepEqual([answer.status, answer.body, answer.headers["set-cookie"], answer.headers["x-internal"]], [200, '{"a":1}', undefined, undefined]);
  assert.equal(answer.headers["cache-control"], "no-store");
  const [{ method, url, headers: sent }] = seen.requests;
  assert.deepEqual([method, url, sent.authorization, sent["content-type"]], ["POST", "/api/v1/flows/f-1/execute", `Bearer ${KEY}`, "application/json"]);
  for (const name of ["cookie", "x-tenant", "x-forwarded-for", "x-http-method-override"]) assert.equal(sent[name], undefined, name);
});

test("unlisted, foreign and sessionless requests are not forwarded", async (t) => {
  const { seen, backEnd } = await scene(t, (_, response) => response.end("{}"));
  for (const [method, target, status, options] of [
    ["POST", "/flows/f-9/execute", 404, { headers: json, body: "{}" }],
    ["DELETE", "/flows/f-1", 404],
    ["GET", "/flows/%2e%2e", 404],
    ["GET", "//flows/f-1", 404],
    ["GET", "/flows/a%2fb", 404],
    ["GET", "/flows/f-1?all=1", 404],
    ["GET", "http://platform.example/flows/f-1", 404],
    ["GET", "/flows/f-1", 401, { headers: {} }],
    ["POST", "/flows/f-1/execute", 415, { headers: { ...json, "content-type": "text/plain" }, body: "{}" }],
    ["POST", "/flows/f-1/execute", 413, { headers: json, body: `"${"a".repeat(200)}"` }],
  ]) {
    const answer = await ask(backEnd, method, target, options);
    assert.equal(answer.status, status, `${method} ${target}`);
    assert.match(answer.headers["content-type"], /problem\+json/);
  }
  assert.deepEqual(seen.requests, []);
});

test("denied requests get 404, and undecided ones are limited", async (t) => {
  const { seen, backEnd, forwarder } = await scene(t, (_, response) => response.end("{}"), (authorization) => authorization.deny());
  const answer = await ask(backEnd, "GET", "/flows/secret-id");
  assert.deepEqual([answer.status, JSON.parse(answer.body).requestId, seen.requests.length], [404, "r-1", 0]);
  assert.deepEqual(seen.logs, ["`flow`: the host denied it"]);
  const request = { requestId: "r", method: "GET", target: "/flows/f", headers: [], hasBody: false };
  const waiting = [1, 2].map(() => forwarder.receive(request, { user: "ann", claims: {} }));
  assert.deepEqual(waiting.map(({ type }) => type), ["authorize", "authorize"]);
  assert.equal(forwarder.receive(request, { user: "ann", claims: {} }).answer.status, 429, "as many are under way as the list allows");
});

test("a body over the list's limit ends the platform call", async (t) => {
  const { seen, backEnd } = await scene(t, (request, response) => {
    request.resume();
    request.on("end", () => response.end("{}"));
  });
  const headers = { ...json, "transfer-encoding": "chunked" };
  const answer = await ask(backEnd, "POST", "/flows/f-1/execute", { headers, body: `"${"a".repeat(200)}"` });
  assert.equal(answer.status, 413);
  assert.ok(seen.logs[0].includes("longer than the list allows"), seen.logs[0]);
});

test("platform failures are hidden from the app", async (t) => {
  const answers = new Map([["401", 502], ["403", 404], ["404", 404], ["302", 502], ["503", 502], ["429", 503], ["400", 400]]);
  const { seen, backEnd } = await scene(t, (request, response) => {
    response.writeHead(Number(request.url.split("/").at(-1)), { location: "/keys", "content-type": "text/plain" });
    response.end(`internal ${KEY}`);
  });
  for (const [status, expected] of answers) {
    const answer = await ask(backEnd, "GET", `/flows/${status}`);
    assert.equal(answer.status, expected, status);
    assert.equal(answer.headers.location, undefined);
    assert.doesNotMatch(answer.body, /canary|internal/);
  }
  assert.doesNotMatch(seen.logs.join(), /canary/);
});

test("an error that is listed passes with its body", async (t) => {
  const { backEnd } = await scene(t, (request, response) => {
    request.resume();
    response.writeHead(422, { "content-type": "application/json" });
    response.end('{"field":"name"}');
  });
  const answer = await ask(backEnd, "POST", "/flows/f-1/execute", { headers: json, body: "{}" });
  assert.deepEqual([answer.status, answer.body], [422, '{"field":"name"}']);
});

test("a body is cut before the key, even across two chunks", async (t) => {
  let markRead;
  const isRead = new Promise((resolve) => (markRead = resolve));
  const { backEnd } = await scene(t, async (_, response) => {
    response.write(`before ${KEY.slice(0, 9)}`);
    await isRead;
    response.end(`${KEY.slice(9)} behind`);
  });
  const answer = await ask(backEnd, "GET", "/flows/f-1", { onData: markRead });
  assert.deepEqual([answer.body, answer.isWhole], ["before ", false]);
});

test("the platform call ends on disconnect and on timeout", async (t) => {
  let gone;
  const isGone = new Promise((resolve) => (gone = resolve));
  const start = performance.now();
  const { backEnd } = await scene(t, (request, response) => {
    response.on("close", gone);
    response.write("begun");
  });
  await ask(backEnd, "GET", "/flows/stall", { abort: 50 }).catch(() => undefined);
  await isGone;
  assert.ok(performance.now() - start < 30_000, "long before the limit of a minute");
  const { backEnd: impatient } = await scene(t, () => undefined, undefined, listWith({ timeoutSeconds: 1 }));
  const answer = await ask(impatient, "GET", "/flows/hang");
  assert.equal(answer.status, 504);
  for (const one of [backEnd, impatient]) {
    for (let at = 0; at < 3; at++) assert.equal((await ask(one, "DELETE", "/flows/f")).status, 404, "nothing is under way any more");
  }
});

test("a large body is streamed with bounded memory", async (t) => {
  const piece = Buffer.alloc(64 * 1024, "x");
  const { backEnd } = await scene(t, (_, response) => {
    let left = 400;
    const write = () => {
      while (left-- > 0) if (!response.write(piece)) return response.once("drain", write);
      response.end();
    };
    write();
  });
  const answer = await ask(backEnd, "GET", "/flows/f-1");
  assert.deepEqual([answer.status, answer.body.length, answer.isWhole], [200, 400 * piece.length, true]);
});

test("invalid lists and mistyped arguments are named", async (t) => {
  const { forwarder } = await scene(t, (_, response) => response.end());
  const client = new Client({ environments: [{ name: "sandbox", kind: "sandbox" }], environment: "sandbox", credentials: [] });
  assert.throws(() => new Forwarder(client, "{}"), { code: "forward.list", message: /missing field `operations`/ });
  assert.throws(() => new Forwarder(client, 5), { code: "boundary.shape", message: /^`list` has to be/ });
  assert.throws(() => new Forwarder({}, LIST), { code: "boundary.shape", message: /^`client` has to be/ });
  assert.throws(() => forwarder.receive({ requestId: "r", method: "GET" }), { code: "boundary.shape" });
  const request = { requestId: "r", method: "GET", target: "/flows/f", headers: [], hasBody: false };
  assert.throws(() => forwarder.receive(request, { user: "", claims: {} }), { code: "forward.session" });
  await client.close();
});
