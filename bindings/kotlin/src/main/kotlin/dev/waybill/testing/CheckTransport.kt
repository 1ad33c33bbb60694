/*
 * Checks for a custom transport, against a server on loopback. For a host's tests.
 */
package dev.waybill.testing

import dev.waybill.Body
import dev.waybill.Transport
import dev.waybill.TransportException
import dev.waybill.TransportException.Reason
import dev.waybill.TransportRequest
import dev.waybill.TransportResponse
import java.io.ByteArrayOutputStream
import java.io.FilterInputStream
import java.io.IOException
import java.io.InputStream
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.Socket
import java.util.concurrent.CancellationException
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeoutOrNull

/**
 * Tests a [Transport] as a client uses it. Redirects and error statuses have to be responses, and no request may be sent twice.
 * Bodies have to stream both ways, and a failed upload must not look complete. A stalled body must not block other requests.
 * Cancelling and closing have to drop the connection, and a refused connection has to be reported as such.
 *
 * @return violations, one sentence each. If it is empty, the transport can be passed to a client.
 */
public suspend fun checkTransport(transport: Transport): List<String> {
    // Not a child of the caller's scope, because a blocked thread would never end it.
    val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO.limitedParallelism(MOST_THREADS))
    try {
        LoopbackServer().use { server ->
            return TransportChecks(transport, server, scope).all.mapNotNull { (name, check) ->
                val complaint = scope.async { Ended(runCatching { check() }.getOrElse { "$name: it failed with $it" }) }
                withTimeoutOrNull(LONGEST) { complaint.await() }.let { ended -> if (ended == null) "$name: it does not end" else ended.complaint }
            }
        }
    } finally {
        scope.cancel()
    }
}

private class Ended(val complaint: String?)

private const val MOST_THREADS = 200

private val LONGEST = 20.seconds

private class TransportChecks(private val transport: Transport, private val server: LoopbackServer, private val scope: CoroutineScope) {
    val all: List<Pair<String, suspend () -> String?>> = listOf(
        "a redirect" to ::checkRedirect,
        "a POST whose connection breaks" to { checkSentOnce("POST") },
        "a PATCH whose connection breaks" to { checkSentOnce("PATCH") },
        "an error status" to ::checkErrorStatus,
        "a challenge" to ::checkChallenge,
        "a body that comes in parts" to ::checkStreaming,
        "an upload" to ::checkUpload,
        "an upload that breaks" to ::checkBrokenUpload,
        "bodies that stall" to ::checkStalledBodies,
        "cancelling" to ::checkCancelling,
        "closing a body early" to ::checkClosing,
        "a refused connection" to ::checkRefusal,
    )

    private suspend fun checkRedirect(): String? {
        val answer = get("/redirect")
        answer.body.close()
        return when {
            server.requests("/target") > 0 -> "a redirect was followed: it would carry the key or the password to another host"
            answer.status != 302 || answer.values("location") != listOf("/target") ->
                "a redirect has to be handed over with its status and its `Location`"
            else -> null
        }
    }

    private suspend fun checkSentOnce(method: String): String? {
        // On a reused connection, where some libraries resend automatically.
        get("/fine").text()
        val path = "/drop-${method.lowercase()}"
        val error = failure { send(method, path, Body.of("once")) }
        delay(SETTLE)
        return when {
            server.requests(path) > 1 ->
                "a $method whose connection broke was sent again: it may take effect twice, and end a login"
            error == null -> "a connection that breaks before the answer has to be an exception"
            (error as? TransportException)?.reason in UNKNOWN || error !is TransportException -> null
            else -> "a request that the server has read must not be told as ${error.reason}: that says it was not sent"
        }
    }

    private suspend fun checkErrorStatus(): String? {
        val answer = get("/unavailable", listOf("X-Note" to "one", "X-Note" to "two"))
        val text = answer.text()
        return when {
            answer.status != 503 -> "an error status has to be an answer, not an exception or another try"
            server.requests("/unavailable") > 1 -> "an answer with an error status was asked for again: the client decides that"
            text != "one, two" -> "repeated headers have to arrive in order; `X-Note: one` and `X-Note: two` arrived as `$text`"
            answer.values("x-answer") != listOf("1", "2") -> "repeated headers of an answer have to be handed over as they came"
            else -> null
        }
    }

    private suspend fun checkChallenge(): String? {
        val answer = get("/challenge")
        val text = answer.text()
        return if (answer.status == 401 && text == "denied") null else "a 401 with a challenge has to be an answer with its body"
    }

    private suspend fun checkStreaming(): String? {
        val answer = withTimeoutOrNull(PATIENCE) { get("/stall") } ?: return "an answer has to be handed over once its head has come"
        val first = withTimeoutOrNull(PATIENCE) { answer.body.read(ByteArray(SMALL), SMALL) }
        answer.body.close()
        return if (first == 1) null else "what has come of a body has to be readable before the rest of it comes"
    }

    private suspend fun checkUpload(): String? {
        val bytes = ByteArray(LARGE) { it.toByte() }
        for (body in listOf(Body.of(bytes), Body.stream(LARGE.toLong()) { bytes.inputStream() }, Body.stream { bytes.inputStream() })) {
            val text = send("POST", "/count", body).text()
            if (text != "$LARGE") return "$body arrived as $text bytes"
        }
        return null
    }

