// A file of credentials, as containers mount it; `waybill keys schema` prints what it may hold.
import { open, stat } from "node:fs/promises";

import { instances } from "../client/instances.js";
import { named } from "../client/named.js";
import { notOfType } from "../client/shape.js";
import type { DeploymentConfig } from "./variables.js";

const LARGEST_BYTES = 1024 * 1024;

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
  named(() => instances.current().enter((glue) => glue.checkCredentialsFile(bytes)));
  const { environment, environments, credentials } = JSON.parse(new TextDecoder().decode(bytes)) as DeploymentConfig;
  return withoutNulls({ environment, environments, credentials });
}

async function readBytes(path: string, onReadableByOthers: FileOptions["onReadableByOthers"]): Promise<Uint8Array> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw notOfType(path, `a file that can be read (${error.code})`);
  };
  // Before it is opened: to open a named pipe is to wait for whoever writes it.
  if (!(await stat(path).catch(unreadable)).isFile()) throw notOfType(path, "a file of at most 1 MiB");
  const file = await open(path).catch(unreadable);
  try {
    const { mode, size } = await file.stat();
    if (size > LARGEST_BYTES) throw notOfType(path, "a file of at most 1 MiB");
    if (process.platform !== "win32") {
      if (mode & 0o022) throw notOfType(path, "writable by its owner alone: what is in it may be anybody's");
      if (mode & 0o044) onReadableByOthers?.();
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The file may say `null` for what is not there. */
function withoutNulls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => member ?? undefined) as T;
}
