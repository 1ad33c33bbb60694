/*
 * The configuration of a client: environments and their credentials.
 *
 * Read keys, passwords and tokens from environment variables or a secret manager, never from source code. No `toString` prints
 * them.
 */
package dev.waybill

import dev.waybill.ffi.EnvironmentKind as FfiEnvironmentKind
import java.security.SecureRandom
import kotlin.time.Duration

/** The purpose of an environment. It determines what is allowed there. */
public enum class EnvironmentKind(internal val ffi: FfiEnvironmentKind) {
    /** A developer's own environment. Only this kind has a mock service. */
    DEVELOPMENT(FfiEnvironmentKind.DEVELOPMENT),

    /** Shared tests before a release, with test connections. */
    STAGING(FfiEnvironmentKind.STAGING),

    /** The platform's public trial environment. */
    SANDBOX(FfiEnvironmentKind.SANDBOX),

    /** Real carriers, real shipments. */
    PRODUCTION(FfiEnvironmentKind.PRODUCTION),
}

/**
 * One deployment of the platform. URLs are https, without userinfo, query or fragment. http is allowed for loopback addresses and
 * for the mock service.
 */
public data class Environment(
    /** Unique name among the environments. Credentials refer to it. */
    public val name: String,
    /** Purpose of the environment. */
    public val kind: EnvironmentKind,
    /** The platform API; ends in `/api/v1`. */
    public val baseUrl: String? = null,
    /** The commerce API through the platform; ends in `/api/commerce`. */
    public val proxyUrl: String? = null,
    /** The commerce API itself; ends in `/api`. */
    public val commerceUrl: String? = null,
    /** The identity provider, without its `/realms/...` part. */
    public val authUrl: String? = null,
    /** The mock service. Only for kind development. */
    public val mockUrl: String? = null,
)

/** A user at the identity provider, with a password, a refresh token, or both. For direct commerce calls. */
public class Login(
    /** The provider's realm. */
    public val realm: String,
    /** The user's name. */
    public val username: String,
    internal val password: String? = null,
    internal val refreshToken: String? = null,
) {
    /** Prints realm and user only. */
    override fun toString(): String = "Login(realm=$realm, username=$username, password=${redacted(password)}, refreshToken=${redacted(refreshToken)})"
}

/** Credentials for one environment: an API key, a commerce login, or both. */
public class Credentials(
    /** Name of the environment. */
    public val environment: String,
    internal val apiKey: String? = null,
    /** The commerce login. */
    public val login: Login? = null,
) {
    /** Prints everything but the secrets. */
    override fun toString(): String = "Credentials(environment=$environment, apiKey=${redacted(apiKey)}, login=$login)"
}

/** The configuration of a client. */
public class ClientConfig(
    /** All environments that you know. They are checked together. */
    public val environments: List<Environment>,
    /** Name of the environment to serve. */
    public val environment: String,
    /** All credentials that you have. The client uses those of [environment]; the others only guard against mix-ups. */
    public val credentials: List<Credentials> = emptyList(),
    /** Time-out of a token exchange. Null is 30 s. */
    public val tokenTimeout: Duration? = null,
    /**
     * Maximum time that a call without a token waits for the next try after a failed token exchange. Null is 2 s. If the next try
     * comes later, the call fails at once, and its error says when to retry.
     */
    public val tokenRetryWait: Duration? = null,
    /** Seed for the jitter of retries. It should differ between processes. */
    public val seed: Long = SecureRandom().nextLong(),
    /** Store that shares the login's tokens with other processes. With null, tokens stay in this client's memory. */
    public val sharedStore: SharedStoreOptions? = null,
) {
    /** Prints everything but the secrets. */
    override fun toString(): String =
        "ClientConfig(environment=$environment, environments=$environments, credentials=$credentials, sharedStore=$sharedStore)"
}

private fun redacted(secret: String?): String = if (secret == null) "none" else "[redacted]"

internal fun ClientConfig.ffi() = dev.waybill.ffi.Config(
    environments = environments.map { it.ffi() },
    environment = environment,
    credentials = credentials.map { it.ffi() },
    seed = seed,
    tokenTimeoutMs = tokenTimeout?.inWholeMilliseconds,
    tokenRetryWaitMs = tokenRetryWait?.inWholeMilliseconds,
    sharedStore = sharedStore?.ffi(),
)

internal fun Credentials.ffi() = dev.waybill.ffi.Credentials(environment, apiKey, login?.ffi())

private fun Login.ffi() = dev.waybill.ffi.Login(realm, username, password, refreshToken)

internal fun Environment.ffi() =
    dev.waybill.ffi.Environment(name, kind.ffi, baseUrl, proxyUrl, commerceUrl, authUrl, mockUrl)
