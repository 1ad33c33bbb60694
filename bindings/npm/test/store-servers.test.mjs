// A login that clients share through what stands in the place of one plain server: a cluster, a Sentinel's primary, a server
// with TLS and a password, and over Valkey where the system has it.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createClient, createCluster, createSentinel } from "redis";
import { Client } from "waybill";
import { RedisTokenStore } from "waybill/redis";
import { makeCertificates } from "./support/certificates.mjs";
import { IdentityProvider } from "./support/identity-provider.mjs";
import { startCluster } from "./support/redis-cluster.mjs";
import { NAME, startSentinel } from "./support/redis-sentinel.mjs";
import { PROGRAMS, startServer, startTlsRedis } from "./support/redis-server.mjs";

const KEY = { id: "2026-11", bytes: new Uint8Array(32).fill(7) };
let provider;
let notes;
let closing;

beforeEach(async () => {
  [notes, closing] = [[], []];
  provider = await new IdentityProvider({ lifetime: 3 }).start();
  atEnd(() => provider.stop());
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

/** The last first. */
function atEnd(close) {
  closing.push(close);
}

/** A client of ours over a client of the package `redis`, which is connected here. */
async function join(redis) {
  redis.on("error", () => undefined);
  await redis.connect();
  atEnd(() => redis.destroy());
  const client = new Client(provider.options({ sharedStore: { store: new RedisTokenStore(redis), keys: [KEY] }, onNote: (note) => notes.push(note) }));
  atEnd(() => client.close());
  return client;
}

const call = async (client) => (await client.commerce("north").send("GET", "/orders")).status;

/** Calls of the whole fleet, one after another, for so long: each is served. */
async function callFor(milliseconds, fleet) {
  for (const end = Date.now() + milliseconds; Date.now() < end; await wait(50)) {
    const statuses = await Promise.all(fleet.map(call));
    assert.deepEqual(new Set(statuses), new Set([200]), JSON.stringify(notes));
  }
}

const passwords = () => provider.grants.filter((grant) => grant === "password").length;

test("over a cluster both keys are in one slot, and a slot that moves takes the login with it", async () => {
  const cluster = await startCluster(3);
  atEnd(() => cluster.stop());
  const fleet = [];
  for (let index = 0; index < 3; index += 1) fleet.push(await join(createCluster({ rootNodes: cluster.nodes })));
  await callFor(3_000, fleet);
  const keys = (await Promise.all(cluster.admins.map((admin) => admin.sendCommand(["KEYS", "waybill:*"])))).flat();
  const record = keys.find((key) => key.endsWith(":record"));
  const slot = await cluster.slotOf(record);
  assert.equal(await cluster.slotOf(record.replace(/record$/, "lock")), slot);
  const from = cluster.ownerOf(slot);
  // Whoever asks the old node from now on is sent to the other (`MOVED`).
  assert.ok((await cluster.moveSlot(slot, from, (from + 1) % 3)).includes(record));
  await callFor(4_000, fleet);
  assert.equal(provider.replays, 0);
  assert.equal(passwords(), 1);
  assert.ok(provider.grants.length > 3, `${provider.grants}`);
  assert.deepEqual(notes.filter(({ code }) => code.startsWith("store.")), []);
});

test("a lock that is asked for while its slot moves is given when it has moved, within the command's time", async () => {
  const cluster = await startCluster(2);
  atEnd(() => cluster.stop());
  const redis = createCluster({ rootNodes: cluster.nodes });
  redis.on("error", () => undefined);
  await redis.connect();
  atEnd(() => redis.destroy());
  const store = new RedisTokenStore(redis);
  const [login, signal] = ["0f".repeat(32), new AbortController().signal];
  const lock = (owner) => store.lock({ login, owner, leaseMs: 10_000, knownSeq: 0, signal });
  await lock("a");
  assert.ok(await store.save({ login, owner: "a", expectedSeq: 0, record: { version: "1", seq: "1", key: "", nonce: "", sealed: "s" } }));
  await store.unlock({ login, owner: "a" });
  const slot = await cluster.slotOf(`{${login}}`);
  const [from, to] = cluster.ownerOf(slot) === 0 ? [0, 1] : [1, 0];
  // The record is there and the lock nowhere: neither node carries the script out (`TRYAGAIN`).
  let asked;
  await cluster.moveSlot(slot, from, to, () => {
    asked = lock("b");
    asked.catch(() => undefined);
    return wait(400);
  });
  assert.equal((await asked).record.seq, "1");
  await store.unlock({ login, owner: "b" });
  // One that takes longer fails, and says why.
  await cluster.moveSlot(slot, to, from, () => assert.rejects(lock("c"), /TRYAGAIN/));
  assert.equal((await lock("d")).record.seq, "1");
  await store.unlock({ login, owner: "d" });
});

test("a Sentinel's replica that takes over has the login, and nobody logs in again", async () => {
  const { nodes, primary, replica, primaryPort, stop } = await startSentinel();
  atEnd(stop);
  const fleet = [];
  for (let index = 0; index < 2; index += 1) fleet.push(await join(createSentinel({ name: NAME, sentinelRootNodes: nodes })));
  await callFor(3_000, fleet);
  const before = provider.grants.length;
  assert.ok(before > 1);
  primary.process.kill("SIGKILL");
  let served = 0;
  for (const end = Date.now() + 20_000; Date.now() < end && (served < 40 || (await primaryPort()) !== replica.port); await wait(50)) {
    const statuses = await Promise.all(fleet.map((client) => call(client).catch((error) => error.code)));
    served = statuses.every((status) => status === 200) ? served + 1 : 0;
    assert.ok(statuses.every((status) => status === 200 || status === "store.failed"), `${statuses}`);
  }
  assert.equal(await primaryPort(), replica.port);
  await callFor(3_000, fleet);
  assert.ok(provider.grants.length > before, "it was renewed through the new primary");
  assert.equal(provider.replays, 0);
  assert.equal(passwords(), 1);
});

test("over TLS the server's certificate is checked, and the password is asked for", async () => {
  const folder = await mkdtemp(joinPath(tmpdir(), "waybill-tls-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const files = makeCertificates(folder);
  const server = await startTlsRedis(files, "--requirepass", "canary-redis");
  atEnd(() => server.stop());
  const url = server.url.replace("redis:", "rediss:").replace("//", "//:canary-redis@");
  const ca = await readFile(files.authority);
  const fleet = [];
  for (let index = 0; index < 2; index += 1) fleet.push(await join(createClient({ url, socket: { tls: true, ca } })));
  await callFor(3_000, fleet);
  assert.equal(passwords(), 1);
  assert.equal(provider.replays, 0);

  await assert.rejects(join(createClient({ url, socket: { tls: true, reconnectStrategy: false } })), /certificate|self-signed/i);
  await assert.rejects(join(createClient({ url: url.replace("canary-redis", "wrong"), socket: { tls: true, ca, reconnectStrategy: false } })), /WRONGPASS/);
});

for (const program of PROGRAMS) {
  test(`three clients share a login over ${program}`, async () => {
    const server = await startServer(program);
    atEnd(() => server.stop());
    const fleet = [];
    for (let index = 0; index < 3; index += 1) fleet.push(await join(createClient({ url: server.url })));
    await callFor(4_000, fleet);
    assert.equal(passwords(), 1);
    assert.equal(provider.replays, 0);
  });
}
