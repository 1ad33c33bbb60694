// What a deployment's environment variables say, as `waybill keys check --help` lists them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { receive, toJson } from "../client/crossing.js";
import { instances } from "../client/instances.js";
import { named } from "../client/named.js";
import { notOfType } from "../client/shape.js";
import type { ClientConfig } from "../client/types.js";

/** The part of a client's configuration that a deployment decides. */
export type DeploymentConfig = Pick<ClientConfig, "environments" | "environment" | "credentials">;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The configuration that these variables hold, `process.env` where none are given. What is secret and in no variable is read from
 * the folder that systemd names in `CREDENTIALS_DIRECTORY`. Throws a `WaybillError` with the code `credentials.variable` that names
 * the variable.
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

/** A line break at the end comes from an editor or `echo`, and is no part of a secret. */
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
