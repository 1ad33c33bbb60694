/*
 * Secrets that are replaced while the process runs: a secret manager, or a mounted file, asked again and again.
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

/** Where credentials are kept: a secret manager's client, behind one function. */
public fun interface SecretSource {
    /** The credentials in force now. A read that takes longer than half a minute is given up. */
    public suspend fun read(): Credentials
}

/** A source that reads a file anew by its path, so that a mount which is swapped is seen. */
public fun fileSource(path: Path): SecretSource = SecretSource {
    val config = readCredentialsFile(path)
    config.credentials.find { it.environment == config.environment }
        ?: throw IOException("the file holds no credentials of the environment that it names")
}

/**
 * Gives a client what a source holds, again and again, from its making until it is closed. Nothing in flight is lost. Closing the
 * client stays yours.
 *
 * @param client takes the credentials
 * @param source asked for them, one read at a time
 * @param every how long after a read the source is asked again
 * @param onError told what a read failed with; the client goes on with what it has, and the source is asked again
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

    /** Asks now, where you learned that something was replaced; it does not throw. Once closed, it does nothing. */
    public suspend fun refresh() {
        val own = asked.incrementAndGet()
        scope.launch {
            turn.withLock {
                // A read that began earlier may have read what was replaced since.
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
            // A source that waits in a thread does not hear that it is given up.
            val running = scope.async { source.read() }
            val credentials = try {
                withTimeoutOrNull(LONGEST_READ) { running.await() } ?: throw TimeoutException("the source gave no credentials within $LONGEST_READ")
            } finally {
                running.cancel()
            }
            scope.ensureActive()
            // What is the same as before changes nothing in the client.
            client.setCredentials(credentials)
        } catch (error: Exception) {
            if (scope.isActive) tell(error)
        }
    }

    /** A listener that throws must not end the asking. */
    private fun tell(error: Exception) {
        try {
            onError(error)
        } catch (own: Exception) {
            Thread.currentThread().let { it.uncaughtExceptionHandler.uncaughtException(it, own) }
        }
    }

    /** Asks no more. */
    override fun close(): Unit = scope.cancel()

    private companion object {
        val LONGEST_READ = 30.seconds
    }
}
