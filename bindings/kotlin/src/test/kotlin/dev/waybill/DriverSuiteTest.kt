/*
 * The shared driver suite over real sockets: all scenarios of tests/drivers/script.json against the scripted server.
 *
 * `WAYBILL_DRIVER_SERVER` is the server's origin. tests/drivers/README.md describes the members of a scenario.
 */
package dev.waybill

import dev.waybill.okhttp.OkHttpTransport
import java.net.URI
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.concurrent.thread
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonObject
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

class DriverSuiteTest {
    @TestFactory
    fun `every scenario of the driver suite`(): List<DynamicTest> {
        val server = System.getenv("WAYBILL_DRIVER_SERVER")
        assertNotNull(server, "WAYBILL_DRIVER_SERVER is not set; start waybill-driver-server and give its origin")
        val script = Files.readString(testsFolder.resolve("drivers/script.json"))
        val names = (Json.parseToJsonElement(script) as JsonObject).list("scenarios").map { it.text("name")!! }
        return names.flatMap { name ->
            val overJava = dynamicTest(name) {
                run(script, DriverServer(server, name), name, JavaHttpTransport())
                Evidence.driver(name)
            }
            val overOkHttp = dynamicTest("$name, over OkHttp") { run(script, DriverServer(server, name), name, OkHttpTransport()) }
            listOf(overJava, overOkHttp)
        }
    }

    private fun run(script: String, server: DriverServer, name: String, transport: Transport) = runBlocking {
        val filled = Json.parseToJsonElement(server.filled(script)) as JsonObject
        run(filled, filled.list("scenarios").first { it.text("name") == name }, server, transport)
    }

    private suspend fun run(script: JsonObject, scenario: JsonElement, server: DriverServer, transport: Transport) {
        val texts = Texts(script.list("canaries").map { it.jsonPrimitive.content })
        val timeout = scenario.member("token_timeout_ms")?.let { mapOf("token_timeout_ms" to it) }.orEmpty()
        val config = readConfig(JsonObject(script.getValue("config").jsonObject + timeout))
        texts += config.toString()
        val memory = Memory()
        val start = { WaybillClient(config, transport) { note -> texts += note.toString() } }
        var client = start()
        for (step in scenario.list("steps")) {
            when {
                step is JsonPrimitive -> client = restarted(client, start, texts)
                step.member("wait_ms") != null -> delay(step.number("wait_ms")!!)
                else -> DriverStep(client, server, step, texts).run()
            }
        }
        client.close()
        scenario.number("memory_mb")?.let { memory.assertGrownByAtMost(it) }
        memory.close()
        server.await(scenario.member("seen")!!)
        texts.assertClean()
    }
}

/** Closes the client and returns a new one that has its tokens. */
private fun restarted(client: WaybillClient, start: () -> WaybillClient, texts: Texts): WaybillClient {
    client.close()
    val snapshot = client.exportTokens()!!
    texts += snapshot.toString()
    return start().also { it.restoreTokens(TokenSnapshot(snapshot.text)) }
}

/** The scripted server, for one run of one scenario. */
internal class DriverServer(private val server: String, private val scenario: String) {
    private val run = "kotlin-${System.nanoTime()}"

    /** Returns the script with this run's addresses in place of its placeholders. */
    fun filled(script: String): String {
        val refused = get("refused").text("origin")!!
        val parsed = (Json.parseToJsonElement(script) as JsonObject).list("scenarios").first { it.text("name") == scenario }
        val origin = parsed.text("origin") ?: "{server}/$scenario/$run"
        return script.replace("{origin}", origin).replace("{server}", server).replace("{refused}", refused)
    }

    fun release() {
        get("release/$run/$scenario")
    }

    /** Waits until the server's record matches the expected one. */
    suspend fun await(expected: JsonElement) {
        val start = TimeSource.Monotonic.markNow()
        var seen: JsonElement
        do {
            seen = get("seen/$run/$scenario")
            if ((expected as JsonObject).all { (name, value) -> holds(value, seen.member(name)) }) return
            delay(SEEN_EVERY)
        } while (start.elapsedNow() < 10.seconds)
        throw AssertionError("the server saw $seen; expected $expected")
    }

    private fun holds(expected: JsonElement, seen: JsonElement?): Boolean {
        val bound = expected.number("at_most") ?: return expected == seen
        return seen != null && (seen as JsonPrimitive).long <= bound
    }

    private fun get(path: String): JsonElement = Json.parseToJsonElement(URI("$server/$path").toURL().readText())

    private companion object {
        const val SEEN_EVERY = 20L
    }
}

/** All texts of a scenario, to search for secrets. */
internal class Texts(private val canaries: List<String>) {
    private val texts = ConcurrentLinkedQueue<String>()

    operator fun plusAssign(text: String) {
        texts += text
    }

    fun assertClean() {
        for (text in texts) {
            assertTrue(canaries.none { it in text }, text)
        }
    }
}

/** The process's resident set, measured from construction to `close`. */
internal class Memory : AutoCloseable {
    private val start = resident()

    @Volatile
    private var most = start

    private val watcher = thread(isDaemon = true, name = "memory") {
        try {
            while (true) {
                most = maxOf(most, resident())
                Thread.sleep(SAMPLE_MS)
            }
        } catch (_: InterruptedException) {
            // The measurement was closed.
        }
    }

    fun assertGrownByAtMost(megabytes: Long) {
        val grown = (most - start) / KILOBYTES
        println("resident set: ${start / KILOBYTES} MB, grown by $grown MB at most")
        assertTrue(grown <= megabytes, "the process grew by $grown MB; at most $megabytes MB were expected")
    }

    override fun close() = watcher.interrupt()

    private fun resident(): Long =
        Files.readAllLines(Path.of("/proc/self/status")).first { it.startsWith("VmRSS:") }.filter(Char::isDigit).toLong()

    private companion object {
        const val SAMPLE_MS = 50L
        const val KILOBYTES = 1024
    }
}
