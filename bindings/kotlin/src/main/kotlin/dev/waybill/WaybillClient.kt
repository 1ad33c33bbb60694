/*
 * The client: one environment and its credentials, with one object for each of the platform's three path families.
 *
 * It has the interface of an HTTP client. The core decides which credential is sent, when a token is renewed and what may be
 * retried.
 */
package dev.waybill

import dev.waybill.ffi.Call
import dev.waybill.ffi.Engine
import dev.waybill.ffi.Invalidate
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.Route
import dev.waybill.ffi.Snapshot
import kotlin.time.Duration

/** An event to log. Contains no secret. */
public data class Note(
    /** Stable identifier. */
    public val code: String,
    /** Description in one sentence. */
    public val message: String,
)

/** A client for one environment. Safe to use from any thread. Create one and share it. */
public class WaybillClient internal constructor(
    engine: Engine,
    transport: Transport = JavaHttpTransport(),
    environment: String? = null,
    sharedStore: SharedStoreOptions? = null,
    onNote: (Note) -> Unit,
) : AutoCloseable {
    internal val driver = Driver(engine, environment, transport, onNote, sharedStore)

    /**
     * Checks the configuration. Sends nothing.
     *
     * @param config environments and credentials
     * @param transport sends the requests; java.net.http with its own pool by default
     * @param onNote called with events to log, such as a renewed token. It should return quickly.
     * @throws WaybillException of kind [ErrorKind.CONFIGURATION] if [config] is invalid
     */
    public constructor(config: ClientConfig, transport: Transport = JavaHttpTransport(), onNote: (Note) -> Unit = {}) :
        this(translated { Engine(config.ffi()) }, transport, config.environment, config.sharedStore, onNote)

    /** The platform API, with the API key. */
    public val platform: PathFamily = PathFamily(driver, Route.Platform)

    /** Returns the commerce API called directly, with the login's access token, for one tenant. */
    public fun commerce(tenant: String): PathFamily = PathFamily(driver, Route.Commerce(tenant))

    /** Returns the commerce API called through the platform, with the API key, for one seller. */
    public fun commerceProxy(seller: String): PathFamily = PathFamily(driver, Route.CommerceProxy(seller))

    /**
     * Adds or rotates credentials of this client's environment. Calls in flight continue.
     *
     * @throws WaybillException if they are of another environment or user, or if the client is closed
     */
    public fun setCredentials(credentials: Credentials): Unit =
        driver.give { it.setCredentials(credentials.ffi(), System.currentTimeMillis()) }

    /** Drops the access token, if you know that it is no longer valid. The next call that needs one renews it. */
    public fun invalidateAccessToken(): Unit = invalidate(Invalidate.ACCESS_TOKEN)

    /**
     * Drops both tokens, and clears a rejected login at most once a minute. Call it after an account was unlocked. The next call
     * that needs a token logs in with the password.
     */
    public fun invalidateTokens(): Unit = invalidate(Invalidate.TOKENS)

    private fun invalidate(what: Invalidate) = driver.give { it.invalidate(what, System.currentTimeMillis()) }

    /**
     * Returns the state of the login's tokens, or null without a login. Store it like a password, and restore it in a later
     * process. Also works after [close]; close first, so that no token is renewed afterwards.
     */
    public fun exportTokens(): TokenSnapshot? = driver.export()?.let { TokenSnapshot(it.text) }

    /**
     * Restores the tokens that [exportTokens] returned.
     *
     * @throws WaybillException with a code `snapshot.*` if the snapshot is damaged, of another login, or older than the current
     *   tokens. Nothing changes then.
     */
    public fun restoreTokens(snapshot: TokenSnapshot): Unit =
        driver.give { it.restore(Snapshot(snapshot.text), System.currentTimeMillis()) }

    /**
     * Fails all calls with `client.closed` and drops their connections. A refresh in flight gets two more seconds, or five with a
     * shared store.
     */
    override fun close(): Unit = driver.close()
}

/** A path family: the platform API, or the commerce API for one tenant or seller. */
public class PathFamily internal constructor(private val driver: Driver, private val route: Route) {
    /**
     * Sends one authorised request. Returns once the head of the response has arrived; the body streams. Redirects are responses
     * and are not followed.
     *
     * @param method the method, such as `POST`
     * @param template a path below the API's base URL with parameters in braces, such as `/flows/{flowId}/execute`
     * @param parameters a value for each parameter of [template]. They are percent-encoded and cannot change the path's
     *   structure.
     * @param allowEncodedSlashes true if values of [parameters] may contain `/` and `\`. They are sent as `%2F` and `%5C`. A
     *   proxy that decodes them sends the request to another path.
     * @param query query parameters, in order. Names may repeat.
     * @param headers headers, except those that the platform requires, which are added and are rejected here
     * @param scopes scopes that the operation needs, if you know them. Those that the API key does not list are noted, once.
     * @param timeout time limit from now to the end of the response's body
     * @throws WaybillException if the request is rejected or fails, or if the response has an error status
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

    /** Returns null for an infinite time, or one beyond the range of the clock. */
    private fun deadlineAfter(timeout: Duration): Long? {
        val now = System.currentTimeMillis()
        val millis = timeout.inWholeMilliseconds
        return if (timeout.isInfinite() && timeout.isPositive() || millis > Long.MAX_VALUE - now) null else now + millis
    }

    /** The bytes are not passed to the core, which only needs to know whether they can be sent again. */
    private fun kind(body: Body): RequestBody = when (body) {
        is Body.Empty -> RequestBody.Empty
        is Body.Bytes -> RequestBody.Caller(replayable = true)
        is Body.Stream -> RequestBody.Caller(body.replayable)
    }
}

/** The state of a login's tokens. It contains tokens: store its [text] like a password. */
public class TokenSnapshot(
    /** Text to store. */
    public val text: String,
) {
    override fun toString(): String = "TokenSnapshot(text=[redacted])"
}
