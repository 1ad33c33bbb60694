// Measures N calls that wait for one token, over a fetch in this process. Prints milliseconds.
import { Client } from "waybill";

const count = Number(process.argv[2]);
let release;
const begun = new Promise((resolve) => (release = resolve));
const tokens = JSON.stringify({ access_token: "access", expires_in: 300, token_type: "Bearer" });
const fetch = async (url) => {
  if (!url.includes("/realms/")) return new Response("{}");
  await begun;
  return new Response(tokens, { headers: { "content-type": "application/json" } });
};
const client = new Client({
  environments: [{ name: "sandbox", kind: "sandbox", commerceUrl: "https://c.example/api", authUrl: "https://id.example" }],
  environment: "sandbox",
  credentials: [{ environment: "sandbox", login: { realm: "acme", username: "ann", password: "pass" } }],
  fetch,
});
const api = client.commerce("tenant-1");
const start = performance.now();
const calls = Array.from({ length: count }, () => api.send("GET", "/orders"));
release();
await Promise.all(calls);
console.log((performance.now() - start).toFixed(0));
await client.close();
