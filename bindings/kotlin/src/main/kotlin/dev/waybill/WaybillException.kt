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
    /** What to do. */
    public val remedy: String,
    /** The command that prints this code's page. */
    public val help: String,
    /** HTTP status of the answer that caused it. */
    public val status: Int? = null,
    /** What else is known of the call that failed. */
    public val details: FailureDetails = FailureDetails(),
    /** The answer of an API error. */
    public val response: ErrorResponse? = null,
) : Exception("$code: $message")

/** What is known of a failed call, as far as it is. */
public data class FailureDetails(
    /** Which of the call's requests failed. */
    public val stage: FailureStage? = null,
    /** The path family that was called. */
    public val pathFamily: PathFamilyName? = null,
    /** Name of the environment. */
    public val environment: String? = null,
    /** What the identity provider said. */
    public val provider: ProviderError? = null,
    /** What the API said of its error, as problem details. */
    public val problem: ProblemDetails? = null,
    /** The id by which the other side finds the request in its log, where one was sent. */
    public val requestId: String? = null,
    /** What shows the cause, a sentence each. */
    public val evidence: List<String> = emptyList(),
)

/** Which of a call's requests failed. */
public enum class FailureStage {
    /** The one for a token. */
    TOKEN,

    /** The call's own. */
    API,
}

/** The platform's path families. */
public enum class PathFamilyName {
    /** The platform API. */
    PLATFORM,

    /** The commerce API itself. */
    COMMERCE,

    /** The commerce API through the platform. */
    COMMERCE_PROXY,
}

/** What the identity provider said (RFC 6749 section 5.2). */
public data class ProviderError(
    /** Such as `invalid_grant`. */
    public val error: String,
    /** For people; one line of 200 characters at most. */
    public val description: String?,
)

/** What an API said of its error as problem details (RFC 9457 section 3.1). */
public data class ProblemDetails(
    /** The URI of the kind of problem. */
    public val type: String?,
    /** The kind of problem in words. */
    public val title: String?,
    /** This occurrence in words. */
    public val detail: String?,
    /** The URI of this occurrence. */
    public val instance: String?,
)

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
    message = spellFields(message),
    retry = retry.public(),
    remedy = spellFields(remedy),
    help = help,
    status = status?.toInt(),
    details = details.public(),
    response = response?.let { ErrorResponse(it.head.status.toInt(), Headers.of(it.head.headers), it.body, it.complete) },
)

/** The core names the fields of a configuration as Rust spells them. */
private val FIELDS = mapOf(
    "base_url" to "baseUrl",
    "proxy_url" to "proxyUrl",
    "commerce_url" to "commerceUrl",
    "auth_url" to "authUrl",
    "mock_url" to "mockUrl",
    "token_timeout" to "tokenTimeout",
    "token_retry_wait" to "tokenRetryWait",
)

/** A text of this failure; of a configuration's, with the fields it names between backquotes as Kotlin spells them. */
private fun Failure.spellFields(text: String): String {
    if (kind != dev.waybill.ffi.ErrorKind.CONFIGURATION) {
        return text
    }
    return FIELDS.entries.fold(text) { spelt, (name, own) -> spelt.replace("`$name`", "`$own`") }
}

private fun dev.waybill.ffi.FailureDetails.public(): FailureDetails = FailureDetails(
    stage = when (stage) {
        null -> null
        dev.waybill.ffi.FailureStage.TOKEN -> FailureStage.TOKEN
        dev.waybill.ffi.FailureStage.API -> FailureStage.API
    },
    pathFamily = when (pathFamily) {
        null -> null
        dev.waybill.ffi.PathFamilyName.PLATFORM -> PathFamilyName.PLATFORM
        dev.waybill.ffi.PathFamilyName.COMMERCE -> PathFamilyName.COMMERCE
        dev.waybill.ffi.PathFamilyName.COMMERCE_PROXY -> PathFamilyName.COMMERCE_PROXY
    },
    environment = environment,
    provider = provider?.let { ProviderError(it.error, it.description) },
    problem = problem?.let { ProblemDetails(it.kind, it.title, it.detail, it.instance) },
    requestId = requestId,
    evidence = evidence,
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
