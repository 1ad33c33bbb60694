/*
 * Reads the shared test files: short accessors for JSON, and the form in which expected and actual values are compared.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.Path
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.contentOrNull
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long

/** The repository's `tests` folder, relative to this module. */
internal val testsFolder: Path = Path.of("..", "..", "tests")

internal fun readJson(path: Path): JsonObject = Json.parseToJsonElement(Files.readString(path)) as JsonObject

/** Returns the member, or null if it is missing or null. */
internal fun JsonElement.member(name: String): JsonElement? = (this as? JsonObject)?.get(name)?.takeUnless { it is JsonNull }

internal fun JsonElement.text(name: String): String? = member(name)?.jsonPrimitive?.contentOrNull

internal fun JsonElement.number(name: String): Long? = member(name)?.jsonPrimitive?.long

internal fun JsonElement.list(name: String): List<JsonElement> = (member(name) as? JsonArray).orEmpty()

/** Returns a list of `[name, value]`. */
internal fun JsonElement.pairs(name: String): List<Pair<String, String>> =
    list(name).map { pair -> (pair as JsonArray).let { it[0].jsonPrimitive.content to it[1].jsonPrimitive.content } }

/** Returns the value without null and empty members, which the vectors omit. */
internal fun JsonElement.withoutEmpty(): JsonElement = when (this) {
    is JsonObject -> JsonObject(mapValues { it.value.withoutEmpty() }.filterValues { !it.isEmpty() })
    is JsonArray -> JsonArray(map { it.withoutEmpty() })
    is JsonPrimitive -> this
}

private fun JsonElement.isEmpty() = this is JsonNull || this == JsonArray(emptyList()) || this == JsonPrimitive("")
