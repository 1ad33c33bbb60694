/*
 * The comparison through the package's public surface: arrays and direct buffers in, a report or a named error out.
 * What the reports say is the shared vectors' business.
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
            assertTrue("/flows" in report.render(Format.MARKDOWN))
        }
    }

    @Test
    fun `a description that cannot be read is a failure of kind comparison`() {
        val error = assertThrows(WaybillException::class.java) { compare("{".toByteArray(), new) }

        assertEquals(ErrorKind.COMPARISON, error.kind)
        assertTrue(error.message.orEmpty().startsWith(error.code))
    }

    @Test
    fun `buffers on the heap are refused with what was expected`() {
        val error = assertThrows(IllegalArgumentException::class.java) { compare(ByteBuffer.wrap(old), ByteBuffer.wrap(new)) }

        assertTrue("direct" in error.message.orEmpty())
    }
}
