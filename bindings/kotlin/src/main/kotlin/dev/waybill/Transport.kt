/*
 * Carries one request over java.net.http: no redirects, no retries, streams both ways, and says whether a failed one was sent.
 *
 * The client is HTTP/1.1: there, dropping an exchange closes its connection and the other side learns of it.
 */
package dev.waybill

import dev.waybill.ffi.FailureKind
import dev.waybill.ffi.NameValue
import dev.waybill.ffi.NoAnswer
import dev.waybill.ffi.RequestHead
import dev.waybill.ffi.TransportFailure
import dev.waybill.ffi.noAnswer
import java.io.IOException
import java.io.InputStream
import java.net.ConnectException
import java.net.SocketException
import java.net.URI
import java.net.UnknownHostException
import java.net.http.HttpClient
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpHeaders
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublisher
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandler
import java.net.http.HttpResponse.BodySubscriber
import java.net.http.HttpResponse.ResponseInfo
import java.net.http.HttpTimeoutException
import java.nio.ByteBuffer
import java.nio.channels.UnresolvedAddressException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import java.util.concurrent.CompletionStage
import java.util.concurrent.Flow
import javax.net.ssl.SSLHandshakeException
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine

/** A head that arrived, and its body as it comes; closing it drops the connection unless all was read. */
internal class LiveResponse(val status: Int, val headers: List<Pair<String, String>>, val body: LiveBody) : AutoCloseable {
    override fun close() = body.close()
}

/** Carries requests to their servers. */
internal fun interface Transport {
    /** Sends and waits for the head; cancelling drops the connection. */
    suspend fun send(head: RequestHead, body: Body): LiveResponse
}

/** Over one client of java.net.http, which keeps its connections. */
internal class HttpTransport : Transport {
    private val client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(CONNECT_TIMEOUT)
        .build()

    override suspend fun send(head: RequestHead, body: Body): LiveResponse {
        val opened = Opened(body)
        try {
            val request = request(head, body, opened)
            val losesEarlyBodies = expectsContinue(body) && Runtime.version().feature() < KEEPS_EARLY_BODIES
            val early = EarlyAnswer { losesEarlyBodies && !opened.any() }
            return suspendCancellableCoroutine { waiting ->
                val sent = client.sendAsync(request, early)
                val head = early.head.thenApply { LiveResponse(it.statusCode(), pairs(it.headers()), LostBody(sent)) }
                val first = CompletableFuture.anyOf(head, sent.thenApply(::live))
                waiting.invokeOnCancellation { sent.cancel(true) }
                first.whenComplete { response, error ->
                    if (error == null) {
                        waiting.resume(response as LiveResponse) { _, late, _ -> late.close() }
                    } else {
                        waiting.resumeWithException(if (error is CompletionException) error.cause ?: error else error)
                    }
                }
            }
        } finally {
            opened.close()
        }
    }

    private fun request(head: RequestHead, body: Body, opened: Opened): HttpRequest {
        val request = HttpRequest.newBuilder(URI(head.url)).method(head.method, opened.publisher())
        for (header in head.headers) {
            request.header(header.name, header.value)
        }
        if (head.headers.none { it.name == ACCEPT_ENCODING }) {
            request.header(ACCEPT_ENCODING, "gzip")
        }
        return request.expectContinue(expectsContinue(body)).build()
    }

    private fun expectsContinue(body: Body) = body is Body.Stream && body.expectContinue && body.length != 0L

    /** A body that came compressed because we asked for it is decoded, and the headers that described it are dropped. */
    private fun live(response: HttpResponse<LiveBody>): LiveResponse {
        val headers = pairs(response.headers())
        val asked = response.request().headers().allValues(ACCEPT_ENCODING) == listOf("gzip")
        val coding = response.headers().firstValue("content-encoding").orElse("")
        if (!asked || !coding.equals("gzip", ignoreCase = true)) {
            return LiveResponse(response.statusCode(), headers, response.body())
        }
        val described = setOf("content-encoding", "content-length")
        val rest = headers.filterNot { it.first.lowercase() in described }
        return LiveResponse(response.statusCode(), rest, GunzippedBody(response.body()))
    }

    private fun pairs(headers: HttpHeaders): List<Pair<String, String>> =
        headers.map().flatMap { (name, values) -> values.map { name to it } }

    private companion object {
        val CONNECT_TIMEOUT: Duration = Duration.ofSeconds(10)
        const val ACCEPT_ENCODING = "accept-encoding"

        /** Java 17 itself reads and drops the body of an answer that comes in place of `100 Continue` (JDK-8286171); Java 25 does not. */
        const val KEEPS_EARLY_BODIES = 21
    }
}

