// A process that shares its login with others through Redis or Valkey: start it twice.
//   export WAYBILL_STORE_KEY=$(head -c 32 /dev/urandom | base64)
//   node share-login.mjs ORIGIN redis://127.0.0.1:6379
// ORIGIN is the address that `waybill dev` prints; a store with a password has it in WAYBILL_STORE_PASSWORD. It calls once a
// second, until it is ended or has made as many calls as a third argument says.
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "redis";
import { Client } from "waybill";
import { RedisTokenStore } from "waybill/redis";

const [origin, address, calls = "Infinity"] = process.argv.slice(2);
const key = process.env.WAYBILL_STORE_KEY;
if (!origin || !address || !key) {
  console.error("usage: WAYBILL_STORE_KEY=… node share-login.mjs ORIGIN redis://HOST:PORT [CALLS]");
  process.exit(2);
}

const { environments, environment, credentials } = await (await fetch(`${origin}/_waybill/config`)).json();
const [{ name, kind, commerce_url: commerceUrl, auth_url: authUrl }] = environments;
const redis = createClient({ url: address, password: process.env.WAYBILL_STORE_PASSWORD });
redis.on("error", (error) => console.error("redis:", error.message));
await redis.connect();
const client = new Client({
  environments: [{ name, kind, commerceUrl, authUrl }],
  environment,
  credentials: [{ environment, login: credentials[0].login }],
  sharedStore: { store: new RedisTokenStore(redis), keys: [{ id: "1", bytes: Buffer.from(key, "base64") }] },
  onNote: ({ code, message }) => console.error(`note: ${message} (${code})`),
});
try {
  for (let made = 0; made < Number(calls); made += 1) {
    const answer = await client.commerce("tenant-1").send("GET", "/orders");
    await answer.arrayBuffer();
    console.log(`GET /orders: ${answer.status}`);
    await wait(1_000);
  }
} finally {
  await client.close();
  await redis.close();
}
