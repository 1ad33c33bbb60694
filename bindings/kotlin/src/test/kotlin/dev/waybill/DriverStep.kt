/*
 * One call step of a driver scenario: begins the call (or many), interrupts it if the script requires that, and checks the
 * result. Bodies are checked while they are read, so that the test needs no more memory than the driver.
 */
package dev.waybill

import java.io.InputStream
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.DurationUnit
import kotlin.time.TimeSource
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.yield
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonPrimitive
import kotlinx.serialization.json.long
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue

internal class DriverStep(
    private val client: WaybillClient,
    private val server: DriverServer,
    private val step: JsonElement,
    private val texts: Texts,
) {
    private class Attempt {
        @Volatile
        var answer: Response? = null
        lateinit var job: Deferred<Unit>
    }

    private val call = step.member("call")!!
    private val expect = step.member("expect")!!
    private val interruptAt = step.member("interrupt")?.member("at")

    suspend fun run() {
        val lift = if (step.member("without_descriptors") != null) limitDescriptors() else null
        try {
            runCalls()
        } finally {
            lift?.invoke()
        }
    }

    private suspend fun runCalls() {
        val start = TimeSource.Monotonic.markNow()
        supervisorScope {
            val attempts = List(step.number("times")?.toInt() ?: 1) { Attempt() }
            for (attempt in attempts) {
                attempt.job = async(Dispatchers.Default, CoroutineStart.LAZY) { exchange(attempt) }
                attempt.job.start()
            }
            interruptAt?.member("seen")?.let { seen ->
                launch(Dispatchers.Default) {
                    server.await(seen)
                    interrupt(attempts.first())
                }
            }
            for (attempt in attempts) {
                val error = runCatching { attempt.job.await() }.exceptionOrNull()
                texts += "${attempt.answer} ${error?.stackTraceToString()}"
                check(attempt.answer, error)
            }
        }
        expect.number("within_ms")?.let { assertTrue(start.elapsedNow() <= it.milliseconds, "took ${start.elapsedNow()}") }
    }

    private suspend fun exchange(attempt: Attempt) {
        val route = call.member("route")!!
        val requests = when {
            route is JsonPrimitive -> client.platform
            route.member("commerce") != null -> client.commerce(route.text("commerce")!!)
            else -> client.commerceProxy(route.text("commerce_proxy")!!)
        }
        val answer = requests.send(
            method = call.text("method")!!,
            template = call.text("template")!!,
            parameters = call.pairs("parameters").toMap(),
            query = call.pairs("query"),
            headers = call.pairs("headers"),
            body = body(call.member("body")),
            timeout = if (call.text("deadline_ms") == "endless") Duration.INFINITE else call.number("deadline_ms")?.milliseconds,
        )
        attempt.answer = answer
        answer.use { read(attempt, it) }
    }

    private fun body(body: JsonElement?): Body = when {
        body == null -> Body.empty()
        body.member("bytes") != null -> Body.of(body.text("bytes")!!)
        else -> body.number("pattern")!!.let { length -> Body.stream(length, expectContinue = true) { PatternStream(length) } }
    }

    /** Reads the body to its end, checks it, and pauses for the interruption. */
    private suspend fun read(attempt: Attempt, answer: Response) {
        if (interruptAt is JsonPrimitive) interrupt(attempt)
        var stop = interruptAt?.number("bytes") ?: Long.MAX_VALUE
        val expected = expect.member("body")
        val text = StringBuilder()
        val buffer = ByteArray(BUFFER)
        var position = 0L
        while (true) {
            val count = answer.read(buffer)
            if (count < 0) break
            when {
                expected?.member("pattern") != null -> Pattern.assertAt(position, buffer, count)
                else -> text.append(buffer.decodeToString(0, count))
            }
            position += count
            if (position >= stop) {
                stop = Long.MAX_VALUE
                interrupt(attempt)
            }
        }
        expected?.number("pattern")?.let { assertEquals(it, position) }
        expected?.text("text")?.let { assertEquals(it, text.toString()) }
    }

    private suspend fun interrupt(attempt: Attempt) {
        for (deed in step.member("interrupt")!!.list("do")) {
            when {
                deed.number("freeze_ms") != null -> freeze(deed.number("freeze_ms")!!.milliseconds)
                deed.member("call") != null -> DriverStep(client, server, deed, texts).run()
                deed !is JsonPrimitive -> delay(deed.number("wait_ms")!!)
                deed.content == "cancel" -> attempt.job.cancel()
                deed.content == "close" -> client.close()
                deed.content == "release" -> server.release()
            }
        }
        yield()
    }

    /** Suspends this process and resumes it after this time. */
    private fun freeze(duration: Duration) {
        val pid = ProcessHandle.current().pid()
        val seconds = duration.toDouble(DurationUnit.SECONDS)
        ProcessBuilder("sh", "-c", "kill -STOP $pid; sleep $seconds; kill -CONT $pid").start().waitFor()
    }

    /** Prevents this process from opening more files. Returns a function that lifts the limit. */
    private fun limitDescriptors(): () -> Unit {
        val pid = ProcessHandle.current().pid()
        val script = "old=\$(ulimit -Sn); prlimit --pid $pid --nofile=1:; echo limited; read _; prlimit --pid $pid --nofile=\$old:"
        val shell = ProcessBuilder("sh", "-c", script).start()
        shell.inputReader().readLine()
        return {
            shell.outputWriter().use { it.write("\n") }
            shell.waitFor()
        }
    }

    private fun check(answer: Response?, error: Throwable?) {
        if (error is AssertionError) throw error
        val expectedError = if (expect is JsonPrimitive) expect else expect.member("error") ?: expect.member("body_error")
        if (expectedError == null) {
            error?.let { throw AssertionError("the call failed", it) }
        } else {
            checkError(expectedError, error)
        }
        expect.number("status")?.let { assertEquals(it.toInt(), answer?.status) }
        for ((name, value) in expect.pairs("headers")) {
            assertTrue(value in answer!!.headers.all(name), "$name: ${answer.headers.all(name)}")
        }
        for (name in expect.list("absent_headers")) {
            assertNull(answer!!.headers[name.jsonPrimitive.content])
        }
    }

    private fun checkError(expected: JsonElement, error: Throwable?) {
        if (expected is JsonPrimitive) {
            assertTrue(error is CancellationException || (error as? WaybillException)?.kind == ErrorKind.CANCELLED, "$error")
            return
        }
        val failure = error as? WaybillException ?: throw AssertionError("expected $expected", error)
        expected.text("code")?.let { assertEquals(it, failure.code) }
        expected.text("code_prefix")?.let { assertTrue(failure.code.startsWith(it), failure.code) }
        expected.text("kind")?.let { assertEquals(it.uppercase(), failure.kind.name) }
        expected.number("status")?.let { assertEquals(it.toInt(), failure.status) }
        expected.text("stage")?.let { assertEquals(it.uppercase(), failure.details.stage?.name) }
        expected.text("path_family")?.let { assertEquals(it.uppercase(), failure.details.pathFamily?.name) }
        expected.text("environment")?.let { assertEquals(it, failure.details.environment) }
        expected.text("complete")?.let { assertEquals(it.toBoolean(), failure.response?.complete) }
        expected.text("failure")?.let { assertEquals(if (it == "not_sent") "transport.not-sent" else "transport.lost", failure.code) }
        val body = expected.member("body") ?: return
        val came = failure.response!!.body
        body.text("text")?.let { assertEquals(it, came.decodeToString()) }
        body.number("pattern")?.let { assertArrayEquals(Pattern.bytes(0, it.toInt()), came) }
    }

    private companion object {
        const val BUFFER = 64 * 1024
    }
}

