// A host that makes the calls it is told to, for `waybill-keycloak` (tests/src/keycloak): commands come in on standard
// input and what happened goes out on standard output, a line of JSON each.
import { createInterface } from "node:readline";
import { PathFamily } from "../../dist/client/client.js";
import { Driver } from "../../dist/client/driver.js";
import { camel, configOf } from "../support/steps.mjs";
import { RecordingEngine } from "./recording.mjs";
import { createClient } from "redis";
import { Engine } from "../../dist/client/engine.js";
import { RedisTokenStore } from "../../dist/store/redis.js";

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

/** The store that the hosts of a fleet share a login through. */
async function shared({ address, keys }) {
  const client = createClient({ url: address });
  client.on("error", () => undefined);
  await client.connect();
  return { store: new RedisTokenStore(client), keys: keys.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes, "base64") })) };
}

let driver;
let api;
for await (const line of createInterface({ input: process.stdin })) {
  const [[name, value]] = Object.entries(JSON.parse(line));
  if (name === "config") {
    const { store, ...config } = value;
    // The steps of a host with a shared store are not recorded: they would hold snapshots with tokens.
    const engine = store ? new Engine(configOf(config)) : new RecordingEngine(configOf(config), (step) => tell({ step }));
    const sharedStore = store && (await shared(store));
    driver = new Driver(engine, { environment: "sandbox", fetch: (input, init) => fetch(input, init), onNote: (note) => tell({ note }), sharedStore });
    api = new PathFamily(driver, { type: "commerce", tenant: "tenant-1" });
  } else if (name === "begin") void send(api, value);
  else if (name === "set_credentials") driver.setCredentials(camel(value));
  else if (name === "invalidate") driver.invalidate(value.tokens);
  else if (name === "close") await driver.close();
}
