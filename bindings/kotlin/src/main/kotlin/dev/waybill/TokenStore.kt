/*
 * The interface of a store that shares a login's tokens between processes. Implement `TokenStore` to use your own.
 *
 * A store never sees a token, because records are sealed before it receives them.
 */
package dev.waybill

import java.io.IOException
import java.time.Instant
import kotlin.time.Duration

/**
 * Stores one record and one lock for each login. An implementation
 *
 * - fails if the store does not respond within a second, and does not send the command later
 * - does not block its caller's thread
 *
 * `dev.waybill:waybill-redis` contains one over Lettuce. [StoreLayout] has scripts for other clients of Redis or Valkey.
 */
public interface TokenStore {
    /**
     * Waits until the lock is free, acquires it, and returns the record. [unlock] follows with the same owner, even if this fails
     * or is cancelled.
     *
     * @throws TokenStoreException with the reason, if it is known. After any exception the store is treated as down.
     */
    public suspend fun lock(request: LockRequest): LockedRecord

    /**
     * Writes the record atomically, if the owner still holds the lock and the stored record has the expected number. Returns true
     * if it was written.
     *
     * @throws TokenStoreException like [lock]
     */
    public suspend fun save(request: SaveRequest): Boolean

    /**
     * Releases the lock, if the owner still holds it.
     *
     * @throws TokenStoreException like [lock]
     */
    public suspend fun unlock(request: UnlockRequest)
}

/** A request for the lock of a login. */
public class LockRequest(
    /** Id of the login: 64 hexadecimal digits, equal in all processes that share it. */
    public val login: String,
    /** Id of the lock's owner: random, and new for each lock. */
    public val owner: String,
    /** Maximum time that the lock may be held. Renew it until then, or until it is released. */
    public val lease: Duration,
    /** Number of the known record; 0 for none. A newer record may be returned at once, without the lock. */
    public val knownSeq: Long,
) {
    override fun toString(): String = "LockRequest(login=$login, owner=$owner, lease=$lease, knownSeq=$knownSeq)"
}

/** The result of a lock. */
public class LockedRecord(
    /** The record, or null if there is none. */
    public val record: SealedRecord?,
    /** Current time of the store's clock. */
    public val storeTime: Instant,
) {
    override fun toString(): String = "LockedRecord(record=$record, storeTime=$storeTime)"
}

/** A request to write a record. */
public class SaveRequest(
    /** Id of the login. */
    public val login: String,
    /** Id of the lock's owner. */
    public val owner: String,
    /** Number of the stored record; 0 if there is none. */
    public val expectedSeq: Long,
    /** Record to write. */
    public val record: SealedRecord,
) {
    override fun toString(): String = "SaveRequest(login=$login, owner=$owner, expectedSeq=$expectedSeq, record=$record)"
}

/** A request to release a lock. */
public class UnlockRequest(
    /** Id of the login. */
    public val login: String,
    /** Id of the lock's owner. */
    public val owner: String,
) {
    override fun toString(): String = "UnlockRequest(login=$login, owner=$owner)"
}

/** A login's record: strings to store unchanged. Only processes with the key can read [sealed]. */
public class SealedRecord(
    /** Version of the record's layout, in decimal digits. */
    public val version: String,
    /** Record number, in decimal digits. It increases by one with each save. */
    public val seq: String,
    /** Id of the key that sealed the record; empty if it is not sealed. */
    public val key: String,
    /** Nonce; empty if the record is not sealed. */
    public val nonce: String,
    /** Sealed tokens; the plain tokens if the record is not sealed. */
    public val sealed: String,
) {
    /** Prints everything but the part that may contain tokens. */
    override fun toString(): String = "SealedRecord(version=$version, seq=$seq, key=$key, sealed=${sealed.length} characters)"
}

/** The failure of a store command. */
public class TokenStoreException(
    /** One word for logs, such as `TIMED_OUT` or `READONLY`. Any other text is not logged, because it may contain a secret. */
    public val reason: String,
    cause: Throwable? = null,
) : IOException(reason, cause)
