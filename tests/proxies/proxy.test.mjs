// The requirements of a back end between mobile apps and the platform, tested over sockets like an app and like an attacker.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, beforeEach, test } from "node:test";

import { keys, startPlatform, startProxy, token, until } from "./scene.mjs";

// Longer than servers let a client pause. Waiting for the platform is not such a pause.
const SLOW_MS = 23_000;

let platform, proxy, slow;
before(async () => {
  platform = await startPlatform();
  proxy = await startProxy(platform);
  assert.ok(proxy.port, proxy.log);
  slow = await startSlow();
});

/** Starts a long call, in parallel with all other tests. */
async function startSlow() {
  const behind = await startPlatform();
  behind.act = (_, response) => setTimeout(() => response.end("late"), SLOW_MS);
  const own = await startProxy(behind, { limits: { timeoutSeconds: 60 } });
  return { behind, own, asked: own.ask("GET", "/flows/f-1") };
}
beforeEach(() => {
  platform.requests.length = platform.aborted.length = 0;
  platform.act = undefined;
});
after(async () => {
  await proxy.stop();
  await platform.close();
});

const bearer = (more = {}) => ({ authorization: `Bearer ${token()}`, ...more });
const json = { "content-type": "application/json" };

test("the health endpoint needs no session", async () => {
  const answer = await proxy.ask("GET", "/health", { headers: {} });
  assert.deepEqual([answer.status, JSON.parse(answer.text).status], [200, "UP"]);
});

test("a listed request is forwarded with its own key only", async () => {
  const foreign = {
    cookie: "c=d", "x-tenant": "other", "x-seller-id": "other", "x-forwarded-for": "1.2.3.4", forwarded: "for=1.2.3.4", "x-http-method-override": "DELETE",
    "proxy-authorization": "Basic YTpi", connection: "keep-alive, accept-language", te: "trailers", "accept-language": "de", "x-other": "1",
  };
  const answer = await proxy.ask("POST", "/flows/f-1/execute", { headers: bearer({ ...json, ...foreign }), body: '{"x":1}' });
  assert.deepEqual([answer.status, answer.text], [200, '{"x":1}']);
  const [{ method, url, headers }] = platform.requests;
  assert.deepEqual([method, url, headers.authorization, headers["content-type"]], ["POST", "/api/v1/flows/f-1/execute", "Bearer canary-api-key-0123456789", "application/json"]);
  // `fetch` sets its own `accept-language`.
  for (const [name, value] of Object.entries(foreign)) if (name !== "connection") assert.notEqual(headers[name], value, name);
});

test("an answer keeps the headers that are listed alone", async () => {
  const { status, headers } = await proxy.ask("GET", "/flows/f-1?page=2");
  assert.deepEqual([status, headers.etag, headers["content-type"], headers["cache-control"]], [200, '"1"', "application/json", "no-store"]);
  for (const name of ["set-cookie", "location", "x-internal", "access-control-allow-origin"]) assert.equal(headers[name], undefined, name);
  assert.equal(platform.requests[0].url, "/api/v1/flows/f-1?page=2");
});

test("a request with an invalid session is not forwarded", async () => {
  const hmac = (text) => createHmac("sha256", keys.publicKey).update(text).digest("base64url");
  const now = Math.floor(Date.now() / 1000);
  const wrong = {
    none: undefined, "not a token": "Bearer abc", "another scheme": `Basic ${token()}`, "another issuer": token({ iss: "https://other.example" }),
    "another audience": token({ aud: "other" }), "no audience": token({ aud: undefined }), expired: token({ exp: now - 600 }), "no expiry": token({ exp: undefined }),
    "not yet valid": token({ nbf: now + 600 }), "no user": token({ sub: undefined }), "an empty user": token({ sub: "" }), "a number as user": token({ sub: 7 }), "a list as user": token({ sub: ["ann"] }), "an object as user": token({ sub: { name: "ann" } }), unsigned: token({}, { alg: "none" }, () => ""),
    "signed by the public key": token({}, { alg: "HS256" }, hmac), "another's signature": token({}, undefined, () => "AAAA"), "two tokens": `${token()}, Bearer ${token()}`,
  };
  for (const [name, text] of Object.entries(wrong)) {
    const authorization = text?.includes(" ") ? text : `Bearer ${text}`;
    const answer = await proxy.ask("GET", "/flows/f-1", { headers: text ? { authorization } : {} });
    // A field that is not a valid `Authorization` may be a bad request.
    assert.ok(answer.status === 401 || (name === "two tokens" && answer.status === 400), `${name}: ${answer.status}`);
  }
  assert.deepEqual(platform.requests, []);
});

