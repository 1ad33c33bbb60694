/*
 * What a client is made of: environments, and the credentials held for them.
 *
 * Keys, passwords and tokens come from environment variables or a secret manager, never from source; no `toString` shows them.
 */
package dev.waybill

import dev.waybill.ffi.EnvironmentKind as FfiEnvironmentKind
import java.security.SecureRandom
import kotlin.time.Duration

/** What an environment is for; it decides what is allowed there. */
public enum class EnvironmentKind(internal val ffi: FfiEnvironmentKind) {
    /** The only kind with a mock service. */
    DEVELOPMENT(FfiEnvironmentKind.DEVELOPMENT),

    /** Test connections. */
    STAGING(FfiEnvironmentKind.STAGING),

    /** Test credentials. */
    SANDBOX(FfiEnvironmentKind.SANDBOX),

    /** Real carriers. */
    PRODUCTION(FfiEnvironmentKind.PRODUCTION),
}

/** One environment and its base URLs; https, or http for loopback alone. */
public data class Environment(
    /** The name credentials refer to. */
    public val name: String,
    /** What it is for. */
    public val kind: EnvironmentKind,
    /** The platform API, ending in `/api/v1`. */
    public val baseUrl: String? = null,
    /** Commerce through the platform, ending in `/api/commerce`. */
    public val proxyUrl: String? = null,
    /** Commerce direct, ending in `/api`. */
    public val commerceUrl: String? = null,
    /** The identity provider. */
    public val authUrl: String? = null,
    /** The mock service, in development alone. */
    public val mockUrl: String? = null,
)

/** A login at the identity provider, for the direct commerce path. */
public class Login(
    /** The realm. */
    public val realm: String,
    /** The user. */
    public val username: String,
    internal val password: String? = null,
    internal val refreshToken: String? = null,
) {
    /** Realm and user alone. */
    override fun toString(): String = "Login(realm=$realm, username=$username, password=${redacted(password)}, refreshToken=${redacted(refreshToken)})"
}

/** What is held for one environment: an API key, a commerce login, or both. */
public class Credentials(
    /** Name of the environment these are of. */
    public val environment: String,
    internal val apiKey: String? = null,
    /** The commerce login. */
    public val login: Login? = null,
) {
    /** Everything but the secrets. */
    override fun toString(): String = "Credentials(environment=$environment, apiKey=${redacted(apiKey)}, login=$login)"
}

/** What a client is made of. */
public class ClientConfig(
    /** All environments known to the host. */
    public val environments: List<Environment>,
    /** Name of the one the client serves. */
    public val environment: String,
    /** All credentials the host holds; those of another environment are refused where none is of this one. */
    public val credentials: List<Credentials> = emptyList(),
    /** How long a token request may take; the engine's own limit where null. */
    public val tokenTimeout: Duration? = null,
    /**
     * How long a call without a token may wait for the next try after a token request failed; 2 s where null. Where that try
     * comes later the call fails at once, and its error says when.
     */
    public val tokenRetryWait: Duration? = null,
    /** Seed of the back-off's jitter; one per process keeps many of them apart. */
    public val seed: Long = SecureRandom().nextLong(),
    /** Shares the login's tokens with other processes; they are kept in memory, for this client alone, where null. */
    public val sharedStore: SharedStoreOptions? = null,
) {
    /** Everything but the secrets. */
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
