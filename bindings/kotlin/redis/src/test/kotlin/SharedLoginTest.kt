/*
 * A login that several clients share through a real Redis. Like separate processes, each has its own connection.
 */
import dev.waybill.Note
import dev.waybill.SealingKey
import dev.waybill.SharedStoreOptions
import dev.waybill.TokenStore
import dev.waybill.WaybillClient
import dev.waybill.WaybillException
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.AclSetuserArgs
import io.lettuce.core.SetArgs
import io.lettuce.core.protocol.CommandType
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlin.time.TimeSource
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.BeforeAll
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test

class SharedLoginTest {
    private val notes = ConcurrentLinkedQueue<Note>()
    private val clients = mutableListOf<WaybillClient>()
    private val admin = redis.connect().sync()
    private var provider = IdentityProvider()

    @BeforeEach
    fun empty() {
        admin.flushall()
    }

    @AfterEach
    fun close() {
        clients.forEach { it.close() }
        provider.close()
    }

    private fun join(
        keys: List<SealingKey> = listOf(KEY),
        password: String = IdentityProvider.PASSWORD,
        store: TokenStore = RedisTokenStore(redis.connect()),
        trustStore: Boolean = false,
    ): WaybillClient {
        val config = provider.config(SharedStoreOptions(store, keys, trustStore), password)
        return WaybillClient(config) { notes += it }.also(clients::add)
    }

    private suspend fun call(client: WaybillClient): Int = client.commerce("north").send("GET", "/orders").use { it.status }

    private suspend fun callAll(fleet: List<WaybillClient>): Set<Int> = coroutineScope { fleet.map { async { call(it) } }.awaitAll().toSet() }

    /** Waits until the work after a response is done: the record is saved and the lock released. */
    private suspend fun settle() = until { admin.keys("*:lock").isEmpty() }

    private suspend fun until(condition: suspend () -> Boolean) = withTimeout(60.seconds) { while (!condition()) delay(10) }

    private fun record() = admin.keys("*:record").single()

    @Test
    fun `of many clients one logs in, and the others use its token`() = runBlocking(Dispatchers.Default) {
        val fleet = List(8) { join() }
        assertEquals(setOf(200), callAll(fleet + fleet + fleet))
        assertEquals(listOf("password"), provider.grants)
    }

    @Test
    fun `a renewed token is shared, and no refresh token is resent`() = runBlocking(Dispatchers.Default) {
        provider.close()
        provider = IdentityProvider(lifetime = 3.seconds)
        val fleet = List(4) { join() }
        val began = TimeSource.Monotonic.markNow()
        until {
            assertEquals(setOf(200), callAll(fleet))
            provider.grants.size > 3
        }
        assertEquals(0, provider.replays)
        assertEquals(1, provider.grants.count { it == "password" })
        assertTrue(began.elapsedNow() > 2.seconds, "tokens that live for three seconds are not renewed at once")
    }

    @Test
    fun `in the steady state nothing is asked of the store`() = runBlocking {
        val client = join()
        call(client)
        settle()
        val commands = redis.monitor()
        repeat(50) { call(client) }
        admin.echo("the end")
        until { commands.any { "the end" in it } }
        assertEquals(emptyList<String>(), commands.filter { "waybill:" in it })
    }

    @Test
    fun `nothing that the store shows holds a token or the password`() = runBlocking {
        val commands = redis.monitor()
        admin.configSet("slowlog-log-slower-than", "0")
        call(join())
        settle()
        assertTrue(Regex("waybill:\\{[0-9a-f]{64}}:record").matches(record()), record())
        val fields = admin.hgetall(record())
        assertEquals(setOf("key", "nonce", "sealed", "seq", "version"), fields.keys)
        until { commands.any { record() in it } }
        val shown = "$commands $fields ${admin.slowlogGet(100)} $notes"
        assertFalse("canary" in shown, shown)
    }

    @Test
    fun `a killed client blocks others only until its lock expires`() = runBlocking {
        call(join())
        settle()
        val lock = record().replace("record", "lock")
        admin.del(record())
        // Taken before the lock is set, because the lock's lifetime starts then.
        val began = TimeSource.Monotonic.markNow()
        admin.set(lock, "a process that is no more", SetArgs.Builder.px(1_500))
        call(join())
        assertTrue(began.elapsedNow() >= 1_450.milliseconds, "${began.elapsedNow()}")
    }

    @Test
    fun `during a store outage only clients with a token can call`() = runBlocking {
        val holding = join()
        call(holding)
        settle()
        // A client without a token. It connects while the server can still accept connections.
        val without = join(store = RedisTokenStore(redis.connect()))
        admin.del(record())
        redis.signal("STOP")
        try {
            assertEquals(200, call(holding))
            assertEquals("store.failed", failure { call(without) }.code)
        } finally {
            redis.signal("CONT")
        }
        assertTrue(notes.any { it.code == "store.down" }, "$notes")
        assertTrue(notes.any { it.code == "store.error" && "TIMED_OUT" in it.message }, "$notes")
        // A lock that is granted late is released.
        settle()
        assertEquals(emptyList<String>(), admin.keys("*"))
    }

    @Test
    fun `a record sealed with another key is not read or replaced`() = runBlocking {
        call(join())
        settle()
        val stored = admin.hgetall(record())
        assertEquals("store.failed", failure { call(join(keys = listOf(NEXT_KEY))) }.code)
        assertTrue(notes.any { it.code == "store.unreadable" }, "$notes")
        assertEquals(stored, admin.hgetall(record()))

        assertEquals(200, call(join(keys = listOf(NEXT_KEY, KEY))))
        assertEquals(listOf("password"), provider.grants)
    }

    @Test
    fun `a wrong password costs a fleet one try`() = runBlocking {
        for (client in List(5) { join(password = "canary-wrong") }) {
            assertEquals("token.credentials-rejected", failure { call(client) }.code)
        }
        assertEquals(listOf("password"), provider.grants)
    }

    @Test
    fun `without a key the store is refused, unless it is trusted`() = runBlocking {
        val error = assertThrows(WaybillException::class.java) { join(keys = emptyList()) }
        assertEquals("store.key", error.code)
        assertEquals(200, call(join(keys = emptyList(), trustStore = true)))
        settle()
        assertTrue("canary-refresh" in admin.hget(record(), "sealed"))
    }

    @Test
    fun `an error of Redis is reported by its first word`() = runBlocking {
        val client = join()
        admin.aclSetuser("default", AclSetuserArgs().removeCommand(CommandType.EVAL))
        try {
            assertEquals("store.failed", failure { call(client) }.code)
        } finally {
            admin.aclSetuser("default", AclSetuserArgs().addCommand(CommandType.EVAL))
        }
        assertTrue(notes.any { it.message == "the shared store failed to acquire the lock: NOPERM" }, "$notes")
    }

    private suspend fun failure(call: suspend () -> Unit): WaybillException = try {
        call()
        error("it did not fail")
    } catch (error: WaybillException) {
        error
    }

    private companion object {
        val KEY = SealingKey("2026-11", ByteArray(32) { 7 })
        val NEXT_KEY = SealingKey("2026-12", ByteArray(32) { 9 })
        lateinit var redis: RedisServer

        @JvmStatic
        @BeforeAll
        fun start() {
            redis = RedisServer()
        }

        @JvmStatic
        @AfterAll
        fun stop() = redis.close()
    }
}
