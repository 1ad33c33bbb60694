// A cluster of Redis servers on loopback. Slots can be moved while it is in use.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startRedis } from "./redis-server.mjs";
import { until } from "./until.mjs";

const SLOTS = 16_384;

export async function startCluster(size) {
  const folder = await mkdtemp(join(tmpdir(), "waybill-cluster-"));
  const options = ["--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--dir", folder];
  const servers = await Promise.all(Array.from({ length: size }, (_, index) => startRedis(...options, "--cluster-config-file", `${index}.conf`)));
  const admins = await Promise.all(servers.map((server) => server.connect()));
  const ids = await Promise.all(admins.map((admin) => admin.sendCommand(["CLUSTER", "MYID"])));
  for (const [index, admin] of admins.entries()) {
    const [from, to] = [index, index + 1].map((place) => Math.floor((place * SLOTS) / size));
    await admin.sendCommand(["CLUSTER", "ADDSLOTSRANGE", String(from), String(to - 1)]);
    await admins[0].sendCommand(["CLUSTER", "MEET", "127.0.0.1", String(servers[index].port)]);
  }
  await Promise.all(admins.map(waitUntilWhole));
  return {
    nodes: servers.map(({ url }) => ({ url })),
    servers,
    admins,
    slotOf: (key) => admins[0].sendCommand(["CLUSTER", "KEYSLOT", key]),
    ownerOf: (slot) => Math.floor(((slot + 1) * size - 1) / SLOTS),
    /** Moves a slot with its keys to another node. `midway` runs while both have a part of it. */
    async moveSlot(slot, from, to, midway) {
      await admins[to].sendCommand(["CLUSTER", "SETSLOT", String(slot), "IMPORTING", ids[from]]);
      await admins[from].sendCommand(["CLUSTER", "SETSLOT", String(slot), "MIGRATING", ids[to]]);
      const keys = await admins[from].sendCommand(["CLUSTER", "GETKEYSINSLOT", String(slot), "100"]);
      for (const key of keys) await admins[from].sendCommand(["MIGRATE", "127.0.0.1", String(servers[to].port), key, "0", "1000"]);
      await midway?.();
      for (const admin of [admins[to], admins[from]]) await admin.sendCommand(["CLUSTER", "SETSLOT", String(slot), "NODE", ids[to]]);
      return keys;
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a node knows the owners of all slots. */
function waitUntilWhole(admin) {
  return until(async () => {
    const info = String(await admin.sendCommand(["CLUSTER", "INFO"]));
    return info.includes("cluster_state:ok") && info.includes(`cluster_slots_assigned:${SLOTS}`);
  }, "the cluster is whole");
}
