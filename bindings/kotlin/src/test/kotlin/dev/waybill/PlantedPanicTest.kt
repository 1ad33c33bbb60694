/*
 * A panic in the core results in a named error without the panic's text, and the library continues to work. Only test builds of
 * the native library contain the function that panics. Its text quotes its argument, as a panic may.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.plantedPanic
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class PlantedPanicTest {
    @Test
    fun `a panic is a named error, and a new client works`() {
        val error = assertThrows(WaybillException::class.java) {
            translated { plantedPanic("canary-key canary-password canary-access canary-refresh") }
        }

        assertEquals("client.crashed", error.code)
        assertEquals(ErrorKind.INTERNAL, error.kind)
        // The whole chain, because causes and suppressed exceptions are printed too.
        val text = error.stackTraceToString()
        assertFalse("canary" in text, text)
        assertFalse("planted" in text.substringBefore("\tat"), text)
        val refused = WaybillClient(exampleConfig()).use { client ->
            assertThrows(WaybillException::class.java) { runBlocking { client.commerce("").send("GET", "/orders") } }
        }
        assertEquals(ErrorKind.REQUEST, refused.kind)
    }

    @Test
    fun `a panic of a comparison has a code of its own`() {
        val error = assertThrows(WaybillException::class.java) {
            translated(DriverFailure.ComparisonCrashed) { plantedPanic("canary") }
        }
        assertEquals("comparison.crashed" to ErrorKind.INTERNAL, error.code to error.kind)
    }
}
