/*
 * One login in a shared store: seals and opens its records, and returns the store's results for the engine.
 */
package dev.waybill

import dev.waybill.ffi.Action
import dev.waybill.ffi.OpenedRecord
import dev.waybill.ffi.RecordSealer
import dev.waybill.ffi.Snapshot
import dev.waybill.ffi.StoreCommand
import dev.waybill.ffi.StoreFailure
import dev.waybill.ffi.StoreResult
import dev.waybill.ffi.noteFailedCommand
import java.security.SecureRandom
import java.util.UUID
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.launch

/**
 * All functions are called under the driver's lock and do not block: coroutines call the store. Its result is read in the
 * function passed to [answered]. The driver runs that function under its lock, unless it has stopped.
 */
internal class SharedLogin(
    options: SharedStoreOptions,
    private val answered: (ticket: Long, read: () -> StoreResult) -> Unit,
    private val tell: (Note) -> Unit,
) {
    /** A held lock, or a request for one. */
    private class Holding(val login: String, val owner: String) {
        lateinit var request: Job
    }

    private val store = options.store
    private val sealer = translated { RecordSealer(options.sealingKeys()) }

    // A custom store may block the threads that call it.
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO.limitedParallelism(PARALLELISM))
    private val holdings = HashMap<Long, Holding>()

    fun lock(action: Action.Lock, login: String) {
        val holding = Holding(login, UUID.randomUUID().toString())
        val request = LockRequest(login, holding.owner, action.lease.milliseconds, action.knownSeq)
        holdings[action.ticket] = holding
        holding.request = scope.launch {
            val locked = ask(StoreCommand.LOCK) { store.lock(request).let { it.record to it.storeTime.toEpochMilli() } }
            answered(action.ticket) { locked?.let { (record, storeTime) -> open(login, record, storeTime) } ?: DOWN }
        }
    }

    fun save(action: Action.Save) {
        val holding = holdings[action.ticket]
        val seq = action.expectedSeq + 1
        val request = holding?.run { SaveRequest(login, owner, action.expectedSeq, seal(login, seq, action.snapshot)) }
        scope.launch {
            val isSaved = if (request == null) false else ask(StoreCommand.SAVE) { store.save(request) }
            val result = when (isSaved) {
                true -> StoreResult.Saved(seq)
                false -> StoreResult.Conflict
                null -> DOWN
            }
            answered(action.ticket) { result }
        }
    }

    /** Releases the lock, or aborts the request for it and releases what it acquires. */
    fun unlock(ticket: Long) {
        val holding = holdings.remove(ticket) ?: return
        scope.launch {
            holding.request.cancelAndJoin()
            ask(StoreCommand.UNLOCK) { store.unlock(UnlockRequest(holding.login, holding.owner)) }
        }
    }

    /** Ends after the engine: nothing is sealed any more. */
    fun close() {
        holdings.keys.toList().forEach(::unlock)
        sealer.close()
    }

    private fun seal(login: String, seq: Long, snapshot: Snapshot): SealedRecord {
        val random = ByteArray(NONCE_BYTES).also(RANDOM::nextBytes)
        return sealer.seal(login, seq, snapshot, direct(random)).public()
    }

    private fun open(login: String, record: SealedRecord?, storeTime: Long): StoreResult {
        if (record == null) return StoreResult.Locked(null, storeTime)
        return when (val opened = sealer.open(login, record.ffi())) {
            is OpenedRecord.Opened -> StoreResult.Locked(opened.snapshot, storeTime)
            is OpenedRecord.Failed -> StoreResult.Failed(opened.why)
        }
    }

    /**
     * Returns the store's result, or null if it failed. The failure is noted with the name of its reason only, because its
     * message may contain a secret.
     */
    private suspend fun <T : Any> ask(command: StoreCommand, answer: suspend () -> T): T? = try {
        answer()
    } catch (error: Throwable) {
        // A custom store may throw anything, even the cancellation of another job.
        currentCoroutineContext().ensureActive()
        tell(translated { noteFailedCommand(command, name(error)) }.let { Note(it.code, it.message) })
        null
    }

    /** Returns the reason that the store named, or the name of the exception's class. */
    private fun name(error: Throwable): String =
        (error as? TokenStoreException)?.reason ?: error.javaClass.simpleName.ifEmpty { error.javaClass.name }

    private companion object {
        val DOWN = StoreResult.Failed(StoreFailure.DOWN)
        val RANDOM = SecureRandom()
        const val NONCE_BYTES = 24

        /** Number of threads that a blocking store may use. */
        const val PARALLELISM = 8
    }
}

private fun dev.waybill.ffi.SealedRecord.public() = SealedRecord(version, seq, key, nonce, sealed)

private fun SealedRecord.ffi() = dev.waybill.ffi.SealedRecord(version, seq, key, nonce, sealed)
