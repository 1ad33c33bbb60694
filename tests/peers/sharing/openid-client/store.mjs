// The set of tokens that processes share, in Redis as JSON, and a lock as in Redis's own documentation for one server:
// https://redis.io/docs/latest/develop/clients/patterns/distributed-locks/#correct-implementation-with-a-single-instance
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

export class TokenSet {
  #redis;
  #key;

  constructor(redis, key) {
    this.#redis = redis;
    this.#key = key;
  }

  async read() {
    return JSON.parse((await this.#redis.get(this.#key)) ?? "{}");
  }

  async write(set) {
    await this.#redis.set(this.#key, JSON.stringify(set));
  }

  /** Stores an initial refresh token, if nothing is stored. */
  async begin(refreshToken) {
    await this.#redis.set(this.#key, JSON.stringify({ refreshToken }), { condition: "NX" });
  }
}

const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";

export class Lock {
  #redis;
  #key;

  constructor(redis, key) {
    this.#redis = redis;
    this.#key = key;
  }

  /** Runs `body` under the lock, which expires after ten seconds. */
  async hold(body) {
    const owner = randomUUID();
    while ((await this.#redis.set(this.#key, owner, { condition: "NX", expiration: { type: "PX", value: 10_000 } })) === null) await wait(50);
    try {
      return await body();
    } finally {
      await this.#redis.eval(RELEASE, { keys: [this.#key], arguments: [owner] });
    }
  }
}
