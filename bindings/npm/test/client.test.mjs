// The client's API: options, bodies, errors, signals, closing. The servers are real, on loopback.
import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { on, once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { Client, WaybillError } from "waybill";
import { until } from "./support/until.mjs";

let origin;
let releaseLate;
const lateAnswers = new Promise((resolve) => (releaseLate = resolve));
const server = createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => []);
  const { method, url, headers } = request;
  if (url.includes("/hang")) return;
  if (url.includes("/late")) await lateAnswers;
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

/** Resolves once the server has received this number of further requests. */
async function countRequests(count) {
  for await (const _ of on(server, "request")) if (--count === 0) return;
}

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
      allowEncodedSlashes: true,
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

test("an API error has its response, but its body is never shown", () =>
  withClient(async (client) => {
    const error = await client.platform.send("GET", "/status-403").catch((error) => error);
    assert.ok(error instanceof WaybillError && error instanceof Error);
    assert.deepEqual([error.code, error.kind, error.status], ["api.forbidden", "api", 403]);
    assert.deepEqual(error.retry, { type: "never" });
    assert.match(error.remedy, /scopes/);
    assert.deepEqual([error.stage, error.pathFamily, error.environment, error.help], ["api", "platform", "sandbox", "waybill explain api.forbidden"]);
    assert.ok(error.response instanceof Response);
    assert.deepEqual([error.response.status, error.responseComplete], [403, true]);
    assert.equal((await error.response.json()).url, "/api/v1/status-403");
    assert.equal(JSON.parse(JSON.stringify(error)).response, undefined);
  }));

test("unknown and mistyped fields are named without their value", () => {
  const [environment] = options().environments;
  const [credentials] = options().credentials;
  const canary = "canary-7";
  for (const [more, message] of [
    [{ environments: [{ ...environment, baseURL: canary }] }, "`environments[0]` does not have a field `baseURL`; did you mean `baseUrl`?"],
    [{ environments: [environment, {}] }, "`environments[1].name` is missing"],
    [{ environments: environment }, "`environments` has to be a list"],
    [{ environments: [{ ...environment, kind: canary }] }, "`environments[0].kind` has to be one of `development`, `staging`, `sandbox`, `production`"],
    [{ credentials: [{ ...credentials, apikey: canary }] }, "`credentials[0]` does not have a field `apikey`; did you mean `apiKey`?"],
    [{ credentials: [{ ...credentials, apiKey: [canary] }] }, "`credentials[0].apiKey` has to be a text"],
    [{ credentials: [{ environment: "sandbox", login: { realm: "a", username: "b", pasword: canary } }] }, "`credentials[0].login` does not have a field `pasword`; did you mean `password`?"],
    [{ [`${canary} `]: 1 }, /^the configuration does not have one of its fields; it has `environments`, /],
    [{ fetch: canary }, "`fetch` has to be a function"],
    [{ seed: Number.NaN }, "`seed` has to be a whole number from 0 on"],
  ]) {
    const refused = (error) => {
      assert.deepEqual([error.code, error.kind], ["boundary.shape", "request"]);
      if (message instanceof RegExp) assert.match(error.message, message);
      else assert.equal(error.message, message);
      return !error.message.includes(canary);
    };
    assert.throws(() => new Client(options(more)), refused);
  }
  assert.throws(() => new Client(), { code: "boundary.shape", message: "the configuration has to be an object" });
});

test("an option of a call that there is not is named", () =>
  withClient((client) =>
    assert.rejects(client.platform.send("GET", "/x", { timeout: 5 }), {
      code: "boundary.shape",
      message: "the object of options does not have a field `timeout`; did you mean `timeoutMs`?",
    })));

test("timeouts of the global fetch do not limit a call", async () => {
  const symbol = Symbol.for("undici.globalDispatcher.1");
  const before = globalThis[symbol];
  globalThis[symbol] = new before.constructor({ headersTimeout: 1000, bodyTimeout: 1000 });
  try {
    await withClient(async (client) => {
      const asked = once(server, "request");
      const late = client.platform.send("GET", "/late");
      await asked;
      // Requested later, and timed out before the response to the client's call arrives.
      await assert.rejects(fetch(`${origin}/late`), (error) => error.cause.code === "UND_ERR_HEADERS_TIMEOUT");
      releaseLate();
      assert.equal((await late).status, 200);
    });
  } finally {
    await globalThis[symbol].destroy();
    globalThis[symbol] = before;
  }
});

