// `waybill/redis`: a token store in Redis or Valkey, over a client of the package `redis`. The host creates the client for a
// single server, a Sentinel or a cluster.
import { layout, pauseBeforeRetry, storeKeys } from "./layout.js";
import type { LockedRecord, LockRequest, SaveRequest, SealedRecord, TokenStore, UnlockRequest } from "./types.js";

/** The part of a Redis client that the store uses. `createClient` and `createCluster` of the package `redis` return one. */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** False while the client connects. A command would then wait, and be carried out late. */
  readonly isReady?: boolean;
}

const PAUSE_WHILE_MOVING_MS = 50;
/** Time before the time limit in which a command is not retried, because the response to the last try may be slow. */
const LAST_TRY_BEFORE_END_MS = 250;

/** The reason why a command was given up. */
class CommandError extends Error {
  readonly code: "TIMED_OUT" | "NOT_CONNECTED" | "UNEXPECTED_ANSWER";

  constructor(code: CommandError["code"], message: string) {
    super(message);
    this.name = "CommandError";
    this.code = code;
  }
}

/**
 * Stores logins in Redis 7 or Valkey, each with a lock and a record (`waybill:{…}:lock`, `waybill:{…}:record`). You own the Redis
 * client: connect it first, handle its `error` events, and close it after the last `Client` was closed.
 */
export class RedisTokenStore implements TokenStore {
  readonly #client: RedisClient;
  readonly #renewals = new Map<string, ReturnType<typeof setInterval>>();

  constructor(client: RedisClient) {
    if (typeof client?.eval !== "function") throw new TypeError("a client of the package `redis` is needed: createClient() or createCluster()");
    this.#client = client;
  }

  async lock({ login, owner, leaseMs, knownSeq, signal }: LockRequest): Promise<LockedRecord> {
    for (let tries = 0; ; tries += 1) {
      signal.throwIfAborted();
      const lock = this.#run(layout.lockScript, login, [owner, String(layout.lockLifetimeMs), String(knownSeq)]);
      const answer = await this.#inTime(lock, () => void this.unlock({ login, owner }).catch(() => undefined));
      const { isHeld, record, storeTime } = readLockAnswer(answer);
      if (isHeld) this.#renew(login, owner, leaseMs);
      if (isHeld || record) return { record, storeTime };
      await pause(pauseBeforeRetry(tries), signal);
    }
  }

  async save({ login, owner, expectedSeq, record }: SaveRequest): Promise<boolean> {
    const { version, seq, key, nonce, sealed } = record;
    return this.#inTime(this.#run(layout.saveScript, login, [owner, String(expectedSeq), version, seq, key, nonce, sealed])).then(isOne);
  }

  async unlock({ login, owner }: UnlockRequest): Promise<void> {
    clearInterval(this.#renewals.get(owner));
    this.#renewals.delete(owner);
    await this.#inTime(this.#run(layout.unlockScript, login, [owner]));
  }

  /** Renews the lock until it is released, another process holds it, or its lease is over. */
  #renew(login: string, owner: string, leaseMs: number): void {
    const over = performance.now() + leaseMs;
    const stop = (): void => {
      clearInterval(timer);
      this.#renewals.delete(owner);
    };
    const timer = setInterval(() => {
      if (performance.now() >= over) return stop();
      const renewed = this.#inTime(this.#run(layout.renewScript, login, [owner, String(layout.lockLifetimeMs)]));
      // A failed renewal is followed by the next one.
      renewed.then((answer) => isOne(answer) || stop(), () => undefined);
    }, layout.lockRenewalMs);
    timer.unref();
    this.#renewals.set(owner, timer);
  }

  /** Runs a script. A cluster that is moving the keys' slot rejects scripts for a moment and asks for a retry. */
  async #run(script: string, login: string, values: string[]): Promise<unknown> {
    const { lock, record } = storeKeys(login);
    for (const over = performance.now() + layout.commandTimeoutMs - LAST_TRY_BEFORE_END_MS; ; ) {
      if (this.#client.isReady === false) throw new CommandError("NOT_CONNECTED", "the client is not connected");
      try {
        return await this.#client.eval(script, { keys: [lock, record], arguments: values });
      } catch (error) {
        if (!asksForAnotherTry(error) || performance.now() >= over) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_WHILE_MOVING_MS));
    }
  }

  /** Resolves like the command within its time limit. `late` undoes a command that succeeds afterwards. */
  async #inTime(command: Promise<unknown>, late?: () => void): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    command.then(() => isOver && late?.(), () => undefined);
    const timeout = new Promise<never>((_, reject) => {
      const end = (): void => {
        isOver = true;
        reject(new CommandError("TIMED_OUT", "the store did not answer in time"));
      };
      // After the process was suspended, the response may be in its socket. Node runs timers before it reads sockets, and
      // immediates after.
      timer = setTimeout(() => setImmediate(end), layout.commandTimeoutMs);
    });
    try {
      return await Promise.race([command, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Some keys of the slot are on one node and some on another (Redis Cluster specification, "MOVED and ASK redirection"). */
const asksForAnotherTry = (error: unknown): boolean => error instanceof Error && error.message.startsWith("TRYAGAIN");

/** The client's type mapping may return numbers as strings, and strings as bytes. */
const isOne = (answer: unknown): boolean => Number(answer) === 1;
const asText = (field: unknown): unknown => (field instanceof Uint8Array ? new TextDecoder().decode(field) : field);

/** Parses the lock script's result: 1 if the lock is held, seconds and microseconds, and the record's fields, if returned. */
function readLockAnswer(answer: unknown): LockedRecord & { readonly isHeld: boolean } {
  if (!Array.isArray(answer)) throw new CommandError("UNEXPECTED_ANSWER", "the store's answer is not a list");
  const [held, seconds, microseconds, ...fields] = answer as readonly unknown[];
  const storeTime = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
  const isThere = fields.some((field) => field !== null && field !== undefined);
  // A missing or invalid field is noticed when the record is opened.
  const [version, seq, key, nonce, sealed] = fields.map(asText);
  const record = isThere ? ({ version, seq, key, nonce, sealed } as SealedRecord) : undefined;
  return { isHeld: isOne(held), record, storeTime };
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", end, { once: true });
  });
}
