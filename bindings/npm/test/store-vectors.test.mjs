// The shared store vectors in Node: the names of logins in a store, and the records that open.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Engine } from "../dist/client/engine.js";
import { storeKeys } from "../dist/store/layout.js";
import { RecordSealer } from "../dist/store/sealer.js";
import { record } from "./support/evidence.mjs";
import { storeVectors } from "./support/vectors.mjs";

const passed = [];
after(() => record("node", { vectors: passed }));

const vectors = storeVectors("node");
test("there are store vectors", () => assert.ok(vectors.length > 0));

for (const { id, scenario } of vectors) {
  test(id, () => {
    const { login, digest, lock_key: lock, record_key, keys, seal, open } = scenario;
    assert.equal(digestOf(login), digest);
    if (lock) assert.deepEqual(storeKeys(digest), { lock, record: record_key });
    const sealer = new RecordSealer(keys?.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes, "base64url") })));
    // The nonce is random here, so only the round trip is checked. The test in Rust uses the vector's nonce.
    if (seal) assert.deepEqual(sealer.open(digest, sealer.seal(digest, seal.seq, seal.snapshot)), { type: "opened", snapshot: seal.snapshot });
    for (const { about, record, snapshot, failure } of open) {
      const expected = failure ? { type: "failed", why: failure } : { type: "opened", snapshot };
      assert.deepEqual(sealer.open(digest, record), expected, about);
    }
    passed.push(id);
  });
}

function digestOf({ environment, auth_url: authUrl, realm, username }) {
  const environments = [{ name: environment, kind: "sandbox", commerceUrl: "https://commerce.example/api", authUrl }];
  const credentials = [{ environment, login: { realm, username, password: "p" } }];
  return new Engine({ environments, environment, credentials, seed: 1 }).loginDigest();
}
