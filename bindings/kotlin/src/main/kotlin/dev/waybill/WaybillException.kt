/*
 * The exception of this package, with everything that is needed to decide what to do next. It contains no secret.
 *
 * Codes are stable, messages are not. Decide by `code`, `kind` and `retry`, and show `message` and `remedy` to people.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.Failure
import dev.waybill.ffi.InternalException
import dev.waybill.ffi.driverFailure
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** The exception of all functions of this package. */
public class WaybillException internal constructor(
    /** Stable identifier, such as `token.rejected`. */
    public val code: String,
    /** The party or event that caused the failure. */
    public val kind: ErrorKind,
    message: String,
    /** Advice on retrying. */
    public val retry: Retry = Retry.Never,
    /** The action that fixes the problem. */
    public val remedy: String,
    /** The command that prints the page about this code. */
    public val help: String,
    /** HTTP status of the response that caused the error, if there was one. */
    public val status: Int? = null,
    /** Further details of the failed call. */
    public val details: FailureDetails = FailureDetails(),
    /** The API's response, if the error is an API error. */
    public val response: ErrorResponse? = null,
) : Exception("$code: $message")

/** The details of a failed call, as far as they are known. */
public data class FailureDetails(
    /** The request of the call that failed. */
    public val stage: FailureStage? = null,
    /** The path family that was called. */
    public val pathFamily: PathFamilyName? = null,
    /** Name of the environment. */
    public val environment: String? = null,
    /** The identity provider's error. */
    public val provider: ProviderError? = null,
    /** The API's error, if it is in the problem details format. */
    public val problem: ProblemDetails? = null,
    /** Id of the request in the server's log, if a request was sent. */
    public val requestId: String? = null,
    /** Evidence of the cause, one sentence each. */
    public val evidence: List<String> = emptyList(),
)

/** The request of a call that failed. */
public enum class FailureStage {
    /** The token request. */
    TOKEN,

    /** The request to the API. */
    API,
}

/** The platform's path families. */
public enum class PathFamilyName {
    /** The platform API. */
    PLATFORM,

    /** The commerce API, called directly. */
    COMMERCE,

    /** The commerce API, called through the platform. */
    COMMERCE_PROXY,
}

/** The identity provider's error response (RFC 6749 section 5.2). */
public data class ProviderError(
    /** The error code, such as `invalid_grant`. */
    public val error: String,
    /** Description for people: one line of at most 200 characters. */
    public val description: String?,
)

/** The API's error, as problem details (RFC 9457 section 3.1). */
public data class ProblemDetails(
    /** URI of the problem type. */
    public val type: String?,
    /** Summary of the problem type. */
    public val title: String?,
    /** Description of this occurrence. */
    public val detail: String?,
    /** URI of this occurrence. */
    public val instance: String?,
)

/** The party or event that caused a failure. */
public enum class ErrorKind {
    /** The configuration or the credentials. */
    CONFIGURATION,

    /** The call's arguments. Nothing was sent. */
    REQUEST,

    /** The connection to the server. */
    TRANSPORT,

    /** The identity provider. */
    PROVIDER,

    /** An error response of the API. */
    API,

    /** The call's deadline passed. */
    DEADLINE,

    /** The call was cancelled. */
    CANCELLED,

    /** The client was closed. */
    CLOSED,

    /** A description that could not be compared. */
    COMPARISON,

    /** This package violated the engine's contract. */
    MISUSE,

    /** A bug in Waybill. */
    INTERNAL,
}

/** Advice on retrying a failed call. */
public sealed interface Retry {
    /** A retry would fail again. */
    public data object Never : Retry

    /** A retry may succeed after this time. */
    public data class After(
        /** Time to wait. */
        public val delay: Duration,
    ) : Retry

    /** A retry may succeed after a new sign-in or with new credentials. */
    public data object AfterSignIn : Retry
}

/** The response of an API error, with an unmodified body. */
public class ErrorResponse internal constructor(
    /** The HTTP status. */
    public val status: Int,
    /** Its headers. */
    public val headers: Headers,
    /** The start of the body, at most 64 KiB. */
    public val body: ByteArray,
    /** True if [body] is the complete body. */
    public val complete: Boolean,
) {
    /** Prints sizes, not contents. A server may echo a secret. */
    override fun toString(): String = "ErrorResponse(status=$status, body=${body.size} bytes, complete=$complete)"
}

/** Runs a call into the core, and converts its exceptions and panics to [WaybillException]. A panic becomes [crash]. */
internal inline fun <T> translated(crash: DriverFailure = DriverFailure.Crashed, call: () -> T): T = try {
    call()
} catch (error: dev.waybill.ffi.WaybillException.Failed) {
    throw error.failure.exception()
} catch (_: InternalException) {
    // The text of a panic may quote its input, so it is neither in the message nor in the cause.
    throw exception(crash)
}

/**
 * Returns the exception for a failure in this package, with core's code, kind and message, which are the same in all languages.
 */
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

/** The core spells the fields of a configuration in Rust style. */
private val FIELDS = mapOf(
    "base_url" to "baseUrl",
    "proxy_url" to "proxyUrl",
    "commerce_url" to "commerceUrl",
    "auth_url" to "authUrl",
    "mock_url" to "mockUrl",
    "token_timeout" to "tokenTimeout",
    "token_retry_wait" to "tokenRetryWait",
)

/** Returns a text of this failure. Field names in backquotes of a configuration error get Kotlin's spelling. */
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
