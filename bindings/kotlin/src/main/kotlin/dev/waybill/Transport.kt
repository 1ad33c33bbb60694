/*
 * How requests reach their servers: java.net.http unless the host has a library of its own, for its proxies, certificates or tracing.
 */
package dev.waybill

import dev.waybill.ffi.FailureKind
import dev.waybill.ffi.NoAnswer
import dev.waybill.ffi.TransportFailure
import dev.waybill.ffi.noAnswer
import java.io.IOException

/**
 * Carries requests to their servers. A client asks it for every request, with the key, the token or the password in it; which
 * request is sent and whether it is sent again is decided by the client. So an implementation
 *
 * - sends each request once, as a POST or a token request could take effect twice: no retries of its own, on no kind of connection,
 *   but of a GET or HEAD
 * - follows no redirect and answers no challenge: both are answers
 * - returns when the head has come, and lets the body be read as it comes
 * - drops the connection when [send] is cancelled or the body is closed early
 * - has no time limit of its own for an answer: the client's are the ones that hold
 * - decodes a `Content-Encoding` that it asked for itself, and drops that header and `Content-Length` then
 *
 * `checkTransport` in `dev.waybill.testing` tries an implementation against a server on loopback.
 */
public fun interface Transport {
    /**
     * Sends a request and returns once the head of its answer has come, whatever its status.
     *
     * @throws TransportException with the reason where one is known; after any other exception the client has to assume that the
     *   request may have taken effect
     */
    public suspend fun send(request: TransportRequest): TransportResponse
}

/** A request as it goes out. */
public class TransportRequest(
    /** Such as `POST`. */
    public val method: String,
    /** The whole URL; https, or http on loopback. */
    public val url: String,
    /** Every line as name and value, repeated names kept. They hold a key, token or password. */
    public val headers: List<Pair<String, String>>,
    /** Empty, bytes or a stream. */
    public val body: Body,
) {
    /** Method, URL and names of headers: a value may be a secret. */
    override fun toString(): String = "TransportRequest($method $url, headers=${Headers(headers)}, body=$body)"
}

/** An answer whose head has come. */
public class TransportResponse(
    /** HTTP status. */
    public val status: Int,
    /** Every line as name and value, repeated names kept. */
    public val headers: List<Pair<String, String>>,
    /** Its body as it comes. */
    public val body: TransportBody,
) {
    /** Status and names of headers: a value may be a secret. */
    override fun toString(): String = "TransportResponse(status=$status, headers=${Headers(headers)})"
}

/** The body of an answer. */
public interface TransportBody : AutoCloseable {
    /**
     * Puts up to [length] bytes that have come into [buffer], and returns how many; -1 at the end. It waits for at least one, and
     * cancelling the wait drops the connection.
     *
     * @throws IOException where the connection broke
     */
    public suspend fun read(buffer: ByteArray, length: Int): Int

    /** Drops the connection unless all was read; can be called twice, from any thread, also while [read] waits, which then throws. */
    override fun close()
}

/** Why a request got no head. */
public class TransportException(
    /** The reason. */
    public val reason: Reason,
    cause: Throwable? = null,
) : IOException(reason.name, cause) {
    /**
     * What went wrong. All but [TIMED_OUT] and [LOST] say that certainly no byte of the request was sent: the client may send it
     * again, and a refresh token stays good. Where that is not certain the reason is [LOST].
     */
    public enum class Reason(internal val ffi: NoAnswer) {
        /** The library did not accept the request. */
        REQUEST_REFUSED(NoAnswer.REQUEST_REFUSED),

        /** The process may open no more files, and so no connection. */
        NO_FILE_DESCRIPTOR(NoAnswer.NO_FILE_DESCRIPTOR),

        /** Nobody knows the host's name. */
        NAME_NOT_RESOLVED(NoAnswer.NAME_NOT_RESOLVED),

        /** The connection was refused, or there is no way to the host. */
        NOT_CONNECTED(NoAnswer.NOT_CONNECTED),

        /** Connecting took too long. */
        CONNECT_TIMED_OUT(NoAnswer.CONNECT_TIMED_OUT),

        /** No TLS connection came about. */
        TLS_FAILED(NoAnswer.TLS_FAILED),

        /** The answer took too long. */
        TIMED_OUT(NoAnswer.TIMED_OUT),

        /** The connection broke. */
        LOST(NoAnswer.LOST),
    }
}

/** What the engine is told of a request that got no head. Nothing of a foreign exception's text is in it: it may quote the request. */
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
