// Credentials from variables, from a mounted file, and from a source that replaces them while calls are in flight.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client, createFileSource, syncCredentials, readCredentialsFile, readVariables } from "waybill";

const folder = mkdtempSync(join(tmpdir(), "waybill-credentials-"));
after(() => rmSync(folder, { recursive: true }));

const BASE = "https://platform.example/api/v1";
const deployment = (apiKey, more = {}) => ({ environment: "sandbox", environments: [{ name: "sandbox", kind: "sandbox", baseUrl: BASE, authUrl: null }], credentials: [{ environment: "sandbox", apiKey, ...more }] });

function write(name, value, mode = 0o600) {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  chmodSync(path, mode);
  return path;
}

test("variables make a configuration that a client takes", async () => {
  const variables = { WAYBILL_ENVIRONMENT: "sandbox", WAYBILL_BASE_URL: BASE, WAYBILL_API_KEY: "canary-key", WAYBILL_PROXY_URL: "" };
  const config = readVariables(variables);
  assert.deepEqual(config.credentials, [{ environment: "sandbox", apiKey: "canary-key", login: undefined }]);
  await new Client(config).close();
  const login = readVariables({ ...variables, WAYBILL_REALM: "shop", WAYBILL_USERNAME: "ada", WAYBILL_PASSWORD: "canary" }).credentials[0].login;
  assert.deepEqual(login, { realm: "shop", username: "ada", password: "canary", refreshToken: undefined });
  for (const kind of [undefined, "", "prod"]) assert.throws(() => readVariables({ WAYBILL_ENVIRONMENT: kind }), { code: "credentials.variable", message: /WAYBILL_ENVIRONMENT/ });
});

test("systemd credentials are read if no variable is set", () => {
  mkdirSync(join(folder, "systemd"));
  write("systemd/waybill_api_key", "canary-key\n", 0o400);
  const variables = { WAYBILL_ENVIRONMENT: "production", CREDENTIALS_DIRECTORY: join(folder, "systemd") };
  assert.equal(readVariables(variables).credentials[0].apiKey, "canary-key");
  assert.equal(readVariables({ ...variables, WAYBILL_API_KEY: "own" }).credentials[0].apiKey, "own");
});

test("errors of a configuration file do not show its values", async () => {
  const config = await readCredentialsFile(write("good.json", deployment("canary-key")));
  assert.equal(config.environments[0].authUrl, undefined);
  await new Client(config).close();
  for (const [name, value, mode, code, message] of [
    ["writable.json", deployment("canary"), 0o620, "credentials.file", /is writable by its group/],
    ["broken.json", '{"environment": canary', 0o600, "credentials.file", /line 1, column 17: expected value/],
    ["typed.json", { ...deployment("canary"), environments: ["canary"] }, 0o600, "credentials.file", /another type/],
    ["misspelt.json", deployment(undefined, { apikey: "canary" }), 0o600, "credentials.file", /unknown field `apikey`/],
    ["large.json", " ".repeat(2_000_000), 0o600, "credentials.file", /larger than 1 MiB/],
  ]) {
    await assert.rejects(readCredentialsFile(write(name, value, mode)), (error) => {
      assert.equal(error.code, code, name);
      assert.match(error.message, message);
      assert.ok(!`${error.message}${error.remedy}${error.stack}`.includes("canary"), error.stack);
      return true;
    });
  }
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const path of [folder, join(folder, "pipe")]) await assert.rejects(readCredentialsFile(path), { code: "credentials.file" });
  await assert.rejects(readCredentialsFile(join(folder, "nowhere.json")), { code: "boundary.shape" });
  let told = 0;
  for (const mode of [0o600, 0o640, 0o604]) await readCredentialsFile(write(`mode-${mode}.json`, deployment("canary"), mode), { onReadableByOthers: () => told++ });
  assert.equal(told, 2);
});

/** A platform that responds with the key of the call. */
async function platform(t) {
  const server = createServer((request, response) => response.end(request.headers.authorization));
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const baseUrl = `http://127.0.0.1:${server.address().port}/api/v1`;
  const client = new Client({ environments: [{ name: "sandbox", kind: "sandbox", baseUrl }], environment: "sandbox", credentials: [{ environment: "sandbox", apiKey: "key-0" }] });
  t.after(async () => (await client.close(), server.close()));
  return { client, ask: async () => (await client.platform.send("GET", "/things")).text() };
}