test("unlisted requests and foreign objects are not found", async () => {
  for (const [method, path] of [
    ["GET", "/flows"], ["DELETE", "/flows/f-1"], ["GET", "/flows/f-3"], ["GET", "/connections/c-2/health"], ["GET", "/flows/f-1?all=1"],
    ["GET", "/flows/f-1?page=x"], ["GET", "/flows/f-1?page=1&page=2"], ["GET", "/api/v1/flows/f-1"], ["PUT", "/health"],
  ]) {
    const answer = await proxy.ask(method, path);
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.match(answer.headers["content-type"], /problem\+json/);
    const { requestId, ...problem } = JSON.parse(answer.text);
    assert.ok(requestId && !JSON.stringify(problem).includes("f-3"), answer.text);
  }
  assert.deepEqual(platform.requests, []);
});

test("an ambiguous path is not forwarded", async () => {
  const targets = [
    "/flows/%2e%2e/keys", "/flows/..", "/flows/.%2e", "//flows/f-1", "/flows//f-1", "/flows/f-1/", "/flows/f-1;x=1", "/flows/a%2ff-1", "/flows/a%5cf-1", "/flows\\f-1",
    "/flows/%252e%252e", "/flows/f-1%00", "/flows/f-1%0d%0aX:1", "/flows/%c0%ae%c0%ae", "/flows/%ff", "/flows/%zz", "/flows/f-1%", "/flows/f-1#x", "http://platform.example/flows/f-1", "*",
    "flows/f-1", "/flows/f-1?page=%00", "/./flows/f-1", "/flows/f-1/execute/..", "/FLOWS/f-1", "/flows/f\u00e9", "/flows/f-1 HTTP/1.0",
  ];
  for (const target of targets) {
    const came = await proxy.raw(`GET ${target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token()}\r\nConnection: close\r\n\r\n`);
    assert.match(came, /^(HTTP\/1\.[01] (404|400|401|505)|$)/, `${target}: ${came.slice(0, 200)}`);
    assert.doesNotMatch(came, /HTTP\/1\.1 200/, target);
  }
  assert.deepEqual(platform.requests, []);
});

test("a request that two servers could read as two is none", async () => {
  const head = `POST /flows/f-1/execute HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token()}\r\nContent-Type: application/json\r\n`;
  const hidden = `GET /flows/f-2?page=9 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token()}\r\n\r\n`;
  const attempts = {
    "a length and a coding": `${head}Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    "two lengths": `${head}Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n\r\n{}${hidden}`,
    "a list of lengths": `${head}Content-Length: 2, 2\r\n\r\n{}`,
    "a signed length": `${head}Content-Length: +2\r\n\r\n{}`,
    "a coding that is none": `${head}Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "two codings": `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "a space before the colon": `${head}Transfer-Encoding : chunked\r\nContent-Length: 2\r\n\r\n{}`,
    "a folded field": `${head}X-A: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
    "a bare carriage return": `${head}X-A: 1\rX-B: 2\r\nContent-Length: 2\r\n\r\n{}`,
    "a size that is no number": `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`,
    "a size beyond numbers": `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff2\r\n{}\r\n0\r\n\r\n`,
    "no end of the line in a chunk": `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}X0\r\n\r\n`,
  };
  for (const [name, text] of Object.entries(attempts)) {
    platform.requests.length = 0;
    await proxy.raw(text);
    const urls = platform.requests.map(({ url }) => url);
    assert.ok(!urls.some((url) => url.includes("page=9")), `${name}: ${urls}`);
    assert.ok(urls.length <= 1 && platform.requests.every(({ headers }) => !headers["x-a"] && !headers["x-b"]), `${name}: ${urls}`);
  }
});

