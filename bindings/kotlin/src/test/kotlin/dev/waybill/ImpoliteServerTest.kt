/*
 * A server that stalls, and misbehaving callers: unread bodies, infinite timeouts, empty bodies that are declared as compressed.
 */
package dev.waybill

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetSocketAddress
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import kotlin.time.Duration
import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ImpoliteServerTest {
    @Test
    fun `a hundred stalled bodies delay neither calls nor timeouts`() = serving { client ->
        val stalled = List(STALLED) { client.platform.send("GET", "/stall") }
        val reads = stalled.map { async(Dispatchers.Default) { runCatching { it.read(ByteArray(10)) } } }
        // The bodies stall until the test has ended.
        withTimeout(LONGEST_WAIT) {
            assertEquals("fine", client.platform.send("GET", "/fine").use { it.text() })
            assertEquals("call.deadline", failure { client.platform.send("GET", "/stall", timeout = 1.seconds).use { it.bytes() } })
            assertEquals("call.deadline", failure { client.platform.send("GET", "/hang", timeout = 200.milliseconds) })
        }
        stalled.forEach { it.close() }
        assertEquals(STALLED, reads.awaitAll().count { it.isFailure })
    }

    @Test
    fun `an infinite timeout is no limit, and a past one fails`() = serving { client ->
        for (timeout in listOf(Duration.INFINITE, (Long.MAX_VALUE / 2).days, 1_000_000.days)) {
            assertEquals("fine", client.platform.send("GET", "/fine", timeout = timeout).use { it.text() }, "$timeout")
        }
        for (timeout in listOf(-Duration.INFINITE, Duration.ZERO, (-1).seconds)) {
            assertEquals("call.deadline", failure { client.platform.send("GET", "/fine", timeout = timeout) }, "$timeout")
        }
    }

    @Test
    fun `a configuration's fields are named as Kotlin spells them`() {
        val http = Environment(name = "sandbox", kind = EnvironmentKind.SANDBOX, baseUrl = "http://p.example/api/v1")
        val https = Environment(name = "sandbox", kind = EnvironmentKind.SANDBOX, baseUrl = "https://p.example/api/v1")
        for ((field, config) in mapOf(
            "baseUrl" to ClientConfig(environments = listOf(http), environment = "sandbox"),
            "tokenTimeout" to ClientConfig(environments = listOf(https), environment = "sandbox", tokenTimeout = Duration.ZERO),
        )) {
            val error = assertThrows(WaybillException::class.java) { WaybillClient(config) }
            assertTrue(error.message!!.contains(": `$field` "), error.message)
        }
    }

    @Test
    fun `an empty body with Content-Encoding gzip is empty`() = serving { client ->
        assertEquals("", client.platform.send("GET", "/gzip-empty").use { it.text() })
        assertEquals("", client.platform.send("HEAD", "/gzip-empty").use { it.text() })
    }

    @Test
    fun `an upload sends Expect 100-continue only on request`() = serving { client ->
        for (expectContinue in listOf(false, true)) {
            val body = Body.stream(3, expectContinue = expectContinue) { "abc".byteInputStream() }
            val expected = if (expectContinue) "100-continue" else ""
            assertEquals(expected, client.platform.send("POST", "/expect", body = body).use { it.text() })
        }
    }

    private fun serving(work: suspend kotlinx.coroutines.CoroutineScope.(WaybillClient) -> Unit) {
        val threads = Executors.newCachedThreadPool { Thread(it).apply { isDaemon = true } }
        val over = CountDownLatch(1)
        val server = HttpServer.create(InetSocketAddress("127.0.0.1", 0), STALLED)
        server.executor = threads
        server.createContext("/") { exchange -> answer(exchange, over) }
        server.start()
        try {
            val url = "http://127.0.0.1:${server.address.port}/api/v1"
            val environment = Environment(name = "development", kind = EnvironmentKind.DEVELOPMENT, baseUrl = url)
            val config = ClientConfig(listOf(environment), "development", listOf(Credentials("development", apiKey = "key-1")))
            WaybillClient(config).use { client -> runBlocking { work(client) } }
        } finally {
            over.countDown()
            server.stop(0)
            threads.shutdownNow()
        }
    }

    private fun answer(exchange: HttpExchange, over: CountDownLatch) {
        when (exchange.requestURI.path.removePrefix("/api/v1")) {
            "/hang" -> over.await()
            "/stall" -> {
                exchange.sendResponseHeaders(200, 10)
                exchange.responseBody.flush()
                over.await()
            }
            "/gzip-empty" -> {
                exchange.responseHeaders.add("Content-Encoding", "gzip")
                exchange.sendResponseHeaders(200, -1)
            }
            "/expect" -> {
                val expected = exchange.requestHeaders.getFirst("Expect").orEmpty().lowercase().encodeToByteArray()
                exchange.requestBody.readAllBytes()
                exchange.sendResponseHeaders(200, expected.size.toLong().takeIf { it > 0 } ?: -1)
                if (expected.isNotEmpty()) exchange.responseBody.write(expected)
            }
            else -> {
                exchange.sendResponseHeaders(200, 4)
                exchange.responseBody.write("fine".encodeToByteArray())
            }
        }
        exchange.close()
    }

    private suspend fun failure(call: suspend () -> Unit): String? = try {
        call()
        null
    } catch (error: WaybillException) {
        error.code
    }

    private companion object {
        const val STALLED = 100
    }
}
