// Secrets that are replaced while the process runs: a secret manager, or a mounted file, asked again and again.
import type { Client } from "../client/client.js";
import { notOfType } from "../client/shape.js";
import type { Credentials } from "../client/types.js";
import { readCredentialsFile } from "./file.js";

const LONGEST_READ_MS = 30_000;

/** Where credentials are kept: a secret manager's client, behind one function. */
export interface SecretSource {
  /** The credentials in force now. The signal ends a read that takes longer than half a minute, and one that nobody wants. */
  read(signal: AbortSignal): Promise<Credentials>;
}

export interface SyncOptions {
  /** How long after an answer the source is asked again; 60 000 where not given. */
  readonly everyMs?: number | undefined;
  /** Told what a read failed with; the client goes on with what it has, and the source is asked again. */
  readonly onError: (error: unknown) => void;
}

/** The asking of a source for a client. */
export interface CredentialsSync {
  /** Asks now, where you learned that something was replaced; it does not reject. Once stopped, it does nothing. */
  refresh(): Promise<void>;
  /** Asks no more. Close the client apart from it. */
  stop(): void;
}

/** A source that reads a file anew by its path, so that a mount which is swapped is seen. */
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

/** Gives a client what a source holds, again and again. Nothing in flight is lost. */
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
      // What is the same as before changes nothing in the client.
      if (!stopped.signal.aborted) client.setCredentials(credentials);
    } catch (error) {
      if (!stopped.signal.aborted) tell(error);
    }
  };
  // A listener that throws must not end the process, nor the asking.
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
  // One read at a time: a slow source is not asked twice.
  const refresh = async (): Promise<void> => {
    if (stopped.signal.aborted) return;
    // A read that began earlier may have read what was replaced since.
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

/** What a promise resolves to, unless the signal comes first: a source need not heed it. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
