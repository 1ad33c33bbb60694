/*
 * What a caller sends: nothing, bytes, or a stream. Bodies stay on this side; the core learns only whether one can be sent again.
 */
package dev.waybill

import java.io.IOException
import java.io.InputStream
import java.nio.file.Files
import java.nio.file.Path

/** The body of a call. The `Content-Type` is a header of the call. */
public sealed class Body {
    /** Bytes that will come; 0 for none, null where that is not known. */
    public abstract val length: Long?

    /** Whether it is announced by `Expect: 100-continue` (RFC 9110 section 10.1.1). */
    public open val expectContinue: Boolean get() = false

    /** Opens it for one request. A [Transport] asks for that, and closes the stream. */
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

    /** Sizes, not contents. */
    override fun toString(): String = when (this) {
        is Empty -> "Body(empty)"
        is Bytes -> "Body(${bytes.size} bytes)"
        is Stream -> "Body(stream of ${length ?: "unknown length"}, replayable=$replayable)"
    }

    public companion object {
        /** No body. */
        public fun empty(): Body = Empty

        /** These bytes; they must not change until the call has ended. */
        public fun of(bytes: ByteArray): Body = Bytes(bytes)

        /** This text as UTF-8. */
        public fun of(text: String): Body = Bytes(text.encodeToByteArray())

        /** A file, opened again where the call is retried; [expectContinue] as for [stream]. */
        public fun file(path: Path, expectContinue: Boolean = false): Body =
            Stream(Files.size(path), replayable = true, expectContinue) { Files.newInputStream(path) }

        /**
         * A stream, read as the server takes it and closed afterwards.
         *
         * @param length bytes that will come, after which the stream has to end; null where that is not known
         * @param replayable whether [open] gives the same body a second time; only such a call is retried after a 401
         * @param expectContinue whether it is announced by `Expect: 100-continue` (RFC 9110 section 10.1.1), so that the server
         *   can refuse it before it is sent; a server that ignores that is waited for until the timeout
         */
        public fun stream(
            length: Long? = null,
            replayable: Boolean = false,
            expectContinue: Boolean = false,
            open: () -> InputStream,
        ): Body = Stream(length, replayable, expectContinue, open)
    }
}

/** The caller's own stream broke: not the server's fault, and no text of it may reach a message. */
internal class BodyFailure(message: String, cause: Throwable?) : IOException(message, cause) {
    constructor(cause: Throwable) : this("the body could not be read (${cause.javaClass.simpleName})", cause)
}

/** Throws what [read] throws as a [BodyFailure], so that it is told apart from what the connection throws. */
private inline fun <T> markFailure(read: () -> T): T = try {
    read()
} catch (error: Exception) {
    throw error as? BodyFailure ?: BodyFailure(error)
}

/**
 * The caller's stream, which fails where it does not end at its [length]. Its last byte is given once it has ended: a server that
 * got all it was promised would have a whole request.
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
