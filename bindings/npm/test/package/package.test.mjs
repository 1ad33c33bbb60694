// The package as users get it: packed, installed into an empty project, and used as its README describes.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { bundle, resultOf, serve } from "../support/chromium.mjs";
import { devConfig, startDev, startMock } from "../support/dev.mjs";
import { startRedis } from "../support/redis-server.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const bin = (name) => join(root, "node_modules/.bin", name);
const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code);

let project;
let dev;

before(async () => {
  project = mkdtempSync(join(tmpdir(), "waybill-project-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", project], { cwd: root });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
  await run("npm", ["install", "--no-audit", "--no-fund", "--offline", `./${JSON.parse(stdout)[0].filename}`], { cwd: project });
  dev = await startDev();
});
after(async () => {
  await dev?.close();
  rmSync(project, { recursive: true, force: true });
});

async function node(name, code, env = {}) {
  writeFileSync(join(project, name), code);
  return run(process.execPath, [name], { cwd: project, env: { ...process.env, ...env } });
}

/** Returns the environment variables that the README uses. */
async function environment() {
  const { environments, credentials } = await devConfig(dev.origin);
  const [{ base_url: PLATFORM_URL, commerce_url: COMMERCE_URL, proxy_url: PROXY_URL, auth_url: AUTH_URL }] = environments;
  const [{ api_key: API_KEY, login }] = credentials;
  const { realm: COMMERCE_REALM, username: COMMERCE_USER, password: COMMERCE_PASSWORD } = login;
  return { PLATFORM_URL, COMMERCE_URL, PROXY_URL, AUTH_URL, API_KEY, COMMERCE_REALM, COMMERCE_USER, COMMERCE_PASSWORD };
}

test("the README has a code block for each entry of the package", () => {
  assert.equal(blocks.length, 11);
  assert.ok(blocks[0].includes('from "waybill"') && blocks[1].includes('from "waybill/diff"') && blocks[2].includes("require("));
  assert.ok(blocks[3].includes('from "waybill/examples"') && blocks[4].includes('from "waybill/releases"') && blocks[5].includes("writeModelRequests"));
  assert.ok(blocks[6].includes('from "waybill/mock"') && blocks[7].includes("MockClient") && blocks[8].includes("Forwarder"));
  assert.ok(blocks[9].includes("readCredentialsFile") && blocks[10].includes('from "waybill/redis"'));
});

test("the README's client calls all three path families", async () => {
  const { stdout, stderr } = await node("client.mjs", blocks[0], await environment());
  assert.equal(stdout, "200\n200\n200\n");
  assert.equal(stderr, "");
});

test("the project README's example prints the documented output", async () => {
  const [, code, output] = readFileSync(join(root, "../../README.md"), "utf8").match(/^```js\n(.*?)^```\n\n```text\n(.*?)^```/ms);
  const { PLATFORM_URL, API_KEY } = await environment();
  const { stdout, stderr } = await node("quickstart.mjs", code, { PLATFORM_URL, API_KEY });
  assert.deepEqual([stdout, stderr], [output, ""]);
});

test("the README's client works by require", async () => {
  const code = blocks[0].replace(/^import (\{.*\}) from (".*");/m, "const $1 = require($2);");
  const { stdout } = await node("client.cjs", `(async () => {${code}})();`, await environment());
  assert.equal(stdout, "200\n200\n200\n");
});

test("the README's credentials come from a file", async () => {
  const { PLATFORM_URL, API_KEY } = await environment();
  const file = join(project, "credentials.json");
  const deployment = { environment: "sandbox", environments: [{ name: "sandbox", kind: "sandbox", baseUrl: PLATFORM_URL }], credentials: [{ environment: "sandbox", apiKey: API_KEY }] };
  writeFileSync(file, JSON.stringify(deployment), { mode: 0o600 });
  const { stdout, stderr } = await node("credentials.mjs", blocks[9], { WAYBILL_CREDENTIALS_FILE: file });
  assert.deepEqual([stdout, stderr], ["200\n", ""]);
});

