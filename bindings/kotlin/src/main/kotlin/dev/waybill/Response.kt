/*
 * A response whose head has arrived. Its body is read on demand and is not passed to the core.
 *
 * After the head, the driver is responsible for the exchange. Deadline, cancellation and the client's `close` end the reading,
 * and so does garbage collection of an unused response.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import java.io.ByteArrayOutputStream
import java.lang.ref.Cleaner
import java.lang.ref.Reference
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException

/** The response to a call. Close it when done. Reading it to the end allows the connection to be reused. */
public class Response internal constructor(private val reading: Reading) : AutoCloseable {
    /** The HTTP status; below 400. */
    public val status: Int = reading.live.status

    /** The headers. */
    public val headers: Headers = Headers(reading.live.headers)

    init {
        abandoned.register(this, reading::close)
    }

    /**
     * Reads the next bytes of the body into [buffer]. Waits for at least one byte. Returns -1 at the end. Cancelling drops the
     * connection.
     *
     * @throws WaybillException if the connection broke, the call's deadline passed, or the client was closed
     */
    public suspend fun read(buffer: ByteArray): Int = try {
        reading.read(buffer)
    } finally {
        // Keeps the response reachable while it is read, although only its reading is used.
        Reference.reachabilityFence(this)
    }

    /** Reads the whole body. Only for bodies that are known to be small. Throws like [read]. */
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

    /** Reads the whole body as UTF-8. Only for bodies that are known to be small. Throws like [read]. */
    public suspend fun text(): String = bytes().decodeToString()

    /** Drops the unread part. */
    override fun close(): Unit = reading.close()

    /** Runs [action] once the body is read, closed, lost or abandoned, or at once if it already is. */
    internal fun whenEnded(action: () -> Unit) {
        reading.ended.thenRun(action)
    }

    /** Prints sizes and names, not contents. */
    override fun toString(): String = "Response(status=$status, headers=$headers)"

    private companion object {
        const val BUFFER = 16 * 1024

        /** Drops the connections of responses that were collected without a close. */
        val abandoned: Cleaner = Cleaner.create()
    }
}

/** The reading of a response body. It does not reference the response, so that an unused response can be collected. */
internal class Reading(
    val live: TransportResponse,
    private val known: FailureDetails,
    private val onEnd: (Reading) -> Unit,
) : AutoCloseable {
    private val failure = AtomicReference<WaybillException>()

    /** Completes when reading has ended. */
    val ended = CompletableFuture<Unit>()

    suspend fun read(buffer: ByteArray): Int = try {
        failure.get()?.let { throw it }
        live.body.read(buffer, buffer.size).also { if (it < 0) over() }
    } catch (error: CancellationException) {
        close()
        throw error
    } catch (error: WaybillException) {
        throw error.ofAnswer()
    } catch (_: Exception) {
        // A custom transport may throw any exception, whose message may contain anything.
        close()
        throw (failure.get() ?: exception(DriverFailure.LostInBody)).ofAnswer()
    }

    /** Returns the failure with the details of the call. */
    private fun WaybillException.ofAnswer() =
        WaybillException(code, kind, message.orEmpty().removePrefix("$code: "), retry, remedy, help, live.status, known, response)

    override fun close() {
        over()
        live.body.close()
    }

    private fun over() {
        onEnd(this)
        ended.complete(Unit)
    }

    /** Ends the reading from outside. Current and later readers get [reason]. */
    fun end(reason: WaybillException) {
        failure.compareAndSet(null, reason)
        close()
    }
}
