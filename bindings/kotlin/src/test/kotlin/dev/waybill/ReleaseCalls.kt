/*
 * The calls of release vectors, with arguments and results in the npm package's form.
 */
package dev.waybill

import kotlin.time.Duration.Companion.milliseconds
import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import kotlinx.serialization.json.jsonPrimitive

/** Calls about the report in these bytes. */
internal class ReleaseCalls(private val json: ByteArray) {
    fun call(name: String, with: JsonElement): JsonElement = when (name) {
        "readTag" -> JsonPrimitive(readTag(with.text("text")!!))
        "findPreviousTag" -> JsonPrimitive(findPreviousTag(with.text("tag")!!, with.texts("names")))
        "requiredBump" -> report { JsonPrimitive(it.requiredBump()?.name?.lowercase()) }
        "nextVersion" -> JsonPrimitive(nextVersion(with.text("previous")!!, with.list("bumps").map(::bump)))
        "writeChangelog" -> report { JsonPrimitive(it.writeChangelog(release(with), options(with))) }
        "keepHandWritten" -> JsonPrimitive(keepHandWritten(with.text("previous")!!, with.text("generated")!!))
        "removeOperations" -> JsonPrimitive(removeOperations(with.text("description")!!.toByteArray()).decodeToString())
        "writeComment" -> report { JsonPrimitive(it.writeComment(commentOptions(with))) }
        "writeFailedComment" -> JsonPrimitive(writeFailedComment(with.text("reason")!!, commentOptions(with.member("options")!!)))
        "readCommentState" -> readCommentState(with.text("text")!!)?.let(::state) ?: JsonNull
        "writeModelRequests" -> report { requests(it.writeModelRequests(modelOptions(with))) }
        "readModelResponse" -> step(readModelResponse(provider(with), response(with.member("response")!!), attempt(with)))
        "readModelFailure" -> step(readModelFailure(with.text("reason")!!, attempt(with)))
        "checkModelAnswer" -> report { checked(it.checkModelAnswer(answer(with))) }
        "writeRewrittenChangelog" -> report { report ->
            val answers = with.list("answers").map(::answer)
            rewritten(report.writeRewrittenChangelog(release(with), with.text("model")!!, answers, options(with)))
        }
        else -> error("no vector can call $name")
    }

    private fun report(work: (Report) -> JsonElement): JsonElement = readReport(json).use(work)

    private fun bump(name: JsonElement) = Bump.entries.find { it.name.lowercase() == (name as JsonPrimitive).content }

    private fun release(with: JsonElement) =
        with.member("release")!!.let { Release(it.text("version")!!, it.text("previous")!!, it.text("date")) }

    private fun options(with: JsonElement): ChangelogOptions {
        val given = with.member("options")!!
        val site = FrontMatter.entries.find { it.name.lowercase() == given.text("frontMatter") } ?: FrontMatter.DOCUSAURUS
        return ChangelogOptions(if (given.text("detail") == "all") ChangelogDetail.ALL else ChangelogDetail.SHORT, site, given.text("name"))
    }

    private fun commentOptions(given: JsonElement) = CommentOptions(
        description = given.text("description")!!,
        base = given.text("base")!!,
        head = given.text("head")!!,
        links = given.member("links")?.let { SourceLinks(it.text("base")!!, it.text("head")!!) },
        last = given.text("last"),
        expires = given.text("expires"),
        maxChars = given.number("maxChars")?.toInt(),
    )

    private fun provider(given: JsonElement) = ModelProvider.entries.first { it.name.lowercase() == given.text("provider") }

    private fun modelOptions(given: JsonElement) = ModelOptions(
        provider(given),
        given.text("model"),
        given.text("baseUrl"),
        given.number("maxBytes")?.toInt(),
        given.number("maxChanges")?.toInt(),
    )

    private fun response(given: JsonElement) =
        ModelResponse(given.number("status")!!.toInt(), given.pairs("headers"), given.text("body")!!.toByteArray())

    private fun attempt(with: JsonElement) = with.member("attempt")!!.let { given ->
        ModelAttempt(
            given.number("failed")?.toInt() ?: 0,
            given.number("maxAttempts")?.toInt(),
            given.number("longestWaitMs")?.milliseconds,
            given.number("now")!!,
        )
    }

    private fun answer(given: JsonElement): ModelAnswer {
        val changes = given.texts("changes")
        return given.text("text")?.let { ModelAnswer.of(changes, it) } ?: ModelAnswer.failed(changes, given.text("failure")!!)
    }

    private fun state(state: CommentState) =
        members("description" to state.description, "head" to state.head, "breaking" to state.breaking)

    private fun requests(found: ModelRequests) = members(
        "model" to found.model,
        "tooLarge" to found.tooLarge,
        "requests" to found.requests.map { request ->
            members(
                "changes" to request.changes,
                "method" to request.method,
                "url" to request.url,
                "headers" to request.headers.map { it.toList() },
                "keyHeader" to members("name" to request.keyHeader.name, "prefix" to request.keyHeader.prefix),
                "bodyBytes" to request.body.size,
                "cacheKey" to request.cacheKey,
            )
        },
    )

    private fun step(step: ModelStep) = when (step) {
        is ModelStep.Answered -> members("type" to "answered", "text" to step.text)
        is ModelStep.Retry -> members("type" to "retry", "afterMs" to step.delay.inWholeMilliseconds, "failed" to step.failed)
        is ModelStep.GaveUp -> members("type" to "gave-up", "reason" to step.reason, "isFinal" to step.isFinal)
    }

    private fun checked(checked: CheckedAnswer) = members(
        "wording" to checked.wording.map { members("id" to it.id, "reason" to it.reason, "action" to it.action) },
        "refusals" to refusals(checked.refusals),
    )

    private fun rewritten(found: RewrittenChangelog) =
        members("text" to found.text, "worded" to found.worded, "refusals" to refusals(found.refusals))

    private fun refusals(refusals: List<Refusal>) = refusals.map { members("id" to it.id, "reason" to it.reason) }

    private fun JsonElement.texts(name: String) = list(name).map { it.jsonPrimitive.content }

    private fun members(vararg members: Pair<String, Any>) = JsonObject(members.associate { (name, value) -> name to json(value) })

    private fun json(value: Any): JsonElement = when (value) {
        is JsonElement -> value
        is List<*> -> JsonArray(value.map { json(it!!) })
        is Number -> JsonPrimitive(value)
        is Boolean -> JsonPrimitive(value)
        else -> JsonPrimitive(value.toString())
    }
}