/**
 * Reads answers as streams, but for one whose body is gone: its head is all there is, and its exchange stays open, since only
 * one that is not complete can be cancelled and its connection closed.
 */
private class EarlyAnswer(private val isBodyLost: () -> Boolean) : BodyHandler<LiveBody> {
    val head = CompletableFuture<ResponseInfo>()

    override fun apply(info: ResponseInfo): BodySubscriber<LiveBody> {
        if (!isBodyLost()) return DeliveredBody()
        head.complete(info)
        return NoBody()
    }

    private class NoBody : BodySubscriber<LiveBody> {
        override fun getBody(): CompletionStage<LiveBody> = CompletableFuture()

        override fun onSubscribe(subscription: Flow.Subscription) = Unit

        override fun onNext(item: List<ByteBuffer>) = Unit

        override fun onError(error: Throwable) = Unit

        override fun onComplete() = Unit
    }
}

/** A body that is gone: waiting for it would never end. */
private class LostBody(private val sent: CompletableFuture<*>) : LiveBody {
    override suspend fun read(buffer: ByteArray, length: Int): Int = throw IOException("java.net.http dropped the body of an answer that came before the upload")

    override fun close() {
        sent.cancel(true)
    }
}

/** The streams opened for one request, closed when it is over. */
private class Opened(private val body: Body) : AutoCloseable {
    private val streams = mutableListOf<InputStream>()

    fun publisher(): BodyPublisher = when (body) {
        is Body.Empty -> BodyPublishers.noBody()
        is Body.Bytes -> BodyPublishers.ofByteArray(body.bytes)
        is Body.Stream -> {
            val stream = BodyPublishers.ofInputStream { open(body) }
            when (body.length) {
                null -> stream
                0L -> BodyPublishers.noBody()
                else -> BodyPublishers.fromPublisher(stream, body.length)
            }
        }
    }

    private fun open(body: Body.Stream): InputStream {
        val stream = CallerStream(body.open())
        synchronized(streams) { streams += stream }
        return stream
    }

    fun any(): Boolean = synchronized(streams) { streams.isNotEmpty() }

    /** What closing the caller's stream throws changes nothing any more. */
    override fun close() = synchronized(streams) { streams.forEach { runCatching { it.close() } } }
}

/** What the engine is told of a request that got no head. `NotSent` is an allow-list: everything else may have taken effect. */
internal fun transportFailure(error: Throwable): TransportFailure {
    val causes = generateSequence(error) { it.cause }.take(MAX_CAUSES).toList()
    val body = causes.firstOrNull { it is BodyFailure }
    return causes.firstNotNullOfOrNull(::notSent) ?: when {
        body != null -> TransportFailure(FailureKind.UNKNOWN, body.message.orEmpty())
        causes.any { it is HttpTimeoutException } -> noAnswer(NoAnswer.TIMED_OUT)
        error is IOException -> noAnswer(NoAnswer.LOST)
        else -> TransportFailure(FailureKind.UNKNOWN, error.javaClass.simpleName)
    }
}

private fun notSent(cause: Throwable): TransportFailure? = when (cause) {
    is UnknownHostException, is UnresolvedAddressException -> noAnswer(NoAnswer.NAME_NOT_RESOLVED)
    is HttpConnectTimeoutException -> noAnswer(NoAnswer.CONNECT_TIMED_OUT)
    is ConnectException -> noAnswer(NoAnswer.NOT_CONNECTED)
    is SSLHandshakeException -> noAnswer(NoAnswer.TLS_FAILED)
    // Without file descriptors there is no socket; the JDK itself fails so where it needs one to begin.
    is InternalError -> noAnswer(NoAnswer.NOT_CONNECTED)
    is SocketException -> if (cause.message in NO_SOCKET) noAnswer(NoAnswer.NOT_CONNECTED) else null
    // Thrown while the request is built.
    is IllegalArgumentException ->
        TransportFailure(FailureKind.NOT_SENT, "java.net.http does not take the request (${cause.javaClass.simpleName})")
    else -> null
}

private const val MAX_CAUSES = 8

/** What Linux, macOS and Windows say where a socket cannot be opened. */
private val NO_SOCKET = setOf("Too many open files", "Too many open files in system", "No buffer space available")

internal fun nameValues(pairs: Iterable<Pair<String, String>>): List<NameValue> = pairs.map { (name, value) -> NameValue(name, value) }