test("the README's client shares its login through Redis", async () => {
  const redis = await startRedis();
  try {
    symlinkSync(join(root, "node_modules/redis"), join(project, "node_modules/redis"));
    const { COMMERCE_URL, AUTH_URL, COMMERCE_REALM: realm, COMMERCE_USER: username, COMMERCE_PASSWORD: password } = await environment();
    const environments = [{ name: "production", kind: "production", commerceUrl: COMMERCE_URL, authUrl: AUTH_URL }];
    const credentials = [{ environment: "production", login: { realm, username, password } }];
    const call = 'console.log((await client.commerce("north").send("GET", "/orders")).status); await client.close(); await redis.close();';
    const code = `const environments = ${JSON.stringify(environments)}; const credentials = ${JSON.stringify(credentials)};\n${blocks[10]}\n${call}`;
    const key = Buffer.alloc(32, 7).toString("base64");
    const { stdout, stderr } = await node("shared.mjs", code, { REDIS_URL: redis.url, WAYBILL_STORE_KEY: key });
    assert.deepEqual([stdout, stderr], ["200\n", ""]);
    assert.equal((await (await redis.connect()).keys("waybill:*:record")).length, 1);
  } finally {
    await redis.stop();
  }
});

test("the README's comparison works by import", async () => {
  const { stdout } = await node("compare.mjs", blocks[1]);
  assert.match(stdout, /\/flows\/\{flowId\}\/execute/);
});

test("the README's comparison works by require", async () => {
  const { stdout } = await node("compare.cjs", blocks[2]);
  assert.ok(stdout.length > 1);
});

test("the README's example shows requests before and after", async () => {
  const { stdout, stderr } = await node("examples.mjs", blocks[3]);
  assert.match(stdout, /^in the query parameter `page`, expected an integer, found "page"\n# before\ncurl .*page=page'\n# after\ncurl .*page=\d+'\n$/);
  assert.equal(stderr, "");
});

test("the README's changelog and comment are written", async () => {
  const { stdout, stderr } = await node("releases.mjs", blocks[4]);
  assert.match(stdout, /^v1\.4\.0\n2\.0\.0\n---\ntitle: "Flows 1\.5\.0"\n[^]*GET \/flows\/\{id\}[^]*^<!-- waybill:comment description=Flows head=5d20e9b7 /m);
  assert.equal(stderr, "");
});

test("the README's rewrite retries and sends its key to the model", async () => {
  writeFileSync(join(project, "report.json"), (await node("report.mjs", `${blocks[4].split("console.log")[0]}\nconsole.log(JSON.stringify(report));`)).stdout);
  const seen = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    seen.push(request.headers.authorization);
    if (seen.length === 1) return response.writeHead(503, { "retry-after": "0" }).end("canary");
    const [{ id }] = JSON.parse(JSON.parse(body).messages[1].content);
    const content = JSON.stringify({ changes: [{ id, reason: "Calls of `GET /flows/{id}` fail from now on.", action: "Stop calling `GET /flows/{id}`." }] });
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ choices: [{ finish_reason: "stop", message: { content } }] }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { stdout, stderr } = await node("rewrite.mjs", blocks[5], { MODEL_URL: `http://127.0.0.1:${server.address().port}/v1`, MODEL_KEY: "canary-key" });
  server.close();
  assert.deepEqual(seen, ["Bearer canary-key", "Bearer canary-key"]);
  assert.match(stdout, /Stop calling `GET \/flows\/\{id\}`\./);
  assert.match(stderr, /^1 \[\]$/m);
  assert.ok(!(stdout + stderr).includes("canary"));
});

test("the README's mock answers one call and refuses the other", async () => {
  const { stdout, stderr } = await node("mock.mjs", blocks[6]);
  assert.match(stdout, /^200 [^]*<ns1:State xmlns:ns1="urn:track">IN_TRANSIT<\/ns1:State>[^]*^500 [^]* path="\/Track\/number"[^]*^2 \/Track\/number$/m);
  assert.equal(stderr, "");
});

test("the README's mock service works by require", async () => {
  const code = blocks[6].replace(/^import (\{.*\}) from (".*");/m, "const $1 = require($2);");
  const { stdout } = await node("mock.cjs", `(async () => {${code}})();`);
  assert.match(stdout, /^2 \/Track\/number$/m);
});

test("the README's client seeds and calls a mock service that runs", async () => {
  const [, wsdl] = /const wsdl = `([^]*?)`;/.exec(blocks[6]);
  writeFileSync(join(project, "track.wsdl"), wsdl);
  const mock = await startMock();
  const { stdout, stderr } = await node("mock-client.mjs", blocks[7], { MOCK_URL: mock.origin });
  await mock.close();
  assert.match(stdout, /^200 false [^]*IN_TRANSIT[^]*^1 Track$/m);
  assert.equal(stderr, "");
});

