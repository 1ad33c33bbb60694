// Measures the cost of a call, compared with a bare fetch of the same request to the server at the given origin. Calls run one
// after another in alternating rounds, and fifty at once. Prints microseconds and calls per second of the best round.
import { Client } from "waybill";

const ROUNDS = 10;
const AT_ONCE = 50;
const [origin, calls] = [process.argv[2], Number(process.argv[3])];
const base = `${origin}/plain-call/measure-node-${process.pid}/api/v1`;
const client = new Client({
  environments: [{ name: "sandbox", kind: "sandbox", baseUrl: base }],
  environment: "sandbox",
  credentials: [{ environment: "sandbox", apiKey: "canary-api-key" }],
});
const headers = { authorization: "Bearer canary-api-key" };

const bare = async () => (await fetch(`${base}/things/c-1`, { headers, redirect: "manual" })).text();
const ours = async () => (await client.platform.send("GET", "/things/{id}", { parameters: { id: "c-1" }, timeoutMs: 30_000 })).text();

const one = async (call, count) => {
  const start = performance.now();
  for (let made = 0; made < count; made += 1) await call();
  return ((performance.now() - start) * 1000) / count;
};
const many = async (call, count) => {
  const start = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => one(call, count / AT_ONCE)));
  return count / ((performance.now() - start) / 1000);
};
const measure = async (call) => ({ microseconds: await one(call, calls), per_second: await many(call, calls) });
const best = (rounds) => ({
  microseconds: Math.min(...rounds.map((round) => round.microseconds)),
  per_second: Math.max(...rounds.map((round) => round.per_second)),
});

const rounds = { bare: [], client: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.bare.push(await measure(bare));
  rounds.client.push(await measure(ours));
}
console.log(JSON.stringify({ bare: best(rounds.bare), client: best(rounds.client) }));
await client.close();
