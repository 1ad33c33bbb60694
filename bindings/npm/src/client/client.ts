// The client: three path families with the interface of an HTTP client, over one engine and one driver.
import { asyncDispose } from "../dispose.js";
import { Driver } from "./driver.js";
import { Engine } from "./engine.js";
import { globalFetch } from "./global-fetch.js";
import { keepParts } from "./parts.js";
import { prepare } from "./request.js";
import { checkCallOptions, checkConfig, checkCredentials, checkText, notOfType } from "./shape.js";
import { TokenSnapshot } from "./snapshot.js";
import type { CallOptions, ClientConfig, Credentials } from "./types.js";
import type { Route } from "./wire.js";

const inspect = Symbol.for("nodejs.util.inspect.custom");

/** A path family: the platform API, or the commerce API for one tenant or seller. */
export class PathFamily {
  readonly #driver: Driver;
  readonly #route: Route;

  constructor(driver: Driver, route: Route) {
    this.#driver = driver;
    this.#route = route;
  }

  /**
   * Sends one authorised request. Resolves once the head of the response has arrived; the body streams. Redirects are responses
   * and are not followed.
   *
   * `template` is a path below the API's base URL with parameters in braces, such as `/flows/{flowId}/execute`.
   *
   * Rejects with a `WaybillError` if the request is rejected or fails, or if the response has an error status.
   */
  async send(method: string, template: string, options: CallOptions = {}): Promise<Response> {
    checkText(method, "method");
    checkText(template, "template");
    checkCallOptions(options);
    return this.#driver.begin(prepare(this.#route, method, template, options, Date.now()), options.signal ?? undefined);
  }
}

/** A client for one environment and its credentials. Close it when done. */
export class Client {
  readonly #driver: Driver;
  readonly #environment: string;
  /** The platform API, with the API key. */
  readonly platform: PathFamily;

  /** Checks the configuration. Sends nothing. Throws a `WaybillError` if the configuration is invalid. */
  constructor(options: ClientConfig) {
    checkConfig(options);
    const { environments, environment, credentials, tokenTimeoutMs, tokenRetryWaitMs, onNote, sharedStore } = options;
    const seed = options.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const fetch: typeof globalThis.fetch = options.fetch ?? globalFetch;
    const shared = sharedStore && { loginWhileDown: sharedStore.loginWhileDown ?? false };
    const engine = new Engine({ environments, environment, credentials, seed, tokenTimeoutMs, tokenRetryWaitMs, sharedStore: shared });
    this.#driver = new Driver(engine, { environment, fetch, onNote, sharedStore });
    keepParts(this, { driver: this.#driver, engine });
    this.#environment = environment;
    this.platform = new PathFamily(this.#driver, { type: "platform" });
  }

  /** Returns the commerce API called directly, with the login's access token, for one tenant. */
  commerce(tenant: string): PathFamily {
    checkText(tenant, "tenant");
    return new PathFamily(this.#driver, { type: "commerce", tenant });
  }

  /** Returns the commerce API called through the platform, with the API key, for one seller. */
  commerceProxy(seller: string): PathFamily {
    checkText(seller, "seller");
    return new PathFamily(this.#driver, { type: "commerce-proxy", seller });
  }

  /** Adds or rotates credentials of this client's environment. Calls in flight continue. */
  setCredentials(credentials: Credentials): void {
    checkCredentials(credentials);
    this.#driver.setCredentials(credentials);
  }

  /** Drops the access token, if you know that it is no longer valid. The next call that needs one renews it. */
  invalidateAccessToken(): void {
    this.#driver.invalidate(false);
  }

  /**
   * Drops both tokens, and clears a rejected login at most once a minute. Call it after an account was unlocked. The next call
   * that needs a token logs in with the password.
   */
  invalidateTokens(): void {
    this.#driver.invalidate(true);
  }

  /**
   * Returns the state of the login's tokens, or `undefined` without a login. Store it like a password, and restore it in a later
   * process. Also works after `close`; close first, so that no token is renewed afterwards.
   */
  exportTokens(): TokenSnapshot | undefined {
    const text = this.#driver.export();
    return text === undefined ? undefined : new TokenSnapshot(text);
  }

  /**
   * Restores the tokens that `exportTokens` returned. Throws a `WaybillError` with a code `snapshot.*` if the snapshot is
   * damaged, of another login, or older than the current tokens. Nothing changes then.
   */
  restoreTokens(snapshot: TokenSnapshot): void {
    if (!(snapshot instanceof TokenSnapshot)) throw notOfType("snapshot", "a TokenSnapshot");
    this.#driver.restore(snapshot.expose());
  }

  /**
   * Fails all calls and open responses. Resolves once a refresh in flight has ended, which gets two more seconds, or five with a
   * shared store.
   */
  close(): Promise<void> {
    return this.#driver.close();
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  toJSON(): { readonly environment: string } {
    return { environment: this.#environment };
  }

  [inspect](): string {
    return `Client { environment: ${JSON.stringify(this.#environment)} }`;
  }
}
