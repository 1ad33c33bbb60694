// What a deployment's environment variables say, as `waybill keys check --help` lists them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { notOfType } from "../client/shape.js";
import type { ClientConfig, EnvironmentKind, Login } from "../client/types.js";

/** The part of a client's configuration that a deployment decides. */
export type DeploymentConfig = Pick<ClientConfig, "environments" | "environment" | "credentials">;

type Variables = Readonly<Record<string, string | undefined>>;

const KINDS: readonly EnvironmentKind[] = ["development", "staging", "sandbox", "production"];

/**
 * The configuration that these variables hold, `process.env` where none are given. What is secret and in no variable is read from
 * the folder that systemd names in `CREDENTIALS_DIRECTORY`. Throws a `WaybillError` that names the variable.
 */
export function readVariables(variables: Variables = process.env): DeploymentConfig {
  const kind = KINDS.find((one) => one === variables["WAYBILL_ENVIRONMENT"]);
  if (!kind) throw notOfType("WAYBILL_ENVIRONMENT", `set to one of ${KINDS.join(", ")}`);
  const value = (name: string): string | undefined => variables[name] || undefined;
  const secret = (name: string): string | undefined => value(name) ?? readSystemdCredential(variables, name);
  const environment = {
    name: kind,
    kind,
    baseUrl: value("WAYBILL_BASE_URL"),
    proxyUrl: value("WAYBILL_PROXY_URL"),
    commerceUrl: value("WAYBILL_COMMERCE_URL"),
    authUrl: value("WAYBILL_AUTH_URL"),
    mockUrl: value("WAYBILL_MOCK_URL"),
  };
  const login = readLogin(value, secret);
  return { environment: kind, environments: [environment], credentials: [{ environment: kind, apiKey: secret("WAYBILL_API_KEY"), login }] };
}

function readLogin(value: (name: string) => string | undefined, secret: (name: string) => string | undefined): Login | undefined {
  const [realm, username] = [value("WAYBILL_REALM"), value("WAYBILL_USERNAME")];
  const [password, refreshToken] = [secret("WAYBILL_PASSWORD"), secret("WAYBILL_REFRESH_TOKEN")];
  if ([realm, username, password, refreshToken].every((one) => one === undefined)) return undefined;
  return { realm: realm ?? "", username: username ?? "", password, refreshToken };
}

/** A line break at the end comes from an editor or `echo`, and is no part of a secret. */
function readSystemdCredential(variables: Variables, name: string): string | undefined {
  const folder = variables["CREDENTIALS_DIRECTORY"];
  if (!folder) return undefined;
  try {
    return readFileSync(join(folder, name.toLowerCase()), "utf8").replace(/\n$/, "") || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw notOfType(name, `readable in CREDENTIALS_DIRECTORY (${(error as NodeJS.ErrnoException).code})`);
  }
}
