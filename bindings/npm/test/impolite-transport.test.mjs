// A custom `fetch` with invalid results, and caller's bodies that fail. Each fails its call, and never the client.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "waybill";
import { useVirtualTime } from "./support/virtual-time.mjs";

const environment = { name: "sandbox", kind: "sandbox", baseUrl: "https://platform.example/api/v1" };
const config = (more) => ({ environments: [environment], environment: "sandbox", credentials: [{ environment: "sandbox", apiKey: "key-1" }], ...more });

async function withFetch(odd, work) {
  const fetch = async (url, init) => (url.endsWith("/odd") ? odd(init) : new Response("fine"));
  const client = new Client(config({ fetch }));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const read = new Response("read");
await read.text();
const oddAnswers = {
  "nothing at all": () => undefined,
  "a text": () => "fine",
  "an object without anything": () => ({}),
  "headers that are no Headers": () => ({ status: 200, headers: { a: "b" }, body: null }),
  "a status that is no answer's": () => ({ status: 101, headers: new Headers(), body: null, statusText: "", url: "" }),
  "a status that is a text": () => ({ status: "200", headers: new Headers(), body: null }),
  "a body that is no web stream": () => ({ status: 200, headers: new Headers(), body: { pipe() {} } }),
  "an answer that was read already": () => read,
  "a rejection with nothing": () => Promise.reject(undefined),
  "a rejection whose members throw": () =>
    Promise.reject({
      get code() {
        throw new Error("canary");
      },
    }),
};
for (const [name, odd] of Object.entries(oddAnswers)) {
  test(`${name} from the host's fetch fails its own call alone`, { timeout: 300_000 }, () =>
    withFetch(odd, async (client) => {
      await assert.rejects(client.platform.send("GET", "/odd", { timeoutMs: 5000 }), { code: "transport.lost" });
      assert.equal((await client.platform.send("GET", "/next")).status, 200);
    }));
}

test("an error with an invalid body reports its status", { timeout: 300_000 }, () => {
  const odd = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue("text");
          controller.close();
        },
      }),
      { status: 500 },
    );
  return withFetch(odd, async (client) => {
    await assert.rejects(client.platform.send("GET", "/odd"), { code: "api.unavailable", status: 500, responseComplete: false });
    assert.equal((await client.platform.send("GET", "/next")).status, 200);
  });
});

const stalled = () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }), { status: 503, headers: { "retry-after": "2" } });
for (const [name, options, limit] of [["with a time-out", { timeoutMs: 300 }, 300], ["without one", {}, 5_000]]) {
  test(`an error with a stalled body reports its status, ${name}`, { timeout: 300_000 }, (context) => {
    const time = useVirtualTime(context);
    return withFetch(stalled, async (client) => {
      const rejected = assert.rejects(client.platform.send("GET", "/odd", options), { code: "api.unavailable", status: 503, responseComplete: false, retry: { type: "after", ms: 2000 } });
      assert.equal(await time.passUntil(rejected), limit);
    });
  });
}

test("a decoded error response has no encoding headers", { timeout: 300_000 }, () =>
  withFetch(() => new Response('{"a":1}', { status: 422, headers: { "content-encoding": "gzip", "content-length": "27", "x-kept": "1" } }), async (client) => {
    const error = await client.platform.send("GET", "/odd").catch((error) => error);
    assert.deepEqual([...error.response.headers.keys()].sort(), ["content-type", "x-kept"]);
  }));

const drain = async (init) => {
  for await (const _ of init.body ?? []);
  return new Response("taken");
};
const used = new Response("used").body;
await used.cancel();
const locked = new ReadableStream();
locked.getReader();
const failingBodies = {
  "a generator that throws": async function* () {
    throw new Error("disk");
  },
  "a generator that throws later": async function* () {
    yield new Uint8Array(10);
    throw new Error("disk");
  },
  "a stream that fails": new ReadableStream({ pull: (controller) => controller.error(new Error("disk")) }),
  "a function that throws": () => {
    throw new Error("disk");
  },
};
for (const [name, body] of Object.entries(failingBodies)) {
  test(`the failure of ${name} is the caller's own, with its reason`, { timeout: 300_000 }, () =>
    withFetch(drain, async (client) => {
      const given = name.includes("generator") ? body() : body;
      const error = await client.platform.send("POST", "/odd", { body: given }).catch((error) => error);
      assert.equal(error.code, "request.body");
      assert.equal(error.cause.message, "disk");
      assert.equal((await client.platform.send("GET", "/next")).status, 200);
    }));
}
test("a body that stalls is let go with its call", { timeout: 300_000 }, async (context) => {
  const time = useVirtualTime(context);
  let reason;
  const body = new ReadableStream({ pull: () => new Promise(() => undefined), cancel: (given) => void (reason = given) });
  const fetch = async (_, { body, signal }) => {
    const reader = body.getReader();
    signal.addEventListener("abort", () => reader.cancel("aborted"));
    await reader.read();
    throw signal.reason;
  };
  const client = new Client(config({ fetch }));
  const rejected = assert.rejects(client.platform.send("POST", "/things", { body, timeoutMs: 100 }), { code: "call.deadline" });
  assert.equal(await time.passUntil(rejected), 100);
  assert.equal(reason, "aborted");
  await client.close();
});

