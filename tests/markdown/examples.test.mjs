// Runs the examples of a changelog: curl and fetch send the requests that the description requires, for any content.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
const waybill = resolve(process.env.WAYBILL ?? join(root, "target/debug/waybill"));
let folder;
let server;
let received = [];

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-examples-"));
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method, url, headers } = request;
    const { cookie, "content-type": type, "x-note": note } = headers;
    received.push({ method, url, cookie, type, note, body });
    response.end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test("curl and fetch send the same and run no injected code", async () => {
  const [old, current] = [description(false), description(true)].map((text, index) => {
    const path = join(folder, `${index}.json`);
    writeFileSync(path, JSON.stringify(text));
    return path;
  });
  const { stdout: changelog } = await run(waybill, ["changelog", "--files", old, current, "--detail", "all", "--stdout"]);
  const blocks = (language) => [...changelog.matchAll(new RegExp(`^(\`{3,})${language}\n([^]*?)\n\\1$`, "gm"))].map(([, , code]) => code);
  const [shell, script] = [blocks("sh"), blocks("ts")];
  assert.equal(shell.length, 6, changelog);
  assert.equal(script.length, shell.length);
  assert.equal(blocks("kotlin").length, shell.length);
  assert.equal(blocks("swift").length, shell.length);
  const origin = `http://127.0.0.1:${server.address().port}`;
  const here = (code) => code.replaceAll("https://api.example.com", origin);
  for (const [at, code] of shell.entries()) {
    const byCurl = await sent(() => run("sh", ["-e", "-c", here(code)], { cwd: folder }));
    const path = join(folder, `${at}.mjs`);
    writeFileSync(path, here(script[at]));
    const byFetch = await sent(() => import(pathToFileURL(path)));
    assert.equal(byCurl.length, 2, code);
    assert.deepEqual(byFetch, byCurl);
    assert.notDeepEqual(byCurl[0], byCurl[1]);
  }
  const { stdout: listing } = await run("ls", [folder]);
  assert.doesNotMatch(listing, /planted/);
});

async function sent(send) {
  received = [];
  await send();
  return received;
}

/** Returns operations that break in the later of two releases, with values that have a meaning in shells and languages. */
function description(isLater) {
  const hostile = "$(touch planted) `touch planted` ${process.exit(1)} it's \"quoted\" \\(1) \u00e9 \u202e <b>";
  const answer = { responses: { 200: { description: "done" } } };
  const required = (schema) => ({ required: true, content: { "application/json": { schema } } });
  const note = { type: "string", const: hostile };
  const object = (names) => ({ type: "object", required: names, properties: { note, "it's $HOME": { type: "integer" } } });
  const form = (names) => ({
    required: true,
    content: { "application/x-www-form-urlencoded": { schema: { type: "object", required: names, properties: { note } } } },
  });
  const parameter = (name, location, isRequired) => ({ name, in: location, required: isRequired, schema: { const: "a b&c'd" } });
  const ascii = { name: "X-Note", in: "header", required: isLater, schema: { const: "$HOME it's \"x\"" } };
  return {
    openapi: "3.1.0",
    info: { title: "Examples", version: isLater ? "2.0.0" : "1.0.0" },
    paths: {
      "/json": { post: { ...answer, requestBody: required(object(isLater ? ["note", "it's $HOME"] : ["note"])) } },
      "/form": { put: { ...answer, requestBody: form(isLater ? ["note"] : []) } },
      "/query": { get: { ...answer, parameters: [parameter("q $(touch planted)", "query", isLater)] } },
      "/cookie": { delete: { ...answer, parameters: [parameter("session", "cookie", isLater)] } },
      "/header": { patch: { ...answer, parameters: [ascii] } },
      "/head": { head: { ...answer, parameters: [parameter("page", "query", isLater)] } },
    },
  };
}
