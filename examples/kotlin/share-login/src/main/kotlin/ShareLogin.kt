/*
 * A process that shares its login with others through Redis or Valkey: start it twice.
 *
 * `export WAYBILL_STORE_KEY=$(head -c 32 /dev/urandom | base64)`, then `mvn -q compile exec:java -Dexec.args="ORIGIN
 * redis://127.0.0.1:6379"`, where ORIGIN is what `waybill dev` printed. It calls once a second, as often as a third argument says,
 * and says what it is told of the login.
 */
import dev.waybill.ClientConfig
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Login
import dev.waybill.SealingKey
import dev.waybill.SharedStoreOptions
import dev.waybill.WaybillClient
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.RedisClient
import java.util.Base64
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking

private const val PAUSE_MS = 1_000L

fun main(args: Array<String>) {
    val origin = requireNotNull(args.getOrNull(0)) { "name the address that `waybill dev` prints" }
    val address = requireNotNull(args.getOrNull(1)) { "name the store, as in redis://127.0.0.1:6379" }
    val redis = RedisClient.create(address)
    val key = SealingKey("1", Base64.getDecoder().decode(variable("WAYBILL_STORE_KEY")))
    val shared = SharedStoreOptions(RedisTokenStore(redis.connect()), keys = listOf(key))
    val login = Login(variable("WAYBILL_REALM"), variable("WAYBILL_USERNAME"), variable("WAYBILL_PASSWORD"))
    val development = Environment("development", EnvironmentKind.DEVELOPMENT, commerceUrl = "$origin/commerce/api", authUrl = "$origin/auth")
    val config = ClientConfig(listOf(development), "development", listOf(Credentials("development", login = login)), sharedStore = shared)

    WaybillClient(config) { note -> println("${note.code}: ${note.message}") }.use { client ->
        runBlocking {
            repeat(args.getOrNull(2)?.toInt() ?: Int.MAX_VALUE) {
                client.commerce("tenant-1").send("GET", "/orders").use { answer -> println("GET /orders: ${answer.status}") }
                delay(PAUSE_MS)
            }
        }
    }
    redis.shutdown()
}

private fun variable(name: String): String = requireNotNull(System.getenv(name)) { "set $name" }
