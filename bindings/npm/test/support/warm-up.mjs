// A login through a store before the tests: a process that has to load and compile its code first may exceed the store's time
// limit of one second.
import { Client } from "waybill";
import { RedisTokenStore } from "waybill/redis";
import { IdentityProvider } from "./identity-provider.mjs";
import { startRedis } from "./redis-server.mjs";
import { until } from "./until.mjs";

export async function warmUp() {
  const [redis, provider] = [await startRedis(), await new IdentityProvider().start()];
  const client = new Client(provider.options({ sharedStore: { store: new RedisTokenStore(await redis.connect()), trustStore: true } }));
  await until(() => client.commerce("north").send("GET", "/orders").then(() => true, () => false), "a call is served");
  await client.close();
  provider.stop();
  await redis.stop();
}
