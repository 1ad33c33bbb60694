// A primary, its replica and a Sentinel that can promote the replica, on loopback.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { freePort, startRedis } from "./redis-server.mjs";
import { until } from "./until.mjs";

/** Name of the primary at the Sentinel. */
export const NAME = "logins";

export async function startSentinel() {
  // The replica stores the copied data in a file for a moment.
  const folder = await mkdtemp(join(tmpdir(), "waybill-sentinel-"));
  const primary = await startRedis("--dir", folder, "--repl-diskless-sync-delay", "0");
  const replica = await startRedis("--dir", folder, "--replicaof", "127.0.0.1", String(primary.port));
  const admin = await replica.connect();
  await until(async () => String(await admin.info("replication")).includes("master_link_status:up"), "the replica follows its primary");
  const port = await freePort();
  const settings = ["down-after-milliseconds", "failover-timeout"].map((name, index) => `sentinel ${name} ${NAME} ${[500, 5_000][index]}`);
  const lines = [`port ${port}`, "bind 127.0.0.1", `dir ${folder}`, `sentinel monitor ${NAME} 127.0.0.1 ${primary.port} 1`, ...settings];
  await writeFile(join(folder, "sentinel.conf"), `${lines.join("\n")}\n`);
  const process = spawn("redis-server", [join(folder, "sentinel.conf"), "--sentinel"], { stdio: "ignore" });
  const sentinel = createClient({ url: `redis://127.0.0.1:${port}` });
  sentinel.on("error", () => undefined);
  await sentinel.connect();
  // The Sentinel discovers the replica through the primary.
  await until(async () => (await sentinel.sendCommand(["SENTINEL", "REPLICAS", NAME])).length === 1, "the Sentinel knows the replica");
  return {
    nodes: [{ host: "127.0.0.1", port }],
    primary,
    replica,
    primaryPort: async () => Number((await sentinel.sendCommand(["SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME]))[1]),
    async stop() {
      sentinel.destroy();
      process.kill("SIGKILL");
      if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
