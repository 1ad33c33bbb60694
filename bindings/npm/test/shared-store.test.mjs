// A login that several clients share through a real Redis. Like separate processes, each has its own connection.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { Client, WaybillError } from "waybill";
import { RedisTokenStore } from "waybill/redis";
import { COMMAND_LIMIT_MS, PATIENT_LIMIT_MS, setCommandLimit } from "./support/command-limit.mjs";
import { IdentityProvider } from "./support/identity-provider.mjs";
import { startRedis } from "./support/redis-server.mjs";
import { until } from "./support/until.mjs";
import { warmUp } from "./support/warm-up.mjs";
import { useVirtualTime } from "./support/virtual-time.mjs";

const KEY = { id: "2026-11", bytes: new Uint8Array(32).fill(7) };
let redis;
let provider;
let clients;
let notes;

before(async () => {
  await warmUp();
  redis = await startRedis();
});
after(() => redis.stop());
beforeEach(async () => {
  setCommandLimit(PATIENT_LIMIT_MS);
  [clients, notes] = [[], []];
  provider = await new IdentityProvider().start();
  await (await redis.connect()).flushAll();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  provider.stop();
});

async function join(sharedStore = {}, login = {}) {
  const store = new RedisTokenStore(await redis.connect());
  const client = new Client(provider.options({ sharedStore: { store, keys: [KEY], ...sharedStore }, onNote: (note) => notes.push(note) }, login));
  clients.push(client);
  return client;
}

const call = (client) => client.commerce("north").send("GET", "/orders");

/** A provider in this process, for tests in virtual time. */
const issueTokens = async () => Response.json({ access_token: "canary-access", refresh_token: "canary-refresh", expires_in: 300 });

/** Waits until no lock is held. A client releases its lock after the call has ended. */
async function locksReleased() {
  const admin = await redis.connect();
  await until(async () => (await admin.keys("*:lock")).length === 0, "the lock is released");
}

/** Records the server's commands from now on. `seen` resolves to all of them. */
async function watch() {
  const [watching, admin] = [await redis.connect(), await redis.connect()];
  const lines = [];
  await watching.monitor((line) => lines.push(line));
  return {
    seen: async () => {
      // The server reports commands in order. Once it reports this one, it has reported all earlier ones.
      const end = crypto.randomUUID();
      await admin.echo(end);
      await until(() => lines.some((line) => line.includes(end)), "the server shows what it was asked");
      return lines;
    },
  };
}

test("of many clients one logs in, and the others use its token", async () => {
  const fleet = await Promise.all(Array.from({ length: 8 }, () => join()));
  const answers = await Promise.all(fleet.flatMap((client) => [call(client), call(client), call(client)]));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(provider.grants, ["password"]);
});

test("a renewed token is shared, and no refresh token is resent", async () => {
  provider.lifetime = 6;
  const fleet = await Promise.all(Array.from({ length: 4 }, () => join()));
  const start = performance.now();
  await until(async () => {
    const answers = await Promise.all(fleet.map(call));
    assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 200]);
    return provider.grants.length > 3;
  }, "three renewals", 50);
  const elapsed = performance.now() - start;
  assert.equal(provider.replays, 0);
  assert.equal(provider.grants.filter((grant) => grant === "password").length, 1);
  // A token of six seconds is renewed after three.
  assert.ok(elapsed >= 3 * 2_900, `${provider.grants.length} exchanges in ${elapsed} ms`);
});

test("in the steady state nothing is asked of the store", async () => {
  const client = await join();
  await call(client);
  await locksReleased();
  const commands = await watch();
  for (let index = 0; index < 50; index += 1) await call(client);
  assert.deepEqual((await commands.seen()).filter((line) => line.includes("waybill:")), []);
});

test("nothing that the store shows holds a token or the password", async () => {
  const commands = await watch();
  const admin = await redis.connect();
  await admin.configSet("slowlog-log-slower-than", "0");
  const client = await join();
  await call(client);
  await locksReleased();
  const shown = [...(await commands.seen())];
  const keys = await admin.keys("*");
  const [record] = keys.filter((key) => key.endsWith(":record"));
  assert.match(record, /^waybill:\{[0-9a-f]{64}\}:record$/);
  const fields = await admin.hGetAll(record);
  assert.deepEqual(Object.keys(fields).sort(), ["key", "nonce", "sealed", "seq", "version"]);
  shown.push(JSON.stringify(fields), JSON.stringify(await admin.sendCommand(["SLOWLOG", "GET", "100"])), JSON.stringify(notes));
  assert.ok(shown.length > 3, "something was seen");
  assert.ok(!shown.join("\n").includes("canary"));
  assert.deepEqual(keys.filter((key) => key.endsWith(":lock")), [], "the lock is released");
});

