// Makes calls on command with openid-client, for `waybill-peers` (tests/src/keycloak). Commands arrive on standard input and
// results are written to standard output, as one line of JSON each. With `in-turn`, each waiter of a failed renewal retries.
import { createInterface } from "node:readline";
import { Login } from "./login.mjs";

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Fails at the caller's deadline. The awaited work continues for others. */
function within(ms, promise) {
  if (ms === undefined) return promise;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(Object.assign(new Error("no time left"), { code: "call.deadline" })), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function send(login, origin, { id, deadline_ms: deadline }) {
  try {
    const answer = await within(deadline, login.fetch(new URL(`${origin}/tenant-1/orders/${id}`)));
    await answer.text();
    tell({ outcome: { id, status: answer.status } });
  } catch (error) {
    tell({ outcome: { id, code: error.code ?? error.name, message: error.message } });
  }
}

let login;
let environment;
let timeoutMs;
const shares = process.argv[2] !== "in-turn";
const signIn = ({ login: { realm, username, password, refresh_token: refreshToken } }) => {
  const issuer = `${environment.auth_url}/realms/${realm}`;
  const tokenEndpoint = `${issuer}/protocol/openid-connect/token`;
  login = new Login({ issuer, tokenEndpoint, clientId: "commerce", timeoutMs, username, password, refreshToken, shares });
};
for await (const line of createInterface({ input: process.stdin })) {
  const [[name, value]] = Object.entries(JSON.parse(line));
  if (name === "config") {
    environment = value.environments.find((one) => one.name === value.environment);
    timeoutMs = value.token_timeout_ms;
    signIn(value.credentials[0]);
  } else if (name === "begin") void send(login, environment.commerce_url, value);
  else if (name === "set_credentials") signIn(value);
  else if (name === "close") break;
}
process.exit();