test("failures before a connection count as not sent", async () => {
  for (const [cause, code] of [
    [{ code: "EMFILE", syscall: "connect" }, "transport.not-sent"],
    [{ code: "EMFILE", syscall: "getaddrinfo" }, "transport.not-sent"],
    [{ code: "EACCES", syscall: "connect" }, "transport.not-sent"],
    [{ errors: [{ code: "EADDRNOTAVAIL", syscall: "connect" }, { code: "ECONNREFUSED", syscall: "connect" }] }, "transport.not-sent"],
    [{ code: "EMFILE", syscall: "open" }, "transport.lost"],
    [{ code: "ECONNRESET", syscall: "read" }, "transport.lost"],
  ]) {
    const failing = async () => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error("x"), cause) });
    };
    await withClient((client) => assert.rejects(client.platform.send("POST", "/x"), { code }), { fetch: failing });
  }
});

test("a port that fetch blocks was not asked", async () => {
  const environments = [{ name: "sandbox", kind: "sandbox", baseUrl: "http://127.0.0.1:6000/api/v1" }];
  await withClient(
    (client) => assert.rejects(client.platform.send("POST", "/x"), { code: "transport.not-sent", message: /fetch blocks this port/ }),
    { environments },
  );
});

test("headers are sent as often as they are given", () =>
  withClient(async (client) => {
    const pairs = [["x-note", "one"], ["x-note", "two"]];
    assert.equal((await (await client.platform.send("GET", "/x", { headers: pairs })).json()).headers["x-note"], "one, two");
    assert.equal((await (await client.platform.send("GET", "/x", { headers: { "x-note": ["one", "two"] } })).json()).headers["x-note"], "one, two");
  }));

test("errors have the names that fetch gives them", () =>
  withClient(async (client) => {
    const late = await client.platform.send("GET", "/hang", { timeoutMs: 10 }).catch((error) => error);
    assert.deepEqual([late.name, late.code, late instanceof WaybillError], ["TimeoutError", "call.deadline", true]);
    const left = await client.platform.send("GET", "/hang", { signal: AbortSignal.timeout(10) }).catch((error) => error);
    assert.deepEqual([left.name, left.code, left.cause.name], ["TimeoutError", "call.cancelled", "TimeoutError"]);
    const stopped = await client.platform.send("GET", "/hang", { signal: AbortSignal.abort() }).catch((error) => error);
    assert.deepEqual([stopped.name, stopped.code], ["AbortError", "call.cancelled"]);
    assert.equal((await client.platform.send("GET", "/status-403").catch((error) => error)).name, "WaybillError");
  }));

test("a signal that is already aborted sends nothing", () =>
  withClient(async (client) => {
    const error = await client.platform.send("GET", "/hang", { signal: AbortSignal.abort("left") }).catch((error) => error);
    assert.deepEqual([error.code, error.kind, error.cause], ["call.cancelled", "cancelled", "left"]);
  }));

test("a signal ends a call that waits for its answer", () =>
  withClient(async (client) => {
    const stop = new AbortController();
    const asked = once(server, "request");
    const call = assert.rejects(client.platform.send("GET", "/hang", { signal: stop.signal }), { code: "call.cancelled", cause: "left" });
    await asked;
    stop.abort("left");
    await call;
  }));

