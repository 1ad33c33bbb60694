/*
 * The body of a request: empty, bytes, or a stream. It is not passed to the core, which only learns whether it can be sent again.
 */
package dev.waybill

import java.io.IOException
import java.io.InputStream
import java.nio.file.Files
import java.nio.file.Path

/** The body of a call. Set the `Content-Type` in the headers of the call. */
public sealed class Body {
    /** Number of bytes; 0 for an empty body, null if unknown. */
    public abstract val length: Long?

    /** True if the request is sent with `Expect: 100-continue` (RFC 9110 section 10.1.1). */
    public open val expectContinue: Boolean get() = false

    /** Opens the body for one request. A [Transport] calls this and closes the stream. */
    public abstract fun open(): InputStream

    internal data object Empty : Body() {
        override val length: Long get() = 0

        override fun open(): InputStream = InputStream.nullInputStream()
    }

    internal class Bytes(val bytes: ByteArray) : Body() {
        override val length: Long get() = bytes.size.toLong()

        override fun open(): InputStream = bytes.inputStream()
    }

    internal class Stream(
        override val length: Long?,
        val replayable: Boolean,
        override val expectContinue: Boolean,
        private val opener: () -> InputStream,
    ) : Body() {
        override fun open(): InputStream = CallerStream(markFailure { opener() }, length)
    }

    /** Prints sizes, not contents. */
    override fun toString(): String = when (this) {
        is Empty -> "Body(empty)"
        is Bytes -> "Body(${bytes.size} bytes)"
        is Stream -> "Body(stream of ${length ?: "unknown length"}, replayable=$replayable)"
    }

    public companion object {
        /** Returns an empty body. */
        public fun empty(): Body = Empty

        /** Returns a body of these bytes. Do not modify them until the call has ended. */
        public fun of(bytes: ByteArray): Body = Bytes(bytes)

        /** Returns a body of this text in UTF-8. */
        public fun of(text: String): Body = Bytes(text.encodeToByteArray())

        /** Returns the content of a file, which is opened again if the call is retried. [expectContinue] is as for [stream]. */
        public fun file(path: Path, expectContinue: Boolean = false): Body =
            Stream(Files.size(path), replayable = true, expectContinue) { Files.newInputStream(path) }

        /**
         * Returns a body that is read from a stream while it is sent. The stream is closed afterwards.
         *
         * @param length number of bytes in the stream, which must match; null if unknown
         * @param replayable true if [open] returns the same body when it is called again. Only such a call is retried after a
         *   401.
         * @param expectContinue true to send `Expect: 100-continue` (RFC 9110 section 10.1.1), so that the server can reject the
         *   request before the body is sent. If the server ignores it, the call waits until the timeout.
         */
        public fun stream(
            length: Long? = null,
            replayable: Boolean = false,
            expectContinue: Boolean = false,
            open: () -> InputStream,
        ): Body = Stream(length, replayable, expectContinue, open)
    }
}

/** The caller's own stream failed. The server is not responsible, and no message may contain text of the error. */
internal class BodyFailure(message: String, cause: Throwable?) : IOException(message, cause) {
    constructor(cause: Throwable) : this("the body could not be read (${cause.javaClass.simpleName})", cause)
}

/** Wraps exceptions of [read] in a [BodyFailure], to distinguish them from those of the connection. */
private inline fun <T> markFailure(read: () -> T): T = try {
    read()
} catch (error: Exception) {
    throw error as? BodyFailure ?: BodyFailure(error)
}

/**
 * The caller's stream, which fails if its size differs from [length]. The last byte is returned only after the stream has ended.
 * Otherwise a server that received all announced bytes would treat the request as complete.
 */
internal class CallerStream(private val stream: InputStream, private val length: Long?) : InputStream() {
    private var given = 0L

    override fun read(): Int {
        val one = ByteArray(1)
        return if (read(one, 0, 1) < 0) -1 else one[0].toUByte().toInt()
    }

    override fun read(buffer: ByteArray, offset: Int, length: Int): Int = markFailure { stream.read(buffer, offset, length) }.also(::count)

    private fun count(bytes: Int) {
        if (length == null) return
        given += bytes.coerceAtLeast(0)
        val isOver = bytes < 0 || given == length && markFailure { stream.read() } < 0
        if (isOver && given < length) throw BodyFailure("the body is shorter than its length", null)
        if (given > length || given == length && !isOver) throw BodyFailure("the body is longer than its length", null)
    }

    override fun available(): Int = markFailure { stream.available() }

    override fun close(): Unit = stream.close()
}
