/*
 * A client whose key is kept in AWS Secrets Manager, and rotated while it runs.
 */
import com.fasterxml.jackson.databind.ObjectMapper
import dev.waybill.ClientConfig
import dev.waybill.Credentials
import dev.waybill.CredentialsSync
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.SecretSource
import dev.waybill.WaybillClient
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import software.amazon.awssdk.services.secretsmanager.SecretsManagerClient

fun main(): Unit = runBlocking {
    val variables = System.getenv()
    SecretsManagerClient.create().use { manager ->
        val source = SecretSource {
            val text = manager.getSecretValue { it.secretId(variables.getValue("SECRET_ID")) }.secretString()
            Credentials("sandbox", apiKey = ObjectMapper().readTree(text).path("apiKey").asText())
        }
        val sandbox = Environment("sandbox", EnvironmentKind.SANDBOX, baseUrl = variables.getValue("WAYBILL_BASE_URL"))
        val every = (variables["EVERY_MS"] ?: "60000").toLong().milliseconds
        WaybillClient(ClientConfig(listOf(sandbox), "sandbox", listOf(source.read()))).use { client ->
            CredentialsSync(client, source, every) { System.err.println("the key was not read: ${it.javaClass.simpleName}") }.use {
                println("${call(client, (variables["CALLS"] ?: "100").toInt())} calls were answered")
            }
        }
    }
}

private suspend fun call(client: WaybillClient, calls: Int): Int {
    val left = AtomicInteger(calls)
    val answered = AtomicInteger()
    coroutineScope {
        repeat(10) {
            launch {
                while (left.getAndDecrement() > 0) {
                    client.platform.send("GET", "/connections/{connectionId}/health", mapOf("connectionId" to "c-1")).use { it.bytes() }
                    answered.incrementAndGet()
                }
            }
        }
    }
    return answered.get()
}
