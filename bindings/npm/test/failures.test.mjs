// Failing calls against `waybill dev`: tests/failures/cases.json, as described in its README. WAYBILL_BLESS=1 writes the
// messages.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { after, before, test } from "node:test";
import { Client } from "waybill";
import { devConfig, startDev } from "./support/dev.mjs";

const file = new URL("../../../tests/failures/cases.json", import.meta.url);
const script = JSON.parse(readFileSync(file, "utf8"));
const bless = process.env.WAYBILL_BLESS === "1";
let dev;

before(async () => (dev = await startDev()));
after(async () => {
  await dev.close();
  if (bless) writeFileSync(file, `${JSON.stringify(script, null, 2)}\n`);
});

for (const given of script.cases) {
  test(given.cause, { timeout: 300_000 }, async () => {
    await reset();
    const client = new Client(optionsFor(await devConfig(dev.origin), given.config ?? {}));
    for (const step of given.given ?? []) {
      if (step.control) await control("POST", step.control, step.body);
      else await (await send(client, step.call)).text();
    }
    const error = await send(client, given.call).then(() => assert.fail("it did not fail"), (error) => error);
    await client.close();
    assert.ok(!/canary/.test(`${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`), inspect(error));
    const { code, stage, status, message, remedy } = error;
    const found = { code, stage: stage ?? null, status: status ?? null, message: steady(message), remedy };
    if (bless) given.expect = found;
    else assert.deepEqual(found, given.expect);
  });
}

/** Replaces durations that depend on the time of the run by `N`. Removes the system's error codes, which only this host adds. */
function steady(text) {
  return text.replace(/\d+ (seconds?|minutes?|hours?|days?|years?)/g, "N $1").replace(/ \([A-Z_]+\)/g, "");
}

async function reset() {
  await control("DELETE", "faults");
  await control("POST", "user", { disabled: false, locked: false });
}

async function control(method, path, body) {
  const answer = await fetch(`${dev.origin}/_waybill/${path}`, { method, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${await answer.text()}`);
}

function optionsFor({ environments, environment, credentials: [{ api_key, login }] }, config) {
  const all = config.other_environment ? [...environments, config.other_environment] : environments;
  const { api_key: apiKey, login: own, ...changes } = { api_key, login, ...config };
  const { password, realm, username, refresh_token: refreshToken } = { ...login, ...changes };
  return {
    environment,
    environments: all.map(({ name, kind, base_url: baseUrl, proxy_url: proxyUrl, commerce_url: commerceUrl, auth_url: authUrl }) => ({ name, kind, baseUrl, proxyUrl, commerceUrl, authUrl })),
    credentials: [{ environment, apiKey: apiKey ?? undefined, login: own && { realm, username, password: password ?? undefined, refreshToken } }],
    tokenTimeoutMs: config.token_timeout_ms,
    tokenRetryWaitMs: 0,
  };
}

function send(client, { route, method = "GET", template = "/things", parameters, headers, deadline_ms: timeoutMs }) {
  const families = { platform: () => client.platform, commerce: () => client.commerce("tenant-1"), commerce_proxy: () => client.commerceProxy("seller-1") };
  return (families[route]?.() ?? client.commerce(route.commerce)).send(method, template, { parameters, headers, timeoutMs });
}
