// The mock service in process: import, calls like `fetch`, request log and closing.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createMock, MockError } from "waybill/mock";
import { creator, LazyMock } from "../dist/mock/mock.js";

const carriers = new URL("../../../tests/mock/carriers/", import.meta.url);
const read = (path) => readFileSync(new URL(path, carriers));
const files = [
  { path: "Barcode_v2_4.wsdl", content: read("bergli/Barcode_v2_4.wsdl") },
  { path: "barcode_v2_4.xsd", content: read("bergli/barcode_v2_4.xsd").toString() },
];
const body = read("bergli/requests/GenerateLabel.xml").toString();
const headers = { "content-type": "text/xml", soapaction: "GenerateLabel" };
const address = "https://api.carrier.example/soap/BarcodeService/1.0";

async function imported(settings) {
  const mock = createMock(settings);
  assert.deepEqual(await mock.import({ files }), ["BarcodeService:1.0"]);
  return mock;
}

test("an imported operation is answered at any origin", async () => {
  const mock = await imported();
  assert.deepEqual(await mock.services(), [{ id: "BarcodeService:1.0", path: "/soap/BarcodeService/1.0", operations: 2 }]);
  for (const input of [address, new URL(address), "/soap/BarcodeService/1.0"]) {
    const answer = await mock.fetch(input, { method: "POST", headers, body });
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "text/xml; charset=utf-8"]);
    assert.match(await answer.text(), /GenerateLabelResponse/);
  }
  const request = new Request(address, { method: "POST", headers, body });
  const answer = await mock.fetch(request);
  assert.deepEqual([answer.status, answer.url, answer.ok, request.bodyUsed], [200, address, true, true]);
  mock.close();
});

test("`fetch` may be handed on without its object", async () => {
  const { fetch } = await imported();
  const [one, other] = await Promise.all([1, 2].map(() => fetch(address, { method: "POST", headers, body })));
  assert.equal(await one.text(), await other.text());
});

test("a body may be bytes or a stream", async () => {
  const { fetch } = await imported();
  for (const sent of [new TextEncoder().encode(body), new Blob([body]).stream()]) {
    assert.equal((await fetch(address, { method: "POST", headers, body: sent, duplex: "half" })).status, 200);
  }
});

test("a refused request gets a response with the reason", async () => {
  const { fetch } = await imported();
  const answer = await fetch(address, { method: "POST", headers: { ...headers, accept: "application/json" }, body: body.replace(">30000<", ">30001<") });
  assert.equal(answer.status, 400);
  assert.equal((await answer.json()).errors[0].path, "/GenerateLabel/Envelope/Item/Grams");
});

test("responses are never compressed", async () => {
  const { fetch } = await imported();
  const answer = await fetch(`${address}?wsdl`, { headers: { "accept-encoding": "gzip" } });
  assert.equal(answer.headers.get("content-encoding"), null);
  assert.match(await answer.text(), /location="https:\/\/api\.carrier\.example\/soap\/BarcodeService\/1\.0"/);
});

test("a definition is uploaded by a form as well", async () => {
  const mock = createMock();
  const form = new FormData();
  for (const { path, content } of files) form.append("file", new Blob([content]), path);
  const answer = await mock.fetch("/api/artifact/upload?version=2.4", { method: "POST", body: form });
  assert.deepEqual([answer.status, await answer.text()], [201, "BarcodeService:2.4\n"]);
  assert.equal((await mock.services())[0].id, "BarcodeService:2.4");
});