test("a killed client blocks others only until its lock expires", async () => {
  const first = await join();
  await call(first);
  await locksReleased();
  const admin = await redis.connect();
  const [record] = await admin.keys("*:record");
  const second = await join();
  await admin.del(record);
  const start = performance.now();
  await admin.set(record.replace(/record$/, "lock"), "a process that is no more", { PX: 1_500 });
  await call(second);
  const elapsed = performance.now() - start;
  assert.ok(elapsed >= 1_490, `it got the lock after ${elapsed} ms`);
});

test("during a store outage only clients with a token can call", async () => {
  const holding = await join();
  await call(holding);
  await locksReleased();
  setCommandLimit(COMMAND_LIMIT_MS);
  redis.process.kill("SIGSTOP");
  try {
    assert.equal((await call(holding)).status, 200);
    const without = new Client(provider.options({ sharedStore: { store: new RedisTokenStore(await slow()), keys: [KEY] }, onNote: (note) => notes.push(note) }));
    clients.push(without);
    await assert.rejects(call(without), (error) => error instanceof WaybillError && error.code === "store.failed");
    assert.ok(notes.some(({ code }) => code === "store.down"));
    assert.ok(notes.some(({ code, message }) => code === "store.error" && message.includes("TIMED_OUT")));
  } finally {
    redis.process.kill("SIGCONT");
  }
});

/** A client whose commands get no response. */
const slow = async () => ({ eval: () => new Promise(() => undefined) });

test("a record sealed with another key is not read or replaced", async () => {
  await call(await join());
  await locksReleased();
  const admin = await redis.connect();
  const [record] = await admin.keys("*:record");
  const stored = await admin.hGetAll(record);
  const other = await join({ keys: [{ id: "2026-12", bytes: new Uint8Array(32).fill(9) }] });
  await assert.rejects(call(other), (error) => error.code === "store.failed");
  assert.ok(notes.some(({ code }) => code === "store.unreadable"));
  assert.deepEqual(await admin.hGetAll(record), stored);

  const both = await join({ keys: [{ id: "2026-12", bytes: new Uint8Array(32).fill(9) }, KEY] });
  assert.equal((await call(both)).status, 200);
  assert.deepEqual(provider.grants, ["password"]);
});

test("a resent record is saved once, a different one is refused", async () => {
  const store = new RedisTokenStore(await redis.connect());
  const lease = { login: "a".repeat(64), owner: "one" };
  const record = { version: "1", seq: "1", key: "2026-11", nonce: "n", sealed: "s" };
  const lock = () => store.lock({ ...lease, leaseMs: 10_000, knownSeq: 0, signal: new AbortController().signal });
  await lock();
  const save = (sealed, expectedSeq) => store.save({ ...lease, expectedSeq, record: { ...record, sealed } });
  assert.deepEqual([await save("s", 0), await save("s", 0), await save("t", 0)], [true, true, false]);
  assert.equal((await lock()).record.sealed, "s");
  await store.unlock(lease);
  assert.equal(await save("s", 0), false, "without the lock nothing is written");
});

test("a wrong password costs a fleet one try", async () => {
  const fleet = await Promise.all(Array.from({ length: 5 }, () => join({}, { password: "canary-wrong" })));
  for (const client of fleet) await assert.rejects(call(client), (error) => error.code === "token.credentials-rejected");
  assert.deepEqual(provider.grants, ["password"]);
});

test("without a key the store is refused, unless it is trusted", async () => {
  const store = new RedisTokenStore(await redis.connect());
  assert.throws(() => new Client(provider.options({ sharedStore: { store } })), (error) => error.code === "store.key");
  const trusting = new Client(provider.options({ sharedStore: { store, trustStore: true } }));
  clients.push(trusting);
  assert.equal((await call(trusting)).status, 200);
});

test("invalid responses of a custom store count as an outage", async (context) => {
  const time = useVirtualTime(context);
  const fetch = () => assert.fail("nothing is sent");
  for (const answer of [undefined, null, 7, "locked", {}, { storeTime: "now" }, { storeTime: Number.NaN, record: null }]) {
    const store = { lock: async () => answer, save: async () => true, unlock: async () => undefined };
    const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] }, fetch }));
    clients.push(client);
    await time.passUntil(assert.rejects(call(client), (error) => error.code === "store.failed", JSON.stringify(answer)));
  }
  const store = { lock: async () => ({ storeTime: Date.now(), record: { sealed: 7 } }), save: async () => true, unlock: async () => undefined };
  const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] }, onNote: (note) => notes.push(note), fetch }));
  clients.push(client);
  await time.passUntil(assert.rejects(call(client), (error) => error.code === "store.failed"));
  assert.ok(notes.some(({ code }) => code === "store.unreadable"));
});

