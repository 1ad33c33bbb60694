// A login that several clients share through a real Redis, as several processes would: each has a connection of its own.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { Client, WaybillError } from "waybill";
import { RedisTokenStore } from "waybill/redis";
import { IdentityProvider } from "./support/identity-provider.mjs";
import { startRedis } from "./support/redis-server.mjs";

const KEY = { id: "2026-11", bytes: new Uint8Array(32).fill(7) };
let redis;
let provider;
let clients;
let notes;

before(async () => {
  redis = await startRedis();
});
after(() => redis.stop());
beforeEach(async () => {
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

test("of many clients one logs in, and the others use its token", async () => {
  const fleet = await Promise.all(Array.from({ length: 8 }, () => join()));
  const answers = await Promise.all(fleet.flatMap((client) => [call(client), call(client), call(client)]));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.deepEqual(provider.grants, ["password"]);
});

test("a token that one renewed is used by the others, and no refresh token is sent twice", async () => {
  provider.lifetime = 3;
  const fleet = await Promise.all(Array.from({ length: 4 }, () => join()));
  for (const end = Date.now() + 8_000; Date.now() < end; await wait(50)) {
    const answers = await Promise.all(fleet.map(call));
    assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 200]);
  }
  assert.equal(provider.replays, 0);
  assert.equal(provider.grants.filter((grant) => grant === "password").length, 1);
  assert.ok(provider.grants.length >= 3 && provider.grants.length <= 12, `${provider.grants.length} exchanges in 8 s`);
});

test("in the steady state nothing is asked of the store", async () => {
  const client = await join();
  await call(client);
  await wait(100);
  const watching = await redis.connect();
  const commands = [];
  await watching.monitor((line) => commands.push(line));
  for (let index = 0; index < 50; index += 1) await call(client);
  assert.deepEqual(commands.filter((line) => line.includes("waybill:")), []);
});

test("nothing that the store shows holds a token or the password", async () => {
  const watching = await redis.connect();
  const shown = [];
  await watching.monitor((line) => shown.push(line));
  const admin = await redis.connect();
  await admin.configSet("slowlog-log-slower-than", "0");
  const client = await join();
  await call(client);
  await wait(200);
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

test("a client that was killed while it held the lock blocks the others for no longer than the lock lives", async () => {
  const first = await join();
  await call(first);
  await wait(100);
  const admin = await redis.connect();
  const [record] = await admin.keys("*:record");
  await admin.del(record);
  await admin.set(record.replace(/record$/, "lock"), "a process that is no more", { PX: 1_500 });
  const began = Date.now();
  const second = await join();
  await call(second);
  assert.ok(Date.now() - began >= 1_300, "it waited for the lock");
});

test("while the store stands still a good token is used, and without one the call fails and says why", async () => {
  const holding = await join();
  await call(holding);
  await wait(100);
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

/** A client whose commands are never answered. */
const slow = async () => ({ eval: () => new Promise(() => undefined) });

test("a record that another key sealed is not read, and never written over", async () => {
  await call(await join());
  await wait(100);
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

test("a record that is sent twice is written once, and another one in its place is refused", async () => {
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

test("a store of the host's own that answers what is no answer counts as down, and the client lives on", async () => {
  for (const answer of [undefined, null, 7, "locked", {}, { storeTime: "now" }, { storeTime: Number.NaN, record: null }]) {
    const store = { lock: async () => answer, save: async () => true, unlock: async () => undefined };
    const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] } }));
    clients.push(client);
    await assert.rejects(call(client), (error) => error.code === "store.failed", JSON.stringify(answer));
  }
  const store = { lock: async () => ({ storeTime: Date.now(), record: { sealed: 7 } }), save: async () => true, unlock: async () => undefined };
  const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] }, onNote: (note) => notes.push(note) }));
  clients.push(client);
  await assert.rejects(call(client), (error) => error.code === "store.failed");
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

test("a lock that has no end gets one", async () => {
  const [admin, store] = [await redis.connect(), new RedisTokenStore(await redis.connect())];
  const login = "0f".repeat(32);
  await admin.set(`waybill:{${login}}:lock`, "somebody");
  const waiting = store.lock({ login, owner: "a", leaseMs: 20_000, knownSeq: 0, signal: AbortSignal.timeout(300) });
  await assert.rejects(waiting, (error) => error.name === "TimeoutError");
  const left = await admin.pTTL(`waybill:{${login}}:lock`);
  assert.ok(left > 8_000 && left <= 10_000, `it has ${left} ms`);
});

test("a wait for the lock that is given up is no failure of the store", async () => {
  const store = { lock: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))), save: async () => true, unlock: async () => undefined };
  const client = await join({ store });
  const refused = assert.rejects(call(client), (error) => error.code === "client.closed");
  await wait(50);
  await client.close();
  await refused;
  assert.deepEqual(notes, []);
});

test("a store of the host's own that does not say whether it saved is told of", async () => {
  const held = async () => ({ storeTime: Date.now(), record: undefined });
  for (const answer of [undefined, "OK", 1]) {
    const client = await join({ store: { lock: held, save: async () => answer, unlock: async () => undefined } });
    await assert.rejects(call(client), (error) => error.code === "store.failed", String(answer));
    assert.ok(notes.some(({ code, message }) => code === "store.error" && /TypeError/.test(message)), String(answer));
    notes.length = 0;
  }
});

test("a client is closed once its lock is released, or after two seconds", async () => {
  const held = () => new Promise((resolve) => setImmediate(resolve, { storeTime: Date.now(), record: undefined }));
  const closed = async (unlock) => {
    const store = { lock: held, save: () => new Promise(() => undefined), unlock };
    const client = new Client(provider.options({ sharedStore: { store, keys: [KEY] }, onNote: (note) => notes.push(note) }));
    const refused = assert.rejects(call(client), (error) => error.code === "client.closed");
    await wait(50);
    const began = Date.now();
    await client.close();
    await refused;
    return Date.now() - began;
  };
  let isReleased = false;
  const last = await closed(async () => {
    await wait(150);
    isReleased = true;
  });
  assert.ok(isReleased, `closed after ${last} ms, and the lock is still held`);
  const without = await closed(() => new Promise(() => undefined));
  assert.ok(without - last > 1_500 && without < 5_000, `closed after ${without} ms`);
});

test("what is no store, no key or no client is refused with what was expected", async () => {
  assert.throws(() => new RedisTokenStore({}), /createClient/);
  const keys = [{ id: "k", bytes: new Uint8Array(5) }];
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys } })), /5 bytes in place of 32/);
  const text = [KEY, { id: "k", bytes: "base64" }];
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys: text } })), /sharedStore\.keys\[1\]\.bytes.*Buffer\.from/);
  assert.throws(() => new Client(provider.options({ sharedStore: { store: {}, keys: [KEY] } })), /sharedStore\.store.*TokenStore/);
  assert.throws(() => new Client(provider.options({ sharedStore: { store: new RedisTokenStore({ eval() {} }), keys: [KEY], trustStore: true } })), /trustStore/);
  assert.throws(() => new Client(provider.options({ sharedStore: { keys } })), (error) => error.code === "boundary.shape");
});
