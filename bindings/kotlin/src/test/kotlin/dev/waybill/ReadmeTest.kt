/*
 * The README's code runs: the project consumer/, which tests the installed jar, contains every block of it.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.Path
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ReadmeTest {
    @Test
    fun `every Kotlin block of the README is in the examples`() {
        val examples = Files.readString(Path.of("consumer/src/test/kotlin/ReadmeExamples.kt"))
        val blocks = Regex("```kotlin\n(.*?)```", RegexOption.DOT_MATCHES_ALL).findAll(Files.readString(Path.of("README.md"))).toList()

        assertTrue(blocks.isNotEmpty(), "the README holds no Kotlin")
        for (block in blocks) {
            assertTrue(block.groupValues[1].trim() in examples, block.groupValues[1])
        }
    }
}
