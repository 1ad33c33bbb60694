// A Redis server of a test's own, on a free port of loopback, with nothing kept on disk.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
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
  return {
    port,
    url,
    process,
    /** A client that is connected. */
    async connect(more = {}) {
      const client = createClient({ url, ...more });
      client.on("error", () => undefined);
      clients.push(client);
      for (const end = Date.now() + 10_000; ; await wait(50)) {
        try {
          await client.connect();
          return client;
        } catch (error) {
          if (Date.now() > end) throw error;
        }
      }
    },
    async stop() {
      for (const client of clients) client.destroy();
      process.kill("SIGCONT");
      process.kill("SIGKILL");
      if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
    },
  };
}

export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
