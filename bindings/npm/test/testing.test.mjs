// The checks that hosts run on a fetch of their own: the global one keeps all, and each that does not is caught.
import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFetch } from "waybill/testing";

test("the global fetch keeps all that a client needs", async () => {
  assert.deepEqual(await checkFetch(globalThis.fetch), []);
});

for (const [name, fetch, complaint] of [
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
  ["never answers", () => new Promise(() => undefined), /did not end within 8 s, and nothing else was tried/],
  ["hides why it failed", (url, init) => globalThis.fetch(url, init).catch(() => Promise.reject(new Error("failed"))), /refused connection has to be told/],
]) {
  test(`a fetch that ${name} is caught`, async () => {
    const complaints = await checkFetch(fetch);
    assert.ok(complaints.some((one) => complaint.test(one)), complaints.join("\n"));
  });
}
