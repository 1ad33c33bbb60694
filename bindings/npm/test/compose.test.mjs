// The container recipe of examples/store, tested without containers: the store runs with exactly that command, and secrets are
// only in files.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "redis";
import { parse } from "yaml";
import { freePort } from "./support/redis-server.mjs";

const text = await readFile(new URL("../../../examples/store/compose.yaml", import.meta.url), "utf8");
const { services, secrets } = parse(text);

/** Expands a command like Compose: `$$` is a dollar sign. */
const commandOf = ({ command }) => command.map((word) => word.replaceAll("$$", "$"));

test("the store command starts a durable server with password", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "waybill-compose-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "store-password"), "canary-store-password\n");
  const port = await freePort();
  const [shell, option, script] = commandOf(services.store);
  const here = script
    .replaceAll("/run/secrets", folder)
    .replace("docker-entrypoint.sh valkey-server -", `redis-server - --port ${port} --bind 127.0.0.1 --dir ${folder}`);
  assert.match(here, /redis-server - --port/, "the command starts the server");
  const server = spawn(shell, [option, here], { stdio: "ignore" });
  t.after(async () => {
    server.kill("SIGKILL");
    if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
  });
  const client = createClient({ url: `redis://127.0.0.1:${port}`, password: "canary-store-password" });
  client.on("error", () => undefined);
  t.after(() => client.destroy());
  await client.connect();
  const settings = await client.configGet(["appendonly", "appendfsync", "maxmemory", "maxmemory-policy", "save"]);
  assert.deepEqual({ ...settings }, { appendonly: "yes", appendfsync: "always", maxmemory: String(64 << 20), "maxmemory-policy": "noeviction", save: "" });
  const line = await readFile(`/proc/${server.pid}/cmdline`, "utf8");
  assert.ok(line.startsWith("redis-server"), "the shell gave way to the server, which gets the container's signals");
  assert.ok(!line.includes("canary"), "the password is in no command line");
  const stranger = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } });
  stranger.on("error", () => undefined);
  await assert.rejects(stranger.connect().then(() => stranger.ping()), /NOAUTH/);
  // It ends like a container's server, with all data on disk.
  await client.set("kept", "1");
  const ended = once(server, "exit", { signal: AbortSignal.timeout(60_000) });
  server.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

test("images are pinned, and secrets come from ignored files", async () => {
  for (const [name, { image }] of Object.entries(services)) assert.match(image, /^[a-z/]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/, name);
  for (const { file } of Object.values(secrets)) assert.match(file, /^secrets\//);
  assert.equal(await readFile(new URL("../../../examples/store/.gitignore", import.meta.url), "utf8"), "secrets/\n");
  assert.equal(services.process.deploy.replicas, 2);
  assert.match(commandOf(services.process)[2], /exec node share-login\.mjs http:\/\/127\.0\.0\.1:4010 redis:\/\/store:6379/);
});
