/*
 * A body in memory, returned in pieces.
 */
package dev.waybill

internal class HeldBody(private val bytes: ByteArray, private val piece: Int = Int.MAX_VALUE) : TransportBody {
    private var at = 0

    override suspend fun read(buffer: ByteArray, length: Int): Int {
        if (at == bytes.size) return -1
        val count = minOf(length, piece, bytes.size - at)
        bytes.copyInto(buffer, 0, at, at + count)
        at += count
        return count
    }

    override fun close() = Unit
}
