/*
 * The response for the app, and the two bodies of a forwarded request: the app's, with a size limit, and the platform's, searched
 * for credentials.
 */
package dev.waybill

import dev.waybill.ffi.AnswerHead
import dev.waybill.ffi.BodySearch
import dev.waybill.ffi.DriverFailure
import java.io.ByteArrayOutputStream
import java.io.FilterInputStream
import java.io.IOException
import java.io.InputStream

/** The response for the app. Close it when done: until then the platform's response stays open. */
public class AppAnswer internal constructor(head: AnswerHead, private val source: AnswerBody, log: String?) : AutoCloseable {
    internal constructor(head: AnswerHead, bytes: ByteArray, log: String? = null) : this(head, HeldAnswerBody(bytes), log)

    internal constructor(head: AnswerHead, body: SearchedBody) : this(head, body, null)

    /** The HTTP status. */
    public val status: Int = head.status.toInt()

    /** Header fields as pairs of name and value, in order. Names may repeat. */
    public val headers: List<Pair<String, String>> = head.headers.map { it.name to it.value }

    /** Reason of a rejection, for your log only. It may contain the request's path, but no header, body or secret. */
    public val log: String? = log

    /** Number of bytes of the body; null if the body streams. */
    public val length: Long? = source.length

    internal val isLive: Boolean get() = source is SearchedBody

    /**
     * Reads the next bytes of the body into [buffer]. Waits for at least one byte. Returns -1 at the end.
     *
     * @throws WaybillException if the rest does not arrive. Break the app's connection then, so that the app notices it.
     */
    public suspend fun read(buffer: ByteArray): Int = source.read(buffer)

    /** Reads the whole body. Only for bodies that are known to be small. Throws like [read]. */
    public suspend fun bytes(): ByteArray {
        val whole = ByteArrayOutputStream()
        val buffer = ByteArray(PIECE)
        while (true) {
            val count = read(buffer)
            if (count < 0) return whole.toByteArray()
            whole.write(buffer, 0, count)
        }
    }

    /** Drops the unread part. */
    override fun close(): Unit = source.close()

    /** Prints the status and the header names. */
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

/** The platform's body, up to the start of a credential. For one reader. */
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

/** The app's body, with a size limit. */
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
