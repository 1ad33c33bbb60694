// oidc-provider (npm) under Keycloak's paths, with the password grant and single-use refresh tokens.
//
// Its administration API is the part of Keycloak's that `tests/src/keycloak/admin.rs` needs: realms, users, new passwords,
// log-out, and rejected requests. Everything is in memory. It prints the port as its first line.
import { createServer } from "node:http";
import Provider, { errors } from "oidc-provider";

const CLIENT = "commerce";
const origin = () => `http://127.0.0.1:${server.address().port}`;

/** Realms by name: `{ provider, users, events, handle }`. */
const realms = new Map();

/** The password grant (RFC 6749 section 4.3), which oidc-provider does not include. */
const passwordGrant = (realm) => async (ctx) => {
  const { client, params } = ctx.oidc;
  const user = realm.users.get(params.username);
  if (!user || user.password !== params.password) throw new errors.InvalidGrant("Invalid user credentials");
  const { Grant, AccessToken, RefreshToken } = realm.provider;
  // Without `openid`, no ID token is issued, which would have to be kept out of recordings.
  const scope = "offline_access";
  const grant = new Grant({ accountId: params.username, clientId: client.clientId });
  grant.addOIDCScope(scope);
  const grantId = await grant.save();
  const common = { accountId: params.username, client, grantId, scope, gty: "password" };
  const access = new AccessToken(common);
  const refresh = new RefreshToken({ ...common, rotations: 0, iiat: Math.floor(Date.now() / 1000) });
  ctx.oidc.entity("AccessToken", access);
  user.grants.add(grantId);
  ctx.body = {
    access_token: await access.save(),
    expires_in: access.expiration,
    refresh_token: await refresh.save(),
    scope,
    token_type: access.tokenType,
  };
};

function createRealm({ realm: name, accessTokenLifespan }) {
  const realm = { users: new Map(), events: [] };
  realm.provider = new Provider(`${origin()}/realms/${name}`, {
    clients: [{
      client_id: CLIENT, token_endpoint_auth_method: "none", grant_types: ["password", "refresh_token"],
      response_types: [], redirect_uris: [],
    }],
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    cookies: { keys: ["no session is held here"] },
    features: { devInteractions: { enabled: false } },
    rotateRefreshToken: true,
    routes: { token: `/realms/${name}/protocol/openid-connect/token` },
    ttl: { AccessToken: accessTokenLifespan, RefreshToken: 1800, Grant: 1800 },
  });
  realm.provider.registerGrantType("password", passwordGrant(realm), ["username", "password"]);
  realm.provider.on("grant.error", (ctx) => {
    if (ctx.oidc.params?.grant_type === "refresh_token") realm.events.push({ type: "REFRESH_TOKEN_ERROR" });
  });
  realm.handle = realm.provider.callback();
  realms.set(name, realm);
}

/** The administration API: method, path and handler of each route. The handler returns the response's body. */
const ROUTES = [
  ["POST", /^\/admin\/realms$/, (_, body) => createRealm(body)],
  ["POST", /^\/admin\/realms\/([^/]+)\/users$/, ([realm], { username, credentials: [{ value }] }) => {
    realms.get(realm).users.set(username, { password: value, grants: new Set() });
  }],
  ["GET", /^\/admin\/realms\/([^/]+)\/users\?username=([^&]+)/, ([, username]) => [{ id: username }]],
  ["PUT", /^\/admin\/realms\/([^/]+)\/users\/([^/]+)\/reset-password$/, ([realm, user], { value }) => {
    realms.get(realm).users.get(user).password = value;
  }],
  ["POST", /^\/admin\/realms\/([^/]+)\/users\/([^/]+)\/logout$/, async ([realm, user]) => {
    const { provider, users } = realms.get(realm);
    for (const grantId of users.get(user).grants) {
      await (await provider.Grant.find(grantId))?.destroy();
      await provider.RefreshToken.revokeByGrantId(grantId);
    }
  }],
  // This server never locks an account.
  ["DELETE", /^\/admin\/realms\/([^/]+)\/attack-detection\//, () => undefined],
  ["GET", /^\/admin\/realms\/([^/]+)\/events/, ([realm]) => realms.get(realm).events],
  ["POST", /^\/realms\/master\/protocol\/openid-connect\/token$/, () => ({ access_token: "administrator" })],
];

async function administer(request, response) {
  const [, , act] = ROUTES.find(([method, path]) => method === request.method && path.test(request.url)) ?? [];
  if (!act) return response.writeHead(404).end();
  const path = ROUTES.find(([, , other]) => other === act)[1];
  let text = "";
  for await (const piece of request) text += piece;
  const body = text.startsWith("{") ? JSON.parse(text) : {};
  const given = await act(path.exec(request.url).slice(1), body);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(given ?? {}));
}

const server = createServer((request, response) => {
  const realm = /^\/realms\/([^/]+)\//.exec(request.url)?.[1];
  if (realms.has(realm)) realms.get(realm).handle(request, response);
  else administer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
