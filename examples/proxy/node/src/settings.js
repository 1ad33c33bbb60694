// What the server is told by its environment. A variable that is missing stops it with that variable's name.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const beside = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

function readPort(text) {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Error("PORT is no port");
  return Number(text);
}

export function readSettings(variables) {
  const required = (name) => {
    if (!variables[name]) throw new Error(`set the environment variable ${name}`);
    return variables[name];
  };
  return {
    host: variables.HOST ?? "127.0.0.1",
    port: readPort(variables.PORT ?? "8080"),
    /** The platform, and the key that never leaves this server. */
    client: {
      environments: [{ name: "sandbox", kind: "sandbox", baseUrl: required("WAYBILL_BASE_URL") }],
      environment: "sandbox",
      credentials: [{ environment: "sandbox", apiKey: required("WAYBILL_API_KEY") }],
    },
    /** Whose sessions count: the key that signs them, who issues them, and for whom. */
    session: {
      publicKey: readFileSync(required("SESSION_PUBLIC_KEY"), "utf8"),
      issuer: required("SESSION_ISSUER"),
      audience: required("SESSION_AUDIENCE"),
    },
    allowList: readFileSync(variables.ALLOW_LIST ?? beside("allow-list.json")),
    permissions: JSON.parse(readFileSync(variables.PERMISSIONS ?? beside("permissions.json"), "utf8")),
  };
}
