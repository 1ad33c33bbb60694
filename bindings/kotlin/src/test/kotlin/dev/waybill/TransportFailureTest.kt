/*
 * Failures that prove that nothing was sent. This is an allow-list: after any other one the request may have taken effect.
 * Messages of other classes are not used, because they may quote the request.
 */
package dev.waybill

import dev.waybill.ffi.FailureKind
import java.io.ByteArrayOutputStream
import java.io.EOFException
import java.io.IOException
import java.net.ConnectException
import java.net.SocketException
import java.net.UnknownHostException
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpTimeoutException
import java.nio.channels.ClosedChannelException
import java.nio.channels.UnresolvedAddressException
import javax.net.ssl.SSLException
import javax.net.ssl.SSLHandshakeException
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class TransportFailureTest {
    @Test
    fun `failures before the request is sent are reported as not sent`() {
        val errors = listOf(
            UnknownHostException("canary"),
            ConnectException("canary"),
            ConnectException("canary").initCause(UnresolvedAddressException()),
            HttpConnectTimeoutException("canary"),
            SSLHandshakeException("canary"),
            IOException("canary", ConnectException("canary")),
            SocketException("Too many open files"),
            InternalError("canary"),
            IllegalArgumentException("canary"),
        )
        for (error in errors) {
            val failure = transportFailure(explainJavaFailure(error))
            assertEquals(FailureKind.NOT_SENT, failure.kind, "$error")
            assertFalse("canary" in failure.detail, failure.detail)
        }
    }

    @Test
    fun `anything else may have taken effect`() {
        val errors = listOf(
            IOException("canary"),
            EOFException("canary"),
            SocketException("canary"),
            SSLException("canary"),
            HttpTimeoutException("canary"),
            ClosedChannelException(),
            IllegalStateException("canary"),
        )
        for (error in errors) {
            val failure = transportFailure(explainJavaFailure(error))
            assertEquals(FailureKind.UNKNOWN, failure.kind, "$error")
            assertFalse("canary" in failure.detail, failure.detail)
        }
    }

    @Test
    fun `a failing caller stream is not a connection failure`() {
        val failure = transportFailure(explainJavaFailure(IOException(BodyFailure(IOException("canary")))))

        assertEquals("the body could not be read (IOException)", failure.detail)
        assertEquals(FailureKind.UNKNOWN, failure.kind)
    }

    @Test
    fun `a stream of wrong length fails before its last byte`() {
        fun given(length: Long, bytes: Int): Pair<Int, String?> {
            val stream = Body.stream(length) { ByteArray(bytes).inputStream() }.open()
            val got = ByteArrayOutputStream()
            val failure = runCatching { stream.transferTo(got) }.exceptionOrNull()
            return got.size() to (failure as BodyFailure?)?.message
        }
        assertEquals(10 to null, given(10, 10))
        assertEquals(0 to null, given(0, 0))
        assertEquals(9 to "the body is shorter than its length", given(10, 9))
        assertEquals(0 to "the body is longer than its length", given(10, 11))
        val (count, message) = given(20_000, 100_000)
        assertTrue(count < 20_000, "$count bytes were given")
        assertEquals("the body is longer than its length", message)
    }

    @Test
    fun `stream that cannot be opened fails as the caller's own`() {
        for (error in listOf(IOException("canary"), IllegalStateException("canary"))) {
            val failure = assertThrows(BodyFailure::class.java) { Body.stream { throw error }.open() }
            assertEquals("the body could not be read (${error.javaClass.simpleName})", failure.message)
        }
    }
}
