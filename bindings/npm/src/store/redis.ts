// `waybill/redis`: a token store in Redis or Valkey, over a client of the package `redis` that the host made: a single server,
// a Sentinel, or a cluster.
import { layout, pauseBeforeRetry, storeKeys } from "./layout.js";
import type { LockedRecord, LockRequest, SaveRequest, SealedRecord, TokenStore, UnlockRequest } from "./types.js";

/** What of a client is used. `createClient` and `createCluster` of the package `redis` give one. */
export interface RedisClient {
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  /** False while the client connects: a command would wait then, and be carried out late. */
  readonly isReady?: boolean;
}

const PAUSE_WHILE_MOVING_MS = 50;
/** So long before its end a command is not tried again: the answer that says why it failed may be slow. */
const LAST_TRY_BEFORE_END_MS = 250;

/** Why a command was given up. */
class CommandError extends Error {
  readonly code: "TIMED_OUT" | "NOT_CONNECTED" | "UNEXPECTED_ANSWER";

  constructor(code: CommandError["code"], message: string) {
    super(message);
    this.name = "CommandError";
    this.code = code;
  }
}

/**
 * Keeps logins in Redis 7 or Valkey, one lock and one record each (`waybill:{…}:lock`, `waybill:{…}:record`). The client stays
 * the host's: connect it before, listen to its `error` events, and close it after the last `Client` was closed.
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

  /** Has the lock live until it is released, is another's, or its lease is over. */
  #renew(login: string, owner: string, leaseMs: number): void {
    const over = performance.now() + leaseMs;
    const stop = (): void => {
      clearInterval(timer);
      this.#renewals.delete(owner);
    };
    const timer = setInterval(() => {
      if (performance.now() >= over) return stop();
      const renewed = this.#inTime(this.#run(layout.renewScript, login, [owner, String(layout.lockLifetimeMs)]));
      // One that fails is followed by the next.
      renewed.then((answer) => isOne(answer) || stop(), () => undefined);
    }, layout.lockRenewalMs);
    timer.unref();
    this.#renewals.set(owner, timer);
  }

  /** A cluster that moves the keys' slot carries no script out for a moment, and asks for another try. */
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

  /** What a command gives within its time; `late` undoes what it does after that. */
  async #inTime(command: Promise<unknown>, late?: () => void): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    command.then(() => isOver && late?.(), () => undefined);
    const timeout = new Promise<never>((_, reject) => {
      const end = (): void => {
        isOver = true;
        reject(new CommandError("TIMED_OUT", "the store did not answer in time"));
      };
      // After a pause of the process the response may be in its socket: Node runs timers before it reads sockets, and immediates after.
      timer = setTimeout(() => setImmediate(end), layout.commandTimeoutMs);
    });
    try {
      return await Promise.race([command, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Some of the slot's keys are at one node and some at another (Redis Cluster specification, "MOVED and ASK redirection"). */
const asksForAnotherTry = (error: unknown): boolean => error instanceof Error && error.message.startsWith("TRYAGAIN");

/** The client's type mapping may give numbers as texts, and texts as bytes. */
const isOne = (answer: unknown): boolean => Number(answer) === 1;
const asText = (field: unknown): unknown => (field instanceof Uint8Array ? new TextDecoder().decode(field) : field);

/** Whether the lock is held, seconds and microseconds, and the record's fields where they were asked for. */
function readLockAnswer(answer: unknown): LockedRecord & { readonly isHeld: boolean } {
  if (!Array.isArray(answer)) throw new CommandError("UNEXPECTED_ANSWER", "the store's answer is not a list");
  const [held, seconds, microseconds, ...fields] = answer as readonly unknown[];
  const storeTime = Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000);
  const isThere = fields.some((field) => field !== null && field !== undefined);
  // A field that is missing or no text is seen where the record is opened.
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
