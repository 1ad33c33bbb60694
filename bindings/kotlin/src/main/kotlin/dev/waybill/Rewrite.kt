/*
 * A changelog with a language model's wording: requests for a report, and wording from responses that is checked against the
 * report.
 *
 * This package sends no requests and never sees the key. The code that sends a request adds the header for the key.
 */
package dev.waybill

import dev.waybill.ffi.ModelAnswer as FfiAnswer
import dev.waybill.ffi.ModelAttempt as FfiAttempt
import dev.waybill.ffi.ModelHeader as FfiHeader
import dev.waybill.ffi.ModelOptions as FfiModelOptions
import dev.waybill.ffi.ModelProvider as FfiProvider
import dev.waybill.ffi.ModelResponse as FfiResponse
import dev.waybill.ffi.ModelStep as FfiStep
import dev.waybill.ffi.ModelText
import dev.waybill.ffi.Refusal as FfiRefusal
import dev.waybill.ffi.readModelFailure as ffiReadModelFailure
import dev.waybill.ffi.readModelResponse as ffiReadModelResponse
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** The protocol of a model's service. */
public enum class ModelProvider(internal val ffi: FfiProvider) {
    /** Anthropic's Messages API. */
    ANTHROPIC(FfiProvider.ANTHROPIC),

    /** OpenAI's chat completions. */
    OPENAI(FfiProvider.OPEN_AI),
}

/** The model, and the maximum size of one request. */
public data class ModelOptions(
    /** Protocol of the model's service. */
    public val provider: ModelProvider,
    /** Name of the model. Null is the one that `waybill rewrite` uses. */
    public val model: String? = null,
    /** Base URL: https, or http on this machine only. Null is the provider's own service. */
    public val baseUrl: String? = null,
    /** Maximum number of bytes of facts in one request. Null is 48,000. */
    public val maxBytes: Int? = null,
    /** Maximum number of changes in one request. Null is 20. */
    public val maxChanges: Int? = null,
)

/** The header for the key: [name], with [prefix] and the key as value. */
public data class KeyHeader(
    /** Name of the header. */
    public val name: String,
    /** Text before the key in the value. */
    public val prefix: String,
)

/** A request to a model, without the key. */
public class ModelRequest internal constructor(
    /** Ids of the changes in the request. */
    public val changes: List<String>,
    /** The method. */
    public val method: String,
    /** The absolute URL. */
    public val url: String,
    /** The headers, without the one for the key. */
    public val headers: List<Pair<String, String>>,
    /** The header to add. */
    public val keyHeader: KeyHeader,
    /** The body, JSON. */
    public val body: ByteArray,
    /** Cache key of the response. It depends on the facts, the model and the version of the instructions. */
    public val cacheKey: String,
)

/** The requests for a report. */
public class ModelRequests internal constructor(
    /** Name of the model. */
    public val model: String,
    /** The requests, in order. */
    public val requests: List<ModelRequest>,
    /** Ids of changes that are too large for any request. They keep the standard text. */
    public val tooLarge: List<String>,
)

/** A response of a model's service, with its complete body. */
public class ModelResponse(
    /** Its status. */
    public val status: Int,
    /** Its headers. */
    public val headers: List<Pair<String, String>>,
    /** Its body. */
    public val body: ByteArray,
)

/** The number of the attempt, and the limits on retries. */
public data class ModelAttempt(
    /** Number of failed attempts so far. */
    public val failed: Int = 0,
    /** Maximum number of attempts. Null is 3. */
    public val maxAttempts: Int? = null,
    /** Maximum wait before a retry. Null is one minute. If a service requires a longer wait, the request is given up. */
    public val longestWait: Duration? = null,
    /** Current time, in milliseconds since 1970. Needed if a service names a time for the retry. */
    public val nowMillis: Long = System.currentTimeMillis(),
)

/** The next step after an attempt. */
public sealed interface ModelStep {
    /** The model responded. */
    public data class Answered(
        /** Text of the response. */
        public val text: String,
    ) : ModelStep

    /** Send the same request again after a wait. */
    public data class Retry(
        /** Time to wait. */
        public val delay: Duration,
        /** Number of failed attempts so far. */
        public val failed: Int,
    ) : ModelStep

    /** Give up. */
    public data class GaveUp(
        /** Reason of the failure. */
        public val reason: String,
        /** True if other requests would fail too. */
        public val isFinal: Boolean,
    ) : ModelStep
}

/** The result of one request. */
public class ModelAnswer private constructor(
    /** Ids of the changes in the request. */
    public val changes: List<String>,
    private val answer: ModelText,
) {
    internal fun ffi() = FfiAnswer(changes, answer)

    /** Factories for the two results of a request. */
    public companion object {
        /** Returns the result for a model that responded with [text]. */
        public fun of(changes: List<String>, text: String): ModelAnswer = ModelAnswer(changes, ModelText.Answered(text))

        /** Returns the result for a request without a response. [reason] must not contain the key. */
        public fun failed(changes: List<String>, reason: String): ModelAnswer = ModelAnswer(changes, ModelText.Failed(reason))
    }
}

