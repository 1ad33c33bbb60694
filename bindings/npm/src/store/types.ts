// The interface of a store that shares a login's tokens between processes. Implement `TokenStore` to use your own.

/** A login's record: strings to store unchanged. Only processes with the key can read `sealed`. */
export interface SealedRecord {
  /** Version of the record's layout, in decimal digits. */
  readonly version: string;
  /** Record number, in decimal digits. It increases by one with each save. */
  readonly seq: string;
  /** Id of the key that sealed the record; empty if it is not sealed. */
  readonly key: string;
  readonly nonce: string;
  readonly sealed: string;
}

export interface LockRequest {
  /** Id of the login: 64 hexadecimal digits, equal in all processes that share it. */
  readonly login: string;
  /** Id of the lock's owner: random, and new for each lock. */
  readonly owner: string;
  /** Maximum time that the lock may be held. Renew it until then, or until it is released. */
  readonly leaseMs: number;
  /** Number of the known record; 0 for none. A newer record may be returned at once, without the lock. */
  readonly knownSeq: number;
  /** Aborts when the lock is no longer needed. */
  readonly signal: AbortSignal;
}

export interface LockedRecord {
  readonly record: SealedRecord | undefined;
  /** Current time of the store's clock, in milliseconds since the Unix epoch. */
  readonly storeTime: number;
}

export interface SaveRequest {
  readonly login: string;
  readonly owner: string;
  /** Number of the stored record; 0 if there is none. */
  readonly expectedSeq: number;
  readonly record: SealedRecord;
}

export interface UnlockRequest {
  readonly login: string;
  readonly owner: string;
}

/** Stores one record and one lock for each login. A rejected promise means that the store is down. */
export interface TokenStore {
  /**
   * Waits until the lock is free, acquires it, and resolves to the record. If the store does not respond, reject within about a
   * second. While another process holds the lock, the wait is limited only by the deadlines of the calls.
   */
  lock(request: LockRequest): Promise<LockedRecord>;
  /**
   * Writes the record atomically, if the owner still holds the lock and the stored record has the expected number. Resolves to
   * true if it was written.
   */
  save(request: SaveRequest): Promise<boolean>;
  /** Releases the lock, if the owner still holds it. */
  unlock(request: UnlockRequest): Promise<void>;
}

/** A key that seals tokens before they leave the process (XChaCha20-Poly1305). */
export interface SealingKey {
  /** Id of the key in records: 1 to 64 letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** The key: 32 bytes from a secure random source. */
  readonly bytes: Uint8Array;
}

/** Settings for sharing the login's tokens with other processes. */
export interface SharedStoreOptions {
  readonly store: TokenStore;
  /** The first key seals, and all keys open. To rotate keys, add the new key in all processes, then make it the first. */
  readonly keys?: readonly SealingKey[] | undefined;
  /** True to store tokens unsealed, without keys. Everyone who can read the store can use them. Default: false. */
  readonly trustStore?: boolean | undefined;
  /** True if a process logs in with its own password while the store is down. Default: false. */
  readonly loginWhileDown?: boolean | undefined;
}
