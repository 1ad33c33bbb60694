/*
 * A host that makes calls on command, for `waybill-keycloak` (tests/src/keycloak). Commands arrive on standard input and results
 * are written to standard output, as one line of JSON each.
 */
package dev.waybill

import java.util.Base64
import java.util.function.Function
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.boolean
import kotlinx.serialization.json.jsonPrimitive

private class KeycloakHost(config: JsonElement) {
    private val transport = StoppingTransport()
    private val client = readConfig(config, config.member("store")?.let { readStore(it, config) }).let { config ->
        val engine = RecordingEngine(config.ffi()) { step -> tell(JsonObject(mapOf("step" to step))) }
        WaybillClient(engine, transport, sharedStore = config.sharedStore) { note ->
            tellOf("note") {
                put("code", JsonPrimitive(note.code))
                put("message", JsonPrimitive(note.message))
            }
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
        "stop_before_sending" -> transport.stopsBeforeSending = value.jsonPrimitive.boolean
        "close" -> client.close()
        else -> error("unknown command $name")
    }
}

/** Suspends the process after a token request was saved and before it is sent, until another process resumes it. */
private class StoppingTransport(private val carrier: Transport = JavaHttpTransport()) : Transport {
    @Volatile
    var stopsBeforeSending = false

    override suspend fun send(request: TransportRequest): TransportResponse {
        if (stopsBeforeSending && request.url.endsWith("/token")) {
            stopsBeforeSending = false
            tellOf("stopped") {}
            ProcessBuilder("kill", "-STOP", ProcessHandle.current().pid().toString()).start().waitFor()
        }
        return carrier.send(request)
    }
}

/**
 * Creates the store through which the hosts of a fleet share a login. Its class is in an artifact that depends on this one, and
 * is found by name.
 */
private fun readStore(store: JsonElement, config: JsonElement): SharedStoreOptions {
    @Suppress("UNCHECKED_CAST")
    val connect = Class.forName("FleetStore").getDeclaredConstructor().newInstance() as Function<String, TokenStore>
    val keys = store.list("keys").map { SealingKey(it.text("id")!!, Base64.getDecoder().decode(it.text("bytes")!!)) }
    val loginWhileDown = config.member("shared_store")?.member("login_while_down")?.jsonPrimitive?.boolean ?: false
    return SharedStoreOptions(connect.apply(store.text("address")!!), keys, loginWhileDown = loginWhileDown)
}

private val output = Any()

private fun tellOf(name: String, members: JsonObjectBuilder.() -> Unit) = tell(tagged(name, members))

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
