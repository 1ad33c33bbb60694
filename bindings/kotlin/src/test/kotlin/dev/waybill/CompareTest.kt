/*
 * The comparison through the package's public API: arrays and direct buffers in, a report or a named error out. The content of
 * reports is covered by the shared vectors.
 */
package dev.waybill

import java.nio.ByteBuffer
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class CompareTest {
    private val old = """{"openapi":"3.1.0","info":{"title":"a","version":"1.0.0"},"paths":{}}""".toByteArray()
    private val new =
        """{"openapi":"3.1.0","info":{"title":"a","version":"1.1.0"},"paths":{"/flows":{"get":{"responses":{}}}}}""".toByteArray()

    @Test
    fun `an added operation is in the json and in the markdown`() {
        compare(old, new, CompareOptions("old.json", "new.json")).use { report ->
            assertTrue("operation-added" in report.json().decodeToString())
            assertTrue("/flows" in report.render(ReportFormat.MARKDOWN))
        }
    }

    @Test
    fun `an unreadable description is a failure of kind comparison`() {
        val error = assertThrows(WaybillException::class.java) { compare("{".toByteArray(), new) }

        assertEquals(ErrorKind.COMPARISON, error.kind)
        assertTrue(error.message.orEmpty().startsWith(error.code))
    }

    @Test
    fun `heap buffers give the same report and keep their position`() {
        val (previous, current) = ByteBuffer.wrap(old) to ByteBuffer.wrap(new).asReadOnlyBuffer()

        compare(previous, current).use { report ->
            compare(old, new).use { assertEquals(it.render(ReportFormat.JSON), report.render(ReportFormat.JSON)) }
        }
        assertEquals(0, previous.position())
    }
}
