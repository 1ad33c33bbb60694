/*
 * The vectors and scenarios that passed in this run, for the check that every host ran all of them.
 *
 * Written only if `WAYBILL_EVIDENCE` names a folder.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.Path
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive

/** The vectors and scenarios that passed in this process. */
internal object Evidence {
    private val folder = System.getenv("WAYBILL_EVIDENCE")?.let(Path::of)
    private val passed = mapOf("vectors" to sortedSetOf<String>(), "drivers" to sortedSetOf())

    /** Records that a vector passed. */
    fun vector(name: String) = add("vectors", name)

    /** Records that a driver scenario passed. */
    fun driver(name: String) = add("drivers", name)

    @Synchronized
    private fun add(list: String, name: String) {
        passed.getValue(list) += name
        if (folder == null) return
        val lists = passed.mapValues { (_, names) -> JsonArray(names.map(::JsonPrimitive)) }
        Files.createDirectories(folder)
        Files.writeString(folder.resolve("kotlin.json"), JsonObject(mapOf("host" to JsonPrimitive("kotlin")) + lists).toString())
    }
}
