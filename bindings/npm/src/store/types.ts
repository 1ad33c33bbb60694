// A store that processes share a login's tokens through, as this package asks it: implement `TokenStore` to use your own.

/** A login's record: texts to keep as they are. What is in `sealed` only processes that hold the key can read. */
export interface SealedRecord {
  /** The version of the record's layout, in decimal digits. */
  readonly version: string;
  /** The record's number, in decimal digits: one more with each save. */
  readonly seq: string;
  /** The id of the key that it is sealed with; empty where it is not sealed. */
  readonly key: string;
  readonly nonce: string;
  readonly sealed: string;
}

export interface LockRequest {
  /** Names the login: 64 hexadecimal digits, equal in all processes that share it. */
  readonly login: string;
  /** Who asks: random, and another one for each lock. */
  readonly owner: string;
  /** How long the lock may be held; renew it until then, or until it is released. */
  readonly leaseMs: number;
  /** The number of the record that is known; 0 for none. A newer record may be given at once, without the lock. */
  readonly knownSeq: number;
  /** The lock is no longer wanted. */
  readonly signal: AbortSignal;
}

export interface LockedRecord {
  readonly record: SealedRecord | undefined;
  /** The store's own time, in milliseconds since the Unix epoch. */
  readonly storeTime: number;
}

export interface SaveRequest {
  readonly login: string;
  readonly owner: string;
  /** The number that the stored record has; 0 where there is none. */
  readonly expectedSeq: number;
  readonly record: SealedRecord;
}

export interface UnlockRequest {
  readonly login: string;
  readonly owner: string;
}

/** Keeps one record and one lock for each login. A promise that is rejected says that the store is down. */
export interface TokenStore {
  /**
   * Waits for whoever holds the lock, takes it, and gives the record. Where the store does not answer, reject within about a second:
   * only the calls' own deadlines end a wait for a lock that another process holds, or that nobody gives.
   */
  lock(request: LockRequest): Promise<LockedRecord>;
  /**
   * Writes the record in one step with two checks: that the lock is still its owner's, and that the stored record has the
   * number expected. Resolves to whether it was written.
   */
  save(request: SaveRequest): Promise<boolean>;
  /** Releases the lock where it is still its owner's. */
  unlock(request: UnlockRequest): Promise<void>;
}

/** A key that tokens are sealed with before they leave the process (XChaCha20-Poly1305). */
export interface SealingKey {
  /** Names the key in records: letters, digits, `.`, `_` and `-`, up to 64 of them. */
  readonly id: string;
  /** Its 32 bytes, from a secure random source. */
  readonly bytes: Uint8Array;
}

/** That the login's tokens are shared with other processes. */
export interface SharedStoreOptions {
  readonly store: TokenStore;
  /** The first seals, all open. To rotate, add the new key in all processes, then make it the first. */
  readonly keys?: readonly SealingKey[] | undefined;
  /** Tokens are stored as they are, without keys: whoever reads the store can use them. False where not given. */
  readonly trustStore?: boolean | undefined;
  /** While the store is down, a process logs in for itself with its password; false where not given. */
  readonly loginWhileDown?: boolean | undefined;
}
