/*
 * Secrets that are replaced while the process runs, read periodically from a secret manager or a mounted file.
 */
package dev.waybill

import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.TimeoutException
import java.util.concurrent.atomic.AtomicLong
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.isActive
import kotlinx.coroutines.launch
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withTimeoutOrNull

/** A source of credentials, such as a secret manager's client. */
public fun interface SecretSource {
    /** Returns the current credentials. A read that takes longer than 30 seconds is given up. */
    public suspend fun read(): Credentials
}

/** Creates a source that opens a file by its path for each read, so that a replaced mount is noticed. */
public fun fileSource(path: Path): SecretSource = SecretSource {
    val config = readCredentialsFile(path)
    config.credentials.find { it.environment == config.environment }
        ?: throw IOException("the file holds no credentials of the environment that it names")
}

/**
 * Passes a source's credentials to a client, periodically, until it is closed. Calls in flight continue. Closing this does not
 * close the client.
 *
 * @param client receives the credentials
 * @param source is read, one read at a time
 * @param every time between the end of a read and the next one
 * @param onError called with the exception of a failed read. The client keeps its credentials, and the source is read again
 *   later.
 */
public class CredentialsSync(
    private val client: WaybillClient,
    private val source: SecretSource,
    private val every: Duration = 1.minutes,
    private val onError: (Exception) -> Unit,
) : AutoCloseable {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)
    private val turn = Mutex()
    private val asked = AtomicLong()
    private var answered = 0L

    init {
        require(every.isPositive()) { "every has to be longer than nothing" }
        scope.launch {
            while (true) {
                refresh()
                delay(every)
            }
        }
    }

    /** Reads now, if you know that a secret was replaced. Never throws. Does nothing after [close]. */
    public suspend fun refresh() {
        val own = asked.incrementAndGet()
        scope.launch {
            turn.withLock {
                // A read that began earlier may have returned secrets that were replaced since.
                if (answered < own) {
                    val all = asked.get()
                    read()
                    answered = all
                }
            }
        }.join()
    }

    private suspend fun read() {
        try {
            // A source that blocks its thread does not notice the cancellation.
            val running = scope.async { source.read() }
            val credentials = try {
                withTimeoutOrNull(LONGEST_READ) { running.await() } ?: throw TimeoutException("the source gave no credentials within $LONGEST_READ")
            } finally {
                running.cancel()
            }
            scope.ensureActive()
            // Unchanged credentials have no effect on the client.
            client.setCredentials(credentials)
        } catch (error: Exception) {
            if (scope.isActive) tell(error)
        }
    }

    /** An exception of a listener must not end the periodic reads. */
    private fun tell(error: Exception) {
        try {
            onError(error)
        } catch (own: Exception) {
            Thread.currentThread().let { it.uncaughtExceptionHandler.uncaughtException(it, own) }
        }
    }

    /** Stops reading. */
    override fun close(): Unit = scope.cancel()

    private companion object {
        val LONGEST_READ = 30.seconds
    }
}
