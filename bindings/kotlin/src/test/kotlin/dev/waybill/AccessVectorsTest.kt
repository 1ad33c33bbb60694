/*
 * The shared access vectors through the generated bindings. Inputs with virtual time result in exactly the expected actions. No
 * text of a step contains a key, password or token, configured or issued. The public client is above this level and has no
 * virtual time; the driver suite covers it.
 */
package dev.waybill

import dev.waybill.ffi.Action
import dev.waybill.ffi.Call
import dev.waybill.ffi.Engine
import dev.waybill.ffi.FailureKind
import dev.waybill.ffi.Invalidate
import dev.waybill.ffi.Outcome
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.ResponseHead
import dev.waybill.ffi.Route
import dev.waybill.ffi.SharedStore
import dev.waybill.ffi.Snapshot
import dev.waybill.ffi.Step
import dev.waybill.ffi.StoreFailure
import dev.waybill.ffi.StoreResult
import dev.waybill.ffi.TransportFailure
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.nameWithoutExtension
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory
import dev.waybill.ffi.WaybillException as FfiException

class AccessVectorsTest {
    @TestFactory
    fun `every access vector gives the expected actions`(): List<DynamicTest> {
        val files = testsFolder.resolve("vectors/access").takeIf(Files::isDirectory)?.listDirectoryEntries("*.json").orEmpty().sorted()
        assertTrue(files.isNotEmpty(), "no access vectors found")
        return files.filter { file -> JsonPrimitive("kotlin") in readJson(file).list("hosts") }.map { file ->
            dynamicTest(file.nameWithoutExtension) {
                run(file)
                Evidence.vector("access/${file.nameWithoutExtension}")
            }
        }
    }

    private fun run(file: Path) {
        val vector = readJson(file)
        val shared = vector.getValue("config").member("shared_store")
        val sharedStore = shared?.let { SharedStore(loginWhileDown = it.text("login_while_down") == "true") }
        val config = readConfig(vector.getValue("config")).ffi().copy(sharedStore = sharedStore)
        val texts = Texts(secrets(vector))
        val refusal = vector.member("expect_error")
        if (refusal != null) {
            val error = assertThrows(FfiException.Failed::class.java) { Engine(config) }
            assertEquals(refusal, show(error).member("error"))
            texts += textsOf(error)
            texts.assertClean()
            return
        }
        Engine(config).use { engine ->
            vector.list("steps").forEachIndexed { index, step ->
                val input = step.member("input")!!
                val actual = actual(engine, input, input.number("now") ?: step.number("now")!!, texts)
                assertEquals(step.member("expect")!!.withoutEmpty(), actual.withoutEmpty(), "step ${index + 1}: $input")
            }
        }
        texts.assertClean()
    }

    /**
     * Returns all keys, passwords and tokens that a vector contains or its provider issues. A provider's response is a JSON
     * string.
     */
    private fun secrets(vector: JsonElement): List<String> = when (vector) {
        is JsonObject -> vector.flatMap { (name, value) ->
            if (name in SECRETS && value is JsonPrimitive && value.isString) listOf(value.content) else secrets(value)
        }
        is JsonArray -> vector.flatMap(::secrets)
        is JsonPrimitive -> if (vector.content.startsWith("{")) secrets(Json.parseToJsonElement(vector.content)) else emptyList()
    }

    /** Returns all texts of a step that a program may log, and the URLs of its requests. */
    private fun textsOf(step: Step): String {
        val parts = step.actions.map { action ->
            when (action) {
                is Action.Send -> "${action.head} ${action.head.url} ${action.head.headers} ${action.body}"
                is Action.Done -> "${action.outcome} ${(action.outcome as? Outcome.Failed)?.failure?.exception()?.stackTraceToString()}"
                else -> "$action"
            }
        }
        return "$step ${step.actions} $parts"
    }

    private fun textsOf(error: FfiException.Failed): String =
        "${error.failure} ${error.stackTraceToString()} ${error.failure.exception().stackTraceToString()}"

