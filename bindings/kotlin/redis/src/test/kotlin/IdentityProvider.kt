/*
 * An identity provider and an API that accepts its access tokens. The provider rotates refresh tokens, and ends the login if one
 * is used twice, like Keycloak with `revokeRefreshToken`.
 */
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import dev.waybill.ClientConfig
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Login
import dev.waybill.SharedStoreOptions
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URLDecoder
import java.util.concurrent.Executors
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlin.time.TimeSource

class IdentityProvider(private val lifetime: Duration = 5.minutes) : AutoCloseable {
    private class Reply(val status: Int, val body: String)

    private val threads = Executors.newCachedThreadPool()
    private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    private val sessions = HashMap<String, String>()
    private val accessTokens = HashMap<String, TimeSource.Monotonic.ValueTimeMark>()
    private val granted = mutableListOf<String>()
    private var replayed = 0
    private var issued = 0

    /** Origin of the provider. */
    val origin: String

    /** Grants of the received token requests, in order: `password` or `refresh_token`. */
    val grants: List<String> get() = synchronized(this) { granted.toList() }

    /** Number of refresh tokens that were sent twice. */
    val replays: Int get() = synchronized(this) { replayed }

    init {
        server.executor = threads
        server.createContext("/") { exchange -> exchange.use(::answer) }
        server.start()
        origin = "http://127.0.0.1:${server.address.port}"
    }

    /** Returns the configuration of a client that logs in here. */
    fun config(sharedStore: SharedStoreOptions, password: String = PASSWORD): ClientConfig {
        val environment = Environment("sandbox", EnvironmentKind.SANDBOX, commerceUrl = "$origin/api", authUrl = origin)
        val credentials = Credentials("sandbox", login = Login("shop", "u-1", password))
        return ClientConfig(listOf(environment), "sandbox", listOf(credentials), sharedStore = sharedStore)
    }

    override fun close() {
        server.stop(0)
        threads.shutdownNow()
    }

    private fun answer(exchange: HttpExchange) {
        val form = exchange.requestBody.readAllBytes().decodeToString()
        val reply = synchronized(this) { if (exchange.requestURI.path.endsWith("/token")) grantToken(parse(form)) else call(exchange) }
        val body = reply.body.encodeToByteArray()
        exchange.responseHeaders.add("content-type", "application/json")
        exchange.sendResponseHeaders(reply.status, body.size.toLong())
        exchange.responseBody.write(body)
    }

    private fun parse(form: String): Map<String, String> =
        form.split('&').associate { it.substringBefore('=') to URLDecoder.decode(it.substringAfter('='), Charsets.UTF_8) }

    private fun grantToken(form: Map<String, String>): Reply {
        granted += form.getValue("grant_type")
        if (granted.last() == "password") {
            return if (form["password"] == PASSWORD) issue("s-${sessions.size}") else Reply(401, """{"error":"invalid_grant"}""")
        }
        val token = form.getValue("refresh_token")
        val session = token.split('.')[1]
        if (sessions[session] == token) return issue(session)
        replayed++
        sessions.remove(session)
        return Reply(400, """{"error":"invalid_grant"}""")
    }

    private fun issue(session: String): Reply {
        issued++
        val (access, refresh) = "canary-access.$session.$issued" to "canary-refresh.$session.$issued"
        sessions[session] = refresh
        accessTokens[access] = TimeSource.Monotonic.markNow() + lifetime
        val seconds = lifetime.inWholeSeconds
        return Reply(200, """{"access_token":"$access","refresh_token":"$refresh","expires_in":$seconds,"token_type":"Bearer"}""")
    }

    private fun call(exchange: HttpExchange): Reply {
        val until = accessTokens[exchange.requestHeaders.getFirst("authorization").orEmpty().removePrefix("Bearer ")]
        return if (until?.hasNotPassedNow() == true) Reply(200, "{}") else Reply(401, """{"error":{"message":"expired"}}""")
    }

    companion object {
        const val PASSWORD = "canary-password-1"
    }
}
