/*
 * The shared release and rewrite vectors through the package's public API. Arguments and results have the npm package's form. A
 * multi-line text is a list of lines.
 */
package dev.waybill

import java.nio.file.Files
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.buildJsonObject
import kotlinx.serialization.json.jsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory

class ReleaseVectorsTest {
    @TestFactory
    fun `every release vector gives the expected texts`(): List<DynamicTest> = vectorTests("releases") { vector ->
        val ofVector = report(vector)
        val given = mutableListOf<JsonElement>()
        for (step in vector.list("steps")) {
            val report = step.member("report")?.let(::reportBytes) ?: ofVector
            val result = result { ReleaseCalls(report).call(step.text("call")!!, resolved(step.member("with")!!, given)) }
            given += result.getOrElse { JsonNull }
            val found = result.fold({ mapOf("gives" to inLines(it)) }, { mapOf("fails" to failure(it as WaybillException)) })
            val expected = (step as JsonObject).filterKeys { it == "gives" || it == "fails" }
            assertEquals(JsonObject(expected), JsonObject(found), step.text("call"))
        }
    }

    @TestFactory
    fun `every answer of a model gets the expected verdicts`(): List<DynamicTest> = vectorTests("rewrite") { vector ->
        val bytes = Files.readAllBytes(testsFolder.resolve("vectors/rewrite").resolve(vector.text("report")!!))
        readReport(bytes).use { report ->
            for (case in vector.list("cases")) {
                val text = case.text("text") ?: case.member("answer").toString()
                val changes = case.list("of").map { it.jsonPrimitive.content }
                val (wording, refusals) = report.checkModelAnswer(ModelAnswer.of(changes, text))
                val found = refusals.associate { it.id to "refused" } + wording.associate { it.id to "taken" }
                val expected = (case.member("expect") as JsonObject).mapValues { it.value.jsonPrimitive.content.substringBefore(':') }
                assertEquals(expected, found, case.text("name"))
            }
        }
    }

    /** Returns the report of the vector's descriptions, or the one that the vector contains. */
    private fun report(vector: JsonObject): ByteArray {
        val names = vector.list("descriptions").map { it.jsonPrimitive.content }
        if (names.isEmpty()) return vector.member("report")?.let(::reportBytes) ?: ByteArray(0)
        val (old, new) = names.map { Files.readAllBytes(testsFolder.resolve("vectors/releases").resolve(it)) }
        return compare(old, new, CompareOptions(names[0], names[1])).use { it.json() }
    }

    private fun reportBytes(report: JsonElement): ByteArray =
        (if (report is JsonPrimitive && report.isString) report.content else report.toString()).toByteArray()

    private fun result(call: () -> JsonElement): Result<JsonElement> = try {
        Result.success(call())
    } catch (error: WaybillException) {
        Result.failure(error)
    }

    private fun failure(error: WaybillException) = buildJsonObject {
        put("code", JsonPrimitive(error.code))
        put("kind", JsonPrimitive(error.kind.name.lowercase()))
    }

    /** Resolves `lines` and `step` in arguments to their texts. */
    private fun resolved(value: JsonElement, given: List<JsonElement>): JsonElement = when (value) {
        is JsonArray -> JsonArray(value.map { resolved(it, given) })
        is JsonObject -> when {
            "lines" in value -> JsonPrimitive(value.list("lines").joinToString("\n") { it.jsonPrimitive.content })
            "step" in value -> given[value.number("step")!!.toInt() - 1]
            else -> JsonObject(value.mapValues { resolved(it.value, given) })
        }
        is JsonPrimitive -> value
    }

    /** Returns a result with multi-line texts as lists. */
    private fun inLines(value: JsonElement): JsonElement = when (value) {
        is JsonArray -> JsonArray(value.map(::inLines))
        is JsonObject -> JsonObject(value.mapValues { inLines(it.value) })
        is JsonPrimitive -> if (value.isString && '\n' in value.content) lines(value.content) else value
    }

    private fun lines(text: String) = JsonObject(mapOf("lines" to JsonArray(text.split("\n").map(::JsonPrimitive))))
}
