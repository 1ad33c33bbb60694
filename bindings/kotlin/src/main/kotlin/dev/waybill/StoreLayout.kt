/*
 * How a login is kept in Redis or Valkey, which is the same in every language.
 */
package dev.waybill

import dev.waybill.ffi.storeLayout
import java.security.SecureRandom
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** The scripts and times of a [TokenStore] in Redis or Valkey: for a client of it other than Lettuce. */
public object StoreLayout {
    private val layout = translated { storeLayout() }
    private val random = SecureRandom()

    /**
     * Takes the lock where it is free, and reads the record. Keys: the lock, the record. Arguments: the owner, the lock's
     * lifetime in milliseconds, the number of the record that is known. Answers 1 where the lock is held, else 0; then the
     * store's time in seconds and microseconds; then, where the lock is held or the record is newer, its fields `version`,
     * `seq`, `key`, `nonce` and `sealed`, or nothing for each.
     */
    public val lockScript: String = layout.lockScript

    /**
     * Has the lock live on. Keys as for [lockScript]. Arguments: the owner, the lock's lifetime in milliseconds. Answers 0
     * where it is no longer the owner's.
     */
    public val renewScript: String = layout.renewScript

    /**
     * Writes the record under the lock. Keys as for [lockScript]. Arguments: the owner, the number that the stored record has,
     * and the new record's fields in the order of [lockScript]. Answers 1 where it was written, else 0.
     */
    public val saveScript: String = layout.saveScript

    /** Releases the lock. Keys as for [lockScript]. Argument: the owner. Answers 0 where it is no longer the owner's. */
    public val unlockScript: String = layout.unlockScript

    /** How long the lock lives without being renewed: a process that was killed blocks the others for no longer. */
    public val lockLifetime: Duration = layout.lockLifetimeMs.milliseconds

    /** How often its holder renews the lock. */
    public val lockRenewal: Duration = layout.lockRenewalMs.milliseconds

    /** How long the store gets for one command. */
    public val commandTimeout: Duration = layout.commandTimeoutMs.milliseconds

    /** The keys of a login, which are in one hash slot. */
    public fun storeKeys(login: String): StoreKeys = translated { dev.waybill.ffi.storeKeys(login) }.let { StoreKeys(it.lock, it.record) }

    /** How long to wait before a lock that another holds is asked for again, after so many [tries]. */
    public fun pauseBeforeRetry(tries: Int): Duration =
        translated { dev.waybill.ffi.pauseBeforeRetry(tries.toLong(), random.nextInt().toUInt().toLong()) }.milliseconds
}

/** The keys of a login in Redis or Valkey. */
public class StoreKeys internal constructor(
    /** The lock's. */
    public val lock: String,
    /** The record's. */
    public val record: String,
)
