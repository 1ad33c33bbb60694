// A login that processes share, with openid-client: the grants as in its documentation, and the parts that it leaves to the
// application. The set of tokens is read from the store before a renewal, and written after it.
//
// - Configuration and timeout: https://github.com/panva/openid-client/blob/main/docs/classes/Configuration.md
// - refreshTokenGrant: https://github.com/panva/openid-client/blob/main/docs/functions/refreshTokenGrant.md
// - the password, which has no dedicated function: .../docs/functions/genericGrantRequest.md
import * as client from "openid-client";

/** A person has to act. */
class SignInNeeded extends Error {
  code = "token.sign-in-again";
}

/** Returns the time before its end at which a token is renewed: 30 seconds, and at most a fifth of its lifetime. */
const renewalMargin = (lifeMs) => Math.min(30_000, lifeMs / 5);
const isFresh = (set) => Date.now() < (set.renewAt ?? 0);

export class SharedLogin {
  #config;
  #username;
  #password;
  #tokens;
  #lock;
  #held = {};
  #renewal;

  /** `tokens`: the store's set. `lock`: undefined if processes renew without a lock. */
  constructor({ issuer, tokenEndpoint, clientId, timeoutMs, username, password, tokens, lock }) {
    const server = { issuer, token_endpoint: tokenEndpoint };
    this.#config = new client.Configuration(server, clientId, undefined, client.None());
    this.#config.timeout = timeoutMs / 1000;
    // The provider of the test is on loopback.
    client.allowInsecureRequests(this.#config);
    this.#username = username;
    this.#password = password;
    this.#tokens = tokens;
    this.#lock = lock;
  }

  async fetch(url) {
    return client.fetchProtectedResource(this.#config, await this.#token(), url, "GET");
  }

  async #token() {
    if (isFresh(this.#held)) return this.#held.accessToken;
    try {
      // Concurrent callers in this process wait for the same renewal.
      this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
      this.#held = await this.#renewal;
    } catch (error) {
      // The stored token is used until its end, even if the renewal failed.
      if (Date.now() >= (this.#held.expiresAt ?? 0)) throw error;
    }
    return this.#held.accessToken;
  }

  async #renew() {
    const stored = await this.#tokens.read();
    if (isFresh(stored)) return stored;
    return this.#lock ? this.#lock.hold(() => this.#renewStored()) : this.#exchange(stored);
  }

  /** Another process may have renewed while this one waited for the lock. */
  async #renewStored() {
    const stored = await this.#tokens.read();
    return isFresh(stored) ? stored : this.#exchange(stored);
  }

  async #exchange({ refreshToken }) {
    if (refreshToken !== undefined) {
      try {
        return await this.#keep(await client.refreshTokenGrant(this.#config, refreshToken), refreshToken);
      } catch (error) {
        if (error.error !== "invalid_grant") throw error;
      }
      // Rejected, because another process was first: its stored tokens are used. A retry would be rejected again.
      const stored = await this.#tokens.read();
      if (isFresh(stored)) return stored;
      if (stored.refreshToken === refreshToken) await this.#tokens.write({});
    }
    if (this.#password === undefined) throw new SignInNeeded("the refresh token was refused");
    const parameters = { username: this.#username, password: this.#password };
    return this.#keep(await client.genericGrantRequest(this.#config, "password", parameters));
  }

  async #keep(tokens, sent) {
    const [now, lifeMs] = [Date.now(), tokens.expiresIn() * 1000];
    const set = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? sent,
      expiresAt: now + lifeMs,
      renewAt: now + lifeMs - renewalMargin(lifeMs),
    };
    await this.#tokens.write(set);
    return set;
  }
}
