// One of several processes that share a login, with openid-client, for `waybill-sharing` (tests/src/keycloak/sharing). Commands
// arrive on standard input and results are written to standard output, as one line of JSON each. With `lock`, a process renews
// under a lock in the store.
import { createInterface } from "node:readline";
import { createClient } from "redis";
import { SharedLogin } from "./login.mjs";
import { Lock, TokenSet } from "./store.mjs";

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

async function send(login, origin, id) {
  try {
    const answer = await login.fetch(new URL(`${origin}/tenant-1/orders/${id}`));
    await answer.text();
    tell({ outcome: { id, status: answer.status } });
  } catch (error) {
    tell({ outcome: { id, code: error.code ?? error.name, message: error.message } });
  }
}

async function start({ environments: [environment], credentials: [{ login }], store, token_timeout_ms: timeoutMs }) {
  const redis = createClient({ url: store.address });
  redis.on("error", () => undefined);
  await redis.connect();
  const name = `peer:${login.realm}:${login.username}`;
  const tokens = new TokenSet(redis, name);
  const lock = process.argv[2] === "lock" ? new Lock(redis, `${name}:lock`) : undefined;
  const issuer = `${environment.auth_url}/realms/${login.realm}`;
  const tokenEndpoint = `${issuer}/protocol/openid-connect/token`;
  const { username, password } = login;
  // An existing set is newer than the one that this process was started with.
  if (login.refresh_token) await tokens.begin(login.refresh_token);
  const shared = new SharedLogin({ issuer, tokenEndpoint, clientId: "commerce", timeoutMs, username, password, tokens, lock });
  return { origin: environment.commerce_url, tokens, shared };
}

let host;
for await (const line of createInterface({ input: process.stdin })) {
  const [[name, value]] = Object.entries(JSON.parse(line));
  if (name === "config") host = await start(value);
  else if (name === "begin") void send(host.shared, host.origin, value.id);
  else if (name === "set_credentials") await host.tokens.write({ refreshToken: value.login.refresh_token });
  else if (name === "close") break;
}
process.exit();
