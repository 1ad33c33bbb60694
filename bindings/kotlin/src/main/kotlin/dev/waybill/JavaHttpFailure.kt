/*
 * Failures of java.net.http that prove that nothing was sent. This is an allow-list: after any other one the request may have
 * taken effect.
 */
package dev.waybill

import dev.waybill.TransportException.Reason
import java.net.ConnectException
import java.net.SocketException
import java.net.UnknownHostException
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpTimeoutException
import java.nio.channels.UnresolvedAddressException
import javax.net.ssl.SSLHandshakeException

/** Returns the failure as a [TransportException] if its reason is known, and unchanged otherwise. */
internal fun explainJavaFailure(error: Throwable): Throwable {
    val causes = generateSequence(error) { it.cause }.take(MAX_CAUSES).toList()
    // The caller's own stream fails inside the exchange.
    if (causes.any { it is BodyFailure }) return error
    val reason = causes.firstNotNullOfOrNull(::reasonNotSent) ?: causes.firstNotNullOfOrNull { timedOut(it) }
    return reason?.let { TransportException(it, error) } ?: error
}

private fun reasonNotSent(cause: Throwable): Reason? = when (cause) {
    is UnknownHostException, is UnresolvedAddressException -> Reason.NAME_NOT_RESOLVED
    is HttpConnectTimeoutException -> Reason.CONNECT_TIMED_OUT
    is ConnectException -> Reason.NOT_CONNECTED
    is SSLHandshakeException -> Reason.TLS_FAILED
    // Without file descriptors there is no socket. The JDK itself throws this error if it needs one to start.
    is InternalError -> Reason.NO_FILE_DESCRIPTOR
    is SocketException -> if (cause.message in NO_SOCKET) Reason.NO_FILE_DESCRIPTOR else null
    // Thrown while the request is built.
    is IllegalArgumentException -> Reason.REQUEST_REFUSED
    else -> null
}

private fun timedOut(cause: Throwable): Reason? = if (cause is HttpTimeoutException) Reason.TIMED_OUT else null

private const val MAX_CAUSES = 8

/** Messages of Linux, macOS and Windows if a socket cannot be opened. */
private val NO_SOCKET = setOf("Too many open files", "Too many open files in system", "No buffer space available")
