/*
 * The program in examples/kotlin against the development platform. `WAYBILL_DEV` is the path of the `waybill` binary, which
 * serves it.
 */
package dev.waybill

import example
import java.net.URI
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class ExampleTest {
    @Test
    fun `the example calls all path families and explains a refusal`() {
        val said = mutableListOf<String>()

        serving { origin ->
            val config = Json.parseToJsonElement(URI("$origin/_waybill/config").toURL().readText())
            val secrets = secrets(config.list("credentials").first())
            runBlocking { example(origin, secrets::get) { said += it } }
        }

        val answers = said.filterNot { it.startsWith("note: ") }
        assertEquals(listOf("platform: 200", "commerce: 200", "commerce through the platform: 200"), answers.take(3), "$said")
        assertEquals("refused: request.tenant", answers[3].substringBeforeLast(":"))
    }

    private fun secrets(credentials: JsonElement): Map<String, String?> {
        val login = credentials.member("login")!!
        return mapOf(
            "WAYBILL_API_KEY" to credentials.text("api_key"),
            "WAYBILL_REALM" to login.text("realm"),
            "WAYBILL_USERNAME" to login.text("username"),
            "WAYBILL_PASSWORD" to login.text("password"),
        )
    }

    private fun serving(test: (String) -> Unit) = DevPlatform().use { test(it.origin) }
}
