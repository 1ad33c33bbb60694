// A login with openid-client: the grants as in its documentation, and the parts that it leaves to the application. One set of
// tokens serves all calls, one renewal runs at a time, and the password is used if the refresh token is rejected.
//
// - Configuration and timeout: https://github.com/panva/openid-client/blob/main/docs/classes/Configuration.md
// - refreshTokenGrant: https://github.com/panva/openid-client/blob/main/docs/functions/refreshTokenGrant.md
// - the password, which has no dedicated function: .../docs/functions/genericGrantRequest.md
import * as client from "openid-client";

/** A person has to act. `code` names the rejected sign-in. */
export class SignInNeeded extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** Returns the time before its end at which a token is renewed: 30 seconds, and at most a fifth of its lifetime. */
const renewalMargin = (lifeMs) => Math.min(30_000, lifeMs / 5);

export class Login {
  #config;
  #username;
  #password;
  #refreshToken;
  #accessToken;
  #expiresAt = 0;
  #renewAt = 0;
  #shares;
  #renewal;
  #turn = Promise.resolve();

  /** `shares`: true if all waiters share one renewal and its failure. Otherwise each retries in turn. */
  constructor({ issuer, tokenEndpoint, clientId, timeoutMs, username, password, refreshToken, shares }) {
    const server = { issuer, token_endpoint: tokenEndpoint };
    this.#config = new client.Configuration(server, clientId, undefined, client.None());
    this.#config.timeout = timeoutMs / 1000;
    // The provider of the test is on loopback.
    client.allowInsecureRequests(this.#config);
    this.#username = username;
    this.#password = password;
    this.#refreshToken = refreshToken;
    this.#shares = shares;
  }

  /** Sends a request with the token. If the API rejects it, sends it again with a new one. */
  async fetch(url) {
    const token = await this.#token();
    try {
      return await client.fetchProtectedResource(this.#config, token, url, "GET");
    } catch (error) {
      if (!(error instanceof client.WWWAuthenticateChallengeError) || error.status !== 401) throw error;
      if (token === this.#accessToken) this.#expiresAt = this.#renewAt = 0;
      return await client.fetchProtectedResource(this.#config, await this.#token(), url, "GET");
    }
  }

  async #token() {
    if (Date.now() < this.#renewAt) return this.#accessToken;
    try {
      await (this.#shares ? this.#renewOnce() : this.#renewInTurn());
    } catch (error) {
      // The stored token is used until its end, even if the renewal failed.
      if (Date.now() >= this.#expiresAt) throw error;
    }
    return this.#accessToken;
  }

  /** Concurrent callers wait for the same renewal. */
  #renewOnce() {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Concurrent callers wait, and renew if the previous one failed. */
  #renewInTurn() {
    const renewal = this.#turn.then(() => (Date.now() < this.#renewAt ? undefined : this.#renew()));
    this.#turn = renewal.catch(() => {});
    return renewal;
  }

  async #renew() {
    if (this.#refreshToken !== undefined) {
      try {
        return this.#keep(await client.refreshTokenGrant(this.#config, this.#refreshToken));
      } catch (error) {
        if (error.error !== "invalid_grant") throw error;
        this.#refreshToken = undefined;
      }
    }
    if (this.#password === undefined) throw new SignInNeeded("token.sign-in-again");
    try {
      const parameters = { username: this.#username, password: this.#password };
      this.#keep(await client.genericGrantRequest(this.#config, "password", parameters));
    } catch (error) {
      if (error.error !== "invalid_grant") throw error;
      // Sending a wrong password again would lock the account.
      this.#password = undefined;
      throw new SignInNeeded("token.credentials-rejected");
    }
  }

  #keep(tokens) {
    const [now, lifeMs] = [Date.now(), tokens.expiresIn() * 1000];
    this.#accessToken = tokens.access_token;
    this.#refreshToken = tokens.refresh_token ?? this.#refreshToken;
    this.#expiresAt = now + lifeMs;
    this.#renewAt = this.#expiresAt - renewalMargin(lifeMs);
  }
}
