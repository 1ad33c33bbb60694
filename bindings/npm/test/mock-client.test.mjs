// The mock service's client, against the mock service in process, and against responses in the platform's format.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { MockClient } from "waybill";
import { createMock } from "waybill/mock";

import { startMock } from "./support/dev.mjs";

const carrier = new URL("../../../tests/mock/carriers/tramonta/", import.meta.url);
const environment = { name: "local", kind: "development", mockUrl: "http://mock:8080" };
const file = (path) => ({ path, content: readFileSync(new URL(path, carrier)) });
const main = "ShipService_v21.wsdl";

async function seeded() {
  const mock = createMock();
  after(() => mock.close());
  const client = new MockClient(environment, { fetch: mock.fetch });
  const report = await client.seed([{ files: [file(main)] }, { files: [{ path: "broken.wsdl", content: "<definitions" }] }]);
  return { client, report };
}

test("the mock client is for development and takes no credentials", () => {
  for (const kind of ["staging", "sandbox", "production"]) {
    assert.throws(() => new MockClient({ name: kind, kind, mockUrl: "http://mock" }), { code: "environment.mock-outside-development" });
  }
  assert.throws(() => new MockClient({ name: "local", kind: "development" }), { code: "environment.no-url", message: /`mockUrl`/ });
  assert.throws(() => new MockClient(environment, { apiKey: "canary" }), (error) => error.code === "boundary.shape" && !error.message.includes("canary"));
  assert.throws(() => new MockClient({ ...environment, mockUrl: "http://user:canary@mock" }), (error) => error.code === "environment.url" && !error.message.includes("canary"));
});

test("definitions are seeded, and failed imports are reported", async () => {
  const { client, report } = await seeded();
  const [good, bad] = report.definitions;
  assert.equal(good.failure, undefined);
  const [{ name, version }] = good.services;
  assert.match(bad.failure, /broken\.wsdl/);
  assert.deepEqual((await client.checkHealth()), { isUp: true, failed: [] });
  await client.waitUntilUp();
  const [listed] = await client.listServices();
  assert.deepEqual([listed.name, listed.version, listed.type], [name, version, "SOAP_HTTP"]);
  assert.ok(listed.operations.every(({ resourcePaths }) => resourcePaths.length === 1));
  assert.ok(JSON.parse(Buffer.from(await client.exportServices())).services.length > 0);
});

test("an operation is called, logged and counted", async () => {
  const { client, report } = await seeded();
  const { name: service, version } = report.definitions[0].services[0];
  const [{ operations }] = await client.listServices();
  const reply = await client.callSoap({ service, version, operation: operations[0].name, payload: "<Unknown xmlns='urn:x'/>" });
  assert.equal(reply.isFault, true);
  assert.match(reply.envelope, /Fault/);
  const { entries, total } = await client.listInvocations(service, version, { page: 0, size: 1 });
  assert.deepEqual([entries.length, total, entries[0].valid], [1, 1, false]);
  assert.ok(entries[0].response.status >= 400);
  assert.ok((await client.readMetrics()).some(({ name, value }) => name === "waybill_mock_requests_total" && value === 1));
});

test("an unknown service is reported with the imported ones", async () => {
  const { client } = await seeded();
  const call = { service: "Other", version: "1.0", operation: "Find", payload: "<Find/>" };
  await assert.rejects(client.callSoap(call), (error) => {
    assert.equal(error.code, "service.unknown");
    assert.match(error.message, /Other:1\.0 is not imported; imported: \S+/);
    assert.equal(error.remedy, "import the definition; use the exact path");
    return true;
  });
  await assert.rejects(client.listInvocations("Other", "1.0"), { code: "service.unknown" });
  await assert.rejects(client.callSoap({ ...call, namespace: "urn:carrier" }), { code: "request.invalid", message: /urn:carrier/ });
  await assert.rejects(client.upload({ files: [] }), { code: "request.invalid" });
  await assert.rejects(client.upload({ files: [{ path: "a", content: 1 }] }), { code: "boundary.shape" });
});

