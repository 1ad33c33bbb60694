// A back end between a mobile app and the platform: it checks the app's session, forwards what ../allow-list.json names and the user
// may touch, and holds the key.
import { randomUUID } from "node:crypto";

import jwt from "@fastify/jwt";
import fastify, { LogController } from "fastify";
import { Client, Forwarder } from "waybill";

import { createForwarding } from "./forwarding.js";
import { readSettings } from "./settings.js";

const LAST_CALLS_MS = 10_000;

const app = fastify({
  logger: { level: "info" },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  exposeHeadRoutes: false,
  // A client that sends its request drop by drop holds its connection no longer than this.
  requestTimeout: 60_000,
  keepAliveTimeout: 20_000,
  // Above the list's own limit, whose refusal says what it is.
  http: { maxHeaderSize: 65_536 },
  forceCloseConnections: "idle",
});

async function start() {
  const settings = readSettings(process.env);
  const client = new Client(settings.client, { onNote: ({ code, message }) => app.log.info({ code }, message) });
  app.addHook("onClose", () => client.close());
  const forward = createForwarding(new Forwarder(client, settings.allowList), settings.permissions);
  await app.register(jwt, {
    secret: { public: settings.session.publicKey },
    verify: { algorithms: ["RS256"], allowedIss: settings.session.issuer, allowedAud: settings.session.audience, requiredClaims: ["sub", "iss", "aud", "exp"] },
  });
  // Bodies stay streams, whatever they say they are.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));
  app.get("/health", () => ({ status: "UP" }));
  app.setNotFoundHandler(forward);
  await app.listen({ host: settings.host, port: settings.port, listenTextResolver: (address) => `listening on ${address}` });
}

async function stop() {
  app.log.info("stopping: what is under way has ten seconds");
  setTimeout(() => process.exit(1), LAST_CALLS_MS).unref();
  await app.close();
  app.log.info("stopped");
}

for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
try {
  await start();
} catch (error) {
  // Messages of Waybill hold no secret, and a file's names the file.
  app.log.error(`cannot start: ${error.message}`);
  process.exit(2);
}