test("a client of the store that maps types is understood", async () => {
  await call(await join());
  for (const mapping of [{ 58: String }, { 36: Buffer }, { 58: String, 36: Buffer }]) {
    const store = new RedisTokenStore((await redis.connect()).withTypeMapping(mapping));
    assert.equal((await call(await join({ store }))).status, 200);
  }
  assert.deepEqual(provider.grants, ["password"]);
  const fresh = new RedisTokenStore((await redis.connect()).withTypeMapping({ 58: String, 36: Buffer }));
  await (await redis.connect()).flushAll();
  assert.equal((await call(await join({ store: fresh }))).status, 200);
  assert.deepEqual(notes, []);
});

test("response received during a pause of the process is used", async () => {
  const store = new RedisTokenStore(await redis.connect());
  setCommandLimit(COMMAND_LIMIT_MS);
  const locked = store.lock({ login: "0a".repeat(32), owner: "one", leaseMs: 10_000, knownSeq: 0, signal: new AbortController().signal });
  // The command is sent in this turn of the event loop. The next turn begins after the command's time limit.
  await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_200);
  assert.ok((await locked).storeTime > 0);
});

test("a lock that has no end gets one", async () => {
  const [admin, store] = [await redis.connect(), new RedisTokenStore(await redis.connect())];
  const login = "0f".repeat(32);
  const lock = `waybill:{${login}}:lock`;
  await admin.set(lock, "somebody");
  const stop = new AbortController();
  const serverTime = async () => (([seconds, microseconds]) => Number(seconds) * 1_000 + Number(microseconds) / 1_000)(await admin.sendCommand(["TIME"]));
  const before = await serverTime();
  const waiting = assert.rejects(store.lock({ login, owner: "a", leaseMs: 20_000, knownSeq: 0, signal: stop.signal }), { name: "AbortError" });
  await until(async () => (await admin.pTTL(lock)) >= 0, "the lock has an end");
  const after = await serverTime();
  const end = await admin.pExpireTime(lock);
  assert.ok(end >= before + 9_999 && end <= after + 10_001, `it ends ${end - before} ms after the lock was asked for`);
  stop.abort();
  await waiting;
});

test("a cancelled wait for the lock is no store failure", async () => {
  let markAsked;
  const isAsked = new Promise((resolve) => (markAsked = resolve));
  const lock = ({ signal }) => {
    markAsked();
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const client = await join({ store: { lock, save: async () => true, unlock: async () => undefined } });
  const refused = assert.rejects(call(client), (error) => error.code === "client.closed");
  await isAsked;
  await client.close();
  await refused;
  assert.deepEqual(notes, []);
});

test("a custom store without a boolean save result is reported", async (context) => {
  const time = useVirtualTime(context);
  const held = async () => ({ storeTime: Date.now(), record: undefined });
  for (const answer of [undefined, "OK", 1]) {
    const store = { lock: held, save: async () => answer, unlock: async () => undefined };
    const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] }, onNote: (note) => notes.push(note), fetch: issueTokens }));
    clients.push(client);
    await time.passUntil(assert.rejects(call(client), (error) => error.code === "store.failed", String(answer)));
    assert.ok(notes.some(({ code, message }) => code === "store.error" && /TypeError/.test(message)), String(answer));
    notes.length = 0;
  }
});

test("closing waits for the lock's release, at most two seconds", async (context) => {
  const time = useVirtualTime(context);
  const closed = async (unlock) => {
    let markAsked;
    const isAsked = new Promise((resolve) => (markAsked = resolve));
    const lock = async () => ({ storeTime: Date.now(), record: undefined });
    const save = () => {
      markAsked();
      return new Promise(() => undefined);
    };
    const client = new Client(provider.options({ sharedStore: { store: { lock, save, unlock }, keys: [KEY] }, onNote: (note) => notes.push(note), fetch: issueTokens }));
    const refused = assert.rejects(call(client), (error) => error.code === "client.closed");
    await isAsked;
    const elapsed = await time.passUntil(client.close());
    await refused;
    return elapsed;
  };
  let isReleased = false;
  const last = await closed(async () => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    isReleased = true;
  });
  assert.ok(isReleased, `closed after ${last} ms, and the lock is still held`);
  // The failing save takes one second before that.
  assert.equal(last, 1_000 + 150);
  assert.equal(await closed(() => new Promise(() => undefined)), 1_000 + 2_000);
});

test("an invalid store, key or client is refused with the reason", async () => {
  assert.throws(() => new RedisTokenStore({}), /createClient/);
  const keys = [{ id: "k", bytes: new Uint8Array(5) }];
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys } })), /5 bytes; expected 32/);
  const text = [KEY, { id: "k", bytes: "base64" }];
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys: text } })), /sharedStore\.keys\[1\]\.bytes.*Buffer\.from/);
  assert.throws(() => new Client(provider.options({ sharedStore: { store: {}, keys: [KEY] } })), /sharedStore\.store.*TokenStore/);
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys: [KEY], trustStore: true } })), /trustStore/);
  assert.throws(() => new Client(provider.options({ sharedStore: { keys } })), (error) => error.code === "boundary.shape");
});
