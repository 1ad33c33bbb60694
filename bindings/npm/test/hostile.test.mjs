// Misbehaving servers, listeners and arguments. Each fails at most its own call, and never the client.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { Client, TokenSnapshot } from "waybill";

const tokens = (more) => JSON.stringify({ access_token: "access-1", expires_in: 300, ...more });
const json = (status, body, head = "") => `HTTP/1.1 ${status} X\r\ncontent-type: application/json\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
/** The server's response to the first line of a request, and all first lines it received. */
let answer;
let seen;
let origin;
const sockets = new Set();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => {
    const [line] = bytes.toString().split("\r\n");
    if (!/^[A-Z]+ \//.test(line)) return;
    seen.push(line);
    const text = answer(line, seen.length);
    if (text !== undefined) socket.end(Buffer.from(text, "latin1"));
  });
});

before(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
});
after(() => {
  server.close();
  for (const socket of sockets) socket.destroy();
});

async function withClient(answers, work, more = {}) {
  [answer, seen] = [answers, []];
  const client = new Client({
    environments: [{ name: "sandbox", kind: "sandbox", baseUrl: `${origin}/api/v1`, commerceUrl: `${origin}/api`, authUrl: origin }],
    environment: "sandbox",
    credentials: [{ environment: "sandbox", apiKey: "key-1", login: { realm: "r", username: "u", refreshToken: "refresh-1" } }],
    ...more,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

const heads = {
  "a status that HTTP does not have": ["HTTP/1.1 600 X\r\ncontent-length: 0\r\n\r\n", { code: "api.unavailable", status: 600 }],
  "the highest status": ["HTTP/1.1 999 X\r\ncontent-length: 2\r\n\r\nno", { code: "api.unavailable", status: 999 }],
  "a status below all": ["HTTP/1.1 099 X\r\ncontent-length: 0\r\n\r\n", { kind: "transport" }],
  "a reason that is no text": ["HTTP/1.1 200 \xff\xfe\x80\r\ncontent-length: 2\r\n\r\nok", 200],
  "a body where none may be": ["HTTP/1.1 205 X\r\ncontent-length: 2\r\n\r\nok", 205],
  "a header that is no text": ["HTTP/1.1 200 OK\r\nx-odd: \xff\x80\r\ncontent-length: 2\r\n\r\nok", 200],
  "a coding that nobody knows": ["HTTP/1.1 200 OK\r\ncontent-encoding: rot13\r\ncontent-length: 2\r\n\r\nok", 200],
  "no HTTP at all": ["SSH-2.0-OpenSSH_9.6\r\n", { kind: "transport" }],
};
for (const [name, [head, expected]] of Object.entries(heads)) {
  test(`an answer with ${name} costs its call at most`, { timeout: 300_000 }, () =>
    withClient((line) => (line.includes("/odd") ? head : json(200, "{}")), async (client) => {
      const odd = client.platform.send("GET", "/odd");
      if (typeof expected === "number") assert.equal((await odd).status, expected);
      else await assert.rejects(odd, expected);
      assert.equal((await client.platform.send("GET", "/next")).status, 200);
    }));
}

test("ten thousand concurrent calls are answered with one login", { timeout: 300_000 }, async () => {
  let [calls, logins] = [0, 0];
  const fetch = async (url) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (!String(url).includes("/realms/")) return new Response(String(++calls));
    logins++;
    return new Response(tokens());
  };
  await withClient(() => undefined, async (client) => {
    const texts = await Promise.all(Array.from({ length: 10_000 }, async () => (await client.commerce("acme").send("GET", "/orders")).text()));
    assert.equal(new Set(texts).size, 10_000);
    assert.equal(logins, 1);
  }, { fetch });
});

const listeners = {
  "throws": () => {
    throw new Error("the log is full");
  },
  "throws what is no text": () => {
    throw Object.create(null);
  },
  "fails later": async () => {
    throw new Error("the log is down");
  },
};
for (const [name, onNote] of Object.entries(listeners)) test(`a listener that ${name} costs no call`, { timeout: 300_000 }, async (context) => {
  let ahead = 0;
  const { now } = Date;
  context.mock.method(Date, "now", () => now() + ahead);
  context.mock.method(process, "emitWarning", () => undefined);
  const answers = (line, count) => (line.includes("/realms/") ? (count === 1 ? json(200, tokens({ refresh_token: "refresh-2" })) : json(503, "{}")) : json(200, "{}"));
  await withClient(answers, async (client) => {
    assert.equal((await client.commerce("t").send("GET", "/orders")).status, 200);
    ahead = 280_000;
    assert.equal((await client.commerce("t").send("GET", "/orders")).status, 200);
    assert.equal(process.emitWarning.mock.callCount(), 1);
  }, { onNote });
});

test("a listener that closes the client ends the noted call", { timeout: 300_000 }, async (context) => {
  let ahead = 0;
  const { now } = Date;
  context.mock.method(Date, "now", () => now() + ahead);
  let client;
  const onNote = () => void client.close();
  const answers = (line, count) => (line.includes("/realms/") ? (count === 1 ? json(200, tokens({ refresh_token: "refresh-2" })) : json(503, "{}")) : json(200, "{}"));
  await withClient(answers, async (made) => {
    client = made;
    assert.equal((await client.commerce("t").send("GET", "/orders")).status, 200);
    ahead = 280_000;
    await assert.rejects(client.commerce("t").send("GET", "/kept"), { code: "client.closed" });
    await client.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(seen.filter((line) => line.includes("/kept")), []);
  }, { onNote });
});

test("a body that cannot be had sends nothing", { timeout: 300_000 }, () =>
  withClient(() => json(200, "{}"), async (client) => {
    const body = () => {
      throw new Error("canary");
    };
    const error = await client.platform.send("POST", "/things", { body }).catch((error) => error);
    assert.equal(error.code, "request.body");
    assert.ok(!error.message.includes("canary"));
    assert.deepEqual(seen, []);
  }));

for (const timeoutMs of [Infinity, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 2 ** 31]) {
  test(`a timeout of ${timeoutMs} ms is as good as none`, { timeout: 300_000 }, () =>
    withClient(() => json(200, "{}"), async (client) => {
      assert.equal(await (await client.platform.send("GET", "/things", { timeoutMs })).text(), "{}");
    }));
}

for (const timeoutMs of [0, -1, -Infinity]) {
  test(`a timeout of ${timeoutMs} ms is over before anything is sent`, { timeout: 300_000 }, () =>
    withClient(() => json(200, "{}"), async (client) => {
      await assert.rejects(client.platform.send("GET", "/things", { timeoutMs }), { code: "call.deadline" });
      assert.deepEqual(seen, []);
    }));
}

test("a value that is not there is no text of its own", { timeout: 300_000 }, () =>
  withClient(() => json(200, "{}"), async (client) => {
    for (const parameters of [{ id: null }, { id: undefined }, [["id", null]], [["id", undefined]], { id: "" }]) {
      await assert.rejects(client.platform.send("GET", "/flows/{id}", { parameters }), { code: "request.parameter" });
    }
    await client.platform.send("GET", "/flows", { query: { absent: null, page: 0 }, headers: { "x-absent": null } });
    assert.deepEqual(seen, ["GET /api/v1/flows?page=0 HTTP/1.1"]);
  }));

test("half a character is sent as a replacement and leads nowhere", { timeout: 300_000 }, () =>
  withClient(() => json(200, "{}"), async (client) => {
    await client.platform.send("GET", "/flows/{id}", { parameters: { id: "\ud800." } });
    assert.deepEqual(seen, ["GET /api/v1/flows/%EF%BF%BD. HTTP/1.1"]);
  }));

for (const tokenTimeoutMs of [Number.MAX_SAFE_INTEGER, 0, -1]) {
  test(`a token time-out of ${tokenTimeoutMs} ms is refused by name`, () =>
    assert.rejects(withClient(() => undefined, () => undefined, { tokenTimeoutMs }), { code: "config.token-timeout" }));
}

for (const text of [5, undefined, null, {}, Buffer.from("{}")]) {
  test(`a token snapshot of ${typeof text} ${text} is refused`, () =>
    assert.throws(() => new TokenSnapshot(text), { name: "WaybillError", code: "boundary.shape" }));
}

for (const tokenRetryWaitMs of [Number.MAX_SAFE_INTEGER, -1]) {
  test(`a token retry wait of ${tokenRetryWaitMs} ms is refused`, () =>
    assert.rejects(withClient(() => undefined, () => undefined, { tokenRetryWaitMs }), { code: "config.token-retry-wait" }));
}
