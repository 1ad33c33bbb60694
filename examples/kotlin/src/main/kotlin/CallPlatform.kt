/*
 * One call over each of the platform's three path families, and one refused call with what to do about it.
 *
 * `waybill dev` prints an address and sample credentials: give it the former, and the latter in the environment.
 */
import dev.waybill.Body
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Login
import dev.waybill.WaybillClient
import dev.waybill.ClientConfig
import dev.waybill.WaybillException
import kotlinx.coroutines.runBlocking

fun main(args: Array<String>) = runBlocking {
    val origin = requireNotNull(args.firstOrNull()) { "name the address that `waybill dev` prints" }
    example(origin, System::getenv, ::println)
}

/** Calls the platform at [origin] with the secrets it is given by name, and says what came back. */
suspend fun example(origin: String, secret: (String) -> String?, say: (String) -> Unit) {
    val development = Environment(
        name = "development",
        kind = EnvironmentKind.DEVELOPMENT,
        baseUrl = "$origin/api/v1",
        proxyUrl = "$origin/api/commerce",
        commerceUrl = "$origin/commerce/api",
        authUrl = "$origin/auth",
    )
    val login = Login(secret("WAYBILL_REALM").orEmpty(), secret("WAYBILL_USERNAME").orEmpty(), secret("WAYBILL_PASSWORD"))
    val credentials = Credentials("development", secret("WAYBILL_API_KEY"), login)
    val config = ClientConfig(listOf(development), "development", listOf(credentials))

    WaybillClient(config) { note -> say("note: ${note.code}") }.use { client ->
        val json = listOf("content-type" to "application/json")
        client.platform.send("POST", "/flows/{flowId}/execute", mapOf("flowId" to "f 1"), headers = json, body = Body.of("{}"))
            .use { say("platform: ${it.status}") }
        client.commerce("tenant-1").send("GET", "/orders", query = listOf("page" to "1")).use { say("commerce: ${it.status}") }
        client.commerceProxy("seller-1").send("GET", "/orders").use { say("commerce through the platform: ${it.status}") }
        try {
            client.commerce("").send("GET", "/orders")
        } catch (error: WaybillException) {
            say("refused: ${error.message}")
        }
    }
}