test("the log has each request with its answer, newest first", async () => {
  const mock = await imported({ log: { entries: 2 } });
  for (const grams of [1, 2, 30001]) await mock.fetch(address, { method: "POST", headers, body: body.replace(">30000<", `>${grams}<`) });
  const { entries, total } = await mock.log("BarcodeService:1.0");
  assert.deepEqual([total, entries.length, entries[0].valid, entries[1].valid], [2, 2, false, true]);
  assert.deepEqual([entries[0].operation, entries[0].violations[0].path], ["GenerateLabel", "/GenerateLabel/Envelope/Item/Grams"]);
  assert.ok(entries[0].durationMs > 0 && Math.abs(Date.now() - entries[0].timestamp) < 60_000);
  assert.deepEqual((await mock.log("BarcodeService:1.0", { page: 1, size: 1 })).entries[0].request.headers.soapaction, ["GenerateLabel"]);
  await assert.rejects(mock.log("Nobody:1.0"), { name: "MockError", code: "service.unknown", kind: "request", message: /imported: BarcodeService:1.0/ });
  await assert.rejects(mock.log("BarcodeService:1.0", { size: 0 }), { name: "MockError", code: "log.page", kind: "request", message: /`size` is `0`/ });
});

test("the log names invalid parameters of an OpenAPI request", async () => {
  const mock = createMock();
  const answers = { responses: { 200: { description: "" } } };
  const parameter = (name, schema) => ({ name, in: "query", required: true, schema });
  const description = { openapi: "3.1.0", info: { title: "Parcels", version: "1.0" }, paths: { "/parcels": { get: { ...answers, parameters: [parameter("page", { type: "integer" }), parameter("sort", {})] } } } };
  const [service] = await mock.import({ files: [{ path: "parcels.json", content: JSON.stringify(description) }] });
  assert.equal((await mock.fetch("/rest/Parcels/1.0/parcels?page=first")).status, 400);
  const { violations } = (await mock.log(service)).entries[0];
  const found = violations.map(({ in: part, name, path, keyword, line }) => [part, name, path, keyword, line]);
  assert.deepEqual(found, [["query", "page", "", "type", 1], ["query", "sort", undefined, undefined, undefined]]);
});

test("a failed import is named, and nothing is imported", async () => {
  const mock = createMock();
  const refused = await mock.import({ files: files.slice(0, 1) }).catch((error) => error);
  assert.ok(refused instanceof MockError);
  assert.deepEqual([refused.code, refused.kind], ["import.refused", "request"]);
  assert.match(refused.message, /^Barcode_v2_4\.wsdl, line \d+ refers to barcode_v2_4\.xsd/);
  assert.deepEqual(await mock.services(), []);
});

test("a string is read regardless of its declared encoding", async () => {
  const mock = createMock({ validate: false });
  const declared = (path) => `<?xml version="1.0" encoding="ISO-8859-1"?>${read(path).toString().replace(/<\?xml.*?\?>/, "").replaceAll("Barcode", "Bärcode")}`;
  const wsdl = declared("bergli/Barcode_v2_4.wsdl");
  assert.deepEqual(await mock.import({ files: [{ path: "a.wsdl", content: wsdl }, files[1]], version: "2" }), ["BärcodeService:2"]);
  assert.equal((await mock.fetch((await mock.services())[0].path + "?wsdl")).status, 200);
});

test("settings are checked at once, and by name", () => {
  const refused = (settings, message) => assert.throws(() => createMock(settings), { name: "MockError", code: "settings.invalid", kind: "configuration", message });
  refused({ validat: false }, /no `validat` in the settings; there are soapAction, strict/);
  refused({ services: { "A:1": { valdate: false } } }, /no `valdate` in services\["A:1"\]; there are soapAction, validate/);
  refused({ services: { A: {} } }, /services\["A"\] is no service: it is written "NAME:VERSION"/);
  for (const value of [5, null, new Map(), []]) refused({ services: value }, /services: a plain object is expected/);
  for (const value of [5, null]) refused({ log: value }, /log: a plain object is expected/);
  refused(null, /the settings: a plain object is expected/);
  refused({ soapAction: "all" }, /operation-name, declared, any/);
  refused({ strict: true, soapAction: "any" }, /leave one of the two out/);
  refused({ clock: "2026-02-30" }, /YYYY-MM-DD/);
  refused({ clock: "today" }, /YYYY-MM-DD/);
  refused({ sampleSeed: -1 }, /sampleSeed is a whole number/);
  refused({ log: { entries: 1.5 } }, /log\.entries is a whole number/);
  refused({ validate: "no" }, /true or false/);
});

