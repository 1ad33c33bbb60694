/*
 * The shared comparison vectors through the package's public API. Reports are compared as parsed JSON, without the tool's
 * version, and without sentences, which core's own test checks.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

class CompareVectorsTest {
    @TestFactory
    fun `every comparison vector gives the expected report`(): List<DynamicTest> {
        val folders = testsFolder.resolve("vectors/compare").takeIf(Files::isDirectory)?.listDirectoryEntries().orEmpty().sorted()
        assertTrue(folders.isNotEmpty(), "no comparison vectors found")
        return folders.filter { folder -> JsonPrimitive("kotlin") in case(folder).list("hosts") }.map { folder ->
            dynamicTest(folder.name) {
                run(folder)
                Evidence.vector("compare/${folder.name}")
            }
        }
    }

    private fun case(folder: Path) = readJson(folder.resolve("case.json"))

    private fun run(folder: Path) {
        val (oldName, newName) = case(folder).let { it.text("old")!! to it.text("new")!! }
        val (old, new) = listOf(oldName, newName).map { Files.readAllBytes(folder.resolve(it)) }

        val (oldFiles, newFiles) = files(folder, oldName, "old_files") to files(folder, newName, "new_files")

        val exclude = case(folder).member("exclude")?.let { Exclusions(it.texts("tags"), it.texts("paths"), internal = it.member("internal") == JsonPrimitive(true)) }

        val levels = case(folder).member("levels")?.let { it as JsonObject }?.mapValues { (_, level) -> (level as JsonPrimitive).content }

        val options = CompareOptions(oldName, newName, exclude ?: Exclusions(), levels.orEmpty())
        val report = compare(old, new, options, oldFiles, newFiles).use { Json.parseToJsonElement(it.json().decodeToString()) }

        assertEquals(readJson(folder.resolve("report.json")), comparable(report as JsonObject))
    }

    /** Returns the further files of a description, by their paths from its folder. */
    private fun files(folder: Path, root: String, member: String): Map<String, ByteArray> =
        case(folder).list(member).associate { path ->
            val name = (path as JsonPrimitive).content
            name to Files.readAllBytes(folder.resolve(root).resolveSibling(name))
        }

    private fun JsonElement.texts(member: String) = list(member).map { (it as JsonPrimitive).content }

    private fun comparable(report: JsonObject): JsonObject {
        val withoutSentences = { entry: JsonElement -> JsonObject(entry as JsonObject - setOf("message", "why", "help", "advice", "no_witness")) }
        val lists = listOf("changes", "problems").associateWith { JsonArray(report.list(it).map(withoutSentences)) }
        return JsonObject(report - "tool" + lists + ("verdict" to JsonObject(report.getValue("verdict") as JsonObject - "sentence")))
    }
}
