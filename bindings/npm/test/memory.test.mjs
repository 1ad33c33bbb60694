// A call leaves nothing in memory once its response was read, even before the next turn of the event loop. In a busy process such
// turns are rare. `scripts/measure-memory.mjs` makes a million calls.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "waybill";

const CALLS = 20_000;
const MOST_BYTES = 2 ** 21;

const heapUsed = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

test("answers that were read leave nothing behind", async () => {
  const client = new Client({
    environments: [{ name: "sandbox", kind: "sandbox", baseUrl: "https://a.example/api/v1" }],
    environment: "sandbox",
    credentials: [{ environment: "sandbox", apiKey: "key-1" }],
    fetch: async () => new Response("{}"),
  });
  const makeCalls = async (count) => {
    for (let made = 0; made < count; made += 1) await (await client.platform.send("GET", "/flows")).text();
  };
  await makeCalls(1_000);
  const before = heapUsed();
  await makeCalls(CALLS);
  const grown = heapUsed() - before;
  assert.ok(grown < MOST_BYTES, `${CALLS} calls left ${grown} bytes`);
  await client.close();
});
