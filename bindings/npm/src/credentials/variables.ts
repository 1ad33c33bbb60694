// Reads a deployment's configuration from environment variables, as `waybill keys check --help` lists them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { receive, toJson } from "../client/crossing.js";
import { instances } from "../client/instances.js";
import { named } from "../client/named.js";
import { notOfType } from "../client/shape.js";
import type { ClientConfig } from "../client/types.js";

/** The part of a client's configuration that a deployment sets. */
export type DeploymentConfig = Pick<ClientConfig, "environments" | "environment" | "credentials">;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the configuration from these variables. Default: `process.env`. Secrets that are in no variable are read from the folder
 * that systemd names in `CREDENTIALS_DIRECTORY`. Throws a `WaybillError` with the code `credentials.variable` that names the
 * variable.
 */
export function readVariables(variables: Variables = process.env): DeploymentConfig {
  const instance = instances.current();
  return named(() =>
    instance.enter((glue) => {
      const names = (secret: boolean): string[] => receive(glue.deploymentVariables(secret));
      const open = names(false).map((name) => [name, variables[name]]);
      const secret = names(true).map((name) => [name, variables[name] || readSystemdCredential(variables, name)]);
      return receive(glue.readVariables(toJson([...open, ...secret].filter(([, value]) => value))));
    }),
  );
}

/** Editors and `echo` add a line break, which is not part of the secret. */
function readSystemdCredential(variables: Variables, name: string): string | undefined {
  const folder = variables["CREDENTIALS_DIRECTORY"];
  if (!folder) return undefined;
  try {
    return readFileSync(join(folder, name.toLowerCase()), "utf8").replace(/\n$/, "");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw notOfType(name, `readable in CREDENTIALS_DIRECTORY (${(error as NodeJS.ErrnoException).code})`);
  }
}