test("each limit has its own status", async () => {
  const over = "x".repeat(5_000_001);
  const declared = await proxy.ask("POST", "/flows/f-2/execute", { headers: bearer({ ...json, "content-length": 5_000_001 }), body: (request) => request.flushHeaders() });
  assert.equal(declared.status, 413);
  assert.deepEqual(platform.requests.filter(({ url }) => url.includes("f-2")), []);
  platform.act = (request, response) => {
    request.on("end", () => response.end("{}"));
    request.resume();
  };
  const chunked = await proxy.ask("POST", "/flows/f-1/execute", { headers: bearer({ ...json, "transfer-encoding": "chunked" }), body: over }).catch((error) => error);
  // A server that responds before the body ends may close the connection while the app still sends.
  assert.ok(chunked.status === 413 || /ECONNRESET|EPIPE/.test(chunked.code), `${chunked.status} ${chunked.code}`);
  assert.equal((await proxy.ask("POST", "/flows/f-1/execute", { headers: bearer({ "content-type": "text/plain" }), body: "{}" })).status, 415);
  assert.equal((await proxy.ask("POST", "/flows/f-1/execute", { headers: bearer({ ...json, "content-encoding": "gzip" }), body: "{}" })).status, 415);
  assert.equal((await proxy.ask("GET", "/flows/f-1", { headers: bearer({ "x-big": "a".repeat(17_000) }) })).status, 431);
});

test("platform failures are hidden from the app", async () => {
  for (const [status, expected] of [[401, 502], [403, 404], [404, 404], [302, 502], [304, 304], [429, 503], [500, 502], [503, 502], [400, 400], [409, 409], [422, 422]]) {
    platform.act = (request, response) => {
      request.resume();
      response.writeHead(status, { "content-type": "application/json", location: "/keys", "retry-after": "7" });
      response.end(status === 304 ? undefined : '{"internal":true}');
    };
    const answer = await proxy.ask("POST", "/flows/f-1/execute", { headers: bearer(json), body: "{}" });
    assert.equal(answer.status, expected, `${status}`);
    assert.equal(answer.text.includes("internal"), status === 422, `${status}: ${answer.text}`);
    assert.equal(answer.headers["retry-after"], status === 429 ? "7" : undefined, `${status}`);
    assert.equal(answer.headers.location, undefined);
  }
});

test("an answer that repeats the key is cut before it", async () => {
  platform.act = ({ headers }, response) => response.end(`before ${headers.authorization} behind`);
  // Repeated, because the app has to notice the cut independent of timing.
  for (let turn = 0; turn < 100; turn++) {
    const { text, isWhole } = await proxy.ask("GET", "/flows/f-1");
    assert.ok("before Bearer ".startsWith(text) && !isWhole, `turn ${turn}: ${JSON.stringify(text)}, ${isWhole ? "whole" : "cut"}`);
  }
  platform.act = ({ headers }, response) => response.writeHead(200, { etag: headers.authorization }).end("{}");
  assert.equal((await proxy.ask("GET", "/flows/f-1")).status, 502);
});

test("bodies stream both ways", async () => {
  let first;
  const isFirst = new Promise((came) => (first = came));
  platform.act = (request, response) => {
    request.once("data", first);
    request.on("end", () => response.end("all"));
    request.resume();
  };
  const headers = bearer({ ...json, "transfer-encoding": "chunked" });
  const upload = await proxy.ask("POST", "/flows/f-1/execute", {
    headers,
    body: (request) => {
      request.write("x".repeat(100_000));
      // Sent only after the platform has received the first bytes.
      isFirst.then(() => request.end("rest"));
    },
  });
  assert.equal(upload.text, "all");
  let release;
  platform.act = (_, response) => {
    response.write("begun");
    release = () => response.end(" done");
  };
  const download = await proxy.ask("GET", "/flows/f-1", { onHead: (response) => response.once("data", () => release()) });
  assert.deepEqual([download.text, download.isWhole], ["begun done", true]);
  const large = Buffer.alloc(30_000_000, "x");
  platform.act = (_, response) => response.end(large);
  assert.equal((await proxy.ask("GET", "/flows/f-1")).text.length, large.length);
});

test("the call ends if the app disconnects before head or in body", async () => {
  for (const [flow, act, leave] of [
    ["hang", () => undefined, () => platform.requests.some(({ url }) => url.endsWith("hang"))],
    ["stall", (_, response) => response.write("begun"), (came) => came.includes("begun")],
  ]) {
    platform.act = act;
    await proxy.raw(`GET /flows/${flow} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token()}\r\n\r\n`, leave);
    // Before the deadline of a minute.
    await until(() => platform.aborted.some((url) => url.endsWith(flow)), `the platform sees that nobody waits for ${flow}`);
  }
});

