/*
 * A host that makes the calls it is told to, for `waybill-keycloak` (tests/src/keycloak): commands come in on standard
 * input and what happened goes out on standard output, a line of JSON each.
 */
package dev.waybill

import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.JsonPrimitive

private class KeycloakHost(config: JsonElement) {
    private val client = WaybillClient(RecordingEngine(readConfig(config).ffi()) { step -> tell(JsonObject(mapOf("step" to step))) }) { note ->
        tellOf("note") {
            put("code", JsonPrimitive(note.code))
            put("message", JsonPrimitive(note.message))
        }
    }
    private val orders = client.commerce("tenant-1")

    suspend fun send(call: JsonElement) {
        val id = call.number("id")!!
        try {
            val timeout = call.number("deadline_ms")?.milliseconds
            val status = orders.send("GET", "/orders/{id}", mapOf("id" to id.toString()), timeout = timeout).use { answer ->
                answer.bytes()
                answer.status
            }
            tellOf("outcome") {
                put("id", JsonPrimitive(id))
                put("status", JsonPrimitive(status))
            }
        } catch (error: WaybillException) {
            tellOf("outcome") {
                put("id", JsonPrimitive(id))
                put("code", JsonPrimitive(error.code))
                put("message", JsonPrimitive(error.message))
            }
        }
    }

    fun perform(name: String, value: JsonElement): Unit = when (name) {
        "set_credentials" -> client.setCredentials(readCredentials(value))
        "invalidate" -> if (value.text("tokens") == "true") client.invalidateTokens() else client.invalidateAccessToken()
        "close" -> client.close()
        else -> error("unknown command $name")
    }

    private fun tellOf(name: String, members: JsonObjectBuilder.() -> Unit) = tell(tagged(name, members))
}

private val output = Any()

private fun tell(line: JsonObject) = synchronized(output) {
    println(line)
    System.out.flush()
}

internal fun main() = runBlocking(Dispatchers.IO) {
    lateinit var host: KeycloakHost
    for (line in generateSequence(::readlnOrNull)) {
        val (name, value) = (Json.parseToJsonElement(line) as JsonObject).entries.single()
        when (name) {
            "config" -> host = KeycloakHost(value)
            "begin" -> launch { host.send(value) }
            else -> host.perform(name, value)
        }
    }
}
