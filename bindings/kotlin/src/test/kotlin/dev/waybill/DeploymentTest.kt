/*
 * Credentials from variables, from a mounted file, and from a source that replaces them while calls are in flight.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.attribute.PosixFilePermissions
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

class DeploymentTest {
    @TempDir
    lateinit var folder: Path

    @Test
    fun `configuration comes from variables and systemd's files`() {
        Files.writeString(folder.resolve("waybill_password"), "canary-password\n")
        val config = readVariables(
            mapOf(
                "WAYBILL_ENVIRONMENT" to "sandbox", "WAYBILL_BASE_URL" to "https://p.example/api/v1", "WAYBILL_MOCK_URL" to "",
                "WAYBILL_API_KEY" to "canary-key", "WAYBILL_REALM" to "shop", "WAYBILL_USERNAME" to "ada",
                "CREDENTIALS_DIRECTORY" to folder.toString(),
            ),
        )
        assertEquals(Environment("sandbox", EnvironmentKind.SANDBOX, baseUrl = "https://p.example/api/v1"), config.environments.single())
        val credentials = config.credentials.single()
        assertEquals("canary-key" to "canary-password", credentials.apiKey to credentials.login?.password)
        assertNull(credentials.login?.refreshToken)
        assertFalse("$config".contains("canary"), "$config")
        for (value in listOf(null, "", "canary")) {
            val error = assertThrows(WaybillException::class.java) { readVariables(listOfNotNull(value?.let { "WAYBILL_ENVIRONMENT" to it }).toMap()) }
            assertEquals("credentials.variable", error.code)
            assertFalse("$error".contains("canary"))
        }
    }

    @Test
    fun `a file that others may write is refused`() {
        val file = write("file.json", deployment("canary"), "rw-------")
        var told = 0
        val config = readCredentialsFile(file) { told++ }
        assertEquals("canary" to 0, config.credentials.single().apiKey to told)
        for (rights in listOf("rw-r-----", "rw----r--")) readCredentialsFile(write("$rights.json", deployment("k"), rights)) { told++ }
        assertEquals(2, told)
        for (rights in listOf("rw--w----", "rw-----w-")) assertEquals("credentials.file", refusal(write("$rights.json", deployment("k"), rights)).code)
        for (text in listOf("", "{", deployment("canary").replace("apiKey", "apikey"))) {
            val error = refusal(write("broken.json", text, "rw-------"))
            assertEquals("credentials.file", error.code)
            assertFalse("$error".contains("canary"), "$error")
        }
        ProcessBuilder("mkfifo", folder.resolve("pipe").toString()).start().waitFor()
        for (path in listOf(folder, folder.resolve("pipe"))) assertEquals("credentials.file", refusal(path).code)
        assertThrows(NoSuchFileException::class.java) { readCredentialsFile(folder.resolve("nowhere")) }
    }

    @Test
    fun `keys of a source replace the client's without losing calls`() = platform { client, ask ->
        val version = AtomicInteger()
        val errors = ConcurrentLinkedQueue<String?>()
        val source = SecretSource {
            val now = version.getAndIncrement()
            if (now % 5 == 4) error("the manager is down")
            Credentials("sandbox", "key-$now")
        }
        val sync = CredentialsSync(client, source, 1.milliseconds) { errors += it.message }
        val seen = ConcurrentHashMap.newKeySet<String>()
        eventually {
            seen += List(20) { async { ask() } }.awaitAll()
            seen.size > 20 && errors.isNotEmpty()
        }
        sync.close()
        val last = version.get()
        assertTrue(seen.all { it.matches(Regex("Bearer key-\\d+")) }, "$seen")
        assertTrue(errors.all { it == "the manager is down" }, "$errors")
        sync.refresh()
        delay(40)
        // A read that was in progress is counted late. No other one begins.
        assertTrue(version.get() <= last + 1, "${version.get()} reads, $last before")
    }

    @Test
    fun `a replaced mounted file is read again`() = platform { client, ask ->
        for (name in listOf("one", "two")) {
            Files.createDirectory(folder.resolve(name))
            write("$name/credentials.json", deployment("key-$name"), "rw-------")
        }
        // Like Kubernetes: a link to the folder of the current version is replaced.
        Files.createSymbolicLink(folder.resolve("..data"), Path.of("one"))
        val sync = CredentialsSync(client, fileSource(folder.resolve("..data/credentials.json")), 1.hours) { throw it }
        sync.refresh()
        assertEquals("Bearer key-one", ask())
        Files.createSymbolicLink(folder.resolve("..next"), Path.of("two"))
        Files.move(folder.resolve("..next"), folder.resolve("..data"), java.nio.file.StandardCopyOption.ATOMIC_MOVE)
        sync.refresh()
        assertEquals("Bearer key-two", ask())
        sync.close()
    }

    @Test
    fun `refreshes during a read share one further read`() = platform { client, ask ->
        val reads = Channel<CompletableDeferred<String>>(Channel.UNLIMITED)
        val source = SecretSource { Credentials("sandbox", CompletableDeferred<String>().also { reads.send(it) }.await()) }
        val sync = CredentialsSync(client, source, 1.hours) { throw it }
        val first = reads.receive()
        val asking = List(2) { async(start = CoroutineStart.UNDISPATCHED) { sync.refresh() } }
        first.complete("key-before")
        reads.receive().complete("key-after")
        asking.awaitAll()
        assertEquals("Bearer key-after", ask())
        assertTrue(reads.tryReceive().isFailure, "one read serves both")
        sync.close()
    }

    @Test
    fun `a hanging source and a throwing listener do no harm`() = platform { client, ask ->
        val isReading = CompletableDeferred<Unit>()
        val source = SecretSource {
            isReading.complete(Unit)
            awaitCancellation()
        }
        val hanging = CredentialsSync(client, source, 1.milliseconds) { error("not told") }
        assertEquals("Bearer key-0", ask())
        val asking = async { hanging.refresh() }
        isReading.await()
        hanging.close()
        withTimeout(LONGEST_WAIT) { asking.await() }
        val reads = AtomicInteger()
        val throwing = CredentialsSync(client, { error("down ${reads.incrementAndGet()}") }, 1.milliseconds) { error("the listener") }
        eventually { reads.get() >= 3 }
        throwing.close()
        val wrong = ConcurrentLinkedQueue<String>()
        CredentialsSync(client, { Credentials("production", "canary") }, 1.hours) { wrong += (it as WaybillException).code }.use { it.refresh() }
        assertEquals("credentials.wrong-environment", wrong.first())
        assertEquals("Bearer key-0", ask())
    }

    private fun write(name: String, text: String, rights: String): Path = folder.resolve(name).also {
        Files.writeString(it, text)
        Files.setPosixFilePermissions(it, PosixFilePermissions.fromString(rights))
    }

    private fun deployment(key: String) =
        """{"environment": "sandbox", "environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://p.example/api/v1"}],
            "credentials": [{"environment": "sandbox", "apiKey": "$key"}]}"""

    private fun refusal(file: Path): WaybillException = assertThrows(WaybillException::class.java) { readCredentialsFile(file) }

    /** Runs a test with a client of a platform that responds with the received credential. */
    private fun platform(test: suspend kotlinx.coroutines.CoroutineScope.(WaybillClient, suspend () -> String) -> Unit) = runBlocking {
        val environment = Environment("sandbox", EnvironmentKind.SANDBOX, baseUrl = "https://p.example/api/v1")
        val production = Environment("production", EnvironmentKind.PRODUCTION, baseUrl = "https://q.example/api/v1")
        val config = ClientConfig(listOf(environment, production), "sandbox", listOf(Credentials("sandbox", "key-0")))
        val transport = Transport { request ->
            delay(1)
            val sent = request.headers.first { it.first.equals("authorization", ignoreCase = true) }.second
            TransportResponse(200, emptyList(), HeldBody(sent.encodeToByteArray()))
        }
        WaybillClient(config, transport).use { client -> test(client) { client.platform.send("GET", "/things").use { it.text() } } }
    }
}
