/*
 * What the app gets, and the two bodies of a forwarded request: the app's, counted, and the platform's, searched for credentials.
 */
package dev.waybill

import dev.waybill.ffi.AnswerHead
import dev.waybill.ffi.BodySearch
import dev.waybill.ffi.DriverFailure
import java.io.ByteArrayOutputStream
import java.io.FilterInputStream
import java.io.IOException
import java.io.InputStream

/** What the app gets. Close it when done: an answer of the platform counts as under way until then. */
public class AppAnswer internal constructor(head: AnswerHead, private val source: AnswerBody, log: String?) : AutoCloseable {
    internal constructor(head: AnswerHead, bytes: ByteArray, log: String? = null) : this(head, HeldAnswerBody(bytes), log)

    internal constructor(head: AnswerHead, body: SearchedBody) : this(head, body, null)

    /** The HTTP status. */
    public val status: Int = head.status.toInt()

    /** Every header line as name and value, in order. */
    public val headers: List<Pair<String, String>> = head.headers.map { it.name to it.value }

    /** Why the app is refused, for your log alone: it may name the path that was sent, and holds no header, no body and no secret. */
    public val log: String? = log

    /** The bytes of the body, where they are known; null while it streams. */
    public val length: Long? = source.length

    internal val isLive: Boolean get() = source is SearchedBody

    /**
     * Puts what has come of the body into [buffer], waiting for at least one byte; -1 at its end.
     *
     * @throws WaybillException where the rest does not come: let the app's connection break then, so that it sees that
     */
    public suspend fun read(buffer: ByteArray): Int = source.read(buffer)

    /** The whole body; for bodies known to be small. Throws as [read] does. */
    public suspend fun bytes(): ByteArray {
        val whole = ByteArrayOutputStream()
        val buffer = ByteArray(PIECE)
        while (true) {
            val count = read(buffer)
            if (count < 0) return whole.toByteArray()
            whole.write(buffer, 0, count)
        }
    }

    /** Drops what was not read. */
    override fun close(): Unit = source.close()

    /** The status and names of headers. */
    override fun toString(): String = "AppAnswer(status=$status, headers=${Headers(headers)})"
}

internal interface AnswerBody : AutoCloseable {
    val length: Long?

    suspend fun read(buffer: ByteArray): Int
}

internal class HeldAnswerBody(private val bytes: ByteArray) : AnswerBody {
    private var at = 0

    override val length: Long get() = bytes.size.toLong()

    override suspend fun read(buffer: ByteArray): Int {
        if (at == bytes.size) return -1
        val count = minOf(buffer.size, bytes.size - at)
        bytes.copyInto(buffer, 0, at, at + count)
        at += count
        return count
    }

    override fun close() = Unit
}

/** The platform's body, up to where a credential begins. For one reader. */
internal class SearchedBody(private val response: Response, private val search: BodySearch) : AnswerBody {
    private val piece = ByteArray(PIECE)
    private var ready = ByteArray(0)
    private var at = 0
    private var isOver = false
    private var isCut = false

    override val length: Long? get() = null

    override suspend fun read(buffer: ByteArray): Int {
        while (at == ready.size) {
            if (isCut) {
                response.close()
                throw exception(DriverFailure.CredentialInBody)
            }
            if (isOver) return -1
            fill()
        }
        val count = minOf(buffer.size, ready.size - at)
        ready.copyInto(buffer, 0, at, at + count)
        at += count
        return count
    }

    private suspend fun fill() {
        val count = response.read(piece)
        at = 0
        if (count < 0) {
            isOver = true
            ready = translated { search.finish() }
            search.close()
        } else {
            val searched = translated { search.push(direct(piece, count)) }
            ready = searched.bytes
            isCut = searched.isCut
        }
    }

    override fun close(): Unit = response.close()
}

/** The app's body, up to so many bytes. */
internal class LimitedBody(private val original: Body, private val most: Long) {
    @Volatile
    var isTooLong: Boolean = (original.length ?: 0) > most
        private set

    val body: Body = if (original is Body.Stream) {
        Body.stream(original.length, expectContinue = original.expectContinue) { Counted(original.open()) }
    } else {
        original
    }

    private inner class Counted(stream: InputStream) : FilterInputStream(stream) {
        private var left = most

        override fun read(): Int = super.read().also { if (it >= 0) count(1) }

        override fun read(buffer: ByteArray, offset: Int, length: Int): Int =
            super.read(buffer, offset, length).also { if (it > 0) count(it) }

        private fun count(bytes: Int) {
            left -= bytes
            if (left >= 0) return
            isTooLong = true
            throw IOException("the body is longer than the list allows")
        }
    }
}

private const val PIECE = 16 * 1024