test("the README's back end forwards one request, refuses another", async () => {
  const { stdout, stderr } = await node("forward.mjs", blocks[8], await environment());
  assert.match(stdout, /^200\n[-0-9a-f]+ `run-flow`: the value of `flowId` is not in the claim `flows`\n404\n$/);
  assert.equal(stderr, "");
});

test("the README's code fits the package's types", async () => {
  writeFileSync(join(project, "types.mts"), `${blocks[0]}\nexport {};\n`);
  writeFileSync(join(project, "diff.mts"), `${blocks[1]}\nexport {};\n`);
  writeFileSync(join(project, "examples.mts"), `${blocks[3]}\nexport {};\n`);
  writeFileSync(join(project, "releases.mts"), `${blocks[4]}\nexport {};\n`);
  writeFileSync(join(project, "rewrite.mts"), `${blocks[5]}\nexport {};\n`);
  writeFileSync(join(project, "mock.mts"), `${blocks[6]}\nexport {};\n`);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const { stdout } = await run(bin("tsc"), [...options, "types.mts", "diff.mts", "examples.mts", "releases.mts", "rewrite.mts", "mock.mts"], { cwd: project }).catch((error) => error);
  assert.equal(stdout, "");
});

test("the tarball has only the files that are used", () => {
  const files = readdirSync(join(project, "node_modules/waybill"), { recursive: true }).map(String);
  for (const file of ["README.md", "package.json", "LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]) assert.ok(files.includes(file), file);
  const wasm = files.filter((file) => file.endsWith(".wasm")).sort();
  assert.deepEqual(wasm, ["client", "diff-json", "diff", "examples", "mock-rest", "mock", "releases"].map((name) => `dist/wasm/${name}.wasm`));
  assert.deepEqual(files.filter((file) => /^(src|test|scripts)\b/.test(file)), []);
});

test("no shipped file holds the planted panic", () => {
  const folder = join(project, "node_modules/waybill/dist/wasm");
  for (const file of readdirSync(folder)) assert.ok(!/planted.?panic/i.test(readFileSync(join(folder, file), "latin1")), file);
});

test("no shipped file names the machine it was built on", () => {
  const folder = join(project, "node_modules/waybill");
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const text = readFileSync(join(file.parentPath, file.name), "latin1");
    for (const place of [homedir(), fileURLToPath(new URL("../../", `file://${root}`))]) assert.ok(!text.includes(place), `${file.name} holds ${place}`);
  }
});

test("the wasm files import no clock, randomness or network", () => {
  for (const file of ["client.wasm", "diff.wasm", "diff-json.wasm", "examples.wasm", "mock.wasm", "mock-rest.wasm", "releases.wasm"]) {
    const bytes = readFileSync(join(project, "node_modules/waybill/dist/wasm", file));
    const names = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    assert.deepEqual(names.filter((name) => /now|date|random|performance|fetch|timeout/i.test(name)), [], file);
  }
});

test("publint finds nothing", () => run(bin("publint"), ["--strict", "."], { cwd: root }));

// WebAssembly files are fetched by address, and are not modules with types.
const files = Object.keys(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).exports).filter((entry) => entry.endsWith(".wasm"));

test("the types resolve for ESM in every mode", () =>
  run(bin("attw"), ["--pack", ".", "--profile", "esm-only", "--exclude-entrypoints", ...files.map((entry) => entry.slice(2))], { cwd: root }));

test("each WebAssembly file can be resolved and compiled", async () => {
  assert.ok(files.includes("./diff.wasm") && files.includes("./diff-json.wasm"), files.join());
  const { stdout } = await node(
    "addresses.mjs",
    `import { readFileSync } from "node:fs";
     for (const entry of ${JSON.stringify(files)}) {
       const file = readFileSync(new URL(import.meta.resolve("waybill" + entry.slice(1))));
       if (WebAssembly.Module.exports(new WebAssembly.Module(file)).length === 0) console.log(entry);
     }`,
  );
  assert.equal(stdout, "");
});

test("the installed comparison runs in Chromium through a bundler", async () => {
  const page = join(project, "page");
  cpSync(join(root, "test/browser/page"), page, { recursive: true });
  const one = (version) => Buffer.from(`{"openapi": "3.0.3", "info": {"title": "t", "version": "${version}"}, "paths": {}}`).toString("base64");
  const server = await serve(await bundle(page), { "/cases.json": JSON.stringify([{ id: "one", old: one("1.0.0"), current: one("1.0.1"), names: {} }]) });
  const result = await resultOf(server);
  assert.equal(result.reports.one.same, true);
  assert.equal(result.entry.code, "entry.browser");
});
