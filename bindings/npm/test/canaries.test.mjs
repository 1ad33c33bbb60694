// Secrets in a client's configuration and in its provider's responses do not appear in any printed value.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";
import { inspect } from "node:util";
import { Client } from "waybill";
import instantiate from "../dist/wasm/client.js";

const canaries = ["canary-key", "canary-password", "canary-held", "canary-refresh", "canary-access", "canary-new-key"];

test("no secret shows in an error, a note, an inspection or a dump", async () => {
  const server = createServer((request, response) => {
    if (!request.url.includes("/realms/")) return response.writeHead(request.headers.authorization ? 403 : 500).end("{}");
    const tokens = { access_token: "canary-access", refresh_token: "canary-refresh", expires_in: 300, token_type: "Bearer" };
    response.setHeader("content-type", "application/json").end(JSON.stringify(tokens));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const origin = `http://127.0.0.1:${server.address().port}`;
  const texts = [];
  const show = (value) => texts.push(inspect(value, { depth: 12, showHidden: true, getters: false }), JSON.stringify(value), String(value), value?.stack, value?.message);
  const attempt = (work) => Promise.resolve().then(work).then(show, show);
  const environments = [
    { name: "sandbox", kind: "sandbox", baseUrl: `${origin}/api/v1`, commerceUrl: `${origin}/api`, authUrl: origin },
    { name: "production", kind: "production", baseUrl: "https://live.example/api/v1" },
  ];
  const credentials = { environment: "sandbox", apiKey: "canary-key", login: { realm: "r", username: "u", password: "canary-password", refreshToken: "canary-held" } };
  const client = new Client({ environments, environment: "sandbox", credentials: [credentials], onNote: show });

  await attempt(() => client.platform.send("GET", "/things"));
  await attempt(() => client.commerce("acme").send("GET", "/orders"));
  await attempt(() => client.platform.send("GET", "/things", { headers: { authorization: "Bearer canary-key" } }));
  await attempt(() => client.platform.send("GET", "/things", { headers: { "x-key": "canary-key\n" } }));
  await attempt(() => client.setCredentials({ environment: "production", apiKey: "canary-new-key" }));
  await attempt(() => client.setCredentials({ environment: "sandbox", apiKey: ["canary-new-key"] }));
  await attempt(() => client.setCredentials({ environment: "sandbox", apiKey: "canary-new-key\n" }));
  await attempt(() => new Client({ environments, environment: "sandbox", credentials: "canary-key" }));
  await attempt(() => new Client({ environments, environment: "sandbox", credentials: [credentials, { environment: "production", apiKey: "canary-key" }] }));
  await attempt(() => new Client({ environments: [{ ...environments[0], baseUrl: "https://u:canary-password@a.example/api/v1" }], environment: "sandbox", credentials: [] }));
  show(client);
  show(client.platform);
  show(client.commerce("acme"));
  server.close();
  server.closeAllConnections();
  await attempt(() => client.commerce("acme").send("GET", "/orders"));
  await client.close();

  assert.ok(texts.length > 50);
  for (const canary of canaries) assert.ok(!texts.join("\n").includes(canary), `${canary} shows`);
});

test("no secret is left in WebAssembly memory after free()", () => {
  const glue = instantiate();
  const { memory } = glue.initSync({ module: new WebAssembly.Module(readFileSync(new URL("../dist/wasm/client.wasm", import.meta.url))) });
  const found = () => canaries.filter((canary) => Buffer.from(memory.buffer).includes(canary));
  const login = { realm: "r", username: "u", password: "canary-password", refreshToken: 'canary-held"' };
  const environments = [{ name: "sandbox", kind: "sandbox", baseUrl: "https://a.example/api/v1", commerceUrl: "https://c.example/api", authUrl: "https://id.example" }];
  const engine = new glue.Engine(JSON.stringify({ environments, environment: "sandbox", credentials: [{ environment: "sandbox", apiKey: "canary-key", login }], seed: 7 }));
  assert.throws(() => engine.setCredentials(JSON.stringify({ environment: "sandbox", apiKey: ["canary-new-key"] }), 0));
  const call = { route: { type: "commerce", tenant: "acme" }, method: "GET", template: "/orders", parameters: [], query: [], headers: [], body: { type: "empty" } };
  const answer = (exchange, status, body) => {
    engine.onHead(exchange, status, '[["content-type","application/json"]]', 1);
    engine.onBody(exchange, new TextEncoder().encode(JSON.stringify(body)), true, 1);
  };
  engine.begin(JSON.stringify(call), undefined, 0);
  answer(1, 400, { error: "invalid_grant" });
  answer(2, 200, { access_token: "canary-access", refresh_token: "canary-refresh", expires_in: 300, token_type: "Bearer" });
  engine.setCredentials(JSON.stringify({ environment: "sandbox", apiKey: "another-key" }), 2);
  for (const gone of ["canary-key", "canary-new-key"]) assert.ok(!found().includes(gone), `${gone} is still there`);
  for (const used of ["canary-password", "canary-refresh", "canary-access"]) assert.ok(found().includes(used), `${used} is not there`);
  assert.ok(engine.export().includes("canary-refresh"));
  engine.free();
  assert.deepEqual(found(), []);
});
