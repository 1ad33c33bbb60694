/*
 * A login that clients share through other setups than one plain server: a cluster, a Sentinel's primary, and a server with TLS
 * and a password.
 */
import dev.waybill.LockRequest
import dev.waybill.Note
import dev.waybill.SaveRequest
import dev.waybill.SealedRecord
import dev.waybill.SealingKey
import dev.waybill.SharedStoreOptions
import dev.waybill.TokenStore
import dev.waybill.TokenStoreException
import dev.waybill.UnlockRequest
import dev.waybill.WaybillClient
import dev.waybill.WaybillException
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.ClientOptions
import io.lettuce.core.RedisClient
import io.lettuce.core.RedisConnectionException
import io.lettuce.core.RedisURI
import io.lettuce.core.SslOptions
import io.lettuce.core.cluster.RedisClusterClient
import io.lettuce.core.cluster.SlotHash
import java.net.InetAddress
import java.net.Socket
import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.TimeUnit
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.junit.jupiter.api.io.TempDir

@Timeout(180)
class StoreServersTest {
    @TempDir
    lateinit var folder: Path
    private val notes = ConcurrentLinkedQueue<Note>()
    private val closing = ArrayDeque<AutoCloseable>()
    private val provider = closeAtEnd(IdentityProvider(lifetime = 3.seconds))

    /** Registers a resource to close at the end, in reverse order. */
    private fun <T : AutoCloseable> closeAtEnd(resource: T): T = resource.also(closing::addFirst)

    @AfterEach
    fun close() = closing.forEach { it.close() }

    private fun join(store: TokenStore): WaybillClient =
        closeAtEnd(WaybillClient(provider.config(SharedStoreOptions(store, listOf(KEY)))) { notes += it })

    private fun connect(uri: RedisURI, options: ClientOptions = ClientOptions.create()): RedisTokenStore {
        val client = RedisClient.create(uri).apply { setOptions(options) }
        closeAtEnd(AutoCloseable { client.shutdown(0, 0, TimeUnit.SECONDS) })
        return RedisTokenStore(client.connect())
    }

    private fun connect(cluster: RedisCluster): RedisTokenStore {
        val client = RedisClusterClient.create(cluster.uris)
        closeAtEnd(AutoCloseable { client.shutdown(0, 0, TimeUnit.SECONDS) })
        return RedisTokenStore(client.connect())
    }

    /** Returns the result of each client's call: a status, or an error's code. */
    private suspend fun callAll(fleet: List<WaybillClient>): Set<Any> = supervisorScope {
        fleet.map { client ->
            async {
                try {
                    client.commerce("north").send("GET", "/orders").use { it.status }
                } catch (error: WaybillException) {
                    error.code
                }
            }
        }.awaitAll().toSet()
    }

    private suspend fun callFor(time: Duration, fleet: List<WaybillClient>) {
        val end = TimeSource.Monotonic.markNow() + time
        while (end.hasNotPassedNow()) {
            assertEquals(setOf<Any>(200), callAll(fleet), "$notes")
            delay(50)
        }
    }

    private suspend fun until(condition: () -> Boolean) = withTimeout(60.seconds) { while (!condition()) delay(50) }

    private fun assertOneLogin() {
        assertEquals(0, provider.replays)
        assertEquals(1, provider.grants.count { it == "password" })
    }

    @Test
    fun `over a cluster a slot that moves takes the login with it`() = runBlocking<Unit>(Dispatchers.Default) {
        val cluster = closeAtEnd(RedisCluster(3, folder))
        val fleet = List(3) { join(connect(cluster)) }
        callFor(3.seconds, fleet)
        val admin = closeAtEnd(RedisClusterClient.create(cluster.uris)).connect().sync()
        val record = admin.keys("*:record").single()
        assertEquals(SlotHash.getSlot(record), SlotHash.getSlot(record.replace("record", "lock")))
        // From now on the old node redirects clients to the new one (`MOVED`).
        cluster.moveSlot(record)
        callFor(4.seconds, fleet)
        assertOneLogin()
        assertTrue(provider.grants.size > 2, "${provider.grants}")
        assertEquals(emptyList<Note>(), notes.filter { it.code.startsWith("store.") })
    }

