// A host that makes calls on command, for `waybill-keycloak` (tests/src/keycloak). Commands arrive on standard input and results
// are written to standard output, as one line of JSON each.
import { createInterface } from "node:readline";
import { PathFamily } from "../../dist/client/client.js";
import { Driver } from "../../dist/client/driver.js";
import { camel, configOf } from "../support/steps.mjs";
import { RecordingEngine } from "./recording.mjs";
import { createClient } from "redis";
import { RedisTokenStore } from "../../dist/store/redis.js";
import { UnsafeTokenStore } from "./unsafe-store.mjs";

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function send(api, { id, deadline_ms: timeoutMs }) {
  try {
    const answer = await api.send("GET", "/orders/{id}", { parameters: { id }, timeoutMs });
    await answer.text();
    tell({ outcome: { id, status: answer.status } });
  } catch (error) {
    tell({ outcome: { id, code: error.code ?? String(error), message: error.message } });
  }
}

/** Creates the store through which the hosts of a fleet share a login. */
async function shared({ address, keys, is_unsafe: isUnsafe }) {
  const client = createClient({ url: address });
  client.on("error", () => undefined);
  await client.connect();
  const store = isUnsafe ? new UnsafeTokenStore(client) : new RedisTokenStore(client);
  return { store, keys: keys.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes, "base64") })) };
}

let stopsBeforeSending = false;

/** Suspends the process after a token request was saved and before it is sent, until another process resumes it. */
function carry(input, init) {
  if (stopsBeforeSending && new URL(input).pathname.endsWith("/token")) {
    stopsBeforeSending = false;
    tell({ stopped: {} });
    process.kill(process.pid, "SIGSTOP");
  }
  return fetch(input, init);
}

/** Shifts the clock by an offset from the other hosts. */
function setClock(offset) {
  const now = Date.now;
  Date.now = () => now() + offset;
}

let driver;
let api;
for await (const line of createInterface({ input: process.stdin })) {
  const [[name, value]] = Object.entries(JSON.parse(line));
  if (name === "config") {
    const { store, clock_offset_ms: clockOffsetMs, ...config } = value;
    if (clockOffsetMs) setClock(clockOffsetMs);
    const engine = new RecordingEngine(configOf(config), (step) => tell({ step }));
    const sharedStore = store && (await shared(store));
    driver = new Driver(engine, { environment: "sandbox", fetch: carry, onNote: (note) => tell({ note }), sharedStore });
    api = new PathFamily(driver, { type: "commerce", tenant: "tenant-1" });
  } else if (name === "begin") void send(api, value);
  else if (name === "set_credentials") driver.setCredentials(camel(value));
  else if (name === "stop_before_sending") stopsBeforeSending = value;
  else if (name === "invalidate") driver.invalidate(value.tokens);
  else if (name === "close") await driver.close();
}
