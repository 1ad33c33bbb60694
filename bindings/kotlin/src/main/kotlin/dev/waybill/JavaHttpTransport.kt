/*
 * A transport over java.net.http, without redirects and retries. It streams both ways, and reports whether a failed request may
 * have been sent.
 *
 * The client uses HTTP/1.1, so that dropping an exchange closes its connection and the server notices it.
 */
package dev.waybill

import java.io.IOException
import java.io.InputStream
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpHeaders
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublisher
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandler
import java.net.http.HttpResponse.BodySubscriber
import java.net.http.HttpResponse.ResponseInfo
import java.nio.ByteBuffer
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import java.util.concurrent.CompletionStage
import java.util.concurrent.Flow
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.suspendCancellableCoroutine

/**
 * Carries requests over one client of java.net.http, which keeps its connections. This is the default transport.
 *
 * @param configure sets what the host needs, such as `sslContext` for its own certificates, or `proxy`. Redirects are never
 *   followed, and the protocol is HTTP/1.1, regardless of its settings.
 */
public class JavaHttpTransport(configure: HttpClient.Builder.() -> Unit = {}) : Transport {
    private val client = HttpClient.newBuilder()
        .connectTimeout(CONNECT_TIMEOUT)
        .apply(configure)
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build()

    override suspend fun send(request: TransportRequest): TransportResponse = try {
        exchange(request)
    } catch (error: CancellationException) {
        throw error
    } catch (error: Throwable) {
        // Catches errors too, because the JDK throws one if there are no file descriptors.
        throw explainJavaFailure(error)
    }

    private suspend fun exchange(given: TransportRequest): TransportResponse {
        val body = given.body
        val opened = Opened(body)
        try {
            val request = build(given, opened)
            val losesEarlyBodies = expectsContinue(body) && Runtime.version().feature() < KEEPS_EARLY_BODIES
            val early = EarlyAnswer { losesEarlyBodies && !opened.any() }
            return suspendCancellableCoroutine { waiting ->
                val sent = client.sendAsync(request, early)
                val head = early.head.thenApply { TransportResponse(it.statusCode(), pairs(it.headers()), LostBody(sent)) }
                val first = CompletableFuture.anyOf(head, sent.thenApply(::live))
                waiting.invokeOnCancellation { sent.cancel(true) }
                first.whenComplete { response, error ->
                    if (error == null) {
                        waiting.resume(response as TransportResponse) { _, late, _ -> late.body.close() }
                    } else {
                        waiting.resumeWithException(if (error is CompletionException) error.cause ?: error else error)
                    }
                }
            }
        } finally {
            opened.close()
        }
    }

    private fun build(given: TransportRequest, opened: Opened): HttpRequest {
        val request = HttpRequest.newBuilder(URI(given.url)).method(given.method, opened.publisher())
        for ((name, value) in given.headers) {
            request.header(name, value)
        }
        if (given.headers.none { (name, _) -> name.equals(ACCEPT_ENCODING, ignoreCase = true) }) {
            request.header(ACCEPT_ENCODING, "gzip")
        }
        return request.expectContinue(expectsContinue(given.body)).build()
    }

    private fun expectsContinue(body: Body) = body.expectContinue && body.length != 0L

    /**
     * Decodes a body that is compressed because this transport asked for it, and drops the headers that describe the encoding.
     */
    private fun live(response: HttpResponse<TransportBody>): TransportResponse {
        val headers = pairs(response.headers())
        val asked = response.request().headers().allValues(ACCEPT_ENCODING) == listOf("gzip")
        val coding = response.headers().firstValue("content-encoding").orElse("")
        if (!asked || !coding.equals("gzip", ignoreCase = true)) {
            return TransportResponse(response.statusCode(), headers, response.body())
        }
        val described = setOf("content-encoding", "content-length")
        val rest = headers.filterNot { it.first.lowercase() in described }
        return TransportResponse(response.statusCode(), rest, GunzippedBody(response.body()))
    }

    private fun pairs(headers: HttpHeaders): List<Pair<String, String>> =
        headers.map().flatMap { (name, values) -> values.map { name to it } }

    private companion object {
        val CONNECT_TIMEOUT: Duration = Duration.ofSeconds(10)
        const val ACCEPT_ENCODING = "accept-encoding"

        /** Java 17 drops the body of a response that arrives in place of `100 Continue` (JDK-8286171); Java 25 does not. */
        const val KEEPS_EARLY_BODIES = 21
    }
}

/**
 * Reads responses as streams, except one whose body is lost. That response has only a head, and its exchange stays open: only an
 * incomplete exchange can be cancelled and its connection closed.
 */
private class EarlyAnswer(private val isBodyLost: () -> Boolean) : BodyHandler<TransportBody> {
    val head = CompletableFuture<ResponseInfo>()

    override fun apply(info: ResponseInfo): BodySubscriber<TransportBody> {
        if (!isBodyLost()) return DeliveredBody()
        head.complete(info)
        return NoBody()
    }

    private class NoBody : BodySubscriber<TransportBody> {
        override fun getBody(): CompletionStage<TransportBody> = CompletableFuture()

        override fun onSubscribe(subscription: Flow.Subscription) = Unit

        override fun onNext(item: List<ByteBuffer>) = Unit

        override fun onError(error: Throwable) = Unit

        override fun onComplete() = Unit
    }
}

/** A body that is lost. Waiting for it would never end. */
private class LostBody(private val sent: CompletableFuture<*>) : TransportBody {
    override suspend fun read(buffer: ByteArray, length: Int): Int = throw IOException("java.net.http dropped the body of an answer that came before the upload")

    override fun close() {
        sent.cancel(true)
    }
}

/** The streams opened for one request. They are closed with it. */
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
        val stream = body.open()
        synchronized(streams) { streams += stream }
        return stream
    }

    fun any(): Boolean = synchronized(streams) { streams.isNotEmpty() }

    /** Exceptions from closing the caller's stream no longer matter. */
    override fun close() = synchronized(streams) { streams.forEach { runCatching { it.close() } } }
}

