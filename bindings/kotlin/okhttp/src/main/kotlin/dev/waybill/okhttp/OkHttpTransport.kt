/*
 * A transport over OkHttp, for hosts that already use it, with its certificates, proxies, interceptors and tracing.
 */
package dev.waybill.okhttp

import dev.waybill.Body
import dev.waybill.Transport
import dev.waybill.TransportException
import dev.waybill.TransportException.Reason
import dev.waybill.TransportRequest
import dev.waybill.TransportResponse
import java.io.IOException
import java.net.URI
import java.util.concurrent.TimeUnit
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Authenticator
import okhttp3.Call
import okhttp3.Callback
import okhttp3.CookieJar
import okhttp3.Dispatcher
import okhttp3.HttpUrl.Companion.toHttpUrl
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody
import okhttp3.Response
import okio.BufferedSink
import okio.source

/**
 * Carries requests over OkHttp.
 *
 * A copy of [client] is configured as a [Transport] requires, regardless of the client's settings: no redirects, no
 * authenticator, no cookies, no cache, and no retries except of a GET or HEAD. The only time limit is the one for connecting.
 * Connection pool, certificates, proxies and interceptors are the client's. OkHttp blocks one thread per request in flight.
 */
public class OkHttpTransport(client: OkHttpClient = OkHttpClient()) : Transport {
    private val once = client.newBuilder()
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .authenticator(Authenticator.NONE)
        .cookieJar(CookieJar.NO_COOKIES)
        .cache(null)
        .callTimeout(0, TimeUnit.MILLISECONDS)
        .readTimeout(0, TimeUnit.MILLISECONDS)
        .writeTimeout(0, TimeUnit.MILLISECONDS)
        // The default limits, 64 requests and 5 per host, would let a stalled response block others.
        .dispatcher(Dispatcher(threads).apply { maxRequests = Int.MAX_VALUE; maxRequestsPerHost = Int.MAX_VALUE })
        .addNetworkInterceptor { chain -> Progress.of(chain.call()).follow(chain) }
        .build()

    /** Client for GET and HEAD. They may fail because the server closed an idle connection; OkHttp then retries them. */
    private val again = once.newBuilder().retryOnConnectionFailure(true).build()

    override suspend fun send(request: TransportRequest): TransportResponse {
        val client = if (request.method in SAFE) again else once
        repeat(MOST_KEPT) {
            try {
                return exchange(client.newCall(build(request)))
            } catch (_: ClosedConnectionException) {
                // Nothing was sent, and the connection is no longer in the pool.
            }
        }
        throw TransportException(Reason.NOT_CONNECTED)
    }

    private suspend fun exchange(call: Call): TransportResponse =
        suspendCancellableCoroutine { waiting ->
            waiting.invokeOnCancellation { call.cancel() }
            call.enqueue(object : Callback {
                override fun onResponse(call: Call, response: Response) {
                    waiting.resume(hand(call, response)) { _, late, _ -> late.body.close() }
                }

                override fun onFailure(call: Call, e: IOException) = waiting.resumeWithException(Progress.of(call).explain(e))
            })
        }

    private fun build(given: TransportRequest): Request = try {
        val (url, uri) = given.url.toHttpUrl() to URI.create(given.url)
        // OkHttp resolves `%2E%2E`, which would be another route.
        require(url.encodedPath == uri.rawPath.ifEmpty { "/" } && url.encodedQuery == uri.rawQuery)
        val request = Request.Builder().url(url).tag(Progress::class.java, Progress())
        given.headers.forEach { (name, value) -> request.addHeader(name, value) }
        if (given.body.expectContinue) request.header("Expect", "100-continue")
        val isEmpty = given.body.length == 0L && given.method !in WITH_BODY
        request.method(given.method, if (isEmpty) null else OneShotBody(given.body)).build()
    } catch (error: IllegalArgumentException) {
        throw TransportException(Reason.REQUEST_REFUSED, error)
    }

    private fun hand(call: Call, response: Response): TransportResponse {
        val headers = response.headers.toList() + Progress.of(call).retryAfter.map { "Retry-After" to it }
        return TransportResponse(response.code, headers, OkHttpBody(call, response))
    }

    private companion object {
        /** Methods that OkHttp accepts only with a body. */
        val WITH_BODY = setOf("POST", "PUT", "PATCH")

        /** More than a pool keeps idle. A server that closes this many connections accepts none. */
        const val MOST_KEPT = 10
    }
}

/** A body that OkHttp never sends twice. */
private class OneShotBody(private val body: Body) : RequestBody() {
    override fun contentType() = null

    override fun contentLength() = body.length ?: -1

    override fun isOneShot() = true

    override fun writeTo(sink: BufferedSink) {
        body.open().source().use { sink.writeAll(it) }
    }
}
