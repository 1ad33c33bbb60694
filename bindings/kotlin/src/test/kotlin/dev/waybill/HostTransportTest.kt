/*
 * A custom transport: its input, the meaning of its failures, and its possible mistakes.
 */
package dev.waybill

import dev.waybill.TransportException.Reason
import dev.waybill.testing.checkTransport
import java.net.HttpURLConnection
import java.net.URI
import java.net.http.HttpClient
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class HostTransportTest {
    @Test
    fun `it is given whole requests, and prints no secret of them`() {
        val seen = ConcurrentLinkedQueue<TransportRequest>()
        val client = client { request ->
            seen += request
            if ("/realms/" in request.url) {
                answer(200, """{"access_token":"canary-access","expires_in":60}""")
            } else {
                answer(200, "fine", listOf("X-Answer" to "1", "x-answer" to "2"))
            }
        }
        client.use {
            runBlocking {
                val sent = client.platform.send("POST", "/things", headers = listOf("a" to "1", "a" to "2"), body = Body.of("text"))
                assertEquals(listOf("1", "2"), sent.headers.all("x-answer"))
                assertEquals("fine", sent.use { it.text() })
                client.commerce("acme").send("GET", "/orders").close()
            }
        }
        val (call, token, _) = seen.toList()
        assertEquals("POST https://p.example/api/v1/things", "${call.method} ${call.url}")
        assertEquals(listOf("1", "2"), call.headers.filter { it.first == "a" }.map { it.second })
        assertEquals("text", call.body.open().readAllBytes().decodeToString())
        assertTrue("canary-password" in token.body.open().readAllBytes().decodeToString())
        assertFalse("canary" in seen.toString(), seen.toString())
    }

    @Test
    fun `its reason decides whether the request counts as sent`() {
        for (reason in Reason.entries) {
            val isSent = reason == Reason.LOST || reason == Reason.TIMED_OUT
            val error = failure { throw TransportException(reason, IllegalStateException("canary")) }
            assertEquals(if (isSent) "transport.lost" else "transport.not-sent", error.code, "$reason")
            assertFalse("canary" in error.stackTraceToString().substringBefore("Caused by"), "$reason")
        }
    }

    @Test
    fun `any other exception fails the call and counts as sent`() {
        val deeds = listOf<() -> TransportResponse>(
            { throw IllegalStateException("canary") },
            { throw CancellationException("canary") },
            { throw StackOverflowError("canary") },
        )
        for ((index, deed) in deeds.withIndex()) {
            val error = failure { deed() }
            assertEquals("transport.lost", error.code, "$index")
            assertFalse("canary" in error.message.orEmpty(), error.message)
        }
    }

    @Test
    fun `an invalid HTTP status is reported`() {
        for (status in listOf(0, -1, 70_000)) assertEquals("response.status", failure { answer(status, "") }.code, "$status")
    }

    @Test
    fun `a body that breaks in its own way is a lost body`() {
        val broken = object : TransportBody {
            override suspend fun read(buffer: ByteArray, length: Int): Int = throw IllegalStateException("canary")

            override fun close() = Unit
        }
        for (status in listOf(200, 400)) {
            val error = failure { TransportResponse(status, emptyList(), broken) }
            assertFalse("canary" in error.message.orEmpty(), error.message)
            assertEquals(if (status == 200) "transport.lost" else "api.refused", error.code)
        }
    }

    @Test
    fun `one that waits in its caller's thread holds up no time limit`() {
        val over = CountDownLatch(1)
        client { over.await(); answer(200, "") }.use { client ->
            runBlocking {
                repeat(WAITING) {
                    val error = withTimeout(LONGEST_WAIT) { failureOf { client.platform.send("GET", "/x", timeout = 50.milliseconds) } }
                    assertEquals("call.deadline", error?.code)
                }
            }
            over.countDown()
        }
    }

    @Test
    fun `ten thousand concurrent calls are answered with one login`() {
        val (calls, logins) = AtomicInteger() to AtomicInteger()
        val client = client { request ->
            delay(1)
            if ("/realms/" in request.url) {
                logins.incrementAndGet()
                answer(200, """{"access_token":"access","expires_in":3600}""")
            } else {
                answer(200, "${calls.incrementAndGet()}")
            }
        }
        client.use {
            val answers = runBlocking(Dispatchers.Default) {
                List(CALLS) { async { client.commerce("acme").send("GET", "/orders").use { it.text() } } }.awaitAll()
            }
            assertEquals((1..CALLS).toSet(), answers.map { it.toInt() }.toSet())
            assertEquals(1, logins.get())
        }
    }

    @Test
    fun `each request is sent in the coroutine context of its own call`() {
        val sent = ConcurrentLinkedQueue<Pair<String, String?>>()
        val client = client { request ->
            val isToken = "/realms/" in request.url
            sent += (if (isToken) "token" else request.url.substringAfterLast('/')) to currentCoroutineContext()[CoroutineName]?.name
            delay(1)
            answer(200, if (isToken) """{"access_token":"access","expires_in":3600}""" else "")
        }
        val users = listOf("ann", "bob", "eve")
        client.use {
            runBlocking {
                users.map { async(CoroutineName(it)) { client.commerce("acme").send("GET", "/$it").close() } }.awaitAll()
            }
        }
        assertEquals((users.map { it to it } + ("token" to null)).toSet(), sent.toSet())
    }

    @Test
    fun `the check passes java net http and reports URLConnection`() {
        val configured = JavaHttpTransport { followRedirects(HttpClient.Redirect.ALWAYS).version(HttpClient.Version.HTTP_2) }
        assertEquals(emptyList<String>(), runBlocking { checkTransport(JavaHttpTransport()) + checkTransport(configured) })

        val complaints = runBlocking { checkTransport(URL_CONNECTION) }
        for (expected in listOf("a redirect was followed", "a POST whose connection broke was sent again", "`NOT_CONNECTED`", "hold a thread")) {
            assertTrue(complaints.any { expected in it }, "$expected: $complaints")
        }
    }

    private fun client(send: suspend (TransportRequest) -> TransportResponse): WaybillClient {
        val environment = Environment(
            name = "sandbox",
            kind = EnvironmentKind.SANDBOX,
            baseUrl = "https://p.example/api/v1",
            commerceUrl = "https://p.example/api",
            authUrl = "https://p.example",
        )
        val credentials = Credentials("sandbox", "canary-key", Login(realm = "acme", username = "ada", password = "canary-password"))
        return WaybillClient(ClientConfig(listOf(environment), "sandbox", listOf(credentials)), Transport { send(it) })
    }

    private fun failure(send: () -> TransportResponse): WaybillException = client { send() }.use { client ->
        runBlocking { withTimeout(LONGEST_WAIT) { failureOf { client.platform.send("POST", "/things").use { it.text() } }!! } }
    }

    private suspend fun failureOf(call: suspend () -> Unit): WaybillException? = try {
        call()
        null
    } catch (error: WaybillException) {
        error
    }

    private fun answer(status: Int, text: String, headers: List<Pair<String, String>> = emptyList()) =
        TransportResponse(status, headers, HeldBody(text.encodeToByteArray()))

    private companion object {
        const val WAITING = 12
        const val CALLS = 10_000

        /** A naive transport: it follows redirects, resends requests, and blocks its caller's thread. */
        val URL_CONNECTION = Transport { request ->
            val connection = URI(request.url).toURL().openConnection() as HttpURLConnection
            request.headers.forEach { (name, value) -> connection.addRequestProperty(name, value) }
            if (request.method == "PATCH") throw IllegalStateException("it knows no PATCH")
            connection.requestMethod = request.method
            if (request.body.length != 0L) {
                connection.doOutput = true
                request.body.open().use { it.transferTo(connection.outputStream) }
            }
            val status = connection.responseCode
            val stream = if (status < 400) connection.inputStream else connection.errorStream
            val headers = connection.headerFields.filterKeys { it != null }.flatMap { (name, values) -> values.map { name to it } }
            TransportResponse(status, headers, object : TransportBody {
                override suspend fun read(buffer: ByteArray, length: Int): Int = stream.read(buffer, 0, length)

                override fun close() = stream.close()
            })
        }
    }
}
