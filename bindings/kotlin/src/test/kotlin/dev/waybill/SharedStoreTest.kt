/*
 * A custom store: the requests it receives, the meaning of its failures, and the secrets it never receives.
 */
package dev.waybill

import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.NonCancellable
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class SharedStoreTest {
    private val notes = ConcurrentLinkedQueue<Note>()
    private val logins = AtomicInteger()

    /** A store that keeps a record in memory, and its requests in order. */
    private open class MemoryStore : TokenStore {
        val asked = ConcurrentLinkedQueue<Any>()

        @Volatile
        var record: SealedRecord? = null

        override suspend fun lock(request: LockRequest): LockedRecord {
            asked += request
            return LockedRecord(record, Instant.now())
        }

        override suspend fun save(request: SaveRequest): Boolean {
            asked += request
            record = request.record
            return true
        }

        override suspend fun unlock(request: UnlockRequest) {
            asked += request
        }
    }

    @Test
    fun `it is asked under one owner for each lock, and sees no token`() = runBlocking {
        val store = MemoryStore()
        client(store).use { it.call() }
        eventually { store.asked.size == 4 }
        val (lock, save, commit, unlock) = store.asked.toList()
        assertTrue(lock is LockRequest && lock.knownSeq == 0L && lock.lease > 30.seconds && lock.login.matches(Regex("[0-9a-f]{64}")), "$lock")
        assertTrue(save is SaveRequest && save.expectedSeq == 0L && save.record.seq == "1", "$save")
        assertTrue(commit is SaveRequest && commit.expectedSeq == 1L && commit.record.key == "k", "$commit")
        val owner = (lock as LockRequest).owner
        assertEquals(listOf(owner, owner, owner), listOf((save as SaveRequest).owner, (commit as SaveRequest).owner, (unlock as UnlockRequest).owner))
        assertFalse(save.record.nonce == commit.record.nonce, "each save has a nonce of its own")
        assertFalse("canary" in store.asked.joinToString { "$it ${(it as? SaveRequest)?.record?.sealed}" })

        client(store).use { it.call() }
        eventually { store.asked.size == 6 }
        assertEquals(1, logins.get(), "the second one uses the record")
        assertFalse(owner == (store.asked.toList()[4] as LockRequest).owner)
    }

    @Test
    fun `any store exception fails the call without showing its text`() = runBlocking {
        val failures = listOf(
            TokenStoreException("READONLY", IllegalStateException("canary")) to "READONLY",
            TokenStoreException("canary is the password") to "unnamed reason",
            IllegalStateException("canary") to "IllegalStateException",
            CancellationException("canary") to "CancellationException",
            StackOverflowError("canary") to "StackOverflowError",
        )
        for ((failure, name) in failures) {
            notes.clear()
            val store = object : MemoryStore() {
                override suspend fun lock(request: LockRequest): LockedRecord = throw failure
            }
            val error = client(store).use { it.failure() }
            assertEquals("store.failed", error.code)
            assertEquals("the shared store failed to acquire the lock: $name", notes.first { it.code == "store.error" }.message)
            assertFalse("canary" in "$notes ${error.stackTraceToString()}")
        }
        assertEquals(0, logins.get())
    }

    @Test
    fun `a process logs in during an outage if loginWhileDown is set`() = runBlocking {
        val store = object : MemoryStore() {
            override suspend fun lock(request: LockRequest): LockedRecord = throw TokenStoreException("DOWN")
        }
        client(SharedStoreOptions(store, KEYS, loginWhileDown = true)).use { it.call() }
        assertEquals(1, logins.get())
        assertTrue(notes.any { it.code == "store.down" }, "$notes")
    }

    @Test
    fun `a rejected save is decided again under a new lock`() = runBlocking {
        val store = object : MemoryStore() {
            var isFirst = true

            override suspend fun save(request: SaveRequest): Boolean {
                if (!isFirst) return super.save(request)
                isFirst = false
                return false
            }
        }
        client(store).use { it.call() }
        eventually { store.asked.filterIsInstance<UnlockRequest>().size == 2 }
        assertEquals(2, store.asked.filterIsInstance<LockRequest>().map { it.owner }.toSet().size)
    }

    @Test
    fun `a lock that arrives after the client was closed is released`() = runBlocking {
        val (began, granted) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
        val store = object : MemoryStore() {
            override suspend fun lock(request: LockRequest): LockedRecord = withContext(NonCancellable) {
                began.complete(Unit)
                granted.await()
                super.lock(request)
            }
        }
        val client = client(store)
        val failure = async { client.failure() }
        began.await()
        client.close()
        assertEquals("client.closed", failure.await().code)
        delay(100)
        assertEquals(0, store.asked.size, "nothing is released that is not held")
        granted.complete(Unit)
        eventually { store.asked.size == 2 }
        val (lock, unlock) = store.asked.toList()
        assertEquals((lock as LockRequest).owner, (unlock as UnlockRequest).owner)
    }

    @Test
    fun `a lock that is waited for holds up no other call`() = runBlocking {
        val began = CompletableDeferred<Unit>()
        val store = object : MemoryStore() {
            override suspend fun lock(request: LockRequest): LockedRecord {
                began.complete(Unit)
                awaitCancellation()
            }
        }
        client(store).use { client ->
            val waiting = async { client.failure() }
            began.await()
            withTimeout(LONGEST_WAIT) { client.platform.send("GET", "/things").close() }
            client.close()
            assertEquals("client.closed", waiting.await().code)
        }
        eventually { store.asked.any { it is UnlockRequest } }
    }

    @Test
    fun `invalid keys are refused, and key bytes are never shown`() {
        fun refusal(vararg keys: SealingKey) = assertThrows(WaybillException::class.java) { client(SharedStoreOptions(MemoryStore(), keys.toList())) }
        assertEquals("store.key", refusal().code)
        assertTrue("5 bytes; expected 32" in refusal(SealingKey("k", ByteArray(5))).message.orEmpty())
        assertTrue("two keys" in refusal(KEYS[0], KEYS[0]).message.orEmpty())
        assertThrows(IllegalArgumentException::class.java) { SharedStoreOptions(MemoryStore(), KEYS, trustStore = true) }

        val key = SealingKey("k", "canary-canary-canary-canary-canar".toByteArray().copyOf(32))
        val texts = "$key ${SharedStoreOptions(MemoryStore(), listOf(key))} ${config(SharedStoreOptions(MemoryStore(), listOf(key)))}"
        assertFalse("canary" in texts || "99, 97, 110" in texts, texts)
        assertFalse("canary" in "${SealedRecord("1", "1", "", "", "canary")}")
    }

    private fun client(store: TokenStore) = client(SharedStoreOptions(store, KEYS))

    private fun client(options: SharedStoreOptions) = WaybillClient(config(options), Transport(::answer)) { notes += it }

    private fun config(options: SharedStoreOptions): ClientConfig {
        val environment = Environment("sandbox", EnvironmentKind.SANDBOX, "https://p.example/api/v1", commerceUrl = "https://p.example/api", authUrl = "https://p.example")
        val credentials = Credentials("sandbox", "canary-key", Login("acme", "ada", "canary-password"))
        return ClientConfig(listOf(environment), "sandbox", listOf(credentials), sharedStore = options)
    }

    private fun answer(request: TransportRequest): TransportResponse {
        val isLogin = "/realms/" in request.url
        if (isLogin) logins.incrementAndGet()
        val text = if (isLogin) """{"access_token":"canary-access","refresh_token":"canary-refresh","expires_in":300}""" else "fine"
        return TransportResponse(200, emptyList(), HeldBody(text.encodeToByteArray()))
    }

    private suspend fun WaybillClient.call() = commerce("acme").send("GET", "/orders").close()

    private suspend fun WaybillClient.failure(): WaybillException = try {
        call()
        error("it did not fail")
    } catch (error: WaybillException) {
        error
    }

    private companion object {
        val KEYS = listOf(SealingKey("k", ByteArray(32) { 7 }))
    }
}
