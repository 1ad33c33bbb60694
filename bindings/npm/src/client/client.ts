// The client: three path families that look like a normal HTTP client, over one engine and one driver.
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

/** One path family: the platform, or a commerce API for one tenant or seller. */
export class PathFamily {
  readonly #driver: Driver;
  readonly #route: Route;

  constructor(driver: Driver, route: Route) {
    this.#driver = driver;
    this.#route = route;
  }

  /**
   * Sends one authorised request and resolves to its answer once the head is there; the body streams. Rejects with a
   * `WaybillError`, also for answers with an error status. Redirects are answers: they are not followed.
   *
   * `template` is a path below the API's base URL with its parameters in braces, such as `/flows/{flowId}/execute`.
   */
  async send(method: string, template: string, options: CallOptions = {}): Promise<Response> {
    checkText(method, "method");
    checkText(template, "template");
    checkCallOptions(options);
    return this.#driver.begin(prepare(this.#route, method, template, options, Date.now()), options.signal ?? undefined);
  }
}

/** A client for one environment and the credentials held for it. Close it when done. */
export class Client {
  readonly #driver: Driver;
  readonly #environment: string;
  /** The platform API, with the API key. */
  readonly platform: PathFamily;

  /** Throws a `WaybillError` where the configuration is refused; nothing is sent. */
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

  /** The commerce API itself, with the login's access token, on behalf of a tenant. */
  commerce(tenant: string): PathFamily {
    checkText(tenant, "tenant");
    return new PathFamily(this.#driver, { type: "commerce", tenant });
  }

  /** The commerce API through the platform, with the API key, on behalf of a seller. */
  commerceProxy(seller: string): PathFamily {
    checkText(seller, "seller");
    return new PathFamily(this.#driver, { type: "commerce-proxy", seller });
  }

  /** Adds or rotates credentials of this client's environment; nothing in flight is lost. */
  setCredentials(credentials: Credentials): void {
    checkCredentials(credentials);
    this.#driver.setCredentials(credentials);
  }

  /** Drops the access token, where you learned that it is no longer good: the next call that needs one renews it. */
  invalidateAccessToken(): void {
    this.#driver.invalidate(false);
  }

  /**
   * Drops both tokens, and a refusal of the login at most once a minute: call it when an account was unlocked. The next
   * call that needs a token logs in with the password.
   */
  invalidateTokens(): void {
    this.#driver.invalidate(true);
  }

  /**
   * The state of the login's tokens, to keep as you would keep a password, and to restore in a later process; nothing
   * without a login. It can be had once the client is closed too: close first, so that nothing is renewed after it.
   */
  exportTokens(): TokenSnapshot | undefined {
    const text = this.#driver.export();
    return text === undefined ? undefined : new TokenSnapshot(text);
  }

  /**
   * Takes over what `exportTokens` gave, so that the login goes on where it stood. Throws a `WaybillError` with a code
   * `snapshot.*` where it is damaged, another login's, or older than what is held; nothing is changed then.
   */
  restoreTokens(snapshot: TokenSnapshot): void {
    if (!(snapshot instanceof TokenSnapshot)) throw notOfType("snapshot", "a TokenSnapshot");
    this.#driver.restore(snapshot.expose());
  }

  /** Fails what is running and resolves once a refresh in flight has ended too, for which it waits two seconds at most. */
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
