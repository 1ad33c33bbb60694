// A back end of `examples/` in a separate process, with the platform behind it and apps in front. All bytes of the log and all
// bytes that apps receive are recorded. The end of a test can search them for the key.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createSign, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as open } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The command that starts the back end, as a JSON array. */
const COMMAND = JSON.parse(process.env.WAYBILL_PROXY ?? "null") ?? assert.fail("WAYBILL_PROXY names no command");

const KEY = "canary-api-key-0123456789";
const ISSUER = "https://login.example";
const AUDIENCE = "the-app";
const START_MS = 60_000;

const folder = mkdtempSync(join(tmpdir(), "waybill-proxy-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
export const keys = generateKeyPairSync("rsa", { modulusLength: 2048, publicKeyEncoding: { type: "spki", format: "pem" }, privateKeyEncoding: { type: "pkcs8", format: "pem" } });

const LIMITS = { bodyBytes: 5_000_000, headerBytes: 16_384, timeoutSeconds: 60, concurrent: 2000, requestsPerMinute: 100_000 };
const OPERATIONS = [
  { name: "run-flow", route: "platform", method: "POST", template: "/flows/{flowId}/execute", path: { flowId: { any: "permissions say whose it is" } }, mediaTypes: ["application/json", "application/octet-stream"], errorBodies: [422] },
  { name: "connection-health", route: "platform", method: "GET", template: "/connections/{connectionId}/health", path: { connectionId: { claim: "connections" } } },
  { name: "flow", route: "platform", method: "GET", template: "/flows/{flowId}", path: { flowId: { any: "permissions say whose it is" } }, query: { page: { pattern: "[0-9]{1,4}" } }, requestHeaders: ["accept-language"], answerHeaders: ["content-type", "etag"] },
];

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Returns a token of the app's user. It is valid unless the changes make it invalid. */
export function token(changes = {}, header = { alg: "RS256", typ: "JWT" }, sign = (text) => createSign("RSA-SHA256").update(text).sign(keys.privateKey, "base64url")) {
  const claims = { sub: "ann", iss: ISSUER, aud: AUDIENCE, exp: Math.floor(Date.now() / 1000) + 600, connections: ["c-1"], ...changes };
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${sign(text)}`;
}

/** Starts the platform. It records requests, and a test sets its behaviour. */
export async function startPlatform(port = 0) {
  const platform = { requests: [], aborted: [], act: undefined };
  const server = createServer((request, response) => {
    platform.requests.push({ method: request.method, url: request.url, headers: request.headers });
    response.on("close", () => response.writableFinished || platform.aborted.push(request.url));
    request.on("error", () => undefined);
    (platform.act ?? echo)(request, response);
  });
  server.requestTimeout = 0;
  await new Promise((listening) => server.listen(port, "127.0.0.1", 1024, listening));
  platform.port = server.address().port;
  platform.close = () => (server.closeAllConnections(), new Promise((closed) => server.close(closed)));
  return platform;
}

function echo(request, response) {
  response.writeHead(200, { "content-type": "application/json", "set-cookie": "a=b", "x-internal": "1", etag: '"1"', location: "/keys" });
  if (request.method === "GET") response.end('{"a":1}');
  else request.pipe(response);
}

/** Starts the back end, or another command, in front of a platform. The list's limits can be changed. */
export async function startProxy(platform, { limits = {}, variables = {}, command: [program, ...words] = COMMAND } = {}) {
  const files = mkdtempSync(join(folder, "proxy-"));
  const write = (name, text) => (writeFileSync(join(files, name), text), join(files, name));
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LANG: "C.UTF-8",
    LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH ?? "",
    SWIFT_CONFIGURATION: process.env.SWIFT_CONFIGURATION ?? "debug",
    PORT: "0",
    WAYBILL_BASE_URL: `http://127.0.0.1:${platform.port}/api/v1`,
    WAYBILL_API_KEY: KEY,
    SESSION_PUBLIC_KEY: write("session.pem", keys.publicKey),
    SESSION_ISSUER: ISSUER,
    SESSION_AUDIENCE: AUDIENCE,
    ALLOW_LIST: write("allow-list.json", JSON.stringify({ limits: { ...LIMITS, ...limits }, operations: OPERATIONS })),
    PERMISSIONS: write("permissions.json", JSON.stringify({ ann: ["f-1", "f-2", "hang", "stall"], bob: ["f-3"] })),
    ...variables,
  };
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const proxy = { log: "", got: [], child, exited: new Promise((ended) => child.on("exit", (code, signal) => ended(code ?? signal))) };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (proxy.log += piece));
  proxy.port = await new Promise((found, failed) => {
    const timer = setTimeout(() => failed(new Error(`no server came up: ${proxy.log}`)), START_MS);
    const look = () => {
      const port = /listening on http:[\\/]+127\.0\.0\.1:(\d+)/.exec(proxy.log)?.[1];
      if (port) clearTimeout(timer), found(Number(port));
    };
    child.stdout.on("data", look);
    child.on("exit", () => (clearTimeout(timer), found(undefined)));
  });
  /** Sends a request like an app, with a session unless the headers are given. */
  proxy.ask = (method, path, { headers = { authorization: `Bearer ${token()}` }, body, onHead } = {}) =>
    new Promise((answered, failed) => {
      const request = open({ host: "127.0.0.1", port: proxy.port, method, path, headers, agent: false }, (response) => {
        const pieces = [];
        onHead?.(response, request);
        response.on("data", (piece) => pieces.push(piece));
        const end = (isWhole) => {
          const text = Buffer.concat(pieces).toString("latin1");
          proxy.got.push(JSON.stringify(response.rawHeaders), text);
          answered({ status: response.statusCode, headers: response.headers, text, isWhole });
        };
        response.on("end", () => end(true));
        response.on("error", () => end(false));
        response.on("close", () => end(response.complete));
      });
      request.on("error", failed);
      if (typeof body === "function") body(request);
      else request.end(body);
    });
  /**
   * Sends raw bytes. Returns the received bytes once the server closes, once `leave` returns true for them, or a while after the
   * last byte.
   */
  proxy.raw = (text, leave) =>
    new Promise((ended) => {
      const socket = connect(proxy.port, "127.0.0.1", () => socket.write(Buffer.from(text, "latin1")));
      let came = "";
      const end = () => (clearInterval(look), socket.destroy(), proxy.got.push(came), ended(came));
      const look = leave && setInterval(() => leave(came) && end(), 25);
      socket.setTimeout(leave ? 30_000 : 600, end);
      socket.on("data", (piece) => (came += piece.toString("latin1")));
      socket.on("close", end);
      socket.on("error", () => undefined);
    });
  proxy.stop = () => {
    child.kill("SIGTERM");
    return proxy.end();
  };
  proxy.end = async () => {
    const code = await proxy.exited;
    // A JVM that received a signal always exits with 128 plus the signal's number.
    assert.ok(code === 0 || code === 143, `it ended with ${code}: ${proxy.log.slice(-1000)}`);
    for (const text of [proxy.log, ...proxy.got]) assert.ok(!text.includes("canary"), "no byte of the key");
    for (const secret of ["eyJ", "set-cookie"]) assert.ok(!proxy.log.toLowerCase().includes(secret.toLowerCase()), `the log holds ${secret}`);
  };
  return proxy;
}

/** Waits until the condition is true. Fails after 30 seconds, which only a hang exceeds. */
export async function until(holds, what) {
  for (const start = performance.now(); !holds(); ) {
    if (performance.now() - start > 30_000) assert.fail(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
