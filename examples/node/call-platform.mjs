// One call over each path family of a running `waybill dev`, then a token that expires and is renewed while the platform
// counts the token requests. Run it with the origin that `waybill dev` printed: node call-platform.mjs http://127.0.0.1:4010
import { setTimeout as wait } from "node:timers/promises";
import { Client, WaybillError } from "waybill";

const TOKEN_LIFE_S = 2;
const CONCURRENT_CALLS = 20;

const origin = process.argv[2];
if (!origin) {
  console.error("usage: node call-platform.mjs ORIGIN, the address that `waybill dev` prints");
  process.exit(2);
}

const control = async (path, body) => (await fetch(`${origin}/_waybill/${path}`, body && { method: "POST", body: JSON.stringify(body) })).json();
const { environments, environment, credentials } = await control("config");
const [{ name, kind, base_url: baseUrl, proxy_url: proxyUrl, commerce_url: commerceUrl, auth_url: authUrl }] = environments;
const [{ api_key: apiKey, login }] = credentials;
const client = new Client({
  environments: [{ name, kind, baseUrl, proxyUrl, commerceUrl, authUrl }],
  environment,
  credentials: [{ environment, apiKey, login }],
});

try {
  await control("tokens", { lifespan_s: TOKEN_LIFE_S });
  const before = await control("stats");
  const orders = () => client.commerce("tenant-1").send("GET", "/orders");

  await show("platform", "POST /flows/f-1/execute", client.platform.send("POST", "/flows/{flowId}/execute", { parameters: { flowId: "f-1" }, json: {} }));
  await show("commerce via proxy", "GET /orders", client.commerceProxy("seller-1").send("GET", "/orders"));
  await show("commerce direct", "GET /orders", orders());
  await counted(before, "for the first login", { token_requests: 1, password_grants: 1, refresh_grants: 0 });

  console.log(`  the access token lives ${TOKEN_LIFE_S} s; waiting until it has expired ...`);
  await wait(TOKEN_LIFE_S * 1000 + 500);
  const answers = await Promise.all(Array.from({ length: CONCURRENT_CALLS }, orders));
  for (const answer of answers) await answer.arrayBuffer();
  console.log(`  ${"commerce direct".padEnd(20)}${`${CONCURRENT_CALLS} calls at once`.padEnd(26)}${[...new Set(answers.map(({ status }) => status))].join(", ")}`);
  await counted(before, "after the refresh, one for all of them", { token_requests: 2, password_grants: 1, refresh_grants: 1 });
} catch (error) {
  if (!(error instanceof WaybillError)) throw error;
  console.error(`  failed: ${error.message} (${error.code})`);
  process.exitCode = 1;
} finally {
  await client.close();
}

async function show(family, call, sent) {
  const answer = await sent;
  await answer.arrayBuffer();
  console.log(`  ${family.padEnd(20)}${call.padEnd(26)}${answer.status}`);
}

/** Prints what the platform counted since the start; anything but the expected counts fails the demo. */
async function counted(before, when, expected) {
  const now = await control("stats");
  const found = Object.fromEntries(Object.keys(expected).map((name) => [name, now[name] - before[name]]));
  console.log(`  token requests ${when}: ${found.token_requests} (password ${found.password_grants}, refresh ${found.refresh_grants})`);
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  console.error(`  expected ${JSON.stringify(expected)}`);
  process.exitCode = 1;
}
