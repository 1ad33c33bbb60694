// A login that clients share through other setups than one plain server: a cluster, a Sentinel's primary, a server with TLS and a
// password, and Valkey if the system has it.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { before, describe, test } from "node:test";
import { createClient, createCluster, createSentinel } from "redis";
import { Client } from "waybill";
import { RedisTokenStore } from "waybill/redis";
import { makeCertificates } from "./support/certificates.mjs";
import { COMMAND_LIMIT_MS, PATIENT_LIMIT_MS, setCommandLimit } from "./support/command-limit.mjs";
import { IdentityProvider } from "./support/identity-provider.mjs";
import { startCluster } from "./support/redis-cluster.mjs";
import { NAME, startSentinel } from "./support/redis-sentinel.mjs";
import { PROGRAMS, startServer, startTlsRedis } from "./support/redis-server.mjs";
import { until } from "./support/until.mjs";
import { warmUp } from "./support/warm-up.mjs";

setCommandLimit(PATIENT_LIMIT_MS);
const KEY = { id: "2026-11", bytes: new Uint8Array(32).fill(7) };

/** A test's identity provider, its clients, and their notes. */
class Scene {
  notes = [];
  #closing = [];

  async start() {
    this.provider = await new IdentityProvider({ lifetime: 6 }).start();
    this.atEnd(() => this.provider.stop());
    return this;
  }

  /** Registers a function to run at the end, in reverse order. */
  atEnd(close) {
    this.#closing.push(close);
  }

