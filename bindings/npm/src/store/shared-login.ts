// One login in a shared store: seals and opens its records, and returns the store's results for the engine.
import { notOfType } from "../client/shape.js";
import type { Note } from "../client/types.js";
import type { StoreCommand, StoreResult } from "../client/wire.js";
import { noteFailedCommand } from "./layout.js";
import { RecordSealer } from "./sealer.js";
import type { LockedRecord, SealedRecord, SharedStoreOptions, TokenStore } from "./types.js";

const DOWN: StoreResult = { type: "failed", why: "down" };
/** Maximum time that `close` waits for locks to be released. */
const PATIENCE_MS = 2_000;

/** A held lock, or a request for one. */
interface Holding {
  readonly login: string;
  readonly owner: string;
  readonly abort: AbortController;
  /** Settles when the request has a result. */
  readonly settled: Promise<unknown>;
}

export class SharedLogin {
  readonly #store: TokenStore;
  readonly #sealer: RecordSealer;
  readonly #tell: (note: Note) => void;
  readonly #holdings = new Map<number, Holding>();
  /** Locks that are being released. */
  readonly #releases = new Set<Promise<unknown>>();

  constructor({ store, keys, trustStore }: SharedStoreOptions, tell: (note: Note) => void) {
    const isStore = [store.lock, store.save, store.unlock].every((method) => typeof method === "function");
    if (!isStore) throw notOfType("sharedStore.store", "a TokenStore, with `lock`, `save` and `unlock`");
    if (trustStore && keys !== undefined) throw notOfType("sharedStore.trustStore", "left out where keys are given");
    for (const [position, key] of (keys ?? []).entries()) {
      if (!(key?.bytes instanceof Uint8Array)) throw notOfType(`sharedStore.keys[${position}].bytes`, "32 bytes: a Uint8Array, such as Buffer.from(text, \"base64\")");
    }
    this.#store = store;
    this.#sealer = new RecordSealer(trustStore ? undefined : (keys ?? []));
    this.#tell = tell;
  }

  async lock(ticket: number, login: string, leaseMs: number, knownSeq: number): Promise<StoreResult> {
    const abort = new AbortController();
    const owner = crypto.randomUUID();
    const asked = this.#ask("lock", () => this.#store.lock({ login, owner, leaseMs, knownSeq, signal: abort.signal }), abort.signal);
    this.#holdings.set(ticket, { login, owner, abort, settled: asked });
    const answer = await asked;
    // A custom store may return anything.
    return this.#open(login, answer ?? undefined);
  }

  async save(ticket: number, snapshot: string, expectedSeq: number): Promise<StoreResult> {
    const holding = this.#holdings.get(ticket);
    if (!holding) return { type: "conflict" };
    const { login, owner } = holding;
    const seq = expectedSeq + 1;
    const saved = await this.#ask("save", async () => {
      const record = this.#sealer.seal(login, seq, snapshot);
      const answer: unknown = await this.#store.save({ login, owner, expectedSeq, record });
      // A custom store may forget to return a result.
      if (typeof answer !== "boolean") throw new TypeError("save gives true or false");
      return answer;
    });
    if (saved === undefined) return DOWN;
    return saved ? { type: "saved", seq } : { type: "conflict" };
  }

  /** Releases the lock, or aborts the request for it and releases what it acquires. */
  unlock(ticket: number): void {
    const holding = this.#holdings.get(ticket);
    if (!holding) return;
    this.#holdings.delete(ticket);
    const { login, owner, abort, settled } = holding;
    abort.abort();
    const release = settled.then(() => this.#ask("unlock", () => this.#store.unlock({ login, owner })));
    this.#releases.add(release);
    void release.finally(() => this.#releases.delete(release));
  }

  /** Ends after the engine: nothing is sealed any more. Resolves once locks are released, because the process may exit then. */
  async close(): Promise<void> {
    for (const ticket of [...this.#holdings.keys()]) this.unlock(ticket);
    this.#sealer.free();
    if (this.#releases.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([Promise.all(this.#releases), patience]);
    clearTimeout(timer);
  }

  #open(login: string, answer: LockedRecord | undefined): StoreResult {
    if (!answer) return DOWN;
    const { record, storeTime } = answer;
    if (!Number.isSafeInteger(storeTime)) {
      this.#tell(noteFailedCommand("lock", "NO_TIME"));
      return DOWN;
    }
    if (record === undefined || record === null) return { type: "locked", snapshot: undefined, storeTime };
    if (!isRecord(record)) return { type: "failed", why: "unreadable" };
    const opened = this.#sealer.open(login, record);
    return opened.type === "opened" ? { type: "locked", snapshot: opened.snapshot, storeTime } : { type: "failed", why: opened.why };
  }

  /**
   * Returns the store's result, or `undefined` if it failed. The failure is noted with the name of its reason only, because its
   * message may contain a secret.
   */
  async #ask<T>(what: StoreCommand, command: () => Promise<T>, aborted?: AbortSignal): Promise<T | undefined> {
    try {
      return await command();
    } catch (error) {
      // The failure of an aborted request does not matter.
      if (!aborted?.aborted) this.#tell(noteFailedCommand(what, nameOf(error)));
      return undefined;
    }
  }
}

function isRecord(record: SealedRecord): boolean {
  const { version, seq, key, nonce, sealed } = record;
  return [version, seq, key, nonce, sealed].every((field) => typeof field === "string");
}

/** Returns the first word of a Redis error, the error's code, or the name of its class. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const [, word] = /^([A-Z]{3,30})(?: |$)/.exec(error.message) ?? [];
  // Error classes of the package `redis` do not set the name.
  const name = error.name === "Error" ? error.constructor.name : error.name;
  return word ?? ("code" in error && typeof error.code === "string" ? error.code : name);
}
