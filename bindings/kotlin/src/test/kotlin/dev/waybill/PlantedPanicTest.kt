/*
 * What becomes of a panic in the core: a named error without the panic's text, and a library that goes on working.
 * The function that panics is in test builds of the native library alone.
 */
package dev.waybill

import dev.waybill.ffi.plantedPanic
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class PlantedPanicTest {
    @Test
    fun `a panic is a named error without its text, and a new client works`() {
        val error = assertThrows(WaybillException::class.java) { translated { plantedPanic() } }

        assertEquals("internal.panic", error.code)
        assertEquals(ErrorKind.INTERNAL, error.kind)
        assertFalse("planted" in error.stackTraceToString().substringBefore("\tat"))
        val refused = WaybillClient(exampleConfig()).use { client ->
            assertThrows(WaybillException::class.java) { runBlocking { client.commerce("").send("GET", "/orders") } }
        }
        assertEquals(ErrorKind.REQUEST, refused.kind)
    }
}
