/*
 * The shared vectors that this host runs.
 */
package dev.waybill

import kotlin.io.path.extension
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.nameWithoutExtension
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest

/** Returns a test for each vector of a kind, such as `releases`. */
internal fun vectorTests(kind: String, run: (JsonObject) -> Unit): List<DynamicTest> {
    val files = testsFolder.resolve("vectors/$kind").listDirectoryEntries().filter { it.extension == "json" }.sorted()
    assertTrue(files.isNotEmpty(), "no vectors found")
    return files.filter { JsonPrimitive("kotlin") in readJson(it).list("hosts") }.map { file ->
        dynamicTest(file.nameWithoutExtension) {
            run(readJson(file))
            Evidence.vector("$kind/${file.nameWithoutExtension}")
        }
    }
}
