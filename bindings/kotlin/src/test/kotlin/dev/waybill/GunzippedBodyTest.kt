/*
 * Decoding gzip without a blocked thread: the output of `GZIPOutputStream`, and that of other encoders and broken connections.
 */
package dev.waybill

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.util.zip.GZIPOutputStream
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class GunzippedBodyTest {
    private val text = ByteArray(200_000) { (it * it % 251).toByte() }

    @Test
    fun `a body is decoded from chunks of any size`() {
        for (piece in listOf(1, 7, 8 * 1024, Int.MAX_VALUE)) {
            assertArrayEquals(text, decode(gzip(text), piece), "$piece")
        }
    }

    @Test
    fun `a body of no bytes is empty, and so is an empty member`() {
        assertArrayEquals(ByteArray(0), decode(ByteArray(0)))
        assertArrayEquals(ByteArray(0), decode(gzip(ByteArray(0))))
    }

    @Test
    fun `members are concatenated, and trailing bytes are ignored`() {
        assertArrayEquals(text + text, decode(gzip(text) + gzip(text), 5))
        assertArrayEquals(text, decode(gzip(text) + byteArrayOf(0, 0, 0)))
    }

    @Test
    fun `a header may have extra fields, a name, comment and checksum`() {
        val plain = gzip(text)
        val described = plain.copyOf(10)
        described[3] = (2 + 4 + 8 + 16).toByte()
        val fields = byteArrayOf(3, 0, 1, 2, 3) + "name".encodeToByteArray() + 0 + "words".encodeToByteArray() + 0 + byteArrayOf(9, 9)
        assertArrayEquals(text, decode(described + fields + plain.drop(10).toByteArray(), 3))
    }

    @Test
    fun `truncated, damaged and non-gzip bodies fail`() {
        val whole = gzip(text)
        val damaged = whole.clone().also { it[whole.size - 6] = (it[whole.size - 6] + 1).toByte() }
        for (body in listOf(whole.copyOf(5), whole.copyOf(whole.size / 2), whole.copyOf(whole.size - 1), damaged, "plain text".encodeToByteArray())) {
            assertThrows(IOException::class.java) { decode(body) }
        }
    }

    private fun gzip(bytes: ByteArray): ByteArray = ByteArrayOutputStream().also { out -> GZIPOutputStream(out).use { it.write(bytes) } }.toByteArray()

    private fun decode(bytes: ByteArray, piece: Int = Int.MAX_VALUE): ByteArray = runBlocking {
        val body = GunzippedBody(HeldBody(bytes, piece))
        val decoded = ByteArrayOutputStream()
        val buffer = ByteArray(1000)
        while (true) {
            val count = body.read(buffer, buffer.size)
            if (count < 0) break
            decoded.write(buffer, 0, count)
        }
        decoded.toByteArray()
    }
}
