/*
 * A token store in Redis or Valkey over Lettuce. The host creates the connection to a single server, a Sentinel or a cluster.
 */
package dev.waybill.redis

import dev.waybill.LockRequest
import dev.waybill.LockedRecord
import dev.waybill.SaveRequest
import dev.waybill.StoreLayout
import dev.waybill.TokenStore
import dev.waybill.TokenStoreException
import dev.waybill.UnlockRequest
import io.lettuce.core.RedisCommandExecutionException
import io.lettuce.core.ScriptOutputType
import io.lettuce.core.ScriptOutputType.INTEGER
import io.lettuce.core.ScriptOutputType.MULTI
import io.lettuce.core.api.StatefulRedisConnection
import io.lettuce.core.api.async.RedisScriptingAsyncCommands
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection
import java.util.concurrent.ConcurrentHashMap
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.TimeSource
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeoutOrNull

/**
 * Stores logins in Redis 7 or Valkey, each with a lock and a record (`waybill:{…}:lock`, `waybill:{…}:record`).
 *
 * You own the connection, with its TLS, password and threads: close it after the last client was closed. Several clients may use
 * one store. A command has one second and never waits for a connection, regardless of the connection's options.
 */
public class RedisTokenStore private constructor(
    private val isOpen: () -> Boolean,
    private val commands: RedisScriptingAsyncCommands<String, String>,
) : TokenStore {
    /** Creates a store over a connection to a single server, or to the primary that a Sentinel names. */
    public constructor(connection: StatefulRedisConnection<String, String>) : this(connection::isOpen, connection.async())

    /** Creates a store over a connection to a cluster. */
    public constructor(connection: StatefulRedisClusterConnection<String, String>) : this(connection::isOpen, connection.async())

    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    private val renewals = ConcurrentHashMap<String, Job>()

    override suspend fun lock(request: LockRequest): LockedRecord {
        var tries = 0
        while (true) {
            val answer = LockAnswer.read(run(StoreLayout.lockScript, MULTI, request.login, request.owner, LIFETIME, "${request.knownSeq}"))
            if (answer.isHeld) renew(request)
            if (answer.isHeld || answer.record != null) return LockedRecord(answer.record, answer.storeTime)
            delay(StoreLayout.pauseBeforeRetry(tries++))
        }
    }

    override suspend fun save(request: SaveRequest): Boolean {
        val fields = request.record.run { arrayOf(version, seq, key, nonce, sealed) }
        return run<Long>(StoreLayout.saveScript, INTEGER, request.login, request.owner, "${request.expectedSeq}", *fields) == 1L
    }

    override suspend fun unlock(request: UnlockRequest) {
        renewals.remove(request.owner)?.cancel()
        // Commands arrive in the order in which they were sent. A lock that is granted late is released at once.
        run<Long>(StoreLayout.unlockScript, INTEGER, request.login, request.owner)
    }

    /** Renews the lock until it is released, another process holds it, or its lease is over. */
    private fun renew(request: LockRequest) {
        val over = TimeSource.Monotonic.markNow() + request.lease
        renewals[request.owner] = scope.launch {
            do {
                delay(StoreLayout.lockRenewal)
            } while (over.hasNotPassedNow() && isRenewed(request))
            renewals.remove(request.owner)
        }
    }

    private suspend fun isRenewed(request: LockRequest): Boolean = try {
        run<Long>(StoreLayout.renewScript, INTEGER, request.login, request.owner, LIFETIME) == 1L
    } catch (_: Exception) {
        currentCoroutineContext().ensureActive()
        // A failed renewal is followed by the next one.
        true
    }

    /** Runs a script within its time limit. If it was not sent by then, cancelling its future prevents that. */
    private suspend fun <T : Any> run(script: String, type: ScriptOutputType, login: String, vararg values: String): T {
        val over = TimeSource.Monotonic.markNow() + TIMEOUT
        while (true) {
            if (!isOpen()) throw TokenStoreException("NOT_CONNECTED")
            try {
                return withTimeoutOrNull(-over.elapsedNow()) { send<T>(script, type, login, values) } ?: throw TokenStoreException("TIMED_OUT")
            } catch (error: RedisCommandExecutionException) {
                val reason = FIRST_WORD.find(error.message.orEmpty())?.groupValues?.get(1) ?: throw error
                // A cluster that is moving the keys' slot rejects scripts for a moment: some keys are on one node and some on
                // another.
                val isMoving = reason == "TRYAGAIN" && (over - LAST_TRY_BEFORE_END).hasNotPassedNow()
                if (!isMoving) throw TokenStoreException(reason, error)
            }
            delay(PAUSE_WHILE_MOVING)
        }
    }

    private suspend fun <T : Any> send(script: String, type: ScriptOutputType, login: String, values: Array<out String>): T {
        val keys = StoreLayout.storeKeys(login)
        return commands.eval<T>(script, type, arrayOf(keys.lock, keys.record), *values).await()
    }

    private companion object {
        val LIFETIME = "${StoreLayout.lockLifetime.inWholeMilliseconds}"
        val TIMEOUT: Duration = StoreLayout.commandTimeout
        val PAUSE_WHILE_MOVING: Duration = 50.milliseconds

        /** Time before the time limit in which a command is not retried, because the response to the last try may be slow. */
        val LAST_TRY_BEFORE_END: Duration = 250.milliseconds

        /** First word of a Redis error. */
        val FIRST_WORD = Regex("^([A-Z]{3,30})(?: |$)")
    }
}
