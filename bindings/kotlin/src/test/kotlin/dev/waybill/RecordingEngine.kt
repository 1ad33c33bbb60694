/*
 * The engine, which passes every input and its step to a listener, in the format of the shared access vectors.
 */
package dev.waybill

import dev.waybill.ffi.Begun
import dev.waybill.ffi.Call
import dev.waybill.ffi.Config
import dev.waybill.ffi.Engine
import dev.waybill.ffi.Invalidate
import dev.waybill.ffi.NameValue
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.ResponseHead
import dev.waybill.ffi.Route
import dev.waybill.ffi.Step
import dev.waybill.ffi.StoreResult
import dev.waybill.ffi.TransportFailure
import java.nio.ByteBuffer
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import dev.waybill.ffi.Credentials as FfiCredentials
import dev.waybill.ffi.WaybillException as FfiException

internal class RecordingEngine(config: Config, private val tell: (JsonObject) -> Unit) : Engine(config) {
    override fun begin(call: Call, now: Long): Begun =
        recorded("begin", now, { put(call) }, { it.step to it.call }) { super.begin(call, now) }

    override fun onHead(exchange: Long, head: ResponseHead, now: Long): Step = recordedStep("on_head", now, {
        put("exchange", JsonPrimitive(exchange))
        put("status", JsonPrimitive(head.status.toInt()))
        put("headers", head.headers.json())
    }) { super.onHead(exchange, head, now) }

    override fun onBody(exchange: Long, body: ByteBuffer, complete: Boolean, now: Long): Step {
        val bytes = ByteArray(body.remaining()).also { body.duplicate().get(it) }
        return recordedStep("on_body", now, {
            put("exchange", JsonPrimitive(exchange))
            put("body", JsonPrimitive(bytes.decodeToString()))
            put("complete", JsonPrimitive(complete))
        }) { super.onBody(exchange, body, complete, now) }
    }

    override fun onFailure(exchange: Long, failure: TransportFailure, now: Long): Step = recordedStep("on_failure", now, {
        put("exchange", JsonPrimitive(exchange))
        put("kind", JsonPrimitive(failure.kind.name.lowercase()))
        put("detail", JsonPrimitive(failure.detail))
    }) { super.onFailure(exchange, failure, now) }

    override fun onStore(ticket: Long, result: StoreResult, now: Long): Step = recordedStep("on_store", now, {
        put("ticket", JsonPrimitive(ticket))
        put(result)
    }) { super.onStore(ticket, result, now) }

    override fun onTime(now: Long): Step = recordedStep("on_time", now, {}) { super.onTime(now) }

    override fun cancel(call: Long, now: Long): Step =
        recordedStep("cancel", now, { put("call", JsonPrimitive(call)) }) { super.cancel(call, now) }

    override fun invalidate(what: Invalidate, now: Long): Step =
        recordedStep("invalidate", now, { put("tokens", JsonPrimitive(what == Invalidate.TOKENS)) }) { super.invalidate(what, now) }

    override fun setCredentials(credentials: FfiCredentials, now: Long): Step =
        recordedStep("set_credentials", now, { put(credentials) }) { super.setCredentials(credentials, now) }

    override fun close(now: Long): Step = recordedStep("close", now, {}) { super.close(now) }

    private fun recordedStep(name: String, now: Long, input: JsonObjectBuilder.() -> Unit, enter: () -> Step): Step =
        recorded(name, now, input, { it to null }, enter)

    private fun <T> recorded(
        name: String,
        now: Long,
        input: JsonObjectBuilder.() -> Unit,
        step: (T) -> Pair<Step, Long?>,
        enter: () -> T,
    ): T {
        val given = JsonObject(mapOf(name to buildJsonObject(input), "now" to JsonPrimitive(now)))
        try {
            val entered = enter()
            val (came, call) = step(entered)
            val begun = call?.let { mapOf("call" to JsonPrimitive(it)) }.orEmpty()
            tell(JsonObject(mapOf("input" to given, "expect" to JsonObject(begun + show(came)))))
            return entered
        } catch (error: FfiException.Failed) {
            tell(JsonObject(mapOf("input" to given, "expect" to show(error))))
            throw error
        }
    }
}

private fun List<NameValue>.json() = JsonArray(map { JsonArray(listOf(JsonPrimitive(it.name), JsonPrimitive(it.value))) })

private fun JsonObjectBuilder.put(call: Call) {
    put("route", when (val route = call.route) {
        is Route.Platform -> JsonPrimitive("platform")
        is Route.Commerce -> buildJsonObject { put("commerce", JsonPrimitive(route.tenant)) }
        is Route.CommerceProxy -> buildJsonObject { put("commerce_proxy", JsonPrimitive(route.seller)) }
    })
    put("method", JsonPrimitive(call.method))
    put("template", JsonPrimitive(call.template))
    put("parameters", call.parameters.json())
    put("query", call.query.json())
    put("headers", call.headers.json())
    put("body", when (val body = call.body) {
        is RequestBody.Empty -> JsonPrimitive("empty")
        is RequestBody.Bytes -> buildJsonObject { put("bytes", JsonPrimitive(body.bytes.decodeToString())) }
        is RequestBody.Caller -> tagged("caller") { put("replayable", JsonPrimitive(body.replayable)) }
    })
    put("deadline", JsonPrimitive(call.deadline))
}

private fun JsonObjectBuilder.put(credentials: FfiCredentials) {
    put("environment", JsonPrimitive(credentials.environment))
    put("api_key", JsonPrimitive(credentials.apiKey))
    credentials.login?.let { login ->
        put("login", buildJsonObject {
            put("realm", JsonPrimitive(login.realm))
            put("username", JsonPrimitive(login.username))
            put("password", JsonPrimitive(login.password))
            put("refresh_token", JsonPrimitive(login.refreshToken))
        })
    }
}

private fun JsonObjectBuilder.put(result: StoreResult) {
    when (result) {
        is StoreResult.Locked -> put("locked", buildJsonObject {
            result.snapshot?.let { put("snapshot", JsonPrimitive(it.text)) }
            put("store_time", JsonPrimitive(result.storeTime))
        })
        is StoreResult.Saved -> put("saved", buildJsonObject { put("seq", JsonPrimitive(result.seq)) })
        is StoreResult.Conflict -> put("conflict", buildJsonObject {})
        is StoreResult.Failed -> put("failed", JsonPrimitive(result.why.name.lowercase().replace('_', '-')))
    }
}
