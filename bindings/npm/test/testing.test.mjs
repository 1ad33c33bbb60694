// The checks for a host's own fetch: the global one passes, and each faulty one is detected.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkFetch } from "waybill/testing";
import { useVirtualTime } from "./support/virtual-time.mjs";

test("the global fetch keeps all that a client needs", async () => {
  assert.deepEqual(await checkFetch(globalThis.fetch), []);
});

test("a fetch that never answers is caught", async (context) => {
  const time = useVirtualTime(context);
  const checked = checkFetch(() => new Promise(() => undefined));
  assert.equal(await time.passUntil(checked), 8_000);
  assert.match((await checked).join("\n"), /did not end within 8 s, and nothing else was tried/);
});

// In parallel, because each check waits for the behaviour of a correct fetch.
const faulty = [
  ["follows redirects", (url, init) => globalThis.fetch(url, { ...init, redirect: "follow" }), /^a redirect was followed/],
  ["sends a POST again", (url, init) => globalThis.fetch(url, init).catch(() => globalThis.fetch(url, init)), /sent again/],
  ["throws on an error status", async (url, init) => {
    const answer = await globalThis.fetch(url, init);
    if (answer.status >= 500) throw new Error("server error");
    return answer;
  }, /answersErrors failed/],
  ["reads the whole body first", async (url, init) => {
    const answer = await globalThis.fetch(url, init);
    const stop = new Promise((resolve) => setTimeout(() => resolve(new ArrayBuffer(0)), 2500));
    const body = await Promise.race([answer.clone().arrayBuffer(), stop]);
    return new Response(answer.status === 204 ? null : body, answer);
  }, /readable before the rest/],
  ["ignores the signal", (url, init) => globalThis.fetch(url, { ...init, signal: undefined }), /aborted request has to reject/],
  ["hides why it failed", (url, init) => globalThis.fetch(url, init).catch(() => Promise.reject(new Error("failed"))), /refused connection has to be told/],
];
describe("checkFetch", { concurrency: true }, () => {
  for (const [name, fetch, complaint] of faulty) {
    test(`a fetch that ${name} is caught`, async () => {
      const complaints = await checkFetch(fetch);
      assert.ok(complaints.some((one) => complaint.test(one)), complaints.join("\n"));
    });
  }
});
