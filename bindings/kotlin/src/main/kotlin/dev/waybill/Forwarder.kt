/*
 * What a back end forwards for a mobile app: the core decides what may be asked for, the host who may ask, and the client sends it.
 */
package dev.waybill

import dev.waybill.ffi.BodySearch
import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.FailedCall
import dev.waybill.ffi.ForwardedAnswer
import dev.waybill.ffi.Permitted
import dev.waybill.ffi.RefusedRequest
import dev.waybill.ffi.ResponseHead

/**
 * Takes requests of an app, and forwards those that an allow-list names and the host permits. Safe to use from any thread; make
 * one and share it: it counts the requests of each user.
 *
 * @param client sends what is forwarded; closing it stays yours
 * @param list the JSON of an allow-list; `waybill forward schema` prints what it may hold
 * @throws WaybillException with the code `forward.list` where it cannot be used
 */
public class Forwarder(private val client: WaybillClient, list: String) {
    private val handle = translated { dev.waybill.ffi.Forwarder(direct(list.encodeToByteArray())) }

    /**
     * Takes a request of the app, with its session where it has one that you verified. An [Received.Answer] is final; an
     * [Received.Authorize] waits for your decision.
     *
     * @throws WaybillException with the code `forward.session` where the session has no user, or claims that are no JSON object
     */
    public fun receive(request: InboundRequest, session: Session? = null): Received {
        val inbound = dev.waybill.ffi.InboundRequest(
            requestId = request.requestId,
            method = request.method,
            target = request.target,
            headers = nameValues(request.headers),
            hasBody = request.hasBody,
        )
        val who = session?.let { dev.waybill.ffi.Session(it.user, it.claims) }
        return when (val received = translated { handle.receive(inbound, who, System.currentTimeMillis()) }) {
            is dev.waybill.ffi.Received.Refused -> Received.Answer(received.refused.answer())
            is dev.waybill.ffi.Received.Answered -> Received.Answer(AppAnswer(received.head, ByteArray(0)))
            is dev.waybill.ffi.Received.Authorize -> {
                val (id, user, operation, parameters) = received.authorization
                Received.Authorize(this, id, request.hasBody, user, operation, parameters.associate { it.name to it.value })
            }
        }
    }

    internal fun deny(id: Long): AppAnswer = translated { handle.deny(id) }.answer()

    internal suspend fun permit(id: Long, body: Body): AppAnswer {
        val permitted = translated { handle.permit(id) }
        var search: BodySearch? = null
        var answer: AppAnswer? = null
        try {
            search = client.driver.searchBody()
            return send(id, permitted, body, search).also { answer = it }
        } finally {
            // The app is gone, the client is closed, or the answer is complete.
            if (answer?.isLive != true) {
                search?.close()
                end(id)
            }
        }
    }

    private suspend fun send(id: Long, permitted: Permitted, body: Body, search: BodySearch): AppAnswer {
        val limited = LimitedBody(body, permitted.bodyBytes)
        if (limited.isTooLong) return translated { handle.refuseBody(id) }.answer()
        val response = try {
            client.driver.begin(permitted.call, limited.body)
        } catch (error: WaybillException) {
            if (limited.isTooLong) return translated { handle.refuseBody(id) }.answer()
            return translated { handle.fail(id, error.failedCall(), search) }.answer()
        }
        try {
            val head = ResponseHead(response.status.toUShort(), nameValues(response.headers.lines))
            client.driver.addCredentials(search)
            val answer = translated { handle.answer(id, head, search) }
            if (answer !is ForwardedAnswer.Pass) return answer.answer().also { response.close() }
            return AppAnswer(answer.head, SearchedBody(response, search)).also {
                response.whenEnded { end(id) }
            }
        } catch (error: WaybillException) {
            response.close()
            throw error
        }
    }

    private fun end(id: Long) = translated { handle.end(id) }
}

/** A request of the app, of which the host's server has read the head. */
public class InboundRequest(
    /** The id by which the log and the app name it, of your own making. */
    public val requestId: String,
    /** The method as it came. */
    public val method: String,
    /** The target as it came, undecoded: path and query. */
    public val target: String,
    /** Every header line as name and value, repeated names kept. */
    public val headers: List<Pair<String, String>>,
    /** Whether a body follows. */
    public val hasBody: Boolean,
) {
    /** Id, method and names of headers: a target and a value may hold people's data. */
    override fun toString(): String = "InboundRequest($requestId, $method, headers=${Headers(headers)}, hasBody=$hasBody)"
}

/** Who asks, as your own check of the session found it. */
public class Session(
    /** The user's id, by which requests are counted. */
    public val user: String,
    /** The payload of the token that you verified: the text of a JSON object. */
    public val claims: String,
) {
    /** Nothing of it: claims are people's data. */
    override fun toString(): String = "Session([redacted])"
}

/** What comes of a request of the app. */
public sealed interface Received {
    /** The app gets this. */
    public class Answer internal constructor(
        /** What it gets. */
        public val answer: AppAnswer,
    ) : Received

    /** The list allows it: you say whether the user may touch these objects. Without a decision nothing is sent. */
    public class Authorize internal constructor(
        private val forwarder: Forwarder,
        private val id: Long,
        private val hasBody: Boolean,
        /** The user of the session. */
        public val user: String,
        /** The operation's name in the list. */
        public val operation: String,
        /** The values of its parameters by name. */
        public val parameters: Map<String, String>,
    ) : Received {
        /**
         * The user may touch these objects: sends the call, and returns once it is known what the app gets. It does not throw for
         * what the platform does. Cancelling it, where the app is gone, cancels the call.
         *
         * @param body the app's body, where the request has one; its length where it is known, else it is sent in chunks
         * @throws WaybillException with the code `forward.request` where this was decided before, or far too late; `request.body`
         *   where a body is given for a request without one, or none for one with one; `client.closed` where the client was closed
         *   before
         */
        public suspend fun permit(body: Body = Body.empty()): AppAnswer {
            if (hasBody == (body is Body.Empty)) throw exception(DriverFailure.ForwardedBody)
            return forwarder.permit(id, body)
        }

        /**
         * The user may not touch these objects, or nobody can say so.
         *
         * @throws WaybillException with the code `forward.request` where this was decided before, or far too late
         */
        public fun deny(): AppAnswer = forwarder.deny(id)

        /** The operation and the names of its parameters: their values may be people's data. */
        override fun toString(): String = "Authorize($operation, parameters=${parameters.keys})"
    }
}

internal fun RefusedRequest.answer() = AppAnswer(head, body, log)

internal fun ForwardedAnswer.answer(): AppAnswer = when (this) {
    is ForwardedAnswer.Refused -> refused.answer()
    is ForwardedAnswer.Whole -> AppAnswer(head, body)
    // Of an answer that has no body.
    is ForwardedAnswer.Pass -> AppAnswer(head, ByteArray(0))
}

private fun WaybillException.failedCall() = FailedCall(
    code = code,
    message = message.orEmpty().removePrefix("$code: "),
    retryAfterMs = (retry as? Retry.After)?.delay?.inWholeMilliseconds,
    status = status?.toUShort(),
    response = response?.let {
        val head = ResponseHead(it.status.toUShort(), nameValues(it.headers.lines))
        dev.waybill.ffi.ErrorResponse(head, it.body, it.complete)
    },
)
