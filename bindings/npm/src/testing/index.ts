// Checks for a custom `fetch` that is passed to a client, against a server on loopback. For a host's tests.
import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { failureOf } from "../client/failure.js";

type Fetch = typeof globalThis.fetch;

/** Time for the server to observe an event, and for a fetch to react. */
const PATIENCE_MS = 2000;
/** Time limit of one check, for a fetch that never settles. */
const LONGEST_CHECK_MS = 8000;

/**
 * Tests a `fetch` as a client uses it. Redirects and error statuses have to be responses, and a POST must not be sent twice.
 * Bodies have to stream, aborting has to drop the connection, and a refused connection has to be reported as such.
 *
 * Resolves to a list of violations, one sentence each. If it is empty, the `fetch` can be passed to a client.
 */
export async function checkFetch(fetch: Fetch): Promise<string[]> {
  const server = new Scene();
  await server.listen();
  try {
    const complaints: string[] = [];
    for (const check of [keepsRedirects, sendsOnce, answersErrors, streams, aborts, tellsRefusals]) {
      const complaint = await inTime(check(fetch, server)).catch((error: unknown) => `${check.name} failed: ${String(error)}`);
      if (complaint === late) return [...complaints, `${check.name} did not end within ${LONGEST_CHECK_MS / 1000} s, and nothing else was tried`];
      if (complaint !== undefined) complaints.push(complaint);
    }
    return complaints;
  } finally {
    server.close();
  }
}

const late = Symbol("late");

/** Resolves to the result of a check, or `late`. */
async function inTime<T>(check: Promise<T>): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => (timer = setTimeout(resolve, LONGEST_CHECK_MS, late)));
  return Promise.race([check, limit]).finally(() => clearTimeout(timer));
}

type Check = (fetch: Fetch, server: Scene) => Promise<string | undefined>;

const keepsRedirects: Check = async (fetch, server) => {
  const answer = await fetch(server.url("/redirect"), { redirect: "manual" });
  if (server.seen("/target") > 0) return "a redirect was followed: it would carry the key or the password to another host";
  const isWhole = answer.status === 302 && answer.headers.get("location") === "/target";
  return isWhole ? undefined : "a redirect has to be handed over with its status and its `location`";
};

const sendsOnce: Check = async (fetch, server) => {
  // On a reused connection, where some libraries resend automatically.
  await (await fetch(server.url("/fine"))).text();
  const failed = await fetch(server.url("/drop"), { method: "POST", body: "once" }).then(
    () => false,
    () => true,
  );
  await wait(PATIENCE_MS / 4);
  if (server.seen("/drop") > 1) return "a POST whose connection broke was sent again: it may take effect twice, and end a login";
  return failed ? undefined : "a connection that breaks before the answer has to reject";
};

const answersErrors: Check = async (fetch, server) => {
  const answer = await fetch(server.url("/unavailable"), { headers: { "x-note": "one" } });
  if (answer.status !== 503) return "an error status has to be an answer, not a rejection or another try";
  if (server.seen("/unavailable") > 1) return "an answer with an error status was asked for again: the client decides that";
  return (await answer.text()) === "x-note: one" ? undefined : "headers and bodies have to arrive as they are given";
};

const streams: Check = async (fetch, server) => {
  const answer = await fetch(server.url("/stall"));
  const reader = answer.body?.getReader();
  const first = await Promise.race([reader?.read(), wait(PATIENCE_MS)]);
  await reader?.cancel().catch(() => undefined);
  return first?.value?.length ? undefined : "what has come of a body has to be readable before the rest of it comes";
};

const aborts: Check = async (fetch, server) => {
  const stop = new AbortController();
  const call = fetch(server.url("/hang"), { signal: stop.signal }).then(
    () => false,
    () => true,
  );
  await server.until(() => server.seen("/hang") > 0);
  stop.abort();
  const isRejected = await Promise.race([call, wait(PATIENCE_MS)]);
  if (isRejected !== true) return "an aborted request has to reject";
  return (await server.until(() => server.dropped("/hang"))) ? undefined : "an aborted request has to let its connection go";
};

const tellsRefusals: Check = async (fetch) => {
  const closed = new Scene();
  await closed.listen();
  const url = closed.url("/fine");
  closed.close();
  const error: unknown = await fetch(url, { method: "POST", body: "x" }).then(() => undefined, (error: unknown) => error);
  if (error === undefined) return "a refused connection has to reject";
  const isTold = failureOf(error).kind === "not-sent";
  return isTold ? undefined : "a refused connection has to be told by `code` or `syscall` of the error or its `cause`; else every such call counts as sent";
};

/** A misbehaving server that counts requests. */
class Scene {
  readonly #requests = new Map<string, number>();
  readonly #dropped = new Set<string>();
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));

  async listen(): Promise<void> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  seen(path: string): number {
    return this.#requests.get(path) ?? 0;
  }

  dropped(path: string): boolean {
    return this.#dropped.has(path);
  }

  /** Waits until the condition is true. Resolves to false if it is not in time. */
  async until(holds: () => boolean): Promise<boolean> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(10)) if (holds()) return true;
    return holds();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "";
    this.#requests.set(path, this.seen(path) + 1);
    response.on("close", () => {
      if (!response.writableEnded) this.#dropped.add(path);
    });
    if (path === "/redirect") response.writeHead(302, { location: "/target" }).end();
    else if (path === "/drop") request.on("data", () => request.socket.destroy());
    else if (path === "/unavailable") response.writeHead(503).end(`x-note: ${String(request.headers["x-note"])}`);
    else if (path === "/stall") response.write("first");
    else if (path !== "/hang") response.end("fine");
  }
}

function wait(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms));
}
