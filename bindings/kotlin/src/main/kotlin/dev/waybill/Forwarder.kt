/*
 * Forwards a mobile app's requests from a back end. The core decides which requests are allowed, the host authorises the user,
 * and the client sends the request.
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
 * Receives requests of an app, and forwards those that are on an allow-list and that the host permits. Safe to use from any
 * thread. Create one and share it, because it counts the requests of each user.
 *
 * @param client sends the requests. You have to close it.
 * @param list the JSON of an allow-list; `waybill forward schema` prints its schema
 * @throws WaybillException with the code `forward.list` if it is invalid
 */
public class Forwarder(private val client: WaybillClient, list: String) {
    private val handle = translated { dev.waybill.ffi.Forwarder(direct(list.encodeToByteArray())) }

    /**
     * Receives a request of the app. Pass its session only if you have verified it. A [Received.Answer] is final. A
     * [Received.Authorize] waits for your decision.
     *
     * @throws WaybillException with the code `forward.session` if the session has no user, or if its claims are not a JSON object
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
            // The app has disconnected, the client is closed, or the response is complete.
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

/** A request of the app, after the host's server has read its head. */
public class InboundRequest(
    /** Id of the request in the log and for the app. You choose it. */
    public val requestId: String,
    /** The method as received. */
    public val method: String,
    /** The request target as received, not decoded: path and query. */
    public val target: String,
    /** Header fields as pairs of name and value, in order. Names may repeat. */
    public val headers: List<Pair<String, String>>,
    /** True if the request has a body. */
    public val hasBody: Boolean,
) {
    /** Prints id, method and header names. Targets and values may contain personal data. */
    override fun toString(): String = "InboundRequest($requestId, $method, headers=${Headers(headers)}, hasBody=$hasBody)"
}

/** The user's session, which you have verified. */
public class Session(
    /** Id of the user. Requests are counted by it. */
    public val user: String,
    /** The payload of the verified token: the text of a JSON object. */
    public val claims: String,
) {
    /** Prints nothing of it, because claims are personal data. */
    override fun toString(): String = "Session([redacted])"
}

/** The result of a received request. */
public sealed interface Received {
    /** A final response. */
    public class Answer internal constructor(
        /** The response for the app. */
        public val answer: AppAnswer,
    ) : Received

    /** A request on the allow-list that waits for your decision. Without it nothing is sent. */
    public class Authorize internal constructor(
        private val forwarder: Forwarder,
        private val id: Long,
        private val hasBody: Boolean,
        /** User of the session. */
        public val user: String,
        /** Name of the operation in the list. */
        public val operation: String,
        /** Parameters of the operation, by name. */
        public val parameters: Map<String, String>,
    ) : Received {
        /**
         * Permits the request: the user may access these objects. Sends the call, and returns the response for the app. Does not
         * throw for failures of the platform. If the app has disconnected, cancel this to cancel the call.
         *
         * @param body the app's body, if the request has one. Without a known length it is sent in chunks.
         * @throws WaybillException with the code `forward.request` if the request was decided before or its time has passed;
         *   `request.body` if a body is given for a request without one, or missing for a request with one; `client.closed` if
         *   the client was closed before
         */
        public suspend fun permit(body: Body = Body.empty()): AppAnswer {
            if (hasBody == (body is Body.Empty)) throw exception(DriverFailure.ForwardedBody)
            return forwarder.permit(id, body)
        }

        /**
         * Denies the request: the user may not access these objects, or you cannot decide. Returns the response for the app.
         *
         * @throws WaybillException with the code `forward.request` if the request was decided before or its time has passed
         */
        public fun deny(): AppAnswer = forwarder.deny(id)

        /** Prints the operation and the names of its parameters. Their values may be personal data. */
        override fun toString(): String = "Authorize($operation, parameters=${parameters.keys})"
    }
}

internal fun RefusedRequest.answer() = AppAnswer(head, body, log)

internal fun ForwardedAnswer.answer(): AppAnswer = when (this) {
    is ForwardedAnswer.Refused -> refused.answer()
    is ForwardedAnswer.Whole -> AppAnswer(head, body)
    // The response has no body.
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
