/*
 * Decodes a gzip body (RFC 1952) while it arrives. `GZIPInputStream` would block a thread for each body.
 */
package dev.waybill

import java.io.EOFException
import java.io.IOException
import java.util.zip.CRC32
import java.util.zip.DataFormatException
import java.util.zip.Inflater

/** The decoded body. Zero bytes decode to an empty body, as in responses to HEAD. */
internal class GunzippedBody(private val raw: TransportBody) : TransportBody {
    private val inflater = Inflater(true)
    private val checksum = CRC32()
    private val input = ByteArray(INPUT_BYTES)
    private var at = 0
    private var end = 0
    private var members = 0
    private var insideMember = false

    override suspend fun read(buffer: ByteArray, length: Int): Int {
        while (true) {
            if (!insideMember && !beginMember()) return -1
            val count = inflate(buffer, length)
            if (count > 0) {
                checksum.update(buffer, 0, count)
                return count
            }
            when {
                inflater.finished() -> endMember()
                inflater.needsInput() -> {
                    if (at == end && !fill()) throw EOFException("the compressed body ends too early")
                    inflater.setInput(input, at, end - at)
                    at = end
                }
                else -> throw IOException("the compressed body cannot be decoded")
            }
        }
    }

    private fun inflate(buffer: ByteArray, length: Int): Int = try {
        inflater.inflate(buffer, 0, length)
    } catch (error: DataFormatException) {
        throw IOException("the compressed body cannot be decoded", error)
    }

    /** Reads a member's header (section 2.3). Returns false if there is no further member. Data after the last one is ignored. */
    private suspend fun beginMember(): Boolean {
        val first = nextOrEnd()
        if (first < 0) return false
        val isMember = first == MAGIC_FIRST && nextOrEnd() == MAGIC_SECOND
        if (!isMember && members > 0) return false
        if (!isMember || next() != DEFLATE) throw IOException("the body is not compressed as its head says")
        val flags = next()
        skip(TIME_AND_SYSTEM_BYTES)
        if (flags and EXTRA != 0) skip(next() or (next() shl Byte.SIZE_BITS))
        if (flags and NAME != 0) skipText()
        if (flags and COMMENT != 0) skipText()
        if (flags and HEADER_CHECKSUM != 0) skip(2)
        members++
        insideMember = true
        return true
    }

    /** Reads the trailer of a member: its checksum and its length. */
    private suspend fun endMember() {
        at = end - inflater.remaining
        val (found, length) = number() to number()
        if (found != checksum.value || length != inflater.bytesWritten and UNSIGNED) {
            throw IOException("the compressed body is damaged")
        }
        inflater.reset()
        checksum.reset()
        insideMember = false
    }

    private suspend fun number(): Long = (0 until Int.SIZE_BYTES).fold(0L) { sum, place ->
        sum or (next().toLong() shl (place * Byte.SIZE_BITS))
    }

    private suspend fun skip(count: Int) = repeat(count) { next() }

    private suspend fun skipText() {
        do {
            val isEnd = next() == 0
        } while (!isEnd)
    }

    private suspend fun next(): Int = nextOrEnd().also { if (it < 0) throw EOFException("the compressed body ends too early") }

    private suspend fun nextOrEnd(): Int = if (at == end && !fill()) -1 else input[at++].toInt() and BYTE

    private suspend fun fill(): Boolean {
        val count = raw.read(input, input.size)
        at = 0
        end = maxOf(count, 0)
        return count > 0
    }

    override fun close() = raw.close()

    private companion object {
        const val INPUT_BYTES = 8 * 1024
        const val MAGIC_FIRST = 0x1f
        const val MAGIC_SECOND = 0x8b
        const val DEFLATE = 8
        const val TIME_AND_SYSTEM_BYTES = 6
        const val HEADER_CHECKSUM = 2
        const val EXTRA = 4
        const val NAME = 8
        const val COMMENT = 16
        const val BYTE = 0xff
        const val UNSIGNED = 0xffff_ffffL
    }
}
