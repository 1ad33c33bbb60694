/*
 * A live answer: its head has arrived, its body comes as it is read, and nothing of it enters the core.
 *
 * After the head the exchange is the driver's: deadline, cancellation and the client's `close` end the reading here, and so does
 * the collector where nobody holds the answer any more.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import java.io.ByteArrayOutputStream
import java.lang.ref.Cleaner
import java.lang.ref.Reference
import java.util.concurrent.CompletableFuture
import java.util.concurrent.atomic.AtomicReference
import kotlinx.coroutines.CancellationException

/** The answer to a call. Close it when done; reading it to its end lets the connection be used again. */
public class Response internal constructor(private val reading: Reading) : AutoCloseable {
    /** HTTP status; below 400. */
    public val status: Int = reading.live.status

    /** The headers. */
    public val headers: Headers = Headers(reading.live.headers)

    init {
        abandoned.register(this, reading::close)
    }

    /**
     * Reads what has come of the body into [buffer], waiting for at least one byte; -1 at its end. Cancelling drops the connection.
     *
     * @throws WaybillException where the connection broke, the call's deadline passed or the client was closed
     */
    public suspend fun read(buffer: ByteArray): Int = try {
        reading.read(buffer)
    } finally {
        // Whoever reads holds the answer, though nothing of it but its reading is used.
        Reference.reachabilityFence(this)
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
    override fun close(): Unit = reading.close()

    /** Has [action] run once the body is read, closed, broken off or given up; at once where it is. */
    internal fun whenEnded(action: () -> Unit) {
        reading.ended.thenRun(action)
    }

    /** Sizes and names, not contents. */
    override fun toString(): String = "Response(status=$status, headers=$headers)"

    private companion object {
        const val BUFFER = 16 * 1024

        /** Lets go of the connections of answers that nobody closed. */
        val abandoned: Cleaner = Cleaner.create()
    }
}

/** The reading of an answer's body. It does not hold the answer, so that one that nobody holds is seen. */
internal class Reading(
    val live: TransportResponse,
    private val known: FailureDetails,
    private val onEnd: (Reading) -> Unit,
) : AutoCloseable {
    private val failure = AtomicReference<WaybillException>()

    /** Done once nothing more is read. */
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
        // What a host's transport throws may be anything, and quote anything.
        close()
        throw (failure.get() ?: exception(DriverFailure.LostInBody)).ofAnswer()
    }

    /** The failure with what is known of the call. */
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

    /** Ends the reading from outside: whoever reads, now or later, gets [reason]. */
    fun end(reason: WaybillException) {
        failure.compareAndSet(null, reason)
        close()
    }
}
