// A file of credentials, as containers mount it; `waybill keys schema` prints what it may hold.
import type { Stats } from "node:fs";
import { open, stat } from "node:fs/promises";

import { receive } from "../client/crossing.js";
import { instances } from "../client/instances.js";
import { named } from "../client/named.js";
import { notOfType } from "../client/shape.js";
import type { DeploymentConfig } from "./variables.js";

/** What to do with what is found beside the credentials. */
export interface FileOptions {
  /** Called where others on this machine may read the file; a container's mount is such a file, and nobody else is there. */
  readonly onReadableByOthers?: (() => void) | undefined;
}

/**
 * The configuration that a file holds. Rejects with a `WaybillError` where its group or everybody may write it, as what is in it may
 * be anybody's, and with the code `credentials.file`, line and column where it is not what its schema says. No value is in a message.
 */
export async function readCredentialsFile(path: string, { onReadableByOthers }: FileOptions = {}): Promise<DeploymentConfig> {
  const bytes = await readBytes(path, onReadableByOthers);
  return receive(named(() => instances.current().enter((glue) => glue.readCredentialsFile(bytes))));
}

async function readBytes(path: string, onReadableByOthers: FileOptions["onReadableByOthers"]): Promise<Uint8Array> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw notOfType(path, `a file that can be read (${error.code})`);
  };
  // Before it is opened, as to open a named pipe is to wait for whoever writes it; and again: another may stand there by then.
  check(await stat(path).catch(unreadable));
  const file = await open(path).catch(unreadable);
  try {
    if (check(await file.stat())) onReadableByOthers?.();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Whether others may read the file; throws where it may not be taken for credentials. */
function check(about: Stats): boolean {
  const mode = process.platform === "win32" ? undefined : about.mode;
  return named(() => instances.current().enter((glue) => glue.checkCredentialsFile(about.isFile(), about.size, mode)));
}
