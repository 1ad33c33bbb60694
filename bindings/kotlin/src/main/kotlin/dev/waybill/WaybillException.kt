/*
 * The one exception of this package, with all that is needed to decide what to do next and no secret.
 *
 * Codes are stable, messages are not: decide by `code`, `kind` and `retry`, show `message` and `remedy` to people.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.Failure
import dev.waybill.ffi.InternalException
import dev.waybill.ffi.driverFailure
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** What every function of this package fails with. */
public class WaybillException internal constructor(
    /** Stable identifier, such as `token.rejected`. */
    public val code: String,
    /** Whose fault it was. */
    public val kind: ErrorKind,
    message: String,
    /** Whether and when the same call may succeed. */
    public val retry: Retry = Retry.Never,
    /** HTTP status of the answer that caused it. */
    public val status: Int? = null,
    /** What the platform's table of statuses advises. */
    public val remedy: String? = null,
    /** The answer of an API error. */
    public val response: ErrorResponse? = null,
) : Exception("$code: $message")

/** Whose fault a failure was. */
public enum class ErrorKind {
    /** The environments or credentials given. */
    CONFIGURATION,

    /** The call itself, refused before anything was sent. */
    REQUEST,

    /** The connection. */
    TRANSPORT,

    /** The identity provider. */
    PROVIDER,

    /** The API, which answered with an error status. */
    API,

    /** The call's deadline passed. */
    DEADLINE,

    /** The call was cancelled. */
    CANCELLED,

    /** The client was closed. */
    CLOSED,

    /** A description could not be compared. */
    COMPARISON,

    /** This package did what its engine's contract does not allow there. */
    MISUSE,

    /** A defect in Waybill. */
    INTERNAL,
}

/** Whether the same call may succeed later. */
public sealed interface Retry {
    /** It fails the same way until something is changed. */
    public data object Never : Retry

    /** After a while. */
    public data class After(
        /** How long to wait. */
        public val delay: Duration,
    ) : Retry

    /** After a person signed in or new credentials were set. */
    public data object AfterSignIn : Retry
}

/** An API error's answer, as it came. */
public class ErrorResponse internal constructor(
    /** HTTP status. */
    public val status: Int,
    /** Its headers. */
    public val headers: Headers,
    /** Its body untouched, at most 64 KiB. */
    public val body: ByteArray,
    /** Whether [body] is all of it. */
    public val complete: Boolean,
) {
    /** Sizes, not contents: what a server echoes may hold a secret. */
    override fun toString(): String = "ErrorResponse(status=$status, body=${body.size} bytes, complete=$complete)"
}

/** Runs a call into the core and gives its failures, panics included, as [WaybillException]; a panic is a [crash]. */
internal inline fun <T> translated(crash: DriverFailure = DriverFailure.Crashed, call: () -> T): T = try {
    call()
} catch (error: dev.waybill.ffi.WaybillException.Failed) {
    throw error.failure.exception()
} catch (_: InternalException) {
    // The text of a panic may quote its input, so it stays out of the message and the cause.
    throw exception(crash)
}

/** What went wrong in this package, with the code, kind and text that the core has for it in every language. */
internal fun exception(failure: DriverFailure): WaybillException = driverFailure(failure).exception()

internal fun Failure.exception(): WaybillException = WaybillException(
    code = code,
    kind = kind.public(),
    message = message,
    retry = retry.public(),
    status = status?.toInt(),
    remedy = remedy,
    response = response?.let { ErrorResponse(it.head.status.toInt(), Headers.of(it.head.headers), it.body, it.complete) },
)

private fun dev.waybill.ffi.ErrorKind.public(): ErrorKind = when (this) {
    dev.waybill.ffi.ErrorKind.CONFIGURATION -> ErrorKind.CONFIGURATION
    dev.waybill.ffi.ErrorKind.REQUEST -> ErrorKind.REQUEST
    dev.waybill.ffi.ErrorKind.TRANSPORT -> ErrorKind.TRANSPORT
    dev.waybill.ffi.ErrorKind.PROVIDER -> ErrorKind.PROVIDER
    dev.waybill.ffi.ErrorKind.API -> ErrorKind.API
    dev.waybill.ffi.ErrorKind.DEADLINE -> ErrorKind.DEADLINE
    dev.waybill.ffi.ErrorKind.CANCELLED -> ErrorKind.CANCELLED
    dev.waybill.ffi.ErrorKind.CLOSED -> ErrorKind.CLOSED
    dev.waybill.ffi.ErrorKind.COMPARISON -> ErrorKind.COMPARISON
    dev.waybill.ffi.ErrorKind.MISUSE -> ErrorKind.MISUSE
    dev.waybill.ffi.ErrorKind.INTERNAL -> ErrorKind.INTERNAL
}

private fun dev.waybill.ffi.Retry.public(): Retry = when (this) {
    is dev.waybill.ffi.Retry.Never -> Retry.Never
    is dev.waybill.ffi.Retry.After -> Retry.After(millis.milliseconds)
    is dev.waybill.ffi.Retry.AfterSignIn -> Retry.AfterSignIn
}