    private fun actual(engine: Engine, input: JsonElement, now: Long, texts: Texts): JsonElement = try {
        if (input.member("export") != null) {
            val snapshot = engine.exportTokens()
            texts += "$snapshot"
            return buildJsonObject { put("snapshot", JsonPrimitive(snapshot?.text)) }
        }
        val (call, step) = give(engine, input, now)
        texts += textsOf(step)
        JsonObject(call?.let { mapOf("call" to JsonPrimitive(it)) }.orEmpty() + show(step))
    } catch (error: FfiException.Failed) {
        texts += textsOf(error)
        show(error)
    }

    private fun give(engine: Engine, input: JsonElement, now: Long): Pair<Long?, Step> {
        val (name, what) = (input as JsonObject).entries.first { it.key != "now" }
        val exchange = what.number("exchange") ?: 0
        return when (name) {
            "begin" -> engine.begin(readCall(what), now).let { it.call to it.step }
            "on_head" -> {
                val head = ResponseHead(what.number("status")!!.toInt().toUShort(), nameValues(what.pairs("headers")))
                null to engine.onHead(exchange, head, now)
            }
            "on_body" -> {
                val complete = what.text("complete") == "true"
                null to engine.onBody(exchange, direct(what.text("body").orEmpty().toByteArray()), complete, now)
            }
            "on_failure" -> {
                val kind = FailureKind.valueOf(what.text("kind")!!.uppercase())
                null to engine.onFailure(exchange, TransportFailure(kind, what.text("detail").orEmpty()), now)
            }
            "on_time" -> null to engine.onTime(now)
            "cancel" -> null to engine.cancel(what.number("call")!!, now)
            "close" -> null to engine.close(now)
            "on_store" -> null to engine.onStore(what.number("ticket")!!, readStoreResult(what), now)
            "restore" -> null to engine.restore(Snapshot(what.text("snapshot")!!), now)
            "invalidate" -> {
                val tokens = what.text("tokens") == "true"
                null to engine.invalidate(if (tokens) Invalidate.TOKENS else Invalidate.ACCESS_TOKEN, now)
            }
            "set_credentials" -> null to engine.setCredentials(readCredentials(what).ffi(), now)
            else -> error("unknown input $name")
        }
    }

    private fun readStoreResult(result: JsonElement): StoreResult {
        val locked = result.member("locked")
        val saved = result.member("saved")
        return when {
            locked != null -> StoreResult.Locked(locked.text("snapshot")?.let(::Snapshot), locked.number("store_time")!!)
            saved != null -> StoreResult.Saved(saved.number("seq")!!)
            result.member("conflict") != null -> StoreResult.Conflict
            else -> StoreResult.Failed(StoreFailure.valueOf(result.text("failed")!!.uppercase().replace('-', '_')))
        }
    }

    private fun readCall(call: JsonElement): Call {
        val route = call.member("route")!!
        return Call(
            route = when {
                route is JsonPrimitive -> Route.Platform
                route.member("commerce") != null -> Route.Commerce(route.text("commerce")!!)
                else -> Route.CommerceProxy(route.text("commerce_proxy")!!)
            },
            method = call.text("method")!!,
            template = call.text("template")!!,
            parameters = nameValues(call.pairs("parameters")),
            allowEncodedSlashes = call.text("allow_encoded_slashes") == "true",
            scopes = call.list("scopes").map { (it as JsonPrimitive).content },
            query = nameValues(call.pairs("query")),
            headers = nameValues(call.pairs("headers")),
            body = readBody(call.member("body")),
            deadline = call.number("deadline"),
        )
    }

    private fun readBody(body: JsonElement?): RequestBody = when {
        body == null || body is JsonPrimitive -> RequestBody.Empty
        body.member("bytes") != null -> RequestBody.Bytes(body.text("bytes")!!.toByteArray())
        else -> RequestBody.Caller(body.member("caller")!!.text("replayable") == "true")
    }

    private companion object {
        /** Names of members with secret values. */
        val SECRETS = setOf("api_key", "password", "access_token", "refresh_token", "token", "given")
    }
}