/** A model's wording: why a change matters, and what to do. */
public data class Wording(
    /** The change's id. */
    public val id: String,
    /** Reason why the change matters. */
    public val reason: String,
    /** Advice for the caller's code. */
    public val action: String,
)

/** A rejected wording. The change keeps its standard text. */
public data class Refusal(
    /** Id in the response. It is unknown if the model invented it. */
    public val id: String,
    /** The reason. */
    public val reason: String,
)

/** The result of checking a response. */
public data class CheckedAnswer(
    /** The accepted wording. */
    public val wording: List<Wording>,
    /** The rejected wording. */
    public val refusals: List<Refusal>,
)

/** A changelog with a model's wording. */
public data class RewrittenChangelog(
    /** The changelog. */
    public val text: String,
    /** Number of changes with the model's wording. */
    public val worded: Int,
    /** The rejected wording. */
    public val refusals: List<Refusal>,
)

/**
 * Returns requests that ask a language model to word why each breaking change matters and what to do.
 *
 * @throws WaybillException of kind [ErrorKind.CONFIGURATION] if the model's base URL or name is invalid
 */
public fun Report.writeModelRequests(options: ModelOptions): ModelRequests {
    val (provider, model, baseUrl, maxBytes, maxChanges) = options
    val found = written {
        ffi.writeModelRequests(FfiModelOptions(provider.ffi, model, baseUrl, maxBytes?.unsigned(), maxChanges?.unsigned()))
    }
    val requests = found.requests.map { request ->
        ModelRequest(
            changes = request.changes,
            method = request.method,
            url = request.url,
            headers = request.headers.map { it.name to it.value },
            keyHeader = KeyHeader(request.keyHeader.name, request.keyHeader.prefix),
            body = request.body,
            cacheKey = request.cacheKey,
        )
    }
    return ModelRequests(found.model, requests, found.tooLarge)
}

/**
 * Returns the next step after a response of the model's service.
 *
 * @throws WaybillException if it is not an HTTP response
 */
public fun readModelResponse(provider: ModelProvider, response: ModelResponse, attempt: ModelAttempt = ModelAttempt()): ModelStep {
    val headers = response.headers.map { (name, value) -> FfiHeader(name, value) }
    // A status out of range is as invalid in HTTP as zero.
    val status = if (response.status in 0..999) response.status.toUShort() else 0u
    return written { ffiReadModelResponse(provider.ffi, FfiResponse(status, headers, response.body), attempt.ffi()) }.public()
}

/** Returns the next step if there was no response. [reason] must not contain the key. */
public fun readModelFailure(reason: String, attempt: ModelAttempt = ModelAttempt()): ModelStep =
    written { ffiReadModelFailure(reason, attempt.ffi()) }.public()

/**
 * Checks a model's response. Do not cache a response without any usable wording.
 *
 * @throws WaybillException with the code `change.unknown` if it is about a change that the report does not contain
 */
public fun Report.checkModelAnswer(answer: ModelAnswer): CheckedAnswer {
    val checked = written { ffi.checkModelAnswer(answer.ffi()) }
    return CheckedAnswer(checked.wording.map { Wording(it.id, it.reason, it.action) }, checked.refusals.public())
}

/**
 * Returns the changelog with the usable wording of these responses. [model] is the model's name. If [RewrittenChangelog.worded]
 * is 0, there is none: publish only the standard changelog.
 *
 * @throws WaybillException if the release is invalid, or if a response is about another report
 */
public fun Report.writeRewrittenChangelog(
    release: Release,
    model: String,
    answers: List<ModelAnswer>,
    options: ChangelogOptions = ChangelogOptions(),
): RewrittenChangelog {
    val found = written { ffi.writeRewrittenChangelog(release.ffi(), model, answers.map { it.ffi() }, options.ffi()) }
    return RewrittenChangelog(found.text, found.worded.toInt(), found.refusals.public())
}

private fun ModelAttempt.ffi() =
    FfiAttempt(failed.unsigned(), maxAttempts?.unsigned(), longestWait?.inWholeMilliseconds, nowMillis)

private fun FfiStep.public(): ModelStep = when (this) {
    is FfiStep.Answered -> ModelStep.Answered(text)
    is FfiStep.Retry -> ModelStep.Retry(afterMs.milliseconds, failed.toInt())
    is FfiStep.GaveUp -> ModelStep.GaveUp(reason, isFinal)
}

private fun List<FfiRefusal>.public(): List<Refusal> = map { Refusal(it.id, it.reason) }
