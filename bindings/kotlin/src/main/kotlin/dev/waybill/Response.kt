/*
 * A live answer: its head has arrived, its body comes as it is read, and nothing of it enters the core.
 *
 * After the head the exchange is the driver's: deadline, cancellation and the client's `close` end the reading here.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import java.io.ByteArrayOutputStream
import java.io.IOException
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.runInterruptible

/** The answer to a call. Close it when done; reading it to its end lets the connection be used again. */
public class Response internal constructor(private val live: LiveResponse, private val onEnd: (Response) -> Unit) : AutoCloseable {
    /** HTTP status; below 400. */
    public val status: Int = live.status

    /** The headers. */
    public val headers: Headers = Headers(live.headers)

    private val failure = AtomicReference<WaybillException>()

    /**
     * Reads what has come of the body into [buffer], waiting for at least one byte; -1 at its end. Cancelling drops the connection.
     *
     * @throws WaybillException where the connection broke, the call's deadline passed or the client was closed
     */
    public suspend fun read(buffer: ByteArray): Int = reading {
        val count = live.body.read(buffer)
        if (count < 0) {
            onEnd(this)
        }
        count
    }

    /** The whole body; for bodies known to be small. Throws as [read] does. */
    public suspend fun bytes(): ByteArray {
        val whole = ByteArrayOutputStream()
        val buffer = ByteArray(BUFFER)
        while (true) {
            val count = read(buffer)
            if (count < 0) {
                return whole.toByteArray()
            }
            whole.write(buffer, 0, count)
        }
    }

    /** The whole body as UTF-8; for bodies known to be small. Throws as [read] does. */
    public suspend fun text(): String = bytes().decodeToString()

    /** Drops what was not read. */
    override fun close() {
        onEnd(this)
        live.close()
    }

    /** Sizes and names, not contents. */
    override fun toString(): String = "Response(status=$status, headers=$headers)"

    /** Ends the reading from outside: whoever reads, now or later, gets [reason]. */
    internal fun end(reason: WaybillException) {
        failure.compareAndSet(null, reason)
        close()
    }

    private suspend fun <T> reading(read: () -> T): T = try {
        runInterruptible(Dispatchers.IO) { failure.get()?.let { throw it } ?: read() }
    } catch (error: CancellationException) {
        close()
        throw error
    } catch (error: IOException) {
        close()
        // An interrupted read arrives as an IOException: the cancellation is what the caller asked for.
        currentCoroutineContext().ensureActive()
        throw failure.get() ?: exception(DriverFailure.LostInBody)
    }

    private companion object {
        const val BUFFER = 16 * 1024
    }
}
