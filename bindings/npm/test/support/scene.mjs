// One scenario of the driver suite: its client, its placeholders, and the server's record of it.
import assert from "node:assert/strict";
import { once } from "node:events";
import { get } from "node:http";
import { inspect } from "node:util";
import { Client, TokenSnapshot } from "waybill";
import { until } from "./until.mjs";

export const server = process.env.WAYBILL_DRIVER_SERVER;
const runName = `node-${process.pid}`;

/** `texts` collects everything that must not contain a canary. */
export class Scene {
  texts = [];

  constructor(script, scenario, refused) {
    this.scenario = scenario;
    this.refused = refused;
    const origin = `${server}/${scenario.name}/${runName}`;
    this.origin = scenario.origin ? this.filled(scenario.origin) : origin;
    const { environments, environment, credentials, seed } = JSON.parse(this.filled(JSON.stringify(script.config)));
    this.options = {
      environment,
      seed,
      tokenTimeoutMs: scenario.token_timeout_ms,
      environments: environments.map(({ name, kind, base_url: baseUrl, proxy_url: proxyUrl, commerce_url: commerceUrl, auth_url: authUrl }) => ({ name, kind, baseUrl, proxyUrl, commerceUrl, authUrl })),
      credentials: credentials.map(({ environment, api_key: apiKey, login }) => ({ environment, apiKey, login })),
      onNote: (note) => this.texts.push(JSON.stringify(note)),
    };
    this.client = new Client(this.options);
  }

  /** Closes the client and continues with a new one that has its tokens. */
  async restart() {
    await this.client.close();
    const snapshot = this.client.exportTokens();
    this.texts.push(inspect(snapshot, { depth: 9, showHidden: true }), JSON.stringify(snapshot), String(snapshot));
    this.client = new Client(this.options);
    this.client.restoreTokens(new TokenSnapshot(snapshot.expose()));
  }

  filled = (text) => text.replaceAll("{server}", server).replaceAll("{refused}", this.refused).replaceAll("{origin}", this.origin);

  /** Polls until all counts match. */
  async seen(expected) {
    const holds = ([name, value]) => (typeof value === "object" && !Array.isArray(value) ? found[name] <= value.at_most : inspect(found[name]) === inspect(value));
    let found;
    const check = async () => {
      found = await json(`${server}/seen/${runName}/${this.scenario.name}`);
      return Object.entries(expected).every(holds);
    };
    await until(check, () => `the server saw ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }

  release() {
    return json(`${server}/release/${runName}/${this.scenario.name}`);
  }
}

/** Fetches JSON over a separate connection. One of `fetch`'s pool would later carry a client's requests. */
export async function json(url) {
  const [answer] = await once(get(url, { agent: false }), "response");
  return JSON.parse((await answer.toArray()).join(""));
}
