// A login kept with openid-client: the grants as its documentation shows them, and around them what it leaves to the
// application. One set of tokens for all calls, one renewal at a time, and the password where the refresh token is refused.
//
// - Configuration and timeout: https://github.com/panva/openid-client/blob/main/docs/classes/Configuration.md
// - refreshTokenGrant: https://github.com/panva/openid-client/blob/main/docs/functions/refreshTokenGrant.md
// - the password, which has no function of its own: .../docs/functions/genericGrantRequest.md
import * as client from "openid-client";

/** A person has to act: `code` says what kind of sign-in was refused. */
export class SignInNeeded extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** A token is renewed so long before its end: half a minute, and at most a fifth of its life. */
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

  /** `shares`: whether all who wait share one renewal, and its failure, or each asks again in turn. */
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

  /** A request with the token; where the API refuses it, once more with a new one. */
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
      // The token held serves until its end, whatever became of the renewal.
      if (Date.now() >= this.#expiresAt) throw error;
    }
    return this.#accessToken;
  }

  /** Whoever comes meanwhile waits for the same renewal. */
  #renewOnce() {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  /** Whoever comes meanwhile waits, and renews where the one before could not. */
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
      // Sent again, a wrong password would lock the account.
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
