/*
 * A host that shares a login with others through Redis and makes the calls it is told to, for `waybill-keycloak`
 * (tests/src/keycloak/fleet): commands come in on standard input and what happened goes out on standard output, a line of JSON
 * each. It uses what any user of the two artifacts can use.
 */
import dev.waybill.ClientConfig
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Login
import dev.waybill.SealingKey
import dev.waybill.SharedStoreOptions
import dev.waybill.WaybillClient
import dev.waybill.WaybillException
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.RedisClient
import java.util.Base64
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.jsonArray
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import kotlinx.serialization.json.put

private fun JsonElement.text(name: String): String? = jsonObject[name]?.jsonPrimitive?.content

private fun JsonElement.number(name: String): Long? = jsonObject[name]?.jsonPrimitive?.long

private fun JsonElement.list(name: String): List<JsonElement> = jsonObject.getValue(name).jsonArray

private class FleetHost(config: JsonElement) {
    private val client = WaybillClient(readConfig(config)) { note ->
        tell("note") {
            put("code", note.code)
            put("message", note.message)
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
            tell("outcome") {
                put("id", id)
                put("status", status)
            }
        } catch (error: WaybillException) {
            tell("outcome") {
                put("id", id)
                put("code", error.code)
                put("message", error.message)
            }
        }
    }

    fun perform(name: String, value: JsonElement): Unit = when (name) {
        "set_credentials" -> client.setCredentials(readCredentials(value))
        "close" -> client.close()
        // A process can hardly stand still at a point of its own choice here; the Node hosts do.
        "stop_before_sending" -> Unit
        else -> error("unknown command $name")
    }
}

private fun readConfig(config: JsonElement): ClientConfig {
    val store = config.jsonObject.getValue("store")
    val keys = store.list("keys").map { SealingKey(it.text("id")!!, Base64.getDecoder().decode(it.text("bytes")!!)) }
    return ClientConfig(
        environments = config.list("environments").map {
            val kind = EnvironmentKind.valueOf(it.text("kind")!!.uppercase())
            Environment(it.text("name")!!, kind, commerceUrl = it.text("commerce_url"), authUrl = it.text("auth_url"))
        },
        environment = config.text("environment")!!,
        credentials = config.list("credentials").map(::readCredentials),
        tokenTimeout = config.number("token_timeout_ms")?.milliseconds,
        sharedStore = SharedStoreOptions(RedisTokenStore(RedisClient.create(store.text("address")!!).connect()), keys),
    )
}

private fun readCredentials(credentials: JsonElement) = Credentials(
    credentials.text("environment")!!,
    login = credentials.jsonObject["login"]?.let {
        Login(it.text("realm")!!, it.text("username")!!, it.text("password"), it.text("refresh_token"))
    },
)

private val output = Any()

private fun tell(name: String, members: JsonObjectBuilder.() -> Unit) = synchronized(output) {
    println(buildJsonObject { put(name, buildJsonObject(members)) })
    System.out.flush()
}

internal fun main() = runBlocking(Dispatchers.IO) {
    lateinit var host: FleetHost
    for (line in generateSequence(::readlnOrNull)) {
        val (name, value) = (Json.parseToJsonElement(line) as JsonObject).entries.single()
        when (name) {
            "config" -> host = FleetHost(value)
            "begin" -> launch { host.send(value) }
            else -> host.perform(name, value)
        }
    }
}
