/*
 * The progress of a request over OkHttp. It decides whether the request may have been sent.
 */
package dev.waybill.okhttp

import dev.waybill.TransportException
import dev.waybill.TransportException.Reason
import java.io.IOException
import java.net.SocketException
import java.net.SocketTimeoutException
import java.net.UnknownHostException
import javax.net.ssl.SSLException
import okhttp3.Call
import okhttp3.Connection
import okhttp3.Interceptor
import okhttp3.Protocol
import okhttp3.Response

/** Methods that change nothing (RFC 9110 section 9.2.1), and may be sent again. */
internal val SAFE = setOf("GET", "HEAD")

/** An idle connection was found closed before anything was sent over it. */
internal class ClosedConnectionException : IOException("the connection was closed")

/** The progress of a request. Once it has a connection, it may have been sent. */
internal class Progress {
    @Volatile
    private var isConnected = false

    /** `Retry-After` values, hidden from OkHttp, which would retry a 503 at once if they allow it. */
    @Volatile
    var retryAfter = emptyList<String>()
        private set

    fun follow(chain: Interceptor.Chain): Response {
        val connection = checkNotNull(chain.connection())
        if (chain.request().method !in SAFE && isClosed(connection)) throw ClosedConnectionException()
        isConnected = true
        val response = chain.proceed(chain.request())
        val adapted = response.newBuilder()
        if (response.code == UNAVAILABLE) {
            retryAfter = response.headers("Retry-After")
            adapted.removeHeader("Retry-After")
        }
        // OkHttp fails to decode an empty body.
        if (response.header("Content-Length") == "0") adapted.removeHeader("Content-Encoding")
        return adapted.build()
    }

    fun explain(error: IOException): IOException = reason(error)?.let { TransportException(it, error) } ?: error

    private fun reason(error: IOException): Reason? = when {
        isConnected -> null
        error is UnknownHostException -> Reason.NAME_NOT_RESOLVED
        error is SocketTimeoutException -> Reason.CONNECT_TIMED_OUT
        error is SSLException -> Reason.TLS_FAILED
        error is SocketException && error.message.orEmpty().startsWith("Too many open files") -> Reason.NO_FILE_DESCRIPTOR
        error is SocketException -> Reason.NOT_CONNECTED
        else -> null
    }

    /**
     * Returns true if the server has closed the connection. OkHttp checks only connections that were idle for 10 s. Without this
     * check, a POST on a closed connection would be treated as sent.
     */
    private fun isClosed(connection: Connection): Boolean {
        if (connection.protocol() == Protocol.HTTP_2) return false
        val socket = connection.socket()
        val timeout = socket.soTimeout
        return try {
            socket.soTimeout = 1
            socket.getInputStream().read()
            true
        } catch (_: SocketTimeoutException) {
            socket.soTimeout = timeout
            false
        } catch (_: IOException) {
            true
        }
    }

    companion object {
        const val UNAVAILABLE = 503

        /** Returns the progress of the original call; an interceptor may have replaced the request. */
        fun of(call: Call): Progress = checkNotNull(call.request().tag(Progress::class.java))
    }
}
