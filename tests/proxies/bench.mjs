// Measures the cost of a back end, compared with a bare proxy: both in front of one platform, in turns, with the same apps.
import { Agent, request as open } from "node:http";

import { startPlatform, startProxy, token } from "./scene.mjs";

const REQUESTS = 10_000;
const CONNECTIONS = 32;
const ROUNDS = 3;

const platform = await startPlatform();
platform.act = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}');
const bare = await startProxy(platform, { command: JSON.parse(process.env.WAYBILL_BARE) });
const own = await startProxy(platform, { limits: { requestsPerMinute: 1_000_000 } });
if (!bare.port || !own.port) throw new Error(`they did not start: ${bare.log} ${own.log}`);
const headers = { authorization: `Bearer ${token()}` };

/** Sends this number of requests. Returns the milliseconds of the round, and of each request. */
async function load(port, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times = [];
  let left = requests;
  const ask = () =>
    new Promise((answered, failed) => {
      const began = performance.now();
      const request = open({ host: "127.0.0.1", port, path: "/flows/f-1", headers, agent }, (response) => {
        let text = "";
        response.on("data", (piece) => (text += piece));
        response.on("end", () => {
          if (response.statusCode !== 200 || text !== '{"a":1}') return failed(new Error(`${response.statusCode}: ${text}`));
          times.push(performance.now() - began);
          answered();
        });
        response.on("error", failed);
      });
      request.on("error", failed).end();
    });
  const began = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    while (left-- > 0) await ask();
  }));
  const whole = performance.now() - began;
  agent.destroy();
  platform.requests.length = platform.aborted.length = 0;
  return { whole, times };
}

const best = {};
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, { port }] of Object.entries({ bare, own })) {
    // The first round is a warm-up, because servers compile frequently used code.
    const { whole, times } = await load(port, REQUESTS);
    if (round > 0 && !(best[name]?.whole < whole)) best[name] = { whole, times: times.sort((a, b) => a - b) };
  }
}
const line = (name, { whole, times }) => {
  const at = (part) => times[Math.floor(times.length * part)].toFixed(1).padStart(7);
  return `${name.padEnd(24)} ${String(Math.round(REQUESTS / (whole / 1000))).padStart(6)} a second   half within ${at(0.5)} ms   99 of 100 within ${at(0.99)} ms`;
};
console.log(line("a bare proxy", best.bare));
console.log(line("with Waybill", best.own));
console.log(`${(best.own.whole / best.bare.whole).toFixed(2)} times as long for ${REQUESTS} requests over ${CONNECTIONS} connections`);
// The bare proxy passes everything on, so its output is not searched for the key.
bare.child.kill("SIGKILL");
await own.stop();
await platform.close();