test("keys of a source replace the client's without losing calls", async (t) => {
  const { client, ask } = await platform(t);
  let version = 0;
  const errors = [];
  const source = { read: async () => (version++ % 5 === 4 ? Promise.reject(new Error("the manager is down")) : { environment: "sandbox", apiKey: `key-${version}` }) };
  const sync = syncCredentials(client, source, { everyMs: 1, onError: (error) => errors.push(error.message) });
  const seen = new Set();
  // Repeats until four keys and a failed read were seen, which may take more rounds on a busy machine.
  for (let round = 0; round < 30 || (round < 10_000 && (seen.size <= 3 || errors.length === 0)); round++) {
    for (const text of await Promise.all(Array.from({ length: 20 }, ask))) seen.add(text);
  }
  sync.stop();
  assert.ok(seen.size > 3 && [...seen].every((text) => /^Bearer key-\d+$/.test(text)), [...seen].join());
  assert.ok(errors.length > 0 && errors.every((message) => message === "the manager is down"));
  const at = version;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.equal(version, at, "a stopped one asks no more");
});

test("rejected credentials are reported, and the old key is kept", async (t) => {
  const { client, ask } = await platform(t);
  const errors = [];
  const sync = syncCredentials(client, { read: async () => ({ environment: "production", apiKey: "canary" }) }, { onError: (error) => errors.push(error.code) });
  await sync.refresh();
  assert.deepEqual([errors, await ask()], [["credentials.wrong-environment"], "Bearer key-0"]);
  sync.stop();
  assert.throws(() => syncCredentials(client, {}, { everyMs: 0, onError() {} }), { code: "boundary.shape" });
});

test("a replaced mounted file is read again", async (t) => {
  const { client, ask } = await platform(t);
  for (const name of ["one", "two"]) mkdirSync(join(folder, name)), write(`${name}/credentials.json`, deployment(`key-${name}`));
  // Like Kubernetes: a link to the folder of the current version is replaced.
  symlinkSync("one", join(folder, "..data"));
  const sync = syncCredentials(client, createFileSource(join(folder, "..data/credentials.json")), { onError: (error) => assert.fail(error) });
  await sync.refresh();
  assert.equal(await ask(), "Bearer key-one");
  symlinkSync("two", join(folder, "..next"));
  renameSync(join(folder, "..next"), join(folder, "..data"));
  await sync.refresh();
  assert.equal(await ask(), "Bearer key-two");
  sync.stop();
});

test("refreshes during a read share one further read", async (t) => {
  const { client, ask } = await platform(t);
  const reads = [];
  const source = { read: () => new Promise((resolve) => reads.push((apiKey) => resolve({ environment: "sandbox", apiKey }))) };
  const sync = syncCredentials(client, source, { onError: (error) => assert.fail(error) });
  while (reads.length < 1) await new Promise(setImmediate);
  const asking = [sync.refresh(), sync.refresh()];
  reads[0]("key-before");
  while (reads.length < 2) await new Promise(setImmediate);
  reads[1]("key-after");
  await Promise.all(asking);
  assert.deepEqual([await ask(), reads.length], ["Bearer key-after", 2]);
  sync.stop();
});

test("a hanging source delays nothing, and stopping ends its read", async (t) => {
  const { client, ask } = await platform(t);
  let ended;
  const source = { read: (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject((ended = signal.reason)))) };
  const sync = syncCredentials(client, source, { onError: () => assert.fail("a read that was stopped is no error") });
  assert.equal(await ask(), "Bearer key-0");
  sync.stop();
  await sync.refresh();
  assert.equal(ended?.name, "AbortError");
  await sync.refresh();
});

test("a source that ignores its signal does not delay a stop", async (t) => {
  const { client } = await platform(t);
  const deaf = syncCredentials(client, { read: () => new Promise(() => undefined) }, { onError() {} });
  const asking = deaf.refresh();
  deaf.stop();
  await asking;
  await deaf.refresh();
  let inner;
  const stopping = syncCredentials(client, { read: () => (inner === undefined ? Promise.resolve({ environment: "sandbox", apiKey: "key" }) : (inner.stop(), new Promise(() => undefined))) }, { onError() {} });
  inner = stopping;
  await stopping.refresh();
  const warnings = [];
  process.on("warning", ({ message }) => warnings.push(message));
  let reads = 0;
  const source = { read: async () => Promise.reject(new Error(`down ${++reads}`)) };
  const sync = syncCredentials(client, source, { everyMs: 1, onError: (error) => Promise.reject(new Error(`listener: ${error.message}`)) });
  while (reads < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  sync.stop();
  assert.ok(warnings.includes("listener: down 1"), warnings.join());
});
