/*
 * The store of this artifact, for the host of `waybill-keycloak` (tests/src/keycloak/fleet). That host is a test of the artifact
 * that this one depends on, and finds the class by its name.
 */
import dev.waybill.TokenStore
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.RedisClient
import java.util.function.Function

/** Connects to the store at an address. */
internal class FleetStore : Function<String, TokenStore> {
    override fun apply(address: String): TokenStore = RedisTokenStore(RedisClient.create(address).connect())
}
