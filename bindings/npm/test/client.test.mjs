// The client as its user meets it: options, bodies, errors, signals, closing. Servers are real, on loopback.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { Client, WaybillError } from "waybill";

let origin;
const server = createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => []);
  const { method, url, headers } = request;
  if (url.includes("/hang")) return;
  response.statusCode = Number(/\/status-(\d+)/.exec(url)?.[1] ?? 200);
  if (url.includes("/etag")) response.setHeader("etag", "v1");
  response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
});

before(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  server.closeAllConnections();
});

const options = (more = {}) => ({
  environments: [{ name: "sandbox", kind: "sandbox", baseUrl: `${origin}/api/v1`, proxyUrl: `${origin}/api/commerce` }],
  environment: "sandbox",
  credentials: [{ environment: "sandbox", apiKey: "key-1" }],
  ...more,
});

async function withClient(work, more) {
  const client = new Client(options(more));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

test("parameters, query, headers and JSON reach the server", () =>
  withClient(async (client) => {
    const answer = await client.platform.send("POST", "/flows/{flowId}/execute", {
      parameters: { flowId: "f 1/2" },
      query: { page: 2, tag: ["a", "b"], absent: undefined },
      headers: { "x-trace": "t-1" },
      json: { weight: 3 },
    });
    const seen = await answer.json();
    assert.equal(seen.url, "/api/v1/flows/f%201%2F2/execute?page=2&tag=a&tag=b");
    assert.equal(seen.headers["x-trace"], "t-1");
    assert.equal(seen.headers["content-type"], "application/json");
    assert.equal(seen.headers.authorization, "Bearer key-1");
    assert.equal(seen.body, '{"weight":3}');
  }));

test("a call through the proxy names its seller", () =>
  withClient(async (client) => {
    const seen = await (await client.commerceProxy("seller-9").send("GET", "/orders")).json();
    assert.equal(seen.url, "/api/commerce/orders");
    assert.equal(seen.headers["x-seller-id"], "seller-9");
  }));

const bodies = {
  text: "body",
  bytes: new TextEncoder().encode("body"),
  "a buffer": new TextEncoder().encode("body").buffer,
  "a blob": new Blob(["body"]),
  "a web stream": () => new Blob(["body"]).stream(),
  "a Node stream": () => Readable.from([Buffer.from("bo"), Buffer.from("dy")]),
};
for (const [name, body] of Object.entries(bodies)) {
  test(`a body is ${name}`, () =>
    withClient(async (client) => {
      const once = typeof body === "function" ? body() : body;
      for (const one of [once, body]) {
        const answer = await client.platform.send("PUT", "/things", { body: one });
        assert.equal((await answer.json()).body, "body");
      }
    }));
}

test("a body of another type is refused before anything is sent", () =>
  withClient((client) => assert.rejects(client.platform.send("PUT", "/things", { body: 7 }), { code: "request.body", kind: "request" })));

test("a redirect is an answer, and so is an empty one", () =>
  withClient(async (client) => {
    assert.equal((await client.platform.send("GET", "/status-302")).status, 302);
    const empty = await client.platform.send("GET", "/status-204");
    assert.equal(empty.body, null);
    assert.equal(empty.url, `${origin}/api/v1/status-204`);
  }));

test("an API error carries its answer, and neither inspection nor JSON shows that answer's body", () =>
  withClient(async (client) => {
    const error = await client.platform.send("GET", "/status-403").catch((error) => error);
    assert.ok(error instanceof WaybillError && error instanceof Error);
    assert.deepEqual([error.code, error.kind, error.status], ["api.forbidden", "api", 403]);
    assert.deepEqual(error.retry, { type: "never" });
    assert.match(error.remedy, /scopes/);
    assert.equal(JSON.parse(Buffer.from(error.response.body)).url, "/api/v1/status-403");
    assert.equal(JSON.parse(JSON.stringify(error)).response, undefined);
  }));

test("a signal that is already aborted sends nothing", () =>
  withClient(async (client) => {
    const error = await client.platform.send("GET", "/hang", { signal: AbortSignal.abort("left") }).catch((error) => error);
    assert.deepEqual([error.code, error.kind, error.cause], ["call.cancelled", "cancelled", "left"]);
  }));

test("a signal ends a call that waits for its answer", () =>
  withClient(async (client) => {
    const stop = new AbortController();
    const call = client.platform.send("GET", "/hang", { signal: stop.signal });
    setTimeout(() => stop.abort("left"), 20);
    await assert.rejects(call, { code: "call.cancelled", cause: "left" });
  }));

test("one signal ends many calls, without a warning", () =>
  withClient(async (client) => {
    const warnings = [];
    const onWarning = (warning) => warnings.push(warning.name);
    process.on("warning", onWarning);
    const stop = new AbortController();
    const calls = Array.from({ length: 30 }, () => client.platform.send("GET", "/hang", { signal: stop.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    stop.abort();
    for (const call of calls) await assert.rejects(call, { code: "call.cancelled" });
    process.off("warning", onWarning);
    assert.deepEqual(warnings, []);
  }));

test("a call without an answer fails at its time-out", () =>
  withClient((client) => assert.rejects(client.platform.send("GET", "/hang", { timeoutMs: 50 }), { code: "call.deadline", kind: "deadline" })));

test("new credentials are used by the next call", () =>
  withClient(async (client) => {
    client.setCredentials({ environment: "sandbox", apiKey: "key-2" });
    const seen = await (await client.platform.send("GET", "/things")).json();
    assert.equal(seen.headers.authorization, "Bearer key-2");
    assert.throws(() => client.setCredentials({ environment: "production", apiKey: "key-3" }), { kind: "configuration" });
  }));

test("a closed client fails its calls, ends its bodies, and closing again is fine", async () => {
  const client = new Client(options());
  const hanging = assert.rejects(client.platform.send("GET", "/hang"), { code: "client.closed", kind: "closed" });
  const answer = await client.platform.send("GET", "/things");
  await Promise.all([client.close(), client.close()]);
  await hanging;
  await assert.rejects(answer.text(), { code: "client.closed" });
  await assert.rejects(client.platform.send("GET", "/things"), { code: "client.closed" });
  assert.throws(() => client.setCredentials({ environment: "sandbox", apiKey: "key-2" }), { code: "client.closed" });
  await client[Symbol.asyncDispose]();
});

test("a transport of one's own is used, and told not to follow redirects", () => {
  const seen = [];
  const transport = async (url, init) => {
    seen.push({ url: String(url), redirect: init.redirect });
    return new Response("ok");
  };
  return withClient(
    async (client) => {
      assert.equal(await (await client.platform.send("GET", "/things")).text(), "ok");
      assert.deepEqual(seen, [{ url: `${origin}/api/v1/things`, redirect: "manual" }]);
    },
    { fetch: transport },
  );
});

test("a transport that answers with no HTTP status fails its call, and the client goes on", () => {
  let broken = true;
  const transport = async () => (broken ? Response.error() : new Response("ok"));
  return withClient(
    async (client) => {
      await assert.rejects(client.platform.send("GET", "/things"), { kind: "transport" });
      broken = false;
      assert.equal((await client.platform.send("GET", "/things")).status, 200);
    },
    { fetch: transport },
  );
});

test("an answer that nobody reads is let go", async () => {
  const lost = [];
  const transport = async (_url, { signal }) => {
    signal.addEventListener("abort", () => lost.push(true));
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) }, { highWaterMark: 0 }));
  };
  await withClient(
    async (client) => {
      await client.platform.send("GET", "/things");
      for (let tries = 0; lost.length === 0 && tries < 50; tries += 1) {
        globalThis.gc();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.equal(lost.length, 1);
    },
    { fetch: transport },
  );
});