/** The script's pattern: byte `i` is `33 + i mod 89`. */
internal object Pattern {
    private const val PERIOD = 89
    private const val FIRST = 33
    private const val LONGEST = 64 * 1024
    private val prepared = ByteArray(LONGEST + PERIOD) { (FIRST + it % PERIOD).toByte() }

    fun bytes(position: Long, length: Int): ByteArray =
        (position % PERIOD).toInt().let { start -> prepared.copyOfRange(start, start + length) }

    /** Copies the pattern's bytes from [position] on. */
    fun fill(position: Long, buffer: ByteArray, offset: Int, length: Int): Int {
        val count = minOf(length, LONGEST)
        prepared.copyInto(buffer, offset, (position % PERIOD).toInt(), (position % PERIOD).toInt() + count)
        return count
    }

    fun assertAt(position: Long, buffer: ByteArray, count: Int) {
        val start = (position % PERIOD).toInt()
        val at = java.util.Arrays.mismatch(buffer, 0, count, prepared, start, start + count)
        assertTrue(at < 0, "the body differs from the pattern at byte ${position + at}")
    }
}

/** A stream of this number of bytes of the pattern. */
internal class PatternStream(private val length: Long) : InputStream() {
    private var position = 0L

    override fun read(): Int = ByteArray(1).let { if (read(it, 0, 1) < 0) -1 else it[0].toInt() }

    override fun read(buffer: ByteArray, offset: Int, length: Int): Int {
        val left = minOf(this.length - position, length.toLong()).toInt()
        if (left == 0) return -1
        return Pattern.fill(position, buffer, offset, left).also { position += it }
    }
}
