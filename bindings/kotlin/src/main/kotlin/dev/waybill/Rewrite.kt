/*
 * A changelog in a language model's words: requests out of a report, answers into wording that is held to it.
 *
 * This package sends none of the requests and never sees the key: whoever sends one adds the header that it names.
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

/** The protocol that a model's service speaks. */
public enum class ModelProvider(internal val ffi: FfiProvider) {
    /** Anthropic's Messages API. */
    ANTHROPIC(FfiProvider.ANTHROPIC),

    /** Chat completions as OpenAI has them. */
    OPENAI(FfiProvider.OPEN_AI),
}

/** A model that is asked, and how much one request holds. */
public data class ModelOptions(
    /** The protocol it speaks. */
    public val provider: ModelProvider,
    /** The model; null is the one that `waybill rewrite` asks. */
    public val model: String? = null,
    /** Where it is: https, or http on this machine alone; null is the provider's own service. */
    public val baseUrl: String? = null,
    /** Bytes of facts in one request; null is 48,000. */
    public val maxBytes: Int? = null,
    /** Changes in one request; null is 20. */
    public val maxChanges: Int? = null,
)

/** The header that carries the key: [name] with [prefix] and the key. */
public data class KeyHeader(
    /** Its name. */
    public val name: String,
    /** What stands before the key in its value. */
    public val prefix: String,
)

/** A request to a model, without the key. */
public class ModelRequest internal constructor(
    /** The ids of the changes it asks about. */
    public val changes: List<String>,
    /** The method. */
    public val method: String,
    /** The absolute URL. */
    public val url: String,
    /** The headers, without the one of the key. */
    public val headers: List<Pair<String, String>>,
    /** The header to add. */
    public val keyHeader: KeyHeader,
    /** The body, JSON. */
    public val body: ByteArray,
    /** A name for its answer in a cache: by the facts, the model and the version of the instructions. */
    public val cacheKey: String,
)

/** The requests about a report. */
public class ModelRequests internal constructor(
    /** The model they are to. */
    public val model: String,
    /** One after another. */
    public val requests: List<ModelRequest>,
    /** The ids of changes that fit into no request: they keep the standard text. */
    public val tooLarge: List<String>,
)

/** A response of a model's service, with its whole body. */
public class ModelResponse(
    /** Its status. */
    public val status: Int,
    /** Its headers. */
    public val headers: List<Pair<String, String>>,
    /** Its body. */
    public val body: ByteArray,
)

/** Which attempt at a request is meant. */
public data class ModelAttempt(
    /** How many have failed before it. */
    public val failed: Int = 0,
    /** Attempts in all; null is 3. */
    public val maxAttempts: Int? = null,
    /** The longest wait before another one; null is a minute. A service that asks for more is given up. */
    public val longestWait: Duration? = null,
    /** The time, in milliseconds since 1970: a service may name a time to come back at. */
    public val nowMillis: Long = System.currentTimeMillis(),
)

/** What to do after an attempt. */
public sealed interface ModelStep {
    /** The model answered. */
    public data class Answered(
        /** Its text. */
        public val text: String,
    ) : ModelStep

    /** Send the same request again, after a while. */
    public data class Retry(
        /** How long to wait. */
        public val delay: Duration,
        /** Attempts that have failed so far. */
        public val failed: Int,
    ) : ModelStep

    /** Leave it. */
    public data class GaveUp(
        /** What happened. */
        public val reason: String,
        /** Whether other requests would fare the same. */
        public val isFinal: Boolean,
    ) : ModelStep
}

/** What came of one request. */
public class ModelAnswer private constructor(
    /** The ids that the request asked about. */
    public val changes: List<String>,
    private val answer: ModelText,
) {
    internal fun ffi() = FfiAnswer(changes, answer)

    /** The two ways in which a request ends. */
    public companion object {
        /** The model answered with [text]. */
        public fun of(changes: List<String>, text: String): ModelAnswer = ModelAnswer(changes, ModelText.Answered(text))

        /** There is no answer, as [reason] says, which must not hold the key. */
        public fun failed(changes: List<String>, reason: String): ModelAnswer = ModelAnswer(changes, ModelText.Failed(reason))
    }
}

/** Why a change matters and what to do, in a model's words. */
public data class Wording(
    /** The change's id. */
    public val id: String,
    /** Why the change matters. */
    public val reason: String,
    /** What to do in the caller's code. */
    public val action: String,
)

/** A wording that was refused: its change keeps the standard text. */
public data class Refusal(
    /** The id in the answer; it is unknown if the model made it up. */
    public val id: String,
    /** The reason. */
    public val reason: String,
)

/** The result of checking an answer. */
public data class CheckedAnswer(
    /** The wording that is used. */
    public val wording: List<Wording>,
    /** The refusals. */
    public val refusals: List<Refusal>,
)

/** A changelog in a model's words. */
public data class RewrittenChangelog(
    /** The changelog. */
    public val text: String,
    /** How many changes the model worded. */
    public val worded: Int,
    /** What was refused. */
    public val refusals: List<Refusal>,
)

/**
 * The requests that have a language model word why each breaking change matters and what to do.
 *
 * @throws WaybillException of kind [ErrorKind.CONFIGURATION] where the model cannot be asked
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
 * What to do after a response of the model's service.
 *
 * @throws WaybillException where it is no response of HTTP
 */
public fun readModelResponse(provider: ModelProvider, response: ModelResponse, attempt: ModelAttempt = ModelAttempt()): ModelStep {
    val headers = response.headers.map { (name, value) -> FfiHeader(name, value) }
    // A status that does not fit is as much none of HTTP as zero.
    val status = if (response.status in 0..999) response.status.toUShort() else 0u
    return written { ffiReadModelResponse(provider.ffi, FfiResponse(status, headers, response.body), attempt.ffi()) }.public()
}

/** What to do where no response came; [reason] says why, and must not hold the key. */
public fun readModelFailure(reason: String, attempt: ModelAttempt = ModelAttempt()): ModelStep =
    written { ffiReadModelFailure(reason, attempt.ffi()) }.public()

/**
 * Checks the answer of a model. Do not cache an answer without any usable wording.
 *
 * @throws WaybillException of code `change.unknown` where it is about a change that the report does not have
 */
public fun Report.checkModelAnswer(answer: ModelAnswer): CheckedAnswer {
    val checked = written { ffi.checkModelAnswer(answer.ffi()) }
    return CheckedAnswer(checked.wording.map { Wording(it.id, it.reason, it.action) }, checked.refusals.public())
}

/**
 * Writes the changelog with the usable wording of these answers; [model] is the model's name. If [RewrittenChangelog.worded]
 * is 0 there is none: publish the standard changelog alone.
 *
 * @throws WaybillException where the release is none, or an answer is about another report
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
