/*
 * The transport of requests: java.net.http, or the host's own library with its proxies, certificates or tracing.
 */
package dev.waybill

import dev.waybill.ffi.FailureKind
import dev.waybill.ffi.NoAnswer
import dev.waybill.ffi.TransportFailure
import dev.waybill.ffi.noAnswer
import java.io.IOException

/**
 * Carries requests to their servers. A client uses it for all requests, including those with a key, token or password. The client
 * decides which requests are sent and whether they are sent again. So an implementation
 *
 * - sends each request once, because a POST or a token request could take effect twice: no retries, on any kind of connection,
 *   except of a GET or HEAD
 * - follows no redirect and answers no challenge: both are responses
 * - returns when the head has arrived, and lets the body be read while it arrives
 * - drops the connection when [send] is cancelled or the body is closed early
 * - has no time limit for a response, because the client has its own
 * - decodes a `Content-Encoding` only if it asked for it, and then drops that header and `Content-Length`
 *
 * `checkTransport` in `dev.waybill.testing` tests an implementation against a server on loopback.
 */
public fun interface Transport {
    /**
     * Sends a request. Returns once the head of its response has arrived, with any status. Runs in the coroutine context of the
     * call, such as its `MDCContext`, but with the client's dispatcher and job; a token request is of no call.
     *
     * @throws TransportException with the reason, if it is known. After any other exception the client assumes that the request
     *   may have taken effect.
     */
    public suspend fun send(request: TransportRequest): TransportResponse
}

/** A request to send. */
public class TransportRequest(
    /** The method, such as `POST`. */
    public val method: String,
    /** The absolute URL; https, or http on loopback. */
    public val url: String,
    /** Header fields as pairs of name and value, in order. Names may repeat. They contain a key, token or password. */
    public val headers: List<Pair<String, String>>,
    /** The body: empty, bytes or a stream. */
    public val body: Body,
) {
    /** Prints method, URL and header names, because a value may be a secret. */
    override fun toString(): String = "TransportRequest($method $url, headers=${Headers(headers)}, body=$body)"
}

/** A response whose head has arrived. */
public class TransportResponse(
    /** The HTTP status. */
    public val status: Int,
    /** Header fields as pairs of name and value, in order. Names may repeat. */
    public val headers: List<Pair<String, String>>,
    /** The body, read while it arrives. */
    public val body: TransportBody,
) {
    /** Prints status and header names, because a value may be a secret. */
    override fun toString(): String = "TransportResponse(status=$status, headers=${Headers(headers)})"
}

/** The body of a response. */
public interface TransportBody : AutoCloseable {
    /**
     * Reads up to [length] bytes into [buffer] and returns their number, or -1 at the end. Waits for at least one byte.
     * Cancelling the wait drops the connection.
     *
     * @throws IOException if the connection broke
     */
    public suspend fun read(buffer: ByteArray, length: Int): Int

    /**
     * Drops the connection unless the body was read to its end. May be called twice, from any thread. A waiting [read] then
     * throws.
     */
    override fun close()
}

/** The failure of a request that got no head. */
public class TransportException(
    /** The reason. */
    public val reason: Reason,
    cause: Throwable? = null,
) : IOException(reason.name, cause) {
    /**
     * The reason of a failure. All but [TIMED_OUT] and [LOST] mean that certainly no byte of the request was sent. The client may
     * then send it again, and a refresh token stays valid. If that is not certain, use [LOST].
     */
    public enum class Reason(internal val ffi: NoAnswer) {
        /** The library rejected the request. */
        REQUEST_REFUSED(NoAnswer.REQUEST_REFUSED),

        /** The process cannot open more files, and so no connection. */
        NO_FILE_DESCRIPTOR(NoAnswer.NO_FILE_DESCRIPTOR),

        /** The host name could not be resolved. */
        NAME_NOT_RESOLVED(NoAnswer.NAME_NOT_RESOLVED),

        /** The connection was refused, or there is no route to the host. */
        NOT_CONNECTED(NoAnswer.NOT_CONNECTED),

        /** Connecting timed out. */
        CONNECT_TIMED_OUT(NoAnswer.CONNECT_TIMED_OUT),

        /** No TLS connection was established. */
        TLS_FAILED(NoAnswer.TLS_FAILED),

        /** The response timed out. */
        TIMED_OUT(NoAnswer.TIMED_OUT),

        /** The connection broke. */
        LOST(NoAnswer.LOST),
    }
}

/**
 * Returns the engine's input for a request that got no head. It contains no text of a foreign exception, which may quote the
 * request.
 */
internal fun transportFailure(error: Throwable): TransportFailure {
    val causes = generateSequence(error) { it.cause }.take(MAX_CAUSES).toList()
    val failure = causes.firstNotNullOfOrNull { it as? TransportException }
    val body = causes.firstNotNullOfOrNull { it as? BodyFailure }
    return when {
        body != null -> TransportFailure(FailureKind.UNKNOWN, body.message.orEmpty())
        failure != null -> noAnswer(failure.reason.ffi)
        error is IOException -> noAnswer(NoAnswer.LOST)
        else -> TransportFailure(FailureKind.UNKNOWN, error.javaClass.simpleName)
    }
}

private const val MAX_CAUSES = 8
