// A Redis server of a test's own, on a free port of loopback, with nothing kept on disk.
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { createClient } from "redis";

/** The servers that the system has; Valkey is in Debian from its version 13 on. */
export const PROGRAMS = ["redis-server", ...["valkey-server"].filter((program) => spawnSync(program, ["--version"]).status === 0)];

export const startRedis = (...options) => start("redis-server", "--port", options);

export const startServer = (program) => start(program, "--port", []);

/** One that speaks TLS and nothing else. */
export function startTlsRedis({ authority, certificate, key }, ...options) {
  const files = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", authority];
  return start("redis-server", "--tls-port", ["--port", "0", "--tls-auth-clients", "no", ...files, ...options]);
}

async function start(program, portOption, options) {
  const port = await freePort();
  const process = spawn(program, [portOption, String(port), "--bind", "127.0.0.1", "--save", "", ...options], { stdio: "ignore" });
  const url = `redis://127.0.0.1:${port}`;
  const clients = [];
  const ended = once(process, "exit").then(([code]) => Promise.reject(new Error(`${program} on port ${port} ended with ${code}`)));
  ended.catch(() => undefined);
  return {
    port,
    url,
    process,
    /** A client that is connected. */
    async connect(more = {}) {
      const client = createClient({ url, ...more });
      client.on("error", () => undefined);
      clients.push(client);
      // The client tries again until the server listens.
      await Promise.race([client.connect(), ended]);
      return client;
    },
    async stop() {
      for (const client of clients) client.destroy();
      process.kill("SIGCONT");
      process.kill("SIGKILL");
      if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
    },
  };
}

/**
 * A port that nobody listens on, below those that systems give to outgoing connections: these come and go while other test
 * files run. So is the port of a cluster's bus, 10,000 higher.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(10_000, 22_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port) {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
