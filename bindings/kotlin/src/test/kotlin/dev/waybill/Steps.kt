/*
 * Steps, configurations and credentials in the format of the shared access vectors.
 */
package dev.waybill

import dev.waybill.ffi.Action
import dev.waybill.ffi.Failure
import dev.waybill.ffi.Outcome
import dev.waybill.ffi.Purpose
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.Step
import dev.waybill.ffi.WaybillException as FfiException
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonObjectBuilder
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.putJsonObject

/** Returns a step in this format. */
internal fun show(step: Step): JsonObject = buildJsonObject {
    put("actions", JsonArray(step.actions.map(::show)))
    put("wake_at", JsonPrimitive(step.wakeAt))
}

private fun show(action: Action): JsonElement = when (action) {
    is Action.Send -> tagged("send") {
        put("exchange", JsonPrimitive(action.exchange))
        put("purpose", when (val purpose = action.purpose) {
            is Purpose.Token -> JsonPrimitive("token")
            is Purpose.Call -> buildJsonObject { put("call", JsonPrimitive(purpose.call)) }
        })
        put("method", JsonPrimitive(action.head.method))
        put("url", JsonPrimitive(action.head.url))
        put("headers", JsonArray(action.head.headers.sortedBy { it.name }.map { JsonArray(listOf(JsonPrimitive(it.name), JsonPrimitive(it.value))) }))
        put("body", show(action.body))
        put("deadline", JsonPrimitive(action.deadline))
    }
    is Action.Read -> tagged("read") {
        put("exchange", JsonPrimitive(action.exchange))
        put("limit", JsonPrimitive(action.limit))
    }
    is Action.Abort -> tagged("abort") { put("exchange", JsonPrimitive(action.exchange)) }
    is Action.Note -> tagged("note") { put("code", JsonPrimitive(action.note.code)) }
    is Action.Done -> tagged("done") {
        put("call", JsonPrimitive(action.call))
        when (val outcome = action.outcome) {
            is Outcome.Response -> put("response", buildJsonObject { put("exchange", JsonPrimitive(outcome.exchange)) })
            is Outcome.Failed -> put("failed", show(outcome.failure))
        }
    }
    is Action.Lock -> tagged("lock") {
        put("ticket", JsonPrimitive(action.ticket))
        put("lease", JsonPrimitive(action.lease))
        put("known_seq", JsonPrimitive(action.knownSeq))
    }
    is Action.Save -> tagged("save") {
        put("ticket", JsonPrimitive(action.ticket))
        put("snapshot", JsonPrimitive(action.snapshot.text))
        put("expected_seq", JsonPrimitive(action.expectedSeq))
    }
    is Action.Unlock -> tagged("unlock") { put("ticket", JsonPrimitive(action.ticket)) }
    is Action.Closed -> JsonPrimitive("closed")
}

private fun show(body: RequestBody): JsonElement = when (body) {
    is RequestBody.Empty -> JsonPrimitive("empty")
    is RequestBody.Bytes -> buildJsonObject { put("bytes", JsonPrimitive(body.bytes.decodeToString())) }
    is RequestBody.Caller -> tagged("caller") { put("replayable", JsonPrimitive(body.replayable)) }
}

/** Returns a rejection: its code, and its kind in this package's spelling. */
internal fun show(error: FfiException.Failed): JsonObject = tagged("error") {
    val refusal = error.failure.exception()
    put("code", JsonPrimitive(refusal.code))
    put("kind", JsonPrimitive(refusal.kind.name.lowercase()))
}

private fun show(failure: Failure): JsonElement = buildJsonObject {
    put("code", JsonPrimitive(failure.code))
    put("kind", JsonPrimitive(failure.kind.name.lowercase()))
    put("message", JsonPrimitive(failure.message))
    put("retry", when (val retry = failure.retry) {
        is dev.waybill.ffi.Retry.Never -> JsonPrimitive("never")
        is dev.waybill.ffi.Retry.After -> buildJsonObject { put("after", JsonPrimitive(retry.millis)) }
        is dev.waybill.ffi.Retry.AfterSignIn -> JsonPrimitive("after-sign-in")
    })
    put("status", JsonPrimitive(failure.status?.toInt()))
    put("remedy", JsonPrimitive(failure.remedy))
    put("body", JsonPrimitive(failure.response?.body?.decodeToString()))
    put("stage", JsonPrimitive(failure.details.stage?.name?.lowercase()))
    put("path_family", JsonPrimitive(failure.details.pathFamily?.name?.lowercase()?.replace('_', '-')))
    put("environment", JsonPrimitive(failure.details.environment))
    failure.details.provider?.let { provider ->
        putJsonObject("provider") {
            put("error", JsonPrimitive(provider.error))
            put("description", JsonPrimitive(provider.description))
        }
    }
    failure.details.problem?.let { problem ->
        putJsonObject("problem") {
            put("type", JsonPrimitive(problem.kind))
            put("title", JsonPrimitive(problem.title))
            put("detail", JsonPrimitive(problem.detail))
            put("instance", JsonPrimitive(problem.instance))
        }
    }
    put("request_id", JsonPrimitive(failure.details.requestId))
    put("evidence", JsonArray(failure.details.evidence.map(::JsonPrimitive)))
}

internal fun tagged(tag: String, members: JsonObjectBuilder.() -> Unit) =
    JsonObject(mapOf(tag to buildJsonObject(members)))

/** Reads a configuration in the format of the vectors and the driver script. */
internal fun readConfig(config: JsonElement, sharedStore: SharedStoreOptions? = null): ClientConfig = ClientConfig(
    environments = config.list("environments").map { environment ->
        Environment(
            name = environment.text("name")!!,
            kind = EnvironmentKind.valueOf(environment.text("kind")!!.uppercase()),
            baseUrl = environment.text("base_url"),
            proxyUrl = environment.text("proxy_url"),
            commerceUrl = environment.text("commerce_url"),
            authUrl = environment.text("auth_url"),
            mockUrl = environment.text("mock_url"),
        )
    },
    environment = config.text("environment")!!,
    credentials = config.list("credentials").map(::readCredentials),
    seed = config.member("seed")?.jsonPrimitive?.content?.toULong()?.toLong() ?: 0,
    tokenTimeout = config.number("token_timeout_ms")?.let { kotlin.time.Duration.parse("${it}ms") },
    tokenRetryWait = config.number("token_retry_wait_ms")?.let { kotlin.time.Duration.parse("${it}ms") },
    sharedStore = sharedStore,
)

internal fun readCredentials(credentials: JsonElement) = Credentials(
    environment = credentials.text("environment")!!,
    apiKey = credentials.text("api_key"),
    login = credentials.member("login")?.let {
        Login(it.text("realm")!!, it.text("username")!!, it.text("password"), it.text("refresh_token"))
    },
)
