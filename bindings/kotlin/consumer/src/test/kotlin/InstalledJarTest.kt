/*
 * The installed jar in a project of its own: the native library is found inside it, a call goes out, a report comes back.
 */
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.nio.file.Files
import java.nio.file.Path
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertArrayEquals
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

class InstalledJarTest {
    @Test
    fun `the client of the README calls the platform and reads its errors`() = serving { platform ->
        client(platform) { name -> "secret-of-$name" }.use { client ->
            assertEquals("Bearer secret-of-WAYBILL_API_KEY", execute(client, "f 1"))
            assertTrue(execute(client, "missing").startsWith("api.not-found"), execute(client, "missing"))
        }
    }

    @Test
    fun `the download of the README logs in and streams to a file`(@TempDir folder: Path) = serving { platform ->
        val file = folder.resolve("orders")
        client(platform) { "secret" }.use { client -> download(client, "acme", file) }

        assertArrayEquals(ByteArray(DOWNLOAD), Files.readAllBytes(file))
    }

    @Test
    fun `the comparison of the README writes Markdown`(@TempDir folder: Path) {
        val (old, new) = listOf("{}", """{"/flows": {"get": {"responses": {"200": {"description": "ok"}}}}}""").mapIndexed { index, paths ->
            val text = """{"openapi": "3.1.0", "info": {"title": "t", "version": "1.$index.0"}, "paths": $paths}"""
            Files.writeString(folder.resolve("$index.json"), text)
        }

        assertTrue("/flows" in changelog(old, new))
    }

    private fun serving(test: suspend (String) -> Unit) {
        val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
        server.createContext("/api/v1/flows/f 1/execute") { it.answer(200, it.requestHeaders.getFirst("authorization").toByteArray()) }
        server.createContext("/api/v1/flows/missing/execute") { it.answer(404, ByteArray(0)) }
        server.createContext("/realms/shop/protocol/openid-connect/token") { it.answer(200, TOKEN.toByteArray()) }
        server.createContext("/api/orders/export") { it.answer(200, ByteArray(DOWNLOAD)) }
        server.start()
        try {
            runBlocking { test("http://127.0.0.1:${server.address.port}") }
        } finally {
            server.stop(0)
        }
    }

    private fun HttpExchange.answer(status: Int, body: ByteArray) = use {
        requestBody.readAllBytes()
        sendResponseHeaders(status, if (body.isEmpty()) -1 else body.size.toLong())
        responseBody.write(body)
    }

    private companion object {
        const val DOWNLOAD = 1_000_000
        const val TOKEN = """{"access_token": "a", "refresh_token": "r", "expires_in": 300, "token_type": "Bearer"}"""
    }
}