    @Test
    fun `a lock request during a slot move waits up to its limit`() = runBlocking {
        val cluster = closeAtEnd(RedisCluster(2, folder))
        val store = connect(cluster)
        suspend fun lock(owner: String) = store.lock(LockRequest(LOGIN, owner, 10.seconds, 0))
        lock("a")
        assertTrue(store.save(SaveRequest(LOGIN, "a", 0, SealedRecord("1", "1", "k", "nonce", "sealed"))))
        store.unlock(UnlockRequest(LOGIN, "a"))
        // The record exists on one node and the lock on neither, so both nodes reject the script (`TRYAGAIN`).
        coroutineScope {
            val asked = async(start = CoroutineStart.LAZY) { lock("b") }
            cluster.moveSlot("{$LOGIN}") {
                asked.start()
                delay(150)
            }
            assertEquals("1", asked.await().record?.seq)
        }
        store.unlock(UnlockRequest(LOGIN, "b"))
        // A move that takes longer fails with its reason.
        cluster.moveSlot("{$LOGIN}") {
            val failure = runCatching { lock("c") }.exceptionOrNull()
            assertEquals("TRYAGAIN", (failure as? TokenStoreException)?.reason, "$failure")
        }
        assertEquals("1", lock("d").record?.seq)
        store.unlock(UnlockRequest(LOGIN, "d"))
    }

    @Test
    fun `a replica promoted by Sentinel keeps the login`() = runBlocking<Unit>(Dispatchers.Default) {
        // The replica stores the copied data in a file for a moment.
        val primary = closeAtEnd(RedisServer("--dir", "$folder", "--repl-diskless-sync-delay", "0"))
        val replica = closeAtEnd(RedisServer("--dir", "$folder", "--replicaof", "127.0.0.1", "${primary.port}"))
        val admin = replica.connect().sync()
        until { "master_link_status:up" in admin.info("replication") }
        val sentinel = closeAtEnd(Sentinel(primary, folder))
        val fleet = List(2) { join(connect(sentinel.uri)) }
        callFor(3.seconds, fleet)
        val before = provider.grants.size
        primary.kill()
        val end = TimeSource.Monotonic.markNow() + 20.seconds
        while ("role:master" !in admin.info("replication")) {
            assertTrue(end.hasNotPassedNow(), "the replica took over")
            assertTrue(callAll(fleet).all { it == 200 || it == "store.failed" })
            delay(50)
        }
        var served = 0
        while (served < 20) {
            assertTrue(end.hasNotPassedNow(), "the login is back: $notes")
            served = if (callAll(fleet) == setOf<Any>(200)) served + 1 else 0
            delay(50)
        }
        callFor(4.seconds, fleet)
        assertTrue(provider.grants.size > before, "it was renewed through the new primary")
        assertOneLogin()
    }

    @Test
    fun `TLS connections check the certificate and send the password`() = runBlocking<Unit>(Dispatchers.Default) {
        val certificates = Certificates(folder)
        RedisServer("--requirepass", "canary-redis", certificates = certificates).use { server ->
            val uri = RedisURI.builder(server.uri).withSsl(true).withPassword("canary-redis".toCharArray()).build()
            val trusting = ClientOptions.builder().sslOptions(SslOptions.builder().trustManager(certificates.authority.toFile()).build()).build()
            until { runCatching { Socket(InetAddress.getLoopbackAddress(), server.port).close() }.isSuccess }
            val fleet = List(2) { join(connect(uri, trusting)) }
            callFor(4.seconds, fleet)
            assertOneLogin()
            assertThrows(RedisConnectionException::class.java) { connect(uri) }
        }
    }

    private companion object {
        val KEY = SealingKey("2026-11", ByteArray(32) { 7 })
        val LOGIN = "0f".repeat(32)
    }
}