  async end() {
    for (const close of this.#closing.reverse()) await close();
  }

  /** Connects a client of the package `redis`, and creates a Waybill client over it. */
  async join(redis) {
    redis.on("error", () => undefined);
    await redis.connect();
    this.atEnd(() => redis.destroy());
    const client = new Client(this.provider.options({ sharedStore: { store: new RedisTokenStore(redis), keys: [KEY] }, onNote: (note) => this.notes.push(note) }));
    this.atEnd(() => client.close());
    return client;
  }

  /** Sends calls of the whole fleet in rounds until the login was renewed this number of times. All calls have to succeed. */
  callUntilRenewed(times, fleet) {
    const last = this.provider.grants.length + times;
    return until(async () => {
      const statuses = await Promise.all(fleet.map(call));
      assert.deepEqual(new Set(statuses), new Set([200]), JSON.stringify(this.notes));
      return this.provider.grants.length >= last;
    }, `${times} renewals`, 200);
  }

  get passwords() {
    return this.provider.grants.filter((grant) => grant === "password").length;
  }
}

const call = async (client) => (await client.commerce("north").send("GET", "/orders")).status;

/** Defines a test with its own scene. */
const testScene = (name, work) =>
  test(name, async () => {
    const scene = await new Scene().start();
    try {
      await work(scene);
    } finally {
      await scene.end();
    }
  });

before(warmUp);

// In parallel, because the tests mostly wait for servers to connect and for tokens to age.
describe("a login in a store's servers", { concurrency: true }, () => {
  testScene("in a cluster both keys share a slot and move with it", async (scene) => {
    const cluster = await startCluster(3);
    scene.atEnd(() => cluster.stop());
    const fleet = [];
    for (let index = 0; index < 3; index += 1) fleet.push(await scene.join(createCluster({ rootNodes: cluster.nodes })));
    // The first login is included in the count.
    await scene.callUntilRenewed(2, fleet);
    const keys = (await Promise.all(cluster.admins.map((admin) => admin.sendCommand(["KEYS", "waybill:*"])))).flat();
    const record = keys.find((key) => key.endsWith(":record"));
    const slot = await cluster.slotOf(record);
    assert.equal(await cluster.slotOf(record.replace(/record$/, "lock")), slot);
    const from = cluster.ownerOf(slot);
    // From now on the old node redirects clients to the new one (`MOVED`).
    assert.ok((await cluster.moveSlot(slot, from, (from + 1) % 3)).includes(record));
    await scene.callUntilRenewed(2, fleet);
    assert.equal(scene.provider.replays, 0);
    assert.equal(scene.passwords, 1);
    assert.ok(scene.provider.grants.length > 3, `${scene.provider.grants}`);
    assert.deepEqual(scene.notes.filter(({ code }) => code.startsWith("store.")), []);
  });

  testScene("a replica promoted by Sentinel keeps the login", async (scene) => {
    const { nodes, primary, replica, primaryPort, stop } = await startSentinel();
    scene.atEnd(stop);
    const fleet = [];
    for (let index = 0; index < 2; index += 1) fleet.push(await scene.join(createSentinel({ name: NAME, sentinelRootNodes: nodes })));
    await scene.callUntilRenewed(2, fleet);
    const before = scene.provider.grants.length;
    assert.ok(before > 1);
    primary.process.kill("SIGKILL");
    let served = 0;
    await until(async () => {
      const statuses = await Promise.all(fleet.map((client) => call(client).catch((error) => error.code)));
      served = statuses.every((status) => status === 200) ? served + 1 : 0;
      assert.ok(statuses.every((status) => status === 200 || status === "store.failed"), `${statuses}`);
      return served >= 40 && scene.provider.grants.length > before && (await primaryPort()) === replica.port;
    }, "the replica serves, and a token was renewed through it", 50);
    assert.equal(await primaryPort(), replica.port);
    await scene.callUntilRenewed(2, fleet);
    assert.ok(scene.provider.grants.length > before, "it was renewed through the new primary");
    assert.equal(scene.provider.replays, 0);
    assert.equal(scene.passwords, 1);
  });

  testScene("TLS connections check the certificate and send the password", async (scene) => {
    const folder = await mkdtemp(joinPath(tmpdir(), "waybill-tls-"));
    scene.atEnd(() => rm(folder, { recursive: true, force: true }));
    const files = makeCertificates(folder);
    const server = await startTlsRedis(files, "--requirepass", "canary-redis");
    scene.atEnd(() => server.stop());
    const url = server.url.replace("redis:", "rediss:").replace("//", "//:canary-redis@");
    const ca = await readFile(files.authority);
    const fleet = [];
    for (let index = 0; index < 2; index += 1) fleet.push(await scene.join(createClient({ url, socket: { tls: true, ca } })));
    await scene.callUntilRenewed(2, fleet);
    assert.equal(scene.passwords, 1);
    assert.equal(scene.provider.replays, 0);

    await assert.rejects(scene.join(createClient({ url, socket: { tls: true, reconnectStrategy: false } })), /certificate|self-signed/i);
    await assert.rejects(scene.join(createClient({ url: url.replace("canary-redis", "wrong"), socket: { tls: true, ca, reconnectStrategy: false } })), /WRONGPASS/);
  });

  for (const program of PROGRAMS) {
    testScene(`three clients share a login over ${program}`, async (scene) => {
      const server = await startServer(program);
      scene.atEnd(() => server.stop());
      const fleet = [];
      for (let index = 0; index < 3; index += 1) fleet.push(await scene.join(createClient({ url: server.url })));
      await scene.callUntilRenewed(3, fleet);
      assert.equal(scene.passwords, 1);
      assert.equal(scene.provider.replays, 0);
    });
  }
});

// Runs separately, because it changes the time limit of commands.
testScene("a lock request during a slot move waits up to its limit", async (scene) => {
  const cluster = await startCluster(2);
  scene.atEnd(() => cluster.stop());
  const redis = createCluster({ rootNodes: cluster.nodes });
  redis.on("error", () => undefined);
  await redis.connect();
  scene.atEnd(() => redis.destroy());
  let refusals = 0;
  const counting = {
    eval: (...words) =>
      redis.eval(...words).catch((error) => {
        refusals += 1;
        throw error;
      }),
  };
  const store = new RedisTokenStore(counting);
  const [login, signal] = ["0f".repeat(32), new AbortController().signal];
  const lock = (owner) => store.lock({ login, owner, leaseMs: 10_000, knownSeq: 0, signal });
  await lock("a");
  assert.ok(await store.save({ login, owner: "a", expectedSeq: 0, record: { version: "1", seq: "1", key: "", nonce: "", sealed: "s" } }));
  await store.unlock({ login, owner: "a" });
  const slot = await cluster.slotOf(`{${login}}`);
  const [from, to] = cluster.ownerOf(slot) === 0 ? [0, 1] : [1, 0];
  // The record exists on one node and the lock on neither, so both nodes reject the script (`TRYAGAIN`).
  let asked;
  await cluster.moveSlot(slot, from, to, () => {
    asked = lock("b");
    asked.catch(() => undefined);
    return until(() => refusals > 1, "it was asked for twice");
  });
  assert.equal((await asked).record.seq, "1");
  await store.unlock({ login, owner: "b" });
  // A move that takes longer fails with its reason.
  setCommandLimit(COMMAND_LIMIT_MS);
  await cluster.moveSlot(slot, to, from, () => assert.rejects(lock("c"), /TRYAGAIN/));
  assert.equal((await lock("d")).record.seq, "1");
  await store.unlock({ login, owner: "d" });
});