    private suspend fun checkBrokenUpload(): String? {
        val large = LARGE.toLong()
        fun bytes(count: Int = LARGE) = ByteArray(count).inputStream()
        val uploads = mapOf(
            "that fails at its first read" to Body.stream { TornStream(bytes(0)) },
            "that fails later" to Body.stream { TornStream(bytes()) },
            "of a known length that fails at its first read" to Body.stream(large) { TornStream(bytes(0)) },
            "of a known length that fails later" to Body.stream(large) { TornStream(bytes(LARGE / 2)) },
            "without its last byte" to Body.stream(large) { bytes(LARGE - 1) },
            "with one byte too many" to Body.stream(large) { bytes(LARGE + 1) },
        )
        for ((name, body) in uploads) {
            val path = "/upload-${name.replace(' ', '-')}"
            val error = failure { send("POST", path, body).body.close() }
            server.awaits { isDropped(path) || requests(path) > 0 }
            if (server.requests(path) > 0) return "an upload $name must not arrive as a whole request"
            if (error == null) return "an upload $name has to be an exception"
        }
        return null
    }

    @OptIn(ExperimentalCoroutinesApi::class)
    private suspend fun checkStalledBodies(): String? {
        val threads = Dispatchers.IO.limitedParallelism(THREADS)
        val stalled = List(STALLED) { get("/stall") }
        val reads = stalled.map { answer -> scope.async(threads) { failure { repeat(2) { answer.body.read(ByteArray(1), 1) } } } }
        delay(SETTLE / 5)
        val other = scope.async(threads) { get("/fine").text() }
        val isHeldUp = withTimeoutOrNull(PATIENCE) { other.await() } == null
        stalled.forEach { scope.launch { it.body.close() } }
        reads.forEach { it.cancel() }
        return if (isHeldUp) "a body that stalls must not hold a thread of its caller: $STALLED of them held up another request" else null
    }

    private suspend fun checkCancelling(): String? {
        val call = scope.async { get("/hang") }
        if (!server.awaits { requests("/hang") > 0 }) return "a request was not sent"
        call.cancel()
        val hasEnded = withTimeoutOrNull(PATIENCE) { call.join() } != null
        return when {
            !hasEnded -> "a cancelled request has to end"
            !server.awaits { isDropped("/hang") } -> "a cancelled request has to let its connection go"
            else -> null
        }
    }

    private suspend fun checkClosing(): String? {
        val answer = get("/trickle")
        val reading = scope.async { failure { answer.text() } }
        delay(SETTLE / 5)
        answer.body.close()
        answer.body.close()
        val hasThrown = withTimeoutOrNull(PATIENCE) { reading.await() } != null
        return when {
            !hasThrown -> "closing a body has to end who reads it, with an exception"
            !server.awaits { isDropped("/trickle") } -> "closing a body that was not read to its end has to let its connection go"
            else -> null
        }
    }

    private suspend fun checkRefusal(): String? {
        // The port is bound but does not listen, so that no other process can use it meanwhile.
        val error = Socket().use { socket ->
            socket.bind(InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            val url = "http://127.0.0.1:${socket.localPort}/fine"
            failure { transport.send(TransportRequest("POST", url, emptyList(), Body.of("x"))) }
        }
        return when {
            error == null -> "a refused connection has to be an exception"
            (error as? TransportException)?.reason == Reason.NOT_CONNECTED -> null
            else -> "a refused connection has to be a `TransportException` of reason `NOT_CONNECTED`, else every such call counts as sent; it was $error"
        }
    }

    private suspend fun get(path: String, headers: List<Pair<String, String>> = emptyList()) =
        transport.send(TransportRequest("GET", server.url(path), headers, Body.empty()))

    private suspend fun send(method: String, path: String, body: Body) =
        transport.send(TransportRequest(method, server.url(path), listOf("content-type" to "text/plain"), body))

    private companion object {
        /** Waiting time for events that must not happen. */
        val SETTLE = 500.milliseconds

        /** Waiting time for events that have to happen. */
        val PATIENCE = 6.seconds
        const val SMALL = 16
        const val LARGE = 300_000
        const val STALLED = 100
        const val THREADS = 8
        val UNKNOWN = setOf(Reason.LOST, Reason.TIMED_OUT)
    }
}

/** A stream that fails at the end of [stream]. */
private class TornStream(stream: InputStream) : FilterInputStream(stream) {
    override fun read(): Int = super.read().also { if (it < 0) throw IOException("torn") }

    override fun read(buffer: ByteArray, offset: Int, length: Int): Int =
        super.read(buffer, offset, length).also { if (it < 0) throw IOException("torn") }
}

private suspend fun failure(work: suspend () -> Unit): Throwable? = try {
    work()
    null
} catch (error: CancellationException) {
    throw error
} catch (error: Throwable) {
    error
}

private fun TransportResponse.values(name: String) = headers.filter { it.first.equals(name, ignoreCase = true) }.map { it.second }

private suspend fun TransportResponse.text(): String = body.use { body ->
    val whole = ByteArrayOutputStream()
    val buffer = ByteArray(1024)
    var count = body.read(buffer, buffer.size)
    while (count >= 0) {
        whole.write(buffer, 0, count)
        count = body.read(buffer, buffer.size)
    }
    whole.toByteArray().decodeToString()
}
