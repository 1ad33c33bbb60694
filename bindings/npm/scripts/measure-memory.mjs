// Measures the memory that N calls leave behind after the first 10,000: bytes of the heap, of WebAssembly memory and of the
// process. The fetch runs in this process, and some calls fail. Run with --expose-gc.
import { Client } from "waybill";

const WARM = 10_000;
const AT_ONCE = 50;
const count = Number(process.argv[2]);
let answered = 0;

const json = (status, value) => new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const fetch = async (url, { signal }) => {
  answered += 1;
  if (url.includes("/realms/")) {
    return json(200, { access_token: `access-${answered}`, expires_in: 60, refresh_token: `refresh-${answered}` });
  }
  switch (answered % 1_000) {
    case 7: return json(401, { title: "expired" });
    case 17: return json(503, {});
    case 27: throw new TypeError("fetch failed");
    // There is no response. The caller's deadline ends the call.
    case 37: return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    default: return json(200, {});
  }
};
const client = new Client({
  environments: [{ name: "sandbox", kind: "sandbox", commerceUrl: "https://c.example/api", authUrl: "https://id.example" }],
  environment: "sandbox",
  credentials: [{ environment: "sandbox", login: { realm: "acme", username: "ann", password: "pass" } }],
  fetch,
});
const api = client.commerce("tenant-1");
const outcomes = { served: 0, failed: 0 };

const makeCalls = async (some) => {
  for (let made = 0; made < some; made += 1) {
    try {
      const answer = await api.send("GET", "/orders", { timeoutMs: 100 });
      await answer.text();
      outcomes.served += 1;
    } catch {
      outcomes.failed += 1;
    }
  }
};
const makeAll = (all) => Promise.all(Array.from({ length: AT_ONCE }, () => makeCalls(all / AT_ONCE)));
const memory = async () => {
  // Objects that a timer or a finalizer still references are freed in a later round.
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    globalThis.gc();
  }
  const { heapUsed, heapTotal, external, arrayBuffers, rss } = process.memoryUsage();
  return { heap: heapUsed, heapTotal, external, buffers: arrayBuffers, process: rss };
};

await makeAll(WARM);
const before = await memory();
const start = performance.now();
await makeAll(count - WARM);
const milliseconds = Math.round(performance.now() - start);
const after = await memory();
const grown = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]));
console.log(JSON.stringify({ milliseconds, grown, ...outcomes }));
await client.close();