test("a call that is refused leaves its body unread", { timeout: 300_000 }, () =>
  withFetch(drain, async (client) => {
    const body = new Response("kept").body;
    await assert.rejects(client.platform.send("POST", "/things/{id}", { body }), { code: "request.parameter" });
    assert.equal(await new Response(body).text(), "kept");
  }));

for (const [name, body] of Object.entries({ "used already": used, locked, "a text from a function": () => "abc", "a promise from a function": async () => "abc" })) {
  test(`a body that is ${name} is refused`, { timeout: 300_000 }, () =>
    withFetch(drain, (client) => assert.rejects(client.platform.send("POST", "/odd", { body }), { code: "request.body" })));
}

test("a null timeout is no timeout", { timeout: 300_000 }, () =>
  withFetch(drain, async (client) => assert.equal((await client.platform.send("GET", "/next", { timeoutMs: null, signal: null, query: null })).status, 200)));

const cycle = {};
cycle.self = cycle;
const wrongOptions = {
  "`parameters.id`": { parameters: { id: Promise.resolve("7") } },
  "`query.page`": { query: { page: Number.NaN } },
  "`query.range`": { query: { range: { from: 1 } } },
  "`query`": { query: "a=b" },
  "`parameters`": { parameters: 5 },
  "`headers`": { headers: ["name: value"] },
  "`signal`": { signal: {} },
  "`json`": { json: cycle },
};
for (const [field, options] of Object.entries(wrongOptions)) {
  test(`an option of the wrong type is named: ${field}`, { timeout: 300_000 }, () =>
    withFetch(drain, (client) =>
      assert.rejects(client.platform.send("POST", "/odd/{id}", options), (error) => {
        assert.equal(error.code, "boundary.shape");
        assert.ok(error.message.startsWith(`${field} has to be `), error.message);
        return true;
      })));
}

test("an argument of the wrong type is named", { timeout: 300_000 }, () =>
  withFetch(drain, async (client) => {
    for (const [name, work] of Object.entries({
      tenant: () => client.commerce(undefined),
      seller: () => client.commerceProxy(5),
      snapshot: () => client.restoreTokens("text"),
    })) {
      assert.throws(work, { code: "boundary.shape", message: new RegExp(`^\`${name}\` has to be `) });
    }
    await assert.rejects(client.platform.send(undefined, "/x"), { code: "boundary.shape", message: /^`method`/ });
    await assert.rejects(client.platform.send("GET"), { code: "boundary.shape", message: /^`template`/ });
  }));

for (const [field, more] of Object.entries({ seed: { seed: -1 }, tokenTimeoutMs: { tokenTimeoutMs: 1.5 }, tokenRetryWaitMs: { tokenRetryWaitMs: Infinity }, "environments\\[0\\]": { environments: [, environment] } })) {
  test(`a configuration with invalid ${field} is refused`, () =>
    assert.throws(() => new Client(config(more)), { code: "boundary.shape", message: new RegExp(`^\`${field}\` has to be `) }));
}

test("errors name configuration fields as this package spells them", () => {
  const http = { name: "sandbox", kind: "sandbox", baseUrl: "http://p.example/api/v1" };
  assert.throws(() => new Client(config({ environments: [http] })), { code: "environment.url", message: /^`baseUrl` of environment/ });
  assert.throws(() => new Client(config({ tokenTimeoutMs: 0 })), { code: "config.token-timeout", message: /^`tokenTimeoutMs` must be/ });
});
