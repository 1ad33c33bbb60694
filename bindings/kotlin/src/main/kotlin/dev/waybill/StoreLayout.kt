/*
 * The layout of a login in Redis or Valkey. It is the same in all languages.
 */
package dev.waybill

import dev.waybill.ffi.storeLayout
import java.security.SecureRandom
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** The scripts and times of a [TokenStore] in Redis or Valkey, for clients other than Lettuce. */
public object StoreLayout {
    private val layout = translated { storeLayout() }
    private val random = SecureRandom()

    /**
     * Script that acquires the lock and reads the record.
     *
     * Keys: the lock, the record. Arguments: the owner, the lock's lifetime in milliseconds, the number of the known record.
     * Returns 1 if the lock is held, otherwise 0, and the store's time in seconds and microseconds. If the lock is held or the
     * record is newer, the fields of the record follow: `version`, `seq`, `key`, `nonce` and `sealed`. Missing fields are nil.
     */
    public val lockScript: String = layout.lockScript

    /**
     * Script that renews the lock.
     *
     * Keys: as for [lockScript]. Arguments: the owner, the lock's lifetime in milliseconds. Returns 0 if the owner no longer
     * holds the lock.
     */
    public val renewScript: String = layout.renewScript

    /**
     * Script that writes the record under the lock.
     *
     * Keys: as for [lockScript]. Arguments: the owner, the number of the stored record, and the fields of the new record in the
     * order of [lockScript]. Returns 1 if the record was written, otherwise 0.
     */
    public val saveScript: String = layout.saveScript

    /**
     * Script that releases the lock. Keys: as for [lockScript]. Argument: the owner. Returns 0 if the owner no longer holds the
     * lock.
     */
    public val unlockScript: String = layout.unlockScript

    /** Lifetime of a lock that is not renewed. A process that was killed blocks the others no longer than this. */
    public val lockLifetime: Duration = layout.lockLifetimeMs.milliseconds

    /** Interval at which a lock's owner renews it. */
    public val lockRenewal: Duration = layout.lockRenewalMs.milliseconds

    /** Time limit of one store command. */
    public val commandTimeout: Duration = layout.commandTimeoutMs.milliseconds

    /** Returns the keys of a login. They are in one hash slot. */
    public fun storeKeys(login: String): StoreKeys = translated { dev.waybill.ffi.storeKeys(login) }.let { StoreKeys(it.lock, it.record) }

    /**
     * Returns the pause before the next try to acquire a lock that another process holds. [tries] is the number of pauses so far.
     */
    public fun pauseBeforeRetry(tries: Int): Duration =
        translated { dev.waybill.ffi.pauseBeforeRetry(tries.toLong(), random.nextInt().toUInt().toLong()) }.milliseconds
}

/** The keys of a login in Redis or Valkey. */
public class StoreKeys internal constructor(
    /** Key of the lock. */
    public val lock: String,
    /** Key of the record. */
    public val record: String,
)
