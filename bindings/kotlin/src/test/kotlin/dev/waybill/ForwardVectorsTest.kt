/*
 * The shared forward vectors, through a client whose transport returns the step's response.
 */
package dev.waybill

import java.nio.file.Files
import kotlin.io.path.extension
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.nameWithoutExtension
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

class ForwardVectorsTest {
    private val folder = testsFolder.resolve("vectors/forward")

    @TestFactory
    fun `every forward vector gives the expected answers`(): List<DynamicTest> {
        val files = folder.listDirectoryEntries().filter { it.extension == "json" }.sorted()
        assertTrue(files.isNotEmpty(), "no vectors found")
        return files.filter { JsonPrimitive("kotlin") in readJson(it).list("hosts") }.map { file ->
            dynamicTest(file.nameWithoutExtension) {
                run(readJson(file))
                Evidence.vector("forward/${file.nameWithoutExtension}")
            }
        }
    }

    private fun run(vector: JsonObject) {
        lateinit var step: JsonElement
        var sent: TransportRequest? = null
        val transport = Transport { request ->
            sent = request
            val answer = step.member("platform")!!
            TransportResponse(answer.number("status")!!.toInt(), answer.pairs("headers"), HeldBody(answer.text("body")!!.encodeToByteArray()))
        }
        client(if (vector["apiKey"] is JsonNull) null else "canary-api-key-0123456789", transport).use { client ->
            val forwarder = Forwarder(client, Files.readString(folder.resolve(vector.text("list")!!)))
            // Undecided requests stay in progress as long as they are referenced.
            val held = mutableListOf<Received>()
            for ((at, next) in vector.list("steps").withIndex()) {
                step = next
                sent = null
                val given = runBlocking { forwarder.take(next, held) }
                val request = sent?.let { mapOf("sent" to show(it)) }.orEmpty()
                assertEquals(next.member("expect"), JsonObject(given + request), "step ${at + 1}")
            }
        }
    }

    private fun client(key: String?, transport: Transport): WaybillClient {
        val environment = Environment(
            name = "sandbox",
            kind = EnvironmentKind.SANDBOX,
            baseUrl = "https://platform.example/api/v1",
            proxyUrl = "https://platform.example/api/commerce",
        )
        val credentials = listOfNotNull(key?.let { Credentials("sandbox", it, null) })
        return WaybillClient(ClientConfig(listOf(environment), "sandbox", credentials), transport)
    }

    /** Handles one request. Returns the host's question, the app's response and the log entry. */
    private suspend fun Forwarder.take(step: JsonElement, held: MutableList<Received>): JsonObject {
        val request = step.member("request")!!
        val body = request.text("body")
        val inbound = InboundRequest("r-1", request.text("method")!!, request.text("target")!!, request.pairs("headers"), body != null)
        val session = step.member("session")?.let { Session(it.text("user")!!, it.member("claims").toString()) }
        val received = receive(inbound, session).also { held += it }
        if (received is Received.Answer) return show(received.answer)
        received as Received.Authorize
        val asked = mapOf("authorize" to show(received))
        return JsonObject(asked + when (step.text("decision")) {
            "none" -> emptyMap()
            "deny" -> show(received.deny())
            else -> show(received.permit(body?.let(Body::of) ?: Body.empty()))
        })
    }

    private fun show(asked: Received.Authorize) = buildJsonObject {
        put("user", JsonPrimitive(asked.user))
        put("operation", JsonPrimitive(asked.operation))
        put("parameters", JsonObject(asked.parameters.mapValues { JsonPrimitive(it.value) }))
    }

    private fun show(request: TransportRequest) = buildJsonObject {
        put("method", JsonPrimitive(request.method))
        put("url", JsonPrimitive(request.url))
        put("headers", lines(request.headers.sortedBy { it.first }))
    }

    private suspend fun show(answer: AppAnswer): JsonObject {
        val (body, isCut) = answer.use { read(it) }
        return buildJsonObject {
            put("answer", buildJsonObject {
                put("status", JsonPrimitive(answer.status))
                put("headers", lines(answer.headers))
                put("body", JsonPrimitive(body))
            })
            if (isCut) put("isCut", JsonPrimitive(true))
            answer.log?.let { put("log", JsonPrimitive(it)) }
        }
    }

    /** Reads a body, and returns it with a flag that is true if it was cut. */
    private suspend fun read(answer: AppAnswer): Pair<String, Boolean> {
        var whole = ByteArray(0)
        val buffer = ByteArray(256)
        try {
            while (true) {
                val count = answer.read(buffer)
                if (count < 0) return whole.decodeToString() to false
                whole += buffer.copyOf(count)
            }
        } catch (error: WaybillException) {
            assertEquals("forward.credential", error.code)
            return whole.decodeToString() to true
        }
    }

    private fun lines(headers: List<Pair<String, String>>) =
        JsonArray(headers.map { (name, value) -> JsonArray(listOf(JsonPrimitive(name), JsonPrimitive(value))) })
}
