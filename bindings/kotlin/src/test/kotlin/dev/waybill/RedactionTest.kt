/*
 * Canaries: a key, a password and tokens in all places that can hold a secret. No text may contain them. The generated records
 * are checked too, because they are public, and debuggers and logs print them.
 */
package dev.waybill

import dev.waybill.ffi.Action
import dev.waybill.ffi.Call
import dev.waybill.ffi.Engine
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.Route
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

internal fun exampleConfig(environment: String = "sandbox") = ClientConfig(
    environments = listOf(
        Environment(
            name = "sandbox",
            kind = EnvironmentKind.SANDBOX,
            baseUrl = "https://platform.example/api/v1",
            commerceUrl = "https://commerce.example/api",
            authUrl = "https://login.example",
        ),
    ),
    environment = environment,
    credentials = listOf(Credentials("sandbox", "canary-key", Login("shop", "ada", "canary-password", "canary-refresh"))),
    seed = 1,
)

class RedactionTest {
    private fun assertRedacted(text: String) {
        assertFalse("canary" in text, text)
        // A byte array prints as its numbers: 99, 97, 110 is "can".
        assertFalse("99, 97, 110" in text, text)
    }

    @Test
    fun `no text of a configuration shows a secret`() {
        val config = exampleConfig()

        for (text in listOf("$config", "${config.credentials}", "${config.credentials[0].login}", "${config.ffi()}", "${config.ffi().credentials}", "${config.ffi().credentials[0].login}")) {
            assertRedacted(text)
        }
        assertTrue("[redacted]" in config.toString() && "[redacted]" in config.ffi().toString())
    }

    @Test
    fun `no text of a step shows the key, the password or a body`() {
        Engine(exampleConfig().ffi()).use { engine ->
            val calls = listOf(Route.Platform, Route.Commerce("acme")).map { route ->
                Call(route, "POST", "/things", emptyList(), false, emptyList(), nameValues(listOf("q" to "canary")), nameValues(listOf("x-note" to "canary")), RequestBody.Bytes("canary".toByteArray()), null)
            }
            for (call in calls) {
                val step = engine.begin(call, 0).step
                assertTrue(step.actions.any { it is Action.Send }, "$step")
                assertRedacted("$call $step ${step.actions.map { (it as? Action.Send)?.head }} ${step.actions.map { (it as? Action.Send)?.body }}")
            }
        }
    }

    @Test
    fun `no refusal shows the refused value`() {
        val other = assertThrows(WaybillException::class.java) { WaybillClient(exampleConfig(environment = "elsewhere")) }
        assertRedacted(other.stackTraceToString())

        val broken = Credentials("sandbox", "canary\nkey")
        WaybillClient(exampleConfig()).use { client ->
            assertRedacted(assertThrows(WaybillException::class.java) { client.setCredentials(broken) }.stackTraceToString())
        }
    }
}
