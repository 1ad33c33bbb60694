/*
 * A running `waybill dev`, the development platform on loopback, or `waybill mock`.
 */
package dev.waybill

import java.util.concurrent.TimeUnit
import org.junit.jupiter.api.Assertions.assertNotNull

internal class DevPlatform(command: String = "dev") : AutoCloseable {
    private val process: Process

    /** Origin of the platform. */
    val origin: String

    init {
        val binary = System.getenv("WAYBILL_DEV")
        assertNotNull(binary, "WAYBILL_DEV is not set; build the waybill binary and give its path")
        process = ProcessBuilder(binary, command, "--port", "0").redirectErrorStream(true).start()
        origin = process.inputReader().readLine().substringAfter("listening on ")
    }

    override fun close() {
        process.destroy()
        process.waitFor(10, TimeUnit.SECONDS)
    }
}
