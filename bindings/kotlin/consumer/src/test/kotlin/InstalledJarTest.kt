/*
 * The installed jar in a separate project: it loads the native library from the jar, sends a call and returns a report.
 */
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.MockClient
import dev.waybill.ModelOptions
import dev.waybill.ModelProvider
import dev.waybill.Release
import dev.waybill.compare
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
    fun `the README's client calls the platform and reads its errors`() = serving { platform ->
        client(platform) { name -> "secret-of-$name" }.use { client ->
            assertEquals("Bearer secret-of-WAYBILL_API_KEY", execute(client, "f 1"))
            val advice = "check the path and the ids in it, and that the resource was not deleted"
            assertEquals(advice, execute(client, "missing"))
        }
    }

    @Test
    fun `the download of the README logs in and streams to a file`(@TempDir folder: Path) = serving { platform ->
        val file = folder.resolve("orders")
        client(platform) { "secret" }.use { client -> download(client, "acme", file) }

        assertArrayEquals(ByteArray(DOWNLOAD), Files.readAllBytes(file))
    }

    @Test
    fun `the README's credentials come from a file and are replaced`(@TempDir folder: Path) = serving { platform ->
        val file = folder.resolve("credentials.json")
        fun write(key: String) = Files.writeString(
            file,
            """{"environment": "sandbox", "environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "$platform/api/v1"}],
                "credentials": [{"environment": "sandbox", "apiKey": "$key"}]}""",
        )
        write("first")
        val (client, sync) = connect(file)
        assertEquals("Bearer first", execute(client, "f 1"))
        write("second")
        sync.refresh()
        assertEquals("Bearer second", execute(client, "f 1"))
        sync.close()
        client.close()
    }

    @Test
    fun `the mock service of the README is seeded and called`() = serving { platform ->
        val mock = MockClient(Environment("local", EnvironmentKind.DEVELOPMENT, mockUrl = platform))
        assertEquals("<State>IN_TRANSIT</State>", seedAndTrack(mock, "<definitions/>".toByteArray(), "00370000000000000018"))
    }

    @Test
    fun `the comparison of the README writes Markdown`(@TempDir folder: Path) {
        val (old, new) = listOf("{}", """{"/flows": {"get": {"responses": {"200": {"description": "ok"}}}}}""").mapIndexed { index, paths ->
            val text = """{"openapi": "3.1.0", "info": {"title": "t", "version": "1.$index.0"}, "paths": $paths}"""
            Files.writeString(folder.resolve("$index.json"), text)
        }

        assertTrue("/flows" in changelog(old, new))
    }

    @Test
    fun `the README writes a changelog, a comment and a next version`(@TempDir folder: Path) {
        val (old, new) = withARemoval(folder)
        val (changelog, comment) = announce(old, new, Release(version = "1.5.0", previous = "1.4.0", date = "2026-04-11"))

        assertTrue("title: \"t 1.5.0\"" in changelog && "GET /flows" in changelog, changelog)
        assertTrue(comment.startsWith("<!-- waybill:comment description=Flows head=5d20e9b7 "), comment)
        comparison(old, new).use { assertEquals("2.0.0", next("1.4.0", it)) }
    }

    @Test
    fun `the README's rewrite retries and uses the checked wording`(@TempDir folder: Path) {
        val (old, new) = withARemoval(folder)
        val keys = mutableListOf<String>()
        val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
        server.createContext("/v1/chat/completions") { exchange ->
            keys += exchange.requestHeaders.getFirst("authorization")
            val id = Regex("[0-9a-f]{12}").find(exchange.requestBody.readAllBytes().decodeToString())!!.value
            val answer = """{"changes":[{"id":"$id","reason":"Calls of `GET /flows` fail from now on.","action":"Stop calling `GET /flows`."}]}"""
            val text = answer.replace("\"", "\\\"")
            val body = """{"choices":[{"finish_reason":"stop","message":{"content":"$text"}}]}"""
            if (keys.size == 1) exchange.responseHeaders["retry-after"] = "0"
            exchange.answer(if (keys.size == 1) 503 else 200, body.toByteArray())
        }
        server.start()
        try {
            val options = ModelOptions(ModelProvider.OPENAI, baseUrl = "http://127.0.0.1:${server.address.port}/v1")
            val found = comparison(old, new).use { rewrite(it, Release("1.5.0", "1.4.0"), options, "canary") }
            assertEquals(listOf("Bearer canary", "Bearer canary"), keys)
            assertEquals(emptyList<Any>(), found.refusals)
            assertTrue("Stop calling `GET /flows`." in found.text && "canary" !in found.text, found.text)
        } finally {
            server.stop(0)
        }
    }

    private fun withARemoval(folder: Path): List<Path> =
        listOf("""{"/flows": {"get": {"responses": {"200": {"description": "ok"}}}}}""", "{}").mapIndexed { index, paths ->
            val text = """{"openapi": "3.1.0", "info": {"title": "t", "version": "1.${4 + index}.0"}, "paths": $paths}"""
            Files.writeString(folder.resolve("$index.json"), text)
        }

    private fun comparison(old: Path, new: Path) = compare(Files.readAllBytes(old), Files.readAllBytes(new))

    private fun serving(test: suspend (String) -> Unit) {
        val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
        server.createContext("/api/v1/flows/f 1/execute") { it.answer(200, it.requestHeaders.getFirst("authorization").toByteArray()) }
        server.createContext("/api/v1/flows/missing/execute") { it.answer(404, ByteArray(0)) }
        server.createContext("/realms/shop/protocol/openid-connect/token") { it.answer(200, TOKEN.toByteArray()) }
        server.createContext("/api/orders/export") { it.answer(200, ByteArray(DOWNLOAD)) }
        server.createContext("/api/health") { it.answer(200, """{"status":"UP"}""".toByteArray()) }
        server.createContext("/api/artifact/upload") { it.answer(201, """[{"name":"TrackService","version":"1.0"}]""".toByteArray()) }
        server.createContext("/api/services") { it.answer(200, """[{"name":"TrackService","version":"1.0"}]""".toByteArray()) }
        server.createContext("/soap/TrackService/1.0") {
            it.responseHeaders["content-type"] = "text/xml"
            it.answer(200, "<State>IN_TRANSIT</State>".toByteArray())
        }
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
