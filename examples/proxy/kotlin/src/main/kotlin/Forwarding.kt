/*
 * One request of the app: taken as it came, decided, sent, and answered piece by piece.
 */
import dev.waybill.AppAnswer
import dev.waybill.Body
import dev.waybill.Forwarder
import dev.waybill.InboundRequest
import dev.waybill.Received
import dev.waybill.Session
import dev.waybill.WaybillException
import io.ktor.http.Headers
import io.ktor.http.HttpStatusCode
import io.ktor.http.auth.HttpAuthHeader
import io.ktor.http.content.OutgoingContent
import io.ktor.server.application.ApplicationCall
import io.ktor.server.auth.jwt.JWTPrincipal
import io.ktor.server.auth.parseAuthorizationHeader
import io.ktor.server.auth.principal
import io.ktor.server.netty.NettyApplicationCall
import io.ktor.server.request.contentLength
import io.ktor.server.request.httpMethod
import io.ktor.server.request.receiveChannel
import io.ktor.server.request.uri
import io.ktor.server.response.respond
import io.ktor.server.routing.RoutingCall
import io.ktor.server.routing.RoutingPipelineCall
import io.ktor.utils.io.ByteWriteChannel
import io.ktor.utils.io.ClosedWriteChannelException
import io.ktor.utils.io.jvm.javaio.toInputStream
import io.ktor.utils.io.writeFully
import io.netty.channel.ChannelHandlerContext
import java.util.Base64
import java.util.UUID
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.resume
import kotlin.coroutines.suspendCoroutine
import kotlinx.coroutines.CancellationException
import org.slf4j.LoggerFactory

private val log = LoggerFactory.getLogger("requests")

class Forwarding(private val forwarder: Forwarder, private val permissions: Permissions) {
    private val underWay = AtomicInteger()

    suspend fun forward(call: ApplicationCall) {
        val inbound = inbound(call)
        underWay.incrementAndGet()
        try {
            val (operation, answer) = when (val received = forwarder.receive(inbound, session(call))) {
                is Received.Answer -> null to received.answer
                is Received.Authorize -> received.operation to decide(call, inbound, received)
            }
            send(call, inbound, operation, answer)
        } catch (error: CancellationException) {
            log.atInfo().addKeyValue("requestId", inbound.requestId).log("the app is gone")
            throw error
        } finally {
            underWay.decrementAndGet()
        }
    }

    /** Waits until nothing is under way, as long as that may take. */
    fun stop(patienceMillis: Long) {
        val end = System.currentTimeMillis() + patienceMillis
        while (underWay.get() > 0 && System.currentTimeMillis() < end) Thread.sleep(PAUSE_MS)
    }

    /** Whether a target's percent-encoding is one. */
    fun isReadable(target: String): Boolean = !BROKEN_ESCAPE.containsMatchIn(target)

    /** Answers a request without a session. */
    suspend fun refuse(call: ApplicationCall) {
        val inbound = inbound(call)
        // Without a session none is authorised.
        (forwarder.receive(inbound) as? Received.Answer)?.let { send(call, inbound, null, it.answer) }
    }

    private suspend fun decide(call: ApplicationCall, inbound: InboundRequest, asked: Received.Authorize): AppAnswer {
        if (!permissions.allows(asked)) return asked.deny()
        if (!inbound.hasBody) return asked.permit()
        val body = call.receiveChannel()
        return asked.permit(Body.stream(call.request.contentLength()) { body.toInputStream() })
    }

    private fun inbound(call: ApplicationCall): InboundRequest {
        val headers = call.request.headers.entries().flatMap { (name, values) -> values.map { name to it } }
        return InboundRequest(
            requestId = UUID.randomUUID().toString(),
            method = call.request.httpMethod.value,
            target = call.request.uri,
            headers = headers,
            hasBody = headers.any { (name, value) ->
                name.equals("transfer-encoding", ignoreCase = true) || name.equals("content-length", ignoreCase = true) && value.trim() != "0"
            },
        )
    }

    /** The payload of the token that the server has verified. */
    private fun session(call: ApplicationCall): Session? {
        val subject = call.principal<JWTPrincipal>()?.payload?.subject ?: return null
        val token = (call.request.parseAuthorizationHeader() as? HttpAuthHeader.Single)?.blob ?: return null
        return Session(subject, String(Base64.getUrlDecoder().decode(token.split(".")[1])))
    }

    private suspend fun send(call: ApplicationCall, inbound: InboundRequest, operation: String?, answer: AppAnswer) = answer.use {
        log.atInfo().addKeyValue("requestId", inbound.requestId).addKeyValue("operation", operation)
            .addKeyValue("status", answer.status).log(answer.log ?: "answered")
        call.respond(AnswerContent(answer, connection(call)))
    }

    private fun connection(call: ApplicationCall): ChannelHandlerContext {
        val engineCall = when (call) {
            is RoutingCall -> call.pipelineCall.engineCall
            is RoutingPipelineCall -> call.engineCall
            else -> call
        }
        return (engineCall as NettyApplicationCall).context
    }

    private companion object {
        val BROKEN_ESCAPE = Regex("%(?![0-9A-Fa-f]{2})")
        const val PAUSE_MS = 20L
    }
}

private class AnswerContent(private val answer: AppAnswer, private val connection: ChannelHandlerContext) : OutgoingContent.WriteChannelContent() {
    override val status = HttpStatusCode.fromValue(answer.status)
    override val contentLength: Long? = answer.length
    override val headers = Headers.build { answer.headers.forEach { (name, value) -> append(name, value) } }

    override suspend fun writeTo(channel: ByteWriteChannel) {
        val buffer = ByteArray(PIECE)
        while (true) {
            val count = try {
                answer.read(buffer)
            } catch (error: WaybillException) {
                log.info("the answer was cut off: {}", error.code)
                // The app has to see its connection break. Left to end the answer by itself, Ktor may send the end of a whole one.
                suspendCoroutine { done -> connection.close().addListener { done.resume(Unit) } }
                // No defect of this server either.
                throw ClosedWriteChannelException(error)
            }
            if (count < 0) return
            channel.writeFully(buffer, 0, count)
            channel.flush()
        }
    }

    private companion object {
        const val PIECE = 16 * 1024
    }
}
