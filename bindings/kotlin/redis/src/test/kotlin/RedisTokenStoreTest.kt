/*
 * The store over Lettuce on its own: locks that are renewed, awaited and given up, and a cluster.
 */
import dev.waybill.LockRequest
import dev.waybill.SaveRequest
import dev.waybill.SealedRecord
import dev.waybill.TokenStore
import dev.waybill.TokenStoreException
import dev.waybill.UnlockRequest
import dev.waybill.redis.RedisTokenStore
import io.lettuce.core.RedisURI
import io.lettuce.core.cluster.RedisClusterClient
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.math.abs
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

class RedisTokenStoreTest {
    @Test
    fun `a lock is renewed until its release or the end of its lease`() = runBlocking {
        RedisServer().use { redis ->
            val (store, admin) = RedisTokenStore(redis.connect()) to redis.connect().sync()
            store.lock(request("a", lease = 40.seconds))
            store.lock(request("b", login = OTHER_LOGIN, lease = 2.seconds))
            // Both locks live for ten seconds from here. When the first is renewed, the second one's lease is over.
            until {
                val (renewed, other) = listOf(LOGIN, OTHER_LOGIN).map { admin.pttl("waybill:{$it}:lock") }
                renewed > other + 2_000
            }
            store.unlock(UnlockRequest(LOGIN, "a"))
            assertNull(admin.get("waybill:{$LOGIN}:lock"))
        }
    }

    @Test
    fun `a taken lock is waited for unless a newer record exists`() = runBlocking {
        RedisServer().use { redis ->
            val (one, other) = List(2) { RedisTokenStore(redis.connect()) }
            assertNull(one.lock(request("a")).record)
            assertNull(withTimeoutOrNull(500.milliseconds) { other.lock(request("b")) }, "it waits")
            assertTrue(one.save(SaveRequest(LOGIN, "a", 0, record(1))))
            assertEquals("1", other.lock(request("b")).record?.seq)
            assertFalse(other.save(SaveRequest(LOGIN, "b", 1, record(2))), "without the lock")
            val waiting = async { other.lock(request("c", knownSeq = 1)) }
            delay(200)
            one.unlock(UnlockRequest(LOGIN, "a"))
            assertEquals("1", withTimeoutOrNull(60.seconds) { waiting.await() }?.record?.seq)
            assertFalse(other.save(SaveRequest(LOGIN, "c", 0, record(2))), "with another number")
            assertTrue(other.save(SaveRequest(LOGIN, "c", 1, record(2))))
        }
    }

    @Test
    fun `a cancelled lock request is released after a late grant`() = runBlocking {
        RedisServer().use { redis ->
            val (store, admin) = RedisTokenStore(redis.connect()) to redis.connect().sync()
            redis.signal("STOP")
            val waiting = async { store.lock(request("a")) }
            delay(200)
            waiting.cancelAndJoin()
            assertEquals("TIMED_OUT", reason { store.unlock(UnlockRequest(LOGIN, "a")) })
            redis.signal("CONT")
            assertEquals(emptyList<String>(), admin.keys("*"))
        }
    }

    @Test
    fun `a command is not kept for later while the store is gone`() = runBlocking {
        val redis = RedisServer()
        val connection = redis.connect()
        val store = RedisTokenStore(connection)
        store.lock(request("a"))
        redis.kill()
        until { !connection.isOpen }
        assertEquals("NOT_CONNECTED", reason { store.save(SaveRequest(LOGIN, "a", 0, record(1))) })
        redis.close()
    }

    @Test
    fun `a cancelled command is not sent to a restarted server`() = runBlocking {
        RedisServer().use { redis ->
            val connection = redis.connect()
            val store = RedisTokenStore(connection)
            redis.signal("STOP")
            // The first command without a response fails with its connection; Lettuce resends the others.
            connection.async().ping()
            assertEquals("TIMED_OUT", reason { store.lock(request("a")) })
            redis.restart()
            until { connection.isOpen }
            connection.sync().ping()
            assertEquals(emptyList<String>(), redis.connect().sync().keys("*"))
        }
    }

    @Test
    fun `over a cluster both keys are in one slot`(@TempDir folder: Path) = runBlocking {
        RedisServer("--cluster-enabled", "yes", "--dir", "$folder").use { redis ->
            val admin = redis.connect().sync()
            admin.clusterAddSlots(*IntArray(16_384) { it })
            until { "cluster_state:ok" in admin.clusterInfo() }
            val client = RedisClusterClient.create(RedisURI.create("127.0.0.1", redis.port))
            val connection = client.connect()
            use(RedisTokenStore(connection))
            client.shutdown(0, 0, TimeUnit.SECONDS)
        }
    }

    @Test
    fun `the password is the connection's own`() = runBlocking {
        RedisServer("--requirepass", "canary-redis").use { redis ->
            val uri = RedisURI.builder().withHost("127.0.0.1").withPort(redis.port).withPassword("canary-redis".toCharArray()).build()
            use(RedisTokenStore(redis.connect(uri)))
        }
    }

    private suspend fun use(store: TokenStore) {
        val locked = store.lock(request("a"))
        assertTrue(abs(locked.storeTime.toEpochMilli() - System.currentTimeMillis()) < 60_000, "${locked.storeTime}")
        assertTrue(store.save(SaveRequest(LOGIN, "a", 0, record(1))))
        store.unlock(UnlockRequest(LOGIN, "a"))
        assertEquals("sealed", store.lock(request("b")).record?.sealed)
        store.unlock(UnlockRequest(LOGIN, "b"))
    }

    private suspend fun until(condition: () -> Boolean) = withTimeout(60.seconds) { while (!condition()) delay(20) }

    private suspend fun reason(command: suspend () -> Unit): String? = try {
        command()
        null
    } catch (error: TokenStoreException) {
        error.reason
    }

    private fun request(owner: String, login: String = LOGIN, lease: Duration = 10.seconds, knownSeq: Long = 0) =
        LockRequest(login, owner, lease, knownSeq)

    private fun record(seq: Int) = SealedRecord("1", "$seq", "k", "nonce", "sealed")

    private companion object {
        val LOGIN = "0f".repeat(32)
        val OTHER_LOGIN = "1e".repeat(32)
    }
}