test("a running mock service is seeded and called", async (t) => {
  const mock = await startMock();
  t.after(() => mock.close());
  const client = new MockClient({ name: "local", kind: "development", mockUrl: mock.origin });
  const report = await client.seed([{ files: [file(main)] }], { timeoutMs: 30_000 });
  assert.equal(report.definitions[0].failure, undefined);
  const [{ name: service, version, operations }] = (await client.listServices()).filter(({ type }) => type === "SOAP_HTTP");
  const reply = await client.callSoap({ service, version, operation: operations[0].name, payload: "<Unknown xmlns='urn:x'/>", protocol: "1.1" });
  assert.equal(reply.isFault, true);
  const exported = await client.exportServices();
  const again = await client.upload({ files: [{ path: "export.json", content: exported }] });
  assert.ok(again.some(({ name }) => name === service));
});

/** Starts a server that responds with `act`, and returns it with the received requests. */
async function serve(t, act) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: Buffer.concat(chunks).toString() });
    act(request, response, requests.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => (server.closeAllConnections(), server.close()));
  const client = new MockClient({ name: "local", kind: "development", mockUrl: `http://127.0.0.1:${server.address().port}` });
  return { client, requests };
}

test("platform responses are read, and no credential is sent", async (t) => {
  const { client, requests } = await serve(t, ({ url }, response, count) => {
    if (url === "/api/health") return count < 3 ? response.writeHead(502).end() : response.end('{"status":"UP"}');
    if (url === "/api/artifact/upload") return response.writeHead(201, { "content-type": "text/plain" }).end("Track:1.0");
    response.setHeader("content-type", "application/json");
    response.end('[{"name":"Track","version":"1.0","type":"SOAP_HTTP","operations":[{"name":"Track","resourcePaths":["/soap/Track/1.0"]}]}]');
  });
  const report = await client.seed([{ files: [{ path: "track.wsdl", content: "<a/>" }, { path: "types.xsd", content: new ArrayBuffer(2) }] }]);
  assert.deepEqual(report.definitions.map(({ failure }) => failure), [undefined]);
  assert.deepEqual(requests.map(({ line }) => line), ["GET /api/health", "GET /api/health", "GET /api/health", "POST /api/artifact/upload", "GET /api/services"]);
  assert.match(requests[3].body, /filename="track\.wsdl"[^]*<a\/>[^]*filename="types\.xsd"/);
  for (const { headers } of requests) assert.ok(!headers.authorization && !headers.cookie);
});

test("late, hanging and foreign servers are distinguished", async (t) => {
  const hanging = await serve(t, () => undefined);
  await assert.rejects(hanging.client.waitUntilUp({ timeoutMs: 300 }), { code: "mock.not-up", message: /was not up within 300 ms: the response did not arrive in time/ });
  const other = await serve(t, (_, response) => response.end("<html>"));
  await assert.rejects(other.client.waitUntilUp(), { code: "mock.other-server" });
  await assert.rejects(new MockClient({ name: "l", kind: "development", mockUrl: "http://127.0.0.1:1" }).waitUntilUp({ timeoutMs: 0 }), { code: "mock.not-up" });
  await assert.rejects(other.client.waitUntilUp({ timeoutMs: -1 }), { code: "boundary.shape" });
});

test("a signal ends a waiting call and a hanging one", async (t) => {
  const { client } = await serve(t, () => undefined);
  for (const call of [(options) => client.readMetrics(options), (options) => client.waitUntilUp(options)]) {
    const reason = new Error("enough");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await assert.rejects(call({ signal: controller.signal }), (error) => error.code === "call.cancelled" && error.cause === reason);
  }
  const down = await serve(t, (_, response) => response.writeHead(503).end('{"status":"DOWN"}'));
  await assert.rejects(down.client.waitUntilUp({ signal: AbortSignal.timeout(100) }), { code: "call.cancelled" });
});

test("a misbehaving `fetch` fails only its own call", async () => {
  const deaf = new MockClient(environment, { fetch: () => new Promise(() => undefined) });
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(deaf.checkHealth({ signal: controller.signal }), { code: "call.cancelled" });
  const odd = new MockClient(environment, { fetch: async () => "no answer" });
  await assert.rejects(odd.checkHealth(), { code: "transport.lost" });
});
