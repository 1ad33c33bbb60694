/*
 * Failing calls against `waybill dev`: tests/failures/cases.json, as described in its README.
 */
package dev.waybill

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.nio.file.Files
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.TestInstance

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailuresTest {
    private val platform by lazy { DevPlatform() }

    @AfterAll
    fun endPlatform() = platform.close()

    @TestFactory
    fun `each cause has its code, its words and its remedy`(): List<DynamicTest> {
        val script = Json.parseToJsonElement(Files.readString(testsFolder.resolve("failures/cases.json")))
        return script.list("cases").map { given -> dynamicTest(given.text("cause")!!) { runBlocking { run(given) } } }
    }

    private suspend fun run(given: JsonElement) {
        control("DELETE", "faults", null)
        control("POST", "user", """{"disabled":false,"locked":false}""")
        val config = config(given.member("config")?.jsonObject ?: JsonObject(emptyMap()))
        WaybillClient(config).use { client ->
            for (step in given.list("given")) {
                step.text("control")?.let { control("POST", it, step.member("body").toString()) }
                step.member("call")?.let { send(client, it).close() }
            }
            val error = runCatching { send(client, given.member("call")!!).close() }.exceptionOrNull()
            assertFalse("canary" in "$error ${error?.stackTraceToString()}", "$error")
            assertEquals(given.member("expect"), found(error as WaybillException))
        }
    }

    private fun found(error: WaybillException) = JsonObject(
        mapOf(
            "code" to JsonPrimitive(error.code),
            "stage" to JsonPrimitive(error.details.stage?.name?.lowercase()),
            "status" to JsonPrimitive(error.status),
            "message" to JsonPrimitive(steady(error.message.orEmpty().removePrefix("${error.code}: "))),
            "remedy" to JsonPrimitive(error.remedy),
        ),
    )

    /** Replaces durations that depend on the time of the run by `N`. */
    private fun steady(text: String) = text.replace(Regex("\\d+ (seconds?|minutes?|hours?|days?|years?)"), "N $1")

    private fun config(changes: JsonObject): ClientConfig {
        val served = readConfig(Json.parseToJsonElement(URI("${platform.origin}/_waybill/config").toURL().readText()))
        val credentials = served.credentials.single()
        val login = credentials.login!!
        fun changed(name: String, value: String?): String? = if (name in changes) changes.text(name) else value
        val own = Login(
            changed("realm", login.realm)!!,
            changed("username", login.username)!!,
            changed("password", login.password),
            changes.text("refresh_token"),
        )
        val given = Credentials(credentials.environment, changed("api_key", credentials.apiKey), own.takeIf { changes["login"] !is JsonNull })
        val other = changes["other_environment"]?.let {
            val kind = EnvironmentKind.valueOf(it.text("kind")!!.uppercase())
            Environment(it.text("name")!!, kind, baseUrl = it.text("base_url"), authUrl = it.text("auth_url"))
        }
        return ClientConfig(
            environments = served.environments + listOfNotNull(other),
            environment = served.environment,
            credentials = listOf(given),
            tokenTimeout = changes.number("token_timeout_ms")?.milliseconds,
            tokenRetryWait = Duration.ZERO,
        )
    }

    private suspend fun send(client: WaybillClient, call: JsonElement): Response {
        val route = call.member("route")!!
        val family = when {
            route !is JsonPrimitive -> client.commerce(route.text("commerce")!!)
            route.content == "platform" -> client.platform
            route.content == "commerce" -> client.commerce("tenant-1")
            else -> client.commerceProxy("seller-1")
        }
        return family.send(
            method = call.text("method") ?: "GET",
            template = call.text("template") ?: "/things",
            parameters = call.pairs("parameters").toMap(),
            headers = call.pairs("headers"),
            timeout = call.number("deadline_ms")?.milliseconds,
        )
    }

    private fun control(method: String, path: String, body: String?) {
        val publisher = body?.let { BodyPublishers.ofString(it) } ?: BodyPublishers.noBody()
        val request = HttpRequest.newBuilder(URI("${platform.origin}/_waybill/$path")).method(method, publisher).build()
        val answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString())
        assertEquals(2, answer.statusCode() / 100, answer.body())
    }
}
