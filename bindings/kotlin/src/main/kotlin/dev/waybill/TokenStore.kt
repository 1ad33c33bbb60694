/*
 * A store that processes share a login's tokens through, as this package asks it: implement `TokenStore` to use your own.
 *
 * No store sees a token: what it keeps is sealed before it is given to it.
 */
package dev.waybill

import java.io.IOException
import java.time.Instant
import kotlin.time.Duration

/**
 * Keeps one record and one lock for each login. An implementation
 *
 * - fails where the store does not answer within a second, and does not send the command later
 * - waits in no thread of its caller
 *
 * `dev.waybill:waybill-redis` has one over Lettuce. [StoreLayout] has scripts for another client of Redis or Valkey.
 */
public interface TokenStore {
    /**
     * Waits for whoever holds the lock, takes it, and gives the record. [unlock] follows with the same owner, also where this
     * fails or is cancelled.
     *
     * @throws TokenStoreException with the reason where one is known; the store counts as down after any exception
     */
    public suspend fun lock(request: LockRequest): LockedRecord

    /**
     * Writes the record in one step with two checks: that the lock is still its owner's, and that the stored record has the
     * number expected. Returns whether it was written.
     *
     * @throws TokenStoreException as [lock] does
     */
    public suspend fun save(request: SaveRequest): Boolean

    /**
     * Releases the lock where it is still its owner's.
     *
     * @throws TokenStoreException as [lock] does
     */
    public suspend fun unlock(request: UnlockRequest)
}

/** A request for the lock of a login. */
public class LockRequest(
    /** Names the login: 64 hexadecimal digits, equal in all processes that share it. */
    public val login: String,
    /** Who asks: random, and another one for each lock. */
    public val owner: String,
    /** How long the lock may be held; renew it until then, or until it is released. */
    public val lease: Duration,
    /** The number of the record that is known; 0 for none. A newer record may be given at once, without the lock. */
    public val knownSeq: Long,
) {
    override fun toString(): String = "LockRequest(login=$login, owner=$owner, lease=$lease, knownSeq=$knownSeq)"
}

/** What a lock gives. */
public class LockedRecord(
    /** The record; null where there is none. */
    public val record: SealedRecord?,
    /** The store's own time. */
    public val storeTime: Instant,
) {
    override fun toString(): String = "LockedRecord(record=$record, storeTime=$storeTime)"
}

/** A record to write. */
public class SaveRequest(
    /** Names the login. */
    public val login: String,
    /** Who holds the lock. */
    public val owner: String,
    /** The number that the stored record has; 0 where there is none. */
    public val expectedSeq: Long,
    /** What to write. */
    public val record: SealedRecord,
) {
    override fun toString(): String = "SaveRequest(login=$login, owner=$owner, expectedSeq=$expectedSeq, record=$record)"
}

/** A lock to release. */
public class UnlockRequest(
    /** Names the login. */
    public val login: String,
    /** Who holds the lock. */
    public val owner: String,
) {
    override fun toString(): String = "UnlockRequest(login=$login, owner=$owner)"
}

/** A login's record: texts to keep as they are. What is in [sealed] only processes that hold the key can read. */
public class SealedRecord(
    /** The version of the record's layout, in decimal digits. */
    public val version: String,
    /** The record's number, in decimal digits: one more with each save. */
    public val seq: String,
    /** The id of the key that it is sealed with; empty where it is not sealed. */
    public val key: String,
    /** The nonce that it is sealed with; empty where it is not sealed. */
    public val nonce: String,
    /** The sealed tokens; the tokens themselves where they are not sealed. */
    public val sealed: String,
) {
    /** Everything but what may be tokens. */
    override fun toString(): String = "SealedRecord(version=$version, seq=$seq, key=$key, sealed=${sealed.length} characters)"
}

/** Why a store did not do what it was asked. */
public class TokenStoreException(
    /** One word for logs, such as `TIMED_OUT` or `READONLY`. Anything else is not shown there, as it may hold a secret. */
    public val reason: String,
    cause: Throwable? = null,
) : IOException(reason, cause)
