/*
 * A back end between a mobile app and the platform: it checks the app's session, forwards what ../allow-list.json names and the user
 * may touch, and holds the key.
 */
import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import dev.waybill.Forwarder
import dev.waybill.WaybillClient
import io.ktor.http.ContentType
import io.ktor.server.application.Application
import io.ktor.server.application.ApplicationCallPipeline
import io.ktor.server.application.ApplicationStopPreparing
import io.ktor.server.application.ApplicationStopped
import io.ktor.server.application.call
import io.ktor.server.application.install
import io.ktor.server.auth.Authentication
import io.ktor.server.auth.authenticate
import io.ktor.server.auth.jwt.JWTPrincipal
import io.ktor.server.auth.jwt.jwt
import io.ktor.server.engine.connector
import io.ktor.server.engine.embeddedServer
import io.ktor.server.http.HttpRequestLifecycle
import io.ktor.server.netty.Netty
import io.ktor.server.request.uri
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import java.nio.file.Files
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking
import org.slf4j.LoggerFactory

private val log = LoggerFactory.getLogger("proxy")

fun main() {
    val settings: Settings
    val client: WaybillClient
    val forwarding: Forwarding
    try {
        settings = Settings(System.getenv())
        client = WaybillClient(settings.client) { note -> log.info("{}: {}", note.code, note.message) }
        forwarding = Forwarding(Forwarder(client, Files.readString(settings.allowList)), Permissions(settings.permissions))
    } catch (error: Exception) {
        // Messages of Waybill hold no secret, and a file's names the file.
        log.error("cannot start: {}", error.message)
        exitProcess(2)
    }
    val server = embeddedServer(
        Netty,
        configure = {
            connector {
                host = settings.host
                port = settings.port
            }
            maxInitialLineLength = LONGEST_LINE
            // Above the list's own limit, whose refusal says what it is.
            maxHeaderSize = MOST_HEADER_BYTES
            // A client that stops in its request holds its connection no longer than this. It counts while the platform is waited
            // for too, and has to be longer than the list's timeout.
            requestReadTimeoutSeconds = SLOWEST_CLIENT_S
            // A client that stops reading for longer gets no more of its answer. Ktor's own ten seconds cut slow ones off.
            responseWriteTimeoutSeconds = SLOWEST_CLIENT_S
        },
    ) { proxy(settings, forwarding) }
    // Ktor stops the server when the process is told to end, and drops connections then: what is under way ends first.
    server.monitor.subscribe(ApplicationStopPreparing) {
        log.info("stopping: what is under way has ten seconds")
        forwarding.stop(LAST_CALLS_MS)
    }
    server.monitor.subscribe(ApplicationStopped) {
        client.close()
        log.info("stopped")
    }
    server.start(wait = false)
    val (connector) = runBlocking { server.engine.resolvedConnectors() }
    log.info("listening on http://{}:{}", connector.host, connector.port)
    Thread.currentThread().join()
}

private fun Application.proxy(settings: Settings, forwarding: Forwarding) {
    // The app is gone: nobody waits for the platform any more.
    install(HttpRequestLifecycle) { cancelCallOnClose = true }
    install(Authentication) {
        jwt {
            verifier(
                JWT.require(Algorithm.RSA256(settings.sessionKey, null))
                    .withIssuer(settings.sessionIssuer)
                    .withAudience(settings.sessionAudience)
                    .withClaimPresence("exp")
                    .build(),
            )
            validate { credential -> if (credential.payload.getClaim("sub").asString().isNullOrEmpty()) null else JWTPrincipal(credential.payload) }
            challenge { _, _ -> forwarding.refuse(call) }
        }
    }
    intercept(ApplicationCallPipeline.Plugins) {
        // The router decodes paths, and tells the app what it made of them where it cannot.
        if (!forwarding.isReadable(call.request.uri)) {
            forwarding.refuse(call)
            finish()
        }
    }
    routing {
        get("/health") { call.respondText("""{"status":"UP"}""", ContentType.Application.Json) }
        authenticate {
            route("{...}") { handle { forwarding.forward(call) } }
        }
    }
}

private const val LONGEST_LINE = 8 * 1024
private const val MOST_HEADER_BYTES = 64 * 1024
private const val SLOWEST_CLIENT_S = 60
private const val LAST_CALLS_MS = 10_000L
