// One request of the app: taken as it came, decided, sent, and answered piece by piece.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { isAllowed } from "./permissions.js";

/** The handler of every request but those for the server's own routes. */
export function createForwarding(forwarder, permissions) {
  return async (request, reply) => {
    const inbound = readInbound(request);
    const received = forwarder.receive(inbound, await readSession(request));
    const answer = received.type === "answer" ? received.answer : await decide(received, inbound, request, reply);
    const operation = received.type === "answer" ? undefined : received.operation;
    request.log.info({ operation, status: answer.status }, answer.log ?? "answered");
    await send(answer, request, reply);
  };

  async function decide(asked, inbound, request, reply) {
    if (!isAllowed(permissions, asked)) return asked.deny();
    // The app is gone: nobody waits for the platform any more.
    const gone = new AbortController();
    reply.raw.on("close", () => gone.abort());
    return asked.permit({ body: inbound.hasBody ? request.raw : undefined, signal: gone.signal });
  }
}

function readInbound({ id, raw }) {
  const headers = [];
  for (let at = 0; at < raw.rawHeaders.length; at += 2) headers.push([raw.rawHeaders[at], raw.rawHeaders[at + 1]]);
  const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"] ?? 0) > 0;
  return { requestId: id, method: raw.method, target: raw.url, headers, hasBody };
}

/** The user, where the request brings a token that the server has verified. */
async function readSession(request) {
  try {
    const claims = await request.jwtVerify();
    return typeof claims.sub === "string" && claims.sub !== "" ? { user: claims.sub, claims } : undefined;
  } catch {
    return undefined;
  }
}

/** The framework is left out of it: what it does to bodies and headers, nobody asked for. */
async function send({ status, headers, body }, request, reply) {
  reply.hijack();
  reply.raw.writeHead(status, headers.flat());
  try {
    if (body instanceof Uint8Array || body === undefined) reply.raw.end(body);
    else await pipeline(Readable.fromWeb(body), reply.raw);
  } catch (error) {
    // The connection is broken by now, so that the app sees that this is not all.
    request.log.info({ code: error.code }, "the answer was cut off");
  }
}
