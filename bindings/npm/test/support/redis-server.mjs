// A test's own Redis server on a free port of loopback, without persistence.
import { spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { createClient } from "redis";

/** The installed servers. Debian has Valkey from version 13 on. */
export const PROGRAMS = ["redis-server", ...["valkey-server"].filter((program) => spawnSync(program, ["--version"]).status === 0)];

export const startRedis = (...options) => start("redis-server", "--port", options);

export const startServer = (program) => start(program, "--port", []);

/** Starts a server that accepts only TLS. */
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
    /** Returns a connected client. */
    async connect(more = {}) {
      const client = createClient({ url, ...more });
      client.on("error", () => undefined);
      clients.push(client);
      // The client retries until the server listens.
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
 * Returns a free port below the range that systems use for outgoing connections, which change while other test files run. The
 * port of a cluster's bus, 10,000 higher, is below it too.
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
