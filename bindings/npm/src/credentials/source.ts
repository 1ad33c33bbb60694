// Secrets that are replaced while the process runs, read periodically from a secret manager or a mounted file.
import type { Client } from "../client/client.js";
import { notOfType } from "../client/shape.js";
import type { Credentials } from "../client/types.js";
import { readCredentialsFile } from "./file.js";

const LONGEST_READ_MS = 30_000;

/** A source of credentials, such as a secret manager's client. */
export interface SecretSource {
  /** Returns the current credentials. The signal aborts a read that takes longer than 30 seconds or is no longer needed. */
  read(signal: AbortSignal): Promise<Credentials>;
}

export interface SyncOptions {
  /** Time between the end of a read and the next one. Default: 60 000. */
  readonly everyMs?: number | undefined;
  /** Called with the error of a failed read. The client keeps its credentials, and the source is read again later. */
  readonly onError: (error: unknown) => void;
}

/** A periodic read of a source for a client. */
export interface CredentialsSync {
  /** Reads now, if you know that a secret was replaced. Never rejects. Does nothing after `stop`. */
  refresh(): Promise<void>;
  /** Stops reading. Does not close the client. */
  stop(): void;
}

/** Creates a source that opens a file by its path for each read, so that a replaced mount is noticed. */
export function createFileSource(path: string): SecretSource {
  return {
    async read() {
      const { environment, credentials } = await readCredentialsFile(path);
      const own = credentials.find((one) => one.environment === environment);
      if (!own) throw notOfType(path, "a file with credentials of the environment it names");
      return own;
    },
  };
}

/** Passes a source's credentials to a client, periodically. Calls in flight continue. */
export function syncCredentials(client: Client, source: SecretSource, { everyMs = 60_000, onError }: SyncOptions): CredentialsSync {
  if (!(everyMs >= 1 && everyMs <= 2 ** 31 - 1)) throw notOfType("everyMs", "between 1 and 2147483647");
  const stopped = new AbortController();
  let reading: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async (): Promise<void> => {
    try {
      const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(LONGEST_READ_MS)]);
      const credentials = await orAborted(source.read(signal), signal);
      // Unchanged credentials have no effect on the client.
      if (!stopped.signal.aborted) client.setCredentials(credentials);
    } catch (error) {
      if (!stopped.signal.aborted) tell(error);
    }
  };
  // An error of a listener must not end the process or the periodic reads.
  const tell = (error: unknown): void => {
    const inform = async (): Promise<void> => onError(error);
    inform().catch((own: unknown) => process.emitWarning(own instanceof Error ? own : "a listener of failed reads failed"));
  };
  const begin = (): Promise<void> => {
    clearTimeout(timer);
    reading = read().finally(() => {
      reading = undefined;
      if (!stopped.signal.aborted) timer = setTimeout(refresh, everyMs).unref();
    });
    return reading;
  };
  // One read at a time, so that a slow source is not read twice in parallel.
  const refresh = async (): Promise<void> => {
    if (stopped.signal.aborted) return;
    // A read that began earlier may have returned secrets that were replaced since.
    next ??= (reading ?? Promise.resolve()).then(() => {
      next = undefined;
      return stopped.signal.aborted ? undefined : begin();
    });
    await next;
  };
  void refresh();
  return {
    refresh,
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}

/** Resolves like the promise, unless the signal aborts first. A source may ignore the signal. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