test("one signal ends many calls, without a warning", () =>
  withClient(async (client) => {
    const warnings = [];
    const onWarning = (warning) => warnings.push(warning.name);
    process.on("warning", onWarning);
    const stop = new AbortController();
    const asked = countRequests(30);
    const calls = Array.from({ length: 30 }, () => assert.rejects(client.platform.send("GET", "/hang", { signal: stop.signal }), { code: "call.cancelled" }));
    await asked;
    stop.abort();
    await Promise.all(calls);
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

test("a closed client fails calls and bodies, and closes twice", async () => {
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

test("a custom transport is used and must not follow redirects", () => {
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

test("each request is sent in the async context of its call", async () => {
  const context = new AsyncLocalStorage();
  const sent = [];
  const fetch = async (url) => {
    const isToken = String(url).includes("/token");
    sent.push([isToken ? "token" : new URL(url).pathname.split("/").at(-1), context.getStore()]);
    if (!isToken) return new Response("{}");
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json({ access_token: "a", token_type: "Bearer", expires_in: 300, refresh_token: "r", refresh_expires_in: 1800 });
  };
  const environment = { ...options().environments[0], commerceUrl: `${origin}/commerce/api`, authUrl: `${origin}/auth` };
  const login = { realm: "r", username: "u", password: "p" };
  const credentials = [{ environment: "sandbox", apiKey: "key-1", login }];
  const notes = [];
  const onNote = ({ code }) => notes.push([code, context.getStore()]);
  const client = context.run("start", () => new Client(options({ environments: [environment], credentials, fetch, onNote })));
  const call = (user) => {
    const body = () => {
      sent.push([`body of ${user}`, context.getStore()]);
      return new Blob([user]).stream();
    };
    return context.run(user, () => client.commerce("t").send("POST", `/${user}`, { body }));
  };
  await Promise.all(["ann", "bob", "eve"].map(call));
  assert.deepEqual(sent.sort(), [
    ["ann", "ann"],
    ["bob", "bob"],
    ["body of ann", "ann"],
    ["body of bob", "bob"],
    ["body of eve", "eve"],
    ["eve", "eve"],
    ["token", "start"],
  ]);
  for (const [code, store] of notes) assert.equal(store, "start", code);
  await client.close();
});

test("a response can be read like any other Response", async () => {
  const gzip = { "content-encoding": "gzip", "content-length": "9", "content-type": "application/json" };
  const client = new Client(options({ fetch: async () => new Response('{"a":1}', { headers: gzip }) }));
  const send = () => client.platform.send("GET", "/things");
  const answer = await send();
  assert.ok(answer instanceof Response);
  assert.deepEqual([...answer.headers], [["content-type", "application/json"]]);
  assert.equal(answer.bodyUsed, false);
  assert.deepEqual(await answer.json(), { a: 1 });
  assert.equal(answer.bodyUsed, true);
  await assert.rejects(answer.text(), TypeError);
  assert.equal(Buffer.from(await (await send()).arrayBuffer()).toString(), '{"a":1}');
  assert.equal(Buffer.from(await (await send()).bytes()).toString(), '{"a":1}');
  assert.equal(await (await (await send()).blob()).text(), '{"a":1}');
  const streamed = await send();
  assert.ok(streamed.body instanceof ReadableStream);
  assert.equal(await streamed.text(), '{"a":1}', "asking for the stream reads nothing of it");
  const cloned = await send();
  assert.deepEqual(await cloned.clone().json(), await cloned.json());
  const locked = await send();
  locked.body.getReader();
  await assert.rejects(locked.text(), TypeError);
  await client.close();
  const form = new Client(options({ fetch: async () => new Response(new URLSearchParams({ a: "1" })) }));
  assert.equal((await (await form.platform.send("GET", "/things")).formData()).get("a"), "1");
  const broken = new Client(options({ fetch: async () => new Response("{") }));
  await assert.rejects(async () => (await broken.platform.send("GET", "/things")).json(), SyntaxError);
  const shared = new Response("once");
  const same = new Client(options({ fetch: async () => shared }));
  assert.equal(await (await same.platform.send("GET", "/things")).text(), "once");
  for (const one of [form, broken, same]) await one.close();
});

test("a response without HTTP status fails only its own call", () => {
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

test("an unread response is released", async () => {
  const lost = [];
  const transport = async (_url, { signal }) => {
    signal.addEventListener("abort", () => lost.push(true));
    return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1)) }, { highWaterMark: 0 }));
  };
  await withClient(
    async (client) => {
      await client.platform.send("GET", "/things");
      await until(() => {
        globalThis.gc();
        return lost.length > 0;
      }, "the connection is dropped");
      assert.equal(lost.length, 1);
    },
    { fetch: transport },
  );
});
