/*
 * The client: one environment and the credentials held for it, with one face for each of the platform's three path families.
 *
 * It looks like any HTTP client; which credential goes where, when a token is renewed and what may be retried is the core's.
 */
package dev.waybill

import dev.waybill.ffi.Call
import dev.waybill.ffi.Engine
import dev.waybill.ffi.Invalidate
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.Route
import dev.waybill.ffi.Snapshot
import kotlin.time.Duration

/** Something worth a log line; it holds no secret. */
public data class Note(
    /** Stable identifier. */
    public val code: String,
    /** One sentence. */
    public val message: String,
)

/**
 * A client for one environment. Safe to use from any thread; make one and share it.
 */
public class WaybillClient internal constructor(
    engine: Engine,
    transport: Transport = JavaHttpTransport(),
    environment: String? = null,
    sharedStore: SharedStoreOptions? = null,
    onNote: (Note) -> Unit,
) : AutoCloseable {
    internal val driver = Driver(engine, environment, transport, onNote, sharedStore)

    /**
     * Checks the configuration and makes a client; nothing is sent yet.
     *
     * @param config environments and credentials; checked before anything is sent
     * @param transport carries its requests; java.net.http with a pool of its own where none is given
     * @param onNote told of what is worth a log line, such as a renewed token; it should return quickly
     * @throws WaybillException of kind [ErrorKind.CONFIGURATION] that names what is wrong with [config]
     */
    public constructor(config: ClientConfig, transport: Transport = JavaHttpTransport(), onNote: (Note) -> Unit = {}) :
        this(translated { Engine(config.ffi()) }, transport, config.environment, config.sharedStore, onNote)

    /** The platform API, with the API key. */
    public val platform: PathFamily = PathFamily(driver, Route.Platform)

    /** The commerce API direct, with an access token, for one tenant. */
    public fun commerce(tenant: String): PathFamily = PathFamily(driver, Route.Commerce(tenant))

    /** The commerce API through the platform, with the API key, for one seller. */
    public fun commerceProxy(seller: String): PathFamily = PathFamily(driver, Route.CommerceProxy(seller))

    /**
     * Adds or rotates credentials; nothing in flight is lost.
     *
     * @throws WaybillException where they are of another environment or user, or the client is closed
     */
    public fun setCredentials(credentials: Credentials): Unit =
        driver.give { it.setCredentials(credentials.ffi(), System.currentTimeMillis()) }

    /** Drops the access token, where you learned that it is no longer good: the next call that needs one renews it. */
    public fun invalidateAccessToken(): Unit = invalidate(Invalidate.ACCESS_TOKEN)

    /**
     * Drops both tokens, and a refusal of the login at most once a minute: call it when an account was unlocked. The next
     * call that needs a token logs in with the password.
     */
    public fun invalidateTokens(): Unit = invalidate(Invalidate.TOKENS)

    private fun invalidate(what: Invalidate) = driver.give { it.invalidate(what, System.currentTimeMillis()) }

    /**
     * The state of the login's tokens, to keep as you would keep a password, and to restore in a later process; null without a
     * login. It can be had once the client is closed too: close first, so that nothing is renewed after it.
     */
    public fun exportTokens(): TokenSnapshot? = driver.export()?.let { TokenSnapshot(it.text) }

    /**
     * Takes over what [exportTokens] gave, so that the login goes on where it stood.
     *
     * @throws WaybillException with a code `snapshot.*` where it is damaged, another login's, or older than what is held;
     *   nothing is changed then
     */
    public fun restoreTokens(snapshot: TokenSnapshot): Unit =
        driver.give { it.restore(Snapshot(snapshot.text), System.currentTimeMillis()) }

    /** Fails the calls in flight with `client.closed` and drops their connections; a refresh in flight gets two seconds. */
    override fun close(): Unit = driver.close()
}

/** One of the platform's three path families. */
public class PathFamily internal constructor(private val driver: Driver, private val route: Route) {
    /**
     * Sends a request and returns once the head of its answer has come; the body streams.
     *
     * @param method such as `POST`
     * @param template a path below the family's base, such as `/flows/{flowId}/execute`
     * @param parameters one value for each name in [template]; they are percent-encoded and cannot leave their place
     * @param allowEncodedSlashes whether values of [parameters] may hold `/` and `\`, sent as `%2F` and `%5C`; a proxy that
     *   decodes these sends the request to another path
     * @param query in order, repeated names kept
     * @param headers those the platform asks for are added, and refused here
     * @param scopes those that the operation needs, where you know them: one that the API key does not list is noted, once
     * @param timeout for everything, the answer's body too
     * @throws WaybillException where the request was refused, failed, or was answered with an error status
     */
    public suspend fun send(
        method: String,
        template: String,
        parameters: Map<String, String> = emptyMap(),
        query: List<Pair<String, String>> = emptyList(),
        headers: List<Pair<String, String>> = emptyList(),
        body: Body = Body.empty(),
        timeout: Duration? = null,
        allowEncodedSlashes: Boolean = false,
        scopes: List<String> = emptyList(),
    ): Response {
        val call = Call(
            route = route,
            method = method,
            template = template,
            parameters = nameValues(parameters.toList()),
            allowEncodedSlashes = allowEncodedSlashes,
            scopes = scopes,
            query = nameValues(query),
            headers = nameValues(headers),
            body = kind(body),
            deadline = timeout?.let(::deadlineAfter),
        )
        return driver.begin(call, body)
    }

    /** None for a time that is infinite, or beyond what a clock can say. */
    private fun deadlineAfter(timeout: Duration): Long? {
        val now = System.currentTimeMillis()
        val millis = timeout.inWholeMilliseconds
        return if (timeout.isInfinite() && timeout.isPositive() || millis > Long.MAX_VALUE - now) null else now + millis
    }

    /** The bytes stay here; the core needs to know only whether they can be sent again. */
    private fun kind(body: Body): RequestBody = when (body) {
        is Body.Empty -> RequestBody.Empty
        is Body.Bytes -> RequestBody.Caller(replayable = true)
        is Body.Stream -> RequestBody.Caller(body.replayable)
    }
}

/** The state of a login's tokens. It holds tokens: keep its [text] as you would keep a password. */
public class TokenSnapshot(
    /** What to keep. */
    public val text: String,
) {
    override fun toString(): String = "TokenSnapshot(text=[redacted])"
}
