// A key in AWS Secrets Manager, mocked by Moto, is rotated while a program makes calls. No call fails, and no key is printed.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

// The program under test, as a command. PYTHONPATH contains Moto.
const [command, ...words] = JSON.parse(process.env.WAYBILL_SECRETS);
const SECRET_ID = "waybill/sandbox";

let moto, endpoint;
before(async () => {
  const port = await freePort();
  endpoint = `http://127.0.0.1:${port}`;
  moto = spawn("python3", ["-m", "moto.server", "-H", "127.0.0.1", "-p", `${port}`], { stdio: "ignore" });
  for (let tries = 0; tries < 300; tries++) {
    if (await fetch(endpoint).then(() => true, () => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail("Moto does not answer");
});
after(() => moto?.kill());

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}

/** Moto checks no signature, so no SDK is needed. */
async function manage(action, parameters) {
  const headers = { "content-type": "application/x-amz-json-1.1", "x-amz-target": `secretsmanager.${action}`, authorization: "AWS4-HMAC-SHA256 Credential=test/20260101/eu-central-1/secretsmanager/aws4_request, SignedHeaders=host, Signature=0" };
  const response = await fetch(endpoint, { method: "POST", headers, body: JSON.stringify(parameters) });
  assert.equal(response.status, 200, await response.text());
}

const secret = (key) => JSON.stringify({ apiKey: key });

test("a key rotated under load reaches the client, no call is lost", async () => {
  const keys = Array.from({ length: 6 }, (_, version) => `canary-key-${version}`);
  await manage("CreateSecret", { Name: SECRET_ID, SecretString: secret(keys[0]), ClientRequestToken: "0".repeat(32) });
  const seen = new Map();
  let asked = 0;
  // The last two keys are valid, as during a rotation.
  let current = 0;
  const platform = createServer((request, response) => {
    const key = request.headers.authorization?.replace("Bearer ", "");
    seen.set(key, (seen.get(key) ?? 0) + 1);
    const isGood = [keys[current], keys[current - 1]].includes(key);
    // The calls last longer than the rotation, even with a slow manager.
    const isEarly = ++asked < 2_000 || seen.has(keys.at(-1));
    setTimeout(() => response.writeHead(isGood ? 200 : 401).end("{}"), isEarly ? 5 : 250);
  }).listen(0, "127.0.0.1");
  await once(platform, "listening");
  const env = {
    ...process.env, SECRET_ID, WAYBILL_BASE_URL: `http://127.0.0.1:${platform.address().port}/api/v1`, EVERY_MS: "20", CALLS: "4000",
    AWS_REGION: "eu-central-1", AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", AWS_EC2_METADATA_DISABLED: "true",
  };
  const program = spawn(command, words, { env });
  let output = "";
  for (const stream of [program.stdout, program.stderr]) stream.on("data", (data) => (output += data));
  const ended = once(program, "exit");
  while (!seen.get(keys[0]) && program.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 10));
  for (let version = 1; version < keys.length; version++) {
    current = version;
    await manage("PutSecretValue", { SecretId: SECRET_ID, SecretString: secret(keys[version]), ClientRequestToken: `${version}`.repeat(32) });
    const until = Date.now() + 60_000;
    while (!seen.has(keys[version]) && program.exitCode === null && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const [status] = await ended;
  platform.close();
  assert.equal(status, 0, output);
  assert.match(output, /^4000 calls were answered$/m);
  assert.deepEqual([...seen.keys()].sort(), keys, output);
  assert.ok(!output.includes("canary"), output);
});
