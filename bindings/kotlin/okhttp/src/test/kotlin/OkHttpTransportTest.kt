/*
 * The transport over OkHttp meets the requirements of a transport, regardless of the settings of the host's client.
 */
import dev.waybill.Body
import dev.waybill.TransportException
import dev.waybill.TransportException.Reason
import dev.waybill.TransportRequest
import dev.waybill.okhttp.OkHttpTransport
import dev.waybill.testing.checkTransport
import java.io.IOException
import java.net.InetAddress
import java.net.ServerSocket
import java.nio.channels.SocketChannel
import java.time.Duration
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.runBlocking
import okhttp3.Authenticator
import okhttp3.OkHttpClient
import okhttp3.Request
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class OkHttpTransportTest {
    @Test
    fun `the transport passes the transport check`() {
        assertEquals(emptyList<String>(), runBlocking { checkTransport(OkHttpTransport()) })
    }

    @Test
    fun `the transport ignores client settings but runs interceptors`() {
        val seen = AtomicInteger()
        val client = OkHttpClient.Builder()
            .followRedirects(true)
            .retryOnConnectionFailure(true)
            .authenticator(Authenticator { _, response -> response.request.newBuilder().header("Authorization", "Basic eA==").build() })
            .callTimeout(Duration.ofMillis(1))
            .readTimeout(Duration.ofMillis(1))
            .addInterceptor { chain -> chain.proceed(chain.request().newBuilder().header("X-Trace", "${seen.incrementAndGet()}").build()) }
            // Like a careless interceptor: it keeps only parts of the client's request.
            .addInterceptor { chain -> chain.proceed(Request.Builder().url(chain.request().url).headers(chain.request().headers).method(chain.request().method, chain.request().body).build()) }
            .build()
        assertEquals(emptyList<String>(), runBlocking { checkTransport(OkHttpTransport(client)) })
        assertTrue(seen.get() > 0)
    }

    @Test
    fun `unsent requests are reported with the reason`() {
        val reasons = mapOf(
            "http://no-such-host.invalid/x" to Reason.NAME_NOT_RESOLVED,
            "http://127.0.0.1/%2E%2E/x" to Reason.REQUEST_REFUSED,
            "no url" to Reason.REQUEST_REFUSED,
        )
        for ((url, reason) in reasons) assertEquals(reason, failure<TransportException>(OkHttpTransport(), url).reason, url)
    }

    @Test
    fun `a server that accepts no connection is reported as such`() {
        val impatient = OkHttpTransport(OkHttpClient.Builder().connectTimeout(Duration.ofMillis(200)).build())
        ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { server ->
            // Once the server's queue is full, Linux lets further connections wait.
            val waiting = List(QUEUE) { SocketChannel.open().apply { configureBlocking(false); connect(server.localSocketAddress) } }
            val error = failure<TransportException>(impatient, "http://127.0.0.1:${server.localPort}/x")
            assertEquals(Reason.CONNECT_TIMED_OUT, error.reason)
            waiting.forEach { it.close() }
        }
    }

    @Test
    fun `an interceptor that fails may have sent the request before`() {
        val client = OkHttpClient.Builder().addInterceptor { throw IOException("the tracing broke") }.build()
        assertEquals("the tracing broke", failure<IOException>(OkHttpTransport(client), "http://127.0.0.1/x").message)
    }

    private companion object {
        const val QUEUE = 8
    }

    private inline fun <reified T : Throwable> failure(transport: OkHttpTransport, url: String): T =
        assertThrows(T::class.java) { runBlocking { transport.send(TransportRequest("GET", url, emptyList(), Body.empty())) } }
}
