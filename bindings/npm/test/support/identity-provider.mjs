// An identity provider and an API that accepts its access tokens. The provider rotates refresh tokens, and ends the login if one
// is used twice, like Keycloak with `revokeRefreshToken`.
import { once } from "node:events";
import { createServer } from "node:http";

export class IdentityProvider {
  /** Grants of the received token requests, in order: `password` or `refresh_token`. */
  grants = [];
  replays = 0;
  #sessions = new Map();
  #access = new Map();
  #issued = 0;
  #server;

  constructor({ lifetime = 300 } = {}) {
    this.lifetime = lifetime;
    this.password = "canary-password-1";
    this.#server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray().catch(() => [])).toString();
      const answer = request.url.endsWith("/token") ? this.#token(new URLSearchParams(body)) : this.#api(request);
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
  }

  async start() {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    this.origin = `http://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  stop() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Returns the configuration of a client that logs in here. */
  options(more = {}, login = {}) {
    return {
      environments: [{ name: "sandbox", kind: "sandbox", commerceUrl: `${this.origin}/api`, authUrl: this.origin }],
      environment: "sandbox",
      credentials: [{ environment: "sandbox", login: { realm: "shop", username: "u-1", password: this.password, ...login } }],
      ...more,
    };
  }

  #token(form) {
    this.grants.push(form.get("grant_type"));
    if (form.get("grant_type") === "password") {
      if (form.get("password") !== this.password) return { status: 401, body: { error: "invalid_grant" } };
      return this.#issue(`s-${this.#sessions.size}`);
    }
    const token = form.get("refresh_token");
    const session = token.split(".")[1];
    if (this.#sessions.get(session) !== token) {
      this.replays += 1;
      this.#sessions.delete(session);
      return { status: 400, body: { error: "invalid_grant" } };
    }
    return this.#issue(session);
  }

  #issue(session) {
    this.#issued += 1;
    const [access, refresh] = [`canary-access.${session}.${this.#issued}`, `canary-refresh.${session}.${this.#issued}`];
    this.#sessions.set(session, refresh);
    this.#access.set(access, Date.now() + this.lifetime * 1_000);
    return { status: 200, body: { access_token: access, refresh_token: refresh, expires_in: this.lifetime, token_type: "Bearer" } };
  }

  #api({ headers }) {
    const until = this.#access.get(headers.authorization?.slice("Bearer ".length)) ?? 0;
    return until > Date.now() ? { status: 200, body: {} } : { status: 401, body: { error: { message: "expired" } } };
  }
}
