// Reads a credentials file, as containers mount it. `waybill keys schema` prints its schema.
import type { Stats } from "node:fs";
import { open, stat } from "node:fs/promises";

import { receive } from "../client/crossing.js";
import { instances } from "../client/instances.js";
import { named } from "../client/named.js";
import { notOfType } from "../client/shape.js";
import type { DeploymentConfig } from "./variables.js";

/** Options for reading a credentials file. */
export interface FileOptions {
  /**
   * Called if other users of this machine can read the file. This is normal for mounts in containers, which have no other users.
   */
  readonly onReadableByOthers?: (() => void) | undefined;
}

/**
 * Reads the configuration from a file. Rejects with a `WaybillError` if its group or all users can write it, because its content
 * is then untrusted. Rejects with the code `credentials.file`, line and column if it does not match its schema. No message
 * contains a value.
 */
export async function readCredentialsFile(path: string, { onReadableByOthers }: FileOptions = {}): Promise<DeploymentConfig> {
  const bytes = await readBytes(path, onReadableByOthers);
  return receive(named(() => instances.current().enter((glue) => glue.readCredentialsFile(bytes))));
}

async function readBytes(path: string, onReadableByOthers: FileOptions["onReadableByOthers"]): Promise<Uint8Array> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw notOfType(path, `a file that can be read (${error.code})`);
  };
  // Checked before it is opened, because opening a named pipe waits for its writer. Checked again afterwards, because the file
  // may have been replaced.
  check(await stat(path).catch(unreadable));
  const file = await open(path).catch(unreadable);
  try {
    if (check(await file.stat())) onReadableByOthers?.();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Returns true if other users can read the file. Throws if it is not safe to use as a credentials file. */
function check(about: Stats): boolean {
  const mode = process.platform === "win32" ? undefined : about.mode;
  return named(() => instances.current().enter((glue) => glue.checkCredentialsFile(about.isFile(), about.size, mode)));
}
