/*
 * Ktor as a proxy without any checks, over the HTTP client that Waybill uses.
 */
import io.ktor.http.ContentType
import io.ktor.http.HttpStatusCode
import io.ktor.server.engine.connector
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.request.uri
import io.ktor.server.response.respondOutputStream
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking

fun main() {
    val (base, key) = System.getenv().let { it.getValue("WAYBILL_BASE_URL") to it.getValue("WAYBILL_API_KEY") }
    val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    val server = embeddedServer(Netty, configure = { connector { host = "127.0.0.1"; port = 0 } }) {
        routing {
            get("{...}") {
                val request = HttpRequest.newBuilder(URI(base + call.request.uri)).header("authorization", "Bearer $key").build()
                val answer = client.sendAsync(request, BodyHandlers.ofInputStream()).await()
                val type = answer.headers().firstValue("content-type").map(ContentType::parse).orElse(null)
                call.respondOutputStream(type, HttpStatusCode.fromValue(answer.statusCode())) { answer.body().use { it.copyTo(this) } }
            }
        }
    }
    server.start()
    println("listening on http://127.0.0.1:${runBlocking { server.engine.resolvedConnectors().single().port }}")
    Thread.currentThread().join()
}
