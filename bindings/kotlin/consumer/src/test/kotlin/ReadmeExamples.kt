/*
 * The README's examples, word for word: a test of the package looks for each of its blocks in this file.
 */
import dev.waybill.Body
import dev.waybill.CompareOptions
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Login
import dev.waybill.ReportFormat
import dev.waybill.WaybillClient
import dev.waybill.ClientConfig
import dev.waybill.WaybillException
import dev.waybill.compare
import java.nio.file.Files
import java.nio.file.Path
import kotlin.time.Duration.Companion.seconds

fun client(platform: String, secret: (String) -> String?): WaybillClient {
    val sandbox = Environment(
        name = "sandbox",
        kind = EnvironmentKind.SANDBOX,
        baseUrl = "$platform/api/v1",
        commerceUrl = "$platform/api",
        authUrl = platform,
    )
    val credentials = Credentials(
        environment = "sandbox",
        apiKey = secret("WAYBILL_API_KEY"),
        login = Login(realm = "shop", username = "ada", password = secret("WAYBILL_PASSWORD")),
    )
    return WaybillClient(ClientConfig(listOf(sandbox), "sandbox", listOf(credentials)))
}

suspend fun execute(client: WaybillClient, flow: String): String = try {
    client.platform.send(
        method = "POST",
        template = "/flows/{flowId}/execute",
        parameters = mapOf("flowId" to flow),
        headers = listOf("content-type" to "application/json"),
        body = Body.of("{}"),
        timeout = 30.seconds,
    ).use { answer -> answer.text() }
} catch (error: WaybillException) {
    error.remedy ?: error.message.orEmpty()
}

suspend fun download(client: WaybillClient, tenant: String, file: Path) {
    client.commerce(tenant).send("GET", "/orders/export").use { answer ->
        Files.newOutputStream(file).use { out ->
            val buffer = ByteArray(64 * 1024)
            while (true) {
                val count = answer.read(buffer)
                if (count < 0) break
                out.write(buffer, 0, count)
            }
        }
    }
}

fun changelog(previous: Path, current: Path): String =
    compare(Files.readAllBytes(previous), Files.readAllBytes(current), CompareOptions("$previous", "$current"))
        .use { it.render(ReportFormat.MARKDOWN) }