test("a hanging platform is 504, and a stalled body is cut", async () => {
  const own = await startProxy(platform, { limits: { timeoutSeconds: 4 } });
  platform.act = () => undefined;
  const start = performance.now();
  assert.equal((await own.ask("GET", "/flows/hang")).status, 504);
  assert.ok(performance.now() - start < 30_000);
  platform.act = (_, response) => response.write("begun");
  const stalled = await own.ask("GET", "/flows/stall");
  assert.deepEqual([stalled.status, stalled.text, stalled.isWhole], [200, "begun", false]);
  await own.stop();
  platform.act = (_, response) => (response.write("begun"), setTimeout(() => response.destroy(), 50));
  assert.equal((await proxy.ask("GET", "/flows/stall")).isWhole, false);
});

test("an unreachable platform is 502 until it is back", async () => {
  const { port } = platform;
  await platform.close();
  assert.equal((await proxy.ask("GET", "/flows/f-1")).status, 502);
  platform = await startPlatform(port);
  assert.equal((await proxy.ask("GET", "/flows/f-1")).status, 200);
});

test("a thousand requests at once are answered", async () => {
  const answers = await Promise.all(Array.from({ length: 1000 }, () => proxy.ask("GET", "/flows/f-1")));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
});

test("a user over the rate limit gets 429, and others do not", async () => {
  const own = await startProxy(platform, { limits: { requestsPerMinute: 3 } });
  const ask = (sub) => own.ask("GET", "/flows/f-1", { headers: { authorization: `Bearer ${token({ sub })}` } });
  const statuses = [];
  for (let at = 0; at < 4; at++) statuses.push((await ask("ann")).status);
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  const refused = await ask("ann");
  assert.ok(Number(refused.headers["retry-after"]) > 0 && Number(refused.headers["retry-after"]) <= 20, refused.headers["retry-after"]);
  assert.equal((await ask("bob")).status, 404);
  await own.stop();
});

test("pending requests end on shutdown", async () => {
  const own = await startProxy(platform);
  let release;
  platform.act = (_, response) => (release = () => response.end("done"));
  const asked = own.ask("GET", "/flows/f-1");
  await until(() => release, "the platform has the request");
  own.child.kill("SIGTERM");
  await new Promise((resolve) => setTimeout(resolve, 500));
  release();
  assert.deepEqual([(await asked).status, (await asked).text], [200, "done"]);
  await own.end();
});

test("it comes back after it was killed", async () => {
  const own = await startProxy(platform);
  own.child.kill("SIGKILL");
  await own.exited;
  const next = await startProxy(platform, { variables: { PORT: String(own.port) } });
  assert.equal((await next.ask("GET", "/flows/f-1")).status, 200);
  await next.stop();
});

test("invalid start settings are named", async () => {
  for (const [variables, text] of [
    [{ WAYBILL_API_KEY: "" }, /WAYBILL_API_KEY/], [{ PORT: "http" }, /PORT/], [{ PORT: "65536" }, /PORT/], [{ WAYBILL_BASE_URL: "http://platform.example/api/v1" }, /base|URL/i], [{ SESSION_ISSUER: "" }, /SESSION_ISSUER/],
    [{ ALLOW_LIST: "/nowhere/list.json" }, /nowhere[\\/]+list\.json/], [{ SESSION_PUBLIC_KEY: "/nowhere/key.pem" }, /nowhere[\\/]+key\.pem/],
  ]) {
    const own = await startProxy(platform, { variables });
    assert.equal(own.port, undefined, JSON.stringify(variables));
    assert.equal(await own.exited, 2, own.log);
    assert.match(own.log, text);
    assert.ok(!own.log.includes("canary"), own.log);
  }
});

test("a slow platform may take as long as the list allows", async () => {
  const { status, text } = await slow.asked;
  assert.deepEqual([status, text], [200, "late"]);
  await slow.own.stop();
  await slow.behind.close();
});

test("slow readers get the whole body", async () => {
  const own = await startProxy(platform);
  const piece = Buffer.alloc(64 * 1024, "x");
  platform.act = (_, response) => {
    let left = 160;
    const write = () => {
      while (left-- > 0) if (!response.write(piece)) return response.once("drain", write);
      response.end();
    };
    write();
  };
  // Longer than the ten seconds after which some servers give up.
  const read = () => own.ask("GET", "/flows/f-1", { onHead: (response) => (response.pause(), setTimeout(() => response.resume(), 15_000)) });
  const answers = await Promise.all(Array.from({ length: 20 }, read));
  for (const { status, text, isWhole } of answers) assert.deepEqual([status, text.length, isWhole], [200, 160 * piece.length, true]);
  await own.stop();
});