test("settings decide: strict, validation, seed and day", async () => {
  const text = async (settings, path = address) => {
    const answer = await (await imported(settings)).fetch(path, { method: "POST", headers, body: body.replace(">30000<", ">30001<") });
    return `${answer.status} ${await answer.text()}`;
  };
  const [one, again, seeded, later] = [
    await text({ validate: false, clock: "2026-03-01" }),
    await text({ validate: false, clock: "2026-03-01" }),
    await text({ validate: false, clock: "2026-03-01", sampleSeed: 7 }),
    await text({ validate: false, clock: "2027-03-01", sampleSeed: 7 }),
  ];
  assert.match(one, /^200 /);
  assert.equal(one, again);
  assert.notEqual(one, seeded);
  assert.match(later, /^200 /);
  assert.match(await text({ strict: true }), /^500 /);
});

test("an abort ends a call with the signal's reason", async () => {
  const { fetch } = await imported();
  const reason = new Error("enough");
  await assert.rejects(fetch(address, { signal: AbortSignal.abort(reason) }), reason);
  const controller = new AbortController();
  const never = new ReadableStream({ pull: () => new Promise(() => undefined) });
  const waiting = fetch(address, { method: "POST", headers, body: never, duplex: "half", signal: controller.signal });
  setTimeout(() => {
    globalThis.gc?.();
    controller.abort(reason);
  }, 10);
  await assert.rejects(waiting, reason);
  await assert.rejects(createMock().fetch(address, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("an answer is given after its delay, which an abort ends", async () => {
  const finished = [];
  let afterMs = 40;
  const handle = () => ({ status: 204, headers: [], afterMs, body: new Uint8Array(), finished: (milliseconds) => finished.push(milliseconds) });
  const { fetch } = new LazyMock(async () => ({ handle }));
  const began = performance.now();
  assert.equal((await fetch(address)).status, 204);
  assert.ok(performance.now() - began > 35 && finished[0] > 35);
  afterMs = 600_000;
  const reason = new Error("enough");
  const controller = new AbortController();
  const waiting = fetch(address, { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 10);
  await assert.rejects(waiting, reason);
  assert.equal(finished[1], undefined);
});

test("a WebAssembly file that fails to load is loaded again", async () => {
  let tries = 0;
  const mock = creator(async () => {
    tries += 1;
    throw new Error("status 404");
  })();
  for (const _ of [1, 2]) await assert.rejects(mock.services(), { name: "MockError", code: "mock.unavailable", kind: "transport" });
  assert.equal(tries, 2);
});

test("a closed mock service refuses, and closing twice is fine", async () => {
  const mock = await imported();
  const waiting = mock.fetch(address, { method: "POST", headers, body });
  mock.close();
  mock.close();
  await assert.rejects(waiting, { name: "MockError", code: "mock.closed", kind: "closed" });
  await assert.rejects(mock.fetch(address), { code: "mock.closed" });
  await assert.rejects(mock.import({ files }), { code: "mock.closed" });
  const never = createMock();
  never[Symbol.dispose]();
  await assert.rejects(never.services(), { code: "mock.closed" });
});

const parcels = { path: "parcels.yaml", content: readFileSync(new URL("../parcels/parcels.yaml", carriers)) };
const parcel = "https://api.carrier.example/rest/Parcel+API/2.0/parcels/7";

/** Returns mock services that count loads of their WebAssembly files. */
function counted() {
  const loaded = [];
  const createMock = creator(async (name) => {
    loaded.push(name);
    return WebAssembly.compile(readFileSync(new URL(`../dist/wasm/${name}.wasm`, import.meta.url)));
  });
  return { loaded, createMock };
}

test("OpenAPI loads the small WebAssembly file, WSDL the large one", async () => {
  for (const [definitions, module] of [[[parcels], "mock-rest"], [files, "mock"]]) {
    const { loaded, createMock } = counted();
    for (const _ of [1, 2]) await createMock().import({ files: definitions });
    assert.deepEqual(loaded, [module]);
  }
});

test("a later WSDL import keeps OpenAPI services and pending calls", async () => {
  // A definition that begins with blank lines is not detected as XML before it is read.
  const blank = files.map(({ path, content }) => ({ path, content: Buffer.from(`\n\n\n\n${content.toString().replace(/^<\?xml[^>]*\?>/, "")}`) }));
  for (const add of [(mock) => mock.import({ files: blank }), (mock) => mock.import({ files }), uploaded]) {
    const { loaded, createMock } = counted();
    const mock = createMock();
    await mock.import({ files: [parcels] });
    const first = await (await mock.fetch(parcel)).text();
    const calls = Array.from({ length: 20 }, async () => (await mock.fetch(parcel)).text());
    await Promise.all([add(mock), add(mock)]);
    for (const text of await Promise.all(calls)) assert.equal(text, first);
    assert.deepEqual(loaded, ["mock-rest", "mock"]);
    assert.deepEqual((await mock.services()).map(({ id }) => id), ["BarcodeService:1.0", "Parcel API:2.0"]);
    assert.equal((await mock.fetch(address, { method: "POST", headers, body })).status, 200);
    const { entries, total } = await mock.log("Parcel API:2.0");
    assert.equal(total, 21);
    assert.ok(entries.every(({ durationMs, valid }) => valid && durationMs >= 0));
  }
});

async function uploaded(mock) {
  const form = new FormData();
  for (const { path, content } of files) form.append("file", new Blob([content]), path);
  assert.equal((await mock.fetch("/api/artifact/upload", { method: "POST", body: form })).status, 201);
}

test("OpenAPI services survive a failed load of the large file", async () => {
  let tries = 0;
  const mock = creator(async (name) => {
    if (name === "mock" && (tries += 1) === 1) throw new Error("status 503");
    return WebAssembly.compile(readFileSync(new URL(`../dist/wasm/${name}.wasm`, import.meta.url)));
  })();
  await mock.import({ files: [parcels] });
  await assert.rejects(mock.import({ files }), { name: "MockError", code: "mock.unavailable" });
  assert.equal((await mock.fetch(parcel)).status, 200);
  assert.deepEqual(await mock.import({ files }), ["BarcodeService:1.0"]);
  assert.equal((await mock.log("Parcel API:2.0")).total, 1);
});

test("a response written by hand replaces the sample", async () => {
  const mock = await imported();
  const sample = await (await mock.fetch(address, { method: "POST", headers, body })).text();
  const changed = sample.replace("4711-1", "by hand");
  assert.notEqual(changed, sample);
  const service = "BarcodeService:1.0";
  assert.deepEqual(await mock.addExamples({ service, files: [{ path: "label.xml", content: changed }] }), ["GenerateLabel"]);
  assert.match(await (await mock.fetch(address, { method: "POST", headers, body })).text(), />by hand</);
  const wrong = { path: "wrong.xml", content: changed.replace("by hand", "<nothing/>") };
  await assert.rejects(mock.addExamples({ service, files: [wrong] }), { name: "MockError", code: "import.refused", message: /wrong\.xml/ });
  await assert.rejects(mock.addExamples({ service: "Nobody:1", files: [] }), { code: "import.refused", message: /Nobody:1 is not imported/ });
});

test("mistyped values are refused without losing a mock service", async () => {
  const [mock, other] = [await imported(), await imported()];
  const [file] = files;
  for (const given of [undefined, null, {}, { files: 5 }, { files: [null] }, { files: [{ ...file, path: 1 }] }, { files: [{ ...file, path: Symbol("x") }] }, { files: [{ ...file, content: new Blob([]) }] }, { files, version: 2 }]) {
    await assert.rejects(mock.import(given), { name: "MockError", code: "import.refused" });
  }
  for (const given of [undefined, { files }, { files, service: 1 }, { files, service: "BarcodeService:1.0", operation: 5 }]) {
    await assert.rejects(mock.addExamples(given), { name: "MockError", code: "import.refused" });
  }
  for (const service of [undefined, 5, Symbol("x")]) await assert.rejects(mock.log(service), { name: "MockError", code: "service.unknown" });
  for (const kept of [mock, other]) assert.equal((await kept.services()).length, 1);
});
