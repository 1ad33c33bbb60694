/*
 * What the release of an API changes for its callers: the version it asks for, and its changelog.
 *
 * Give it two descriptions and their versions: `old.json 1.4.0 new.json 1.5.0`.
 */
import dev.waybill.CompareOptions
import dev.waybill.Release
import dev.waybill.compare
import dev.waybill.nextVersion
import dev.waybill.requiredBump
import dev.waybill.writeChangelog
import java.nio.file.Files
import java.nio.file.Path

fun main(arguments: Array<String>) {
    require(arguments.size == 4) { "name PREVIOUS_FILE PREVIOUS_VERSION CURRENT_FILE CURRENT_VERSION" }
    val (previousFile, previous, currentFile, version) = arguments
    val (old, new) = listOf(previousFile, currentFile).map { Files.readAllBytes(Path.of(it)) }
    compare(old, new, CompareOptions(previousFile, currentFile)).use { report ->
        println("the next version: ${nextVersion(previous, listOf(report.requiredBump()))}\n")
        print(report.writeChangelog(Release(version, previous)))
    }
}
