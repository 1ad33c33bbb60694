/*
 * Forwarding for a mobile app: the core decides, the client sends, and no response shows the app how the back end is authorised.
 */
package dev.waybill

import java.io.IOException
import java.time.Duration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.CountDownLatch
import kotlin.concurrent.thread
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTimeoutPreemptively
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ForwarderTest {
    private val seen = ConcurrentLinkedQueue<TransportRequest>()

    @Test
    fun `a listed request is forwarded with the back end's key only`() {
        val foreign = listOf("Authorization" to "Bearer app", "Cookie" to "c=d", "X-Tenant" to "other", "X-Forwarded-For" to "1.2.3.4")
        val answer = scene({ answer(200, "done", "content-type" to "application/json", "set-cookie" to "a=b") }) { forwarder ->
            val authorize = forwarder.authorize(post("/flows/f-1/execute", "2", foreign))
            assertEquals(Triple("ann", "run-flow", mapOf("flowId" to "f-1")), Triple(authorize.user, authorize.operation, authorize.parameters))
            authorize.permit(Body.of("{}")).use { it.status to it.bytes().decodeToString() to it.headers }
        }
        assertEquals(200 to "done" to listOf("cache-control" to "no-store", "content-type" to "application/json"), answer)
        val sent = seen.single()
        assertEquals("POST https://p.example/api/v1/flows/f-1/execute", "${sent.method} ${sent.url}")
        assertEquals(listOf("Bearer $KEY"), sent.headers.filter { it.first == "authorization" }.map { it.second })
        assertFalse(sent.headers.any { it.first in setOf("cookie", "x-tenant", "x-forwarded-for") }, "$sent")
        assertEquals("{}", sent.body.open().readAllBytes().decodeToString())
    }

    @Test
    fun `unlisted, foreign and sessionless requests are not forwarded`(): Unit = scene({ answer(200, "") }) { forwarder ->
        val expected = mapOf(
            post("/flows/f-9/execute", "2") to 404,
            get("//flows/f-1") to 404,
            get("/flows/%2e%2e") to 404,
            get("/flows/a%2fb") to 404,
            get("http://platform.example/flows/f-1") to 404,
            post("/flows/f-1/execute", "2", type = "text/plain") to 415,
            post("/flows/f-1/execute", "200") to 413,
        )
        for ((request, status) in expected) {
            val answer = (forwarder.receive(request, SESSION) as Received.Answer).answer
            assertEquals(status, answer.status, "$request")
            assertTrue(answer.headers.contains("content-type" to "application/problem+json"), "${answer.headers}")
            assertEquals(answer.length, answer.bytes().size.toLong())
        }
        assertEquals(401, (forwarder.receive(get("/flows/f-1")) as Received.Answer).answer.status)
        assertEquals(404, forwarder.authorize(get("/flows/f-1")).deny().status)
        assertTrue(seen.isEmpty())
    }

    @Test
    fun `platform failures are hidden from the app`() {
        for ((status, expected) in mapOf(401 to 502, 403 to 404, 404 to 404, 302 to 502, 503 to 502, 429 to 503, 400 to 400)) {
            scene({ answer(status, "internal $KEY", "location" to "/keys") }) { forwarder ->
                val answer = forwarder.authorize(get("/flows/f-1")).permit()
                assertEquals(expected, answer.status, "$status")
                assertFalse("canary" in answer.bytes().decodeToString() + answer.log + answer.headers, "$status")
            }
        }
    }

    @Test
    fun `an error that is listed passes with its body`(): Unit = scene({ answer(422, """{"field":"name"}""") }) { forwarder ->
        val answer = forwarder.authorize(post("/flows/f-1/execute", "2")).permit(Body.of("{}"))
        assertEquals(422 to """{"field":"name"}""", answer.status to answer.bytes().decodeToString())
        assertNull(answer.log)
    }

    @Test
    fun `a body of unknown length is cut where the list ends it`(): Unit = scene({ request ->
        request.body.open().use { it.readAllBytes() }
        answer(200, "")
    }) { forwarder ->
        val chunked = InboundRequest("r-1", "POST", "/flows/f-1/execute", listOf("content-type" to "application/json", "transfer-encoding" to "chunked"), true)
        val answer = forwarder.authorize(chunked).permit(Body.stream { ByteArray(101).inputStream() })
        assertEquals(413, answer.status)
        assertTrue("longer than the list allows" in answer.log!!, answer.log)
        assertEquals(413, forwarder.authorize(chunked).permit(Body.of(ByteArray(101))).status, "bytes are counted at once")
        assertEquals(200, forwarder.authorize(chunked).permit(Body.stream { ByteArray(100).inputStream() }).use { it.status })
        assertEquals(502, forwarder.authorize(chunked).permit(Body.stream { throw IOException("the app is gone") }).status)
    }

    @Test
    fun `a body is cut before the key, even across two chunks`(): Unit = scene({
        TransportResponse(200, emptyList(), Pieces("before ${KEY.take(9)}", "${KEY.drop(9)} behind"))
    }) { forwarder ->
        val answer = forwarder.authorize(get("/flows/f-1")).permit()
        val buffer = ByteArray(64)
        assertEquals("before ", buffer.decodeToString(0, answer.read(buffer)))
        assertEquals("forward.credential", assertThrows(WaybillException::class.java) { runBlocking { answer.read(buffer) } }.code)
        assertEquals(2, forwarder.room(), "it is over")
    }

    @Test
    fun `a key that was rotated meanwhile is looked for too`() {
        lateinit var client: WaybillClient
        client = client {
            client.setCredentials(Credentials("sandbox", "canary-rotated-key", null))
            answer(200, "x canary-rotated-key")
        }
        client.use {
            val answer = runBlocking { Forwarder(client, list()).authorize(get("/flows/f-1")).permit() }
            val buffer = ByteArray(64)
            assertEquals("x ", runBlocking { buffer.decodeToString(0, answer.read(buffer)) })
        }
    }

    @Test
    fun `the call ends if the app disconnects or stops reading`() {
        val dropped = CompletableDeferred<Unit>()
        scene({
            try {
                awaitCancellation()
            } finally {
                dropped.complete(Unit)
            }
        }) { forwarder ->
            val call = launch { forwarder.authorize(get("/flows/f-1")).permit() }
            eventually { seen.isNotEmpty() }
            call.cancelAndJoin()
            dropped.await()
            assertEquals(2, forwarder.room())
        }
        seen.clear()
        scene({ TransportResponse(200, emptyList(), Pieces("begun", null)) }, timeoutSeconds = 3) { forwarder ->
            forwarder.authorize(get("/flows/f-1")).permit()
            assertEquals(1, forwarder.room())
            eventually { forwarder.room() == 2 }
        }
    }

    @Test
    fun `a hanging platform times out, and a request is decided once`(): Unit = scene({ awaitCancellation() }, timeoutSeconds = 1) { forwarder ->
        val authorize = forwarder.authorize(get("/flows/f-1"))
        val error = assertThrows(WaybillException::class.java) { runBlocking { authorize.permit(Body.of("a body that the request has not")) } }
        assertEquals("request.body", error.code)
        assertEquals(504, authorize.permit().status)
        assertEquals("forward.request", assertThrows(WaybillException::class.java) { authorize.deny() }.code)
    }

    @Test
    fun `permit after close throws the closed error`() {
        val client = client { answer(200, "") }
        val authorize = Forwarder(client, list()).authorize(get("/flows/f-1"))
        client.close()
        // Preemptively, because a use of freed memory hangs in native code, which no coroutine can cancel.
        assertTimeoutPreemptively(Duration.ofMinutes(1)) {
            val error = assertThrows(WaybillException::class.java) { runBlocking { authorize.permit() } }
            assertEquals("client.closed", error.code)
        }
    }

    @Test
    fun `permit racing close is answered or throws the closed error`() {
        val outcomes = ConcurrentLinkedQueue<String>()
        assertTimeoutPreemptively(Duration.ofMinutes(1)) {
            repeat(RACES) {
                val client = client { answer(200, "") }
                val forwarder = Forwarder(client, list(concurrent = RACERS))
                val waiting = List(RACERS) { forwarder.authorize(get("/flows/f-1")) }
                val start = CountDownLatch(1)
                val racers = waiting.map { authorize ->
                    thread {
                        start.await()
                        outcomes += runCatching { runBlocking { authorize.permit().use { "${it.status}" } } }
                            .getOrElse { (it as? WaybillException)?.code ?: "$it" }
                    }
                }
                start.countDown()
                client.close()
                racers.forEach { it.join() }
            }
        }
        assertEquals(RACES * RACERS, outcomes.size)
        assertEquals(emptySet<String>(), outcomes.toSet() - setOf("200", "503", "client.closed"))
    }

    @Test
    fun `invalid lists and sessions are named, and app data is hidden`() {
        client { answer(200, "") }.use { client ->
            assertEquals("forward.list", assertThrows(WaybillException::class.java) { Forwarder(client, "{}") }.code)
            val forwarder = Forwarder(client, list())
            for (session in listOf(Session("", "{}"), Session("ann", "[]"))) {
                assertEquals("forward.session", assertThrows(WaybillException::class.java) { forwarder.receive(get("/flows/f-1"), session) }.code)
            }
            val request = InboundRequest("r", "GET", "/flows/f-1?canary", listOf("authorization" to "canary"), false)
            val received = forwarder.receive(InboundRequest("r", "GET", "/flows/canary", emptyList(), false), Session("canary", """{"a":"canary"}"""))
            assertFalse("canary" in "$request ${Session("canary", "canary")} $received", "$request $received")
        }
    }

    private fun <T> scene(
        platform: suspend (TransportRequest) -> TransportResponse,
        timeoutSeconds: Int = 60,
        host: suspend kotlinx.coroutines.CoroutineScope.(Forwarder) -> T,
    ): T = client(platform).use { client -> runBlocking { withTimeout(LONGEST_WAIT) { host(Forwarder(client, list(timeoutSeconds))) } } }

    private fun client(platform: suspend (TransportRequest) -> TransportResponse): WaybillClient {
        val environment = Environment("sandbox", EnvironmentKind.SANDBOX, baseUrl = "https://p.example/api/v1")
        val transport = Transport { request ->
            seen += request
            platform(request)
        }
        return WaybillClient(ClientConfig(listOf(environment), "sandbox", listOf(Credentials("sandbox", KEY, null))), transport)
    }

    private fun Forwarder.authorize(request: InboundRequest) = receive(request, SESSION) as Received.Authorize

    /** Returns the number of further requests that may be in progress. The list allows two. */
    private fun Forwarder.room(): Int = generateSequence { receive(get("/flows/f-1"), SESSION) as? Received.Authorize }.toList().onEach { it.deny() }.size

    private fun get(target: String) = InboundRequest("r-1", "GET", target, emptyList(), hasBody = false)

    private fun post(target: String, length: String, more: List<Pair<String, String>> = emptyList(), type: String = "application/json") =
        InboundRequest("r-1", "POST", target, listOf("content-type" to type, "content-length" to length) + more, hasBody = true)

    private fun answer(status: Int, text: String, vararg headers: Pair<String, String>) =
        TransportResponse(status, headers.toList(), HeldBody(text.encodeToByteArray()))

    /** A body with these pieces, one by one. A null is a server that sends nothing more. */
    private class Pieces(vararg pieces: String?) : TransportBody {
        private val left = ArrayDeque(pieces.toList())
        private val closed = CompletableDeferred<Unit>()

        override suspend fun read(buffer: ByteArray, length: Int): Int {
            if (left.isEmpty()) return -1
            val piece = left.removeFirst() ?: run {
                closed.await()
                throw IOException("closed")
            }
            return piece.encodeToByteArray().also { it.copyInto(buffer) }.size
        }

        override fun close() {
            closed.complete(Unit)
        }
    }

    private companion object {
        const val KEY = "canary-api-key-0123456789"
        const val RACES = 50
        const val RACERS = 16
        val SESSION = Session("ann", """{"flows":["f-1","f-2"]}""")

        /** Only broken code reaches the timeout, except in tests of the timeout. */
        fun list(timeoutSeconds: Int = 60, concurrent: Int = 2) = """{
            "limits": {"bodyBytes": 1000, "timeoutSeconds": $timeoutSeconds, "concurrent": $concurrent, "requestsPerMinute": 100000},
            "operations": [
              {"name": "run-flow", "route": "platform", "method": "POST", "template": "/flows/{flowId}/execute",
               "path": {"flowId": {"claim": "flows"}}, "mediaTypes": ["application/json"], "bodyBytes": 100, "errorBodies": [422]},
              {"name": "flow", "route": "platform", "method": "GET", "template": "/flows/{flowId}", "path": {"flowId": {"any": "looked up"}}}
            ]
        }"""
    }
}
