/*
 * The driver: carries out the engine's steps. It sends, reads and drops, wakes the engine in time, and hands responses to
 * callers.
 *
 * Every input and its actions run under one lock, in the engine's order, and nothing blocks there. Foreign code, such as a
 * caller's continuation or its listener for notes, runs after the lock is released.
 *
 * The engine never leaves this class. `stop` frees it, and the generated code would pass a freed object on as an argument.
 */
package dev.waybill

import dev.waybill.ffi.Action
import dev.waybill.ffi.BodySearch
import dev.waybill.ffi.Call
import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.Engine
import dev.waybill.ffi.Outcome
import dev.waybill.ffi.Purpose
import dev.waybill.ffi.RequestBody
import dev.waybill.ffi.RequestHead
import dev.waybill.ffi.ResponseHead
import dev.waybill.ffi.Route
import dev.waybill.ffi.Snapshot
import dev.waybill.ffi.Step
import dev.waybill.ffi.StoreResult
import java.io.ByteArrayOutputStream
import kotlin.coroutines.ContinuationInterceptor
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.launch

internal class Driver(
    private val engine: Engine,
    private val environment: String?,
    private val transport: Transport,
    private val onNote: (Note) -> Unit,
    sharedStore: SharedStoreOptions? = null,
) {
    /** @property context that of the caller, with what it logs and traces by, without its job and its threads. */
    private class Pending(val body: Body, val deadline: Long?, val pathFamily: PathFamilyName, val context: CoroutineContext) {
        val answer = CompletableDeferred<Response>()

        /** The caller no longer waits. A response, arrived or later, is dropped. */
        @OptIn(ExperimentalCoroutinesApi::class)
        fun abandon() {
            answer.invokeOnCompletion { error -> if (error == null) answer.getCompleted().close() }
        }
    }

    private class Exchange(val id: Long) {
        var job: Job? = null
        var live: TransportResponse? = null

        fun abort() {
            job?.cancel()
            live?.body?.close()
        }
    }

    // Threads of the host's dispatchers may all be busy, and a custom transport may block the threads that call it.
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO.limitedParallelism(PARALLELISM))
    private val carrying = CoroutineScope(SupervisorJob() + Dispatchers.IO.limitedParallelism(TRANSPORT_PARALLELISM))
    private val shared = sharedStore?.let { SharedLogin(it, ::giveStoreResult, ::notify) }
    private val lock = Any()
    private val pending = HashMap<Long, Pending>()
    private val exchanges = HashMap<Long, Exchange>()
    private val answers = HashMap<Reading, Job?>()
    private val afterwards = ArrayDeque<() -> Unit>()
    private var timer: Job? = null
    private var wakeAt: Long? = null
    private var closing = false
    private var stopped: WaybillException? = null
    private var exported: Snapshot? = null

    /** Begins a call and waits for the head of its response. Cancelling it cancels the call. */
    suspend fun begin(call: Call, body: Body): Response {
        letIn()
        val context = currentCoroutineContext().minusKey(Job).minusKey(ContinuationInterceptor)
        val waiting = Pending(body, call.deadline, call.route.family(), context)
        val id = locked {
            val begun = engine.begin(call, now())
            pending[begun.call] = waiting
            perform(begun.step)
            begun.call
        }
        try {
            return waiting.answer.await()
        } catch (error: CancellationException) {
            waiting.abandon()
            input { engine.cancel(id, now()) }
            throw error
        }
    }

    /** Returns the current tokens, or the last ones of a stopped client. */
    fun export(): Snapshot? = locked(evenStopped = true) { if (stopped == null) engine.exportTokens() else exported }

    /** Starts a search for the current credentials. */
    fun searchBody(): BodySearch = whileOpen { BodySearch(engine) }

    /** Adds the credentials that are current now to [search]. */
    fun addCredentials(search: BodySearch): Unit = whileOpen { search.addCredentials(engine) }

    /** Runs [ask] under the lock. Throws `client.closed` after [close], even while a refresh is in flight. */
    private fun <T> whileOpen(ask: () -> T): T = locked { if (closing) throw closed() else ask() }

    /** Fails all calls and ends all responses. A refresh in flight finishes in the background. */
    fun close() {
        input {
            closing = true
            engine.close(now())
        }
        locked(evenStopped = true) { answers.keys.toList() }.forEach { it.end(closed()) }
    }

    /** Passes the engine an input of a waiting caller, who gets its exception. */
    fun give(event: (Engine) -> Step): Unit = locked { perform(event(engine)) }

    /** Passes the engine an input without a waiting caller. An exception stops the client and fails all calls. */
    private fun input(event: () -> Step?) {
        try {
            locked { event()?.let(::perform) }
        } catch (error: WaybillException) {
            locked(evenStopped = true) { stop(error) }
        }
    }

    private fun perform(step: Step) {
        step.actions.forEach { performAction(it) }
        schedule(step.wakeAt)
    }

    private fun performAction(action: Action) {
        when (action) {
            is Action.Send -> send(action)
            is Action.Read -> exchanges[action.exchange]?.let { readBody(it, action.limit.toInt()) }
            is Action.Abort -> exchanges.remove(action.exchange)?.let { afterwards += it::abort }
            is Action.Note -> afterwards += { notify(Note(action.note.code, action.note.message)) }
            is Action.Done -> pending.remove(action.call)?.let { complete(it, action.outcome) }
            is Action.Lock -> engine.loginDigest()?.let { login -> shared?.lock(action, login) }
            is Action.Save -> shared?.save(action)
            is Action.Unlock -> shared?.unlock(action.ticket)
            is Action.Closed -> stop(closed())
        }
    }

    private fun send(send: Action.Send) {
        val exchange = Exchange(send.exchange)
        val waiting = (send.purpose as? Purpose.Call)?.let { pending[it.call] }
        val body = when (val body = send.body) {
            is RequestBody.Empty -> Body.Empty
            is RequestBody.Bytes -> Body.Bytes(body.bytes)
            is RequestBody.Caller -> waiting?.body ?: Body.Empty
        }
        exchanges[exchange.id] = exchange
        // A token request belongs to no caller.
        exchange.job = carrying.launch(waiting?.context ?: EmptyCoroutineContext) {
            val live = try {
                transport.send(send.head.request(body))
            } catch (error: Throwable) {
                // A custom transport may throw anything, even the cancellation of another job.
                ensureActive()
                answered(exchange) { engine.onFailure(exchange.id, transportFailure(error), now()) }
                return@launch
            }
            val head = live.head()
            if (!answered(exchange, live) { engine.onHead(exchange.id, head, now()) }) {
                live.body.close()
            }
        }
    }

    /** Passes the result of an exchange to the engine, unless the exchange was dropped meanwhile. */
    private fun answered(exchange: Exchange, live: TransportResponse? = null, event: () -> Step): Boolean {
        var current = false
        input {
            current = exchanges[exchange.id] === exchange
            if (live == null) exchanges.remove(exchange.id, exchange) else exchange.live = live
            if (current) event() else null
        }
        return current
    }

    private fun readBody(exchange: Exchange, limit: Int) {
        val live = exchange.live ?: return
        exchange.job = carrying.launch {
            val (bytes, complete) = live.readUpTo(limit)
            live.body.close()
            answered(exchange) { engine.onBody(exchange.id, direct(bytes), complete, now()) }
        }
    }

    /** Passes the shared store's result to the engine. */
    private fun giveStoreResult(ticket: Long, read: () -> StoreResult) = input { engine.onStore(ticket, read(), now()) }

    private fun complete(waiting: Pending, outcome: Outcome) {
        when (outcome) {
            is Outcome.Failed -> afterwards += { waiting.answer.completeExceptionally(outcome.failure.exception()) }
            is Outcome.Response -> {
                val live = exchanges.remove(outcome.exchange)?.live ?: return
                val known = FailureDetails(FailureStage.API, waiting.pathFamily, environment)
                val reading = Reading(live, known, ::ended)
                answers[reading] = waiting.deadline?.let { at -> atTime(at) { reading.end(exception(DriverFailure.DeadlineInBody)) } }
                afterwards += { waiting.answer.complete(Response(reading)) }
            }
        }
    }

    private fun ended(reading: Reading) = locked(evenStopped = true) { answers.remove(reading)?.cancel() }

    /** An exception of a listener must not fail a call. */
    private fun notify(note: Note) {
        try {
            onNote(note)
        } catch (error: Exception) {
            Thread.currentThread().let { it.uncaughtExceptionHandler.uncaughtException(it, error) }
        }
    }

    /** Stops the client. */
    private fun stop(reason: WaybillException) {
        if (stopped != null) return
        stopped = reason
        pending.values.forEach { waiting -> afterwards += { waiting.answer.completeExceptionally(reason) } }
        pending.clear()
        exchanges.values.forEach { exchange -> afterwards += exchange::abort }
        exchanges.clear()
        afterwards += { timer?.cancel() }
        // A failed engine has no tokens to export.
        exported = runCatching { engine.exportTokens() }.getOrNull()
        shared?.close()
        engine.close()
    }

    private fun schedule(at: Long?) {
        if (at == wakeAt) return
        wakeAt = at
        timer?.cancel()
        timer = at?.let { atTime(it) { wake() } }
    }

    /** Runs [block] at a time, but never at once, because the caller may hold the lock. Waiting uses no thread. */
    private fun atTime(at: Long, block: suspend () -> Unit): Job = scope.launch(start = CoroutineStart.UNDISPATCHED) {
        delay((at - now()).coerceAtLeast(1))
        block()
    }

    private suspend fun wake() {
        letIn()
        input {
            wakeAt = null
            engine.onTime(now())
        }
    }

    /**
     * After the process was suspended, the engine is overdue, and a response may be waiting in its socket. Waits for the
     * response, which has to be handled before an input that tells the engine the time.
     */
    private suspend fun letIn() {
        val due = synchronized(lock) { wakeAt } ?: return
        if (now() - due > LATE_MS) delay(ARRIVAL_MS)
    }

    /** Runs [block] under the lock, and then without it the actions that [block] deferred. */
    private fun <T> locked(evenStopped: Boolean = false, block: () -> T): T {
        val (result, todo) = synchronized(lock) {
            if (!evenStopped) stopped?.let { throw it }
            val result = translated { block() }
            result to afterwards.toList().also { afterwards.clear() }
        }
        todo.forEach { it() }
        return result
    }

    private fun closed() = exception(DriverFailure.Closed)

    private fun now(): Long = System.currentTimeMillis()
}

/** Reads the start of the body, up to [limit] bytes. The second value is true if that is the whole body. */
internal suspend fun TransportResponse.readUpTo(limit: Int): Pair<ByteArray, Boolean> {
    val whole = ByteArrayOutputStream()
    try {
        val buffer = ByteArray(READ_BUFFER)
        while (whole.size() < limit) {
            val count = body.read(buffer, minOf(buffer.size, limit - whole.size()))
            if (count < 0) return whole.toByteArray() to true
            whole.write(buffer, 0, count)
        }
        return whole.toByteArray() to (body.read(buffer, 1) < 0)
    } catch (error: Throwable) {
        currentCoroutineContext().ensureActive()
        return whole.toByteArray() to false
    }
}

private fun Route.family(): PathFamilyName = when (this) {
    is Route.Platform -> PathFamilyName.PLATFORM
    is Route.Commerce -> PathFamilyName.COMMERCE
    is Route.CommerceProxy -> PathFamilyName.COMMERCE_PROXY
}

internal fun RequestHead.request(body: Body) = TransportRequest(method, url, headers.map { it.name to it.value }, body)

/** The engine rejects a status that is not an HTTP status. */
internal fun TransportResponse.head() = ResponseHead(status.coerceIn(0, UShort.MAX_VALUE.toInt()).toUShort(), nameValues(headers))

private const val READ_BUFFER = 16 * 1024

/** Number of threads for timers. */
private const val PARALLELISM = 4

/** Number of threads that a blocking transport may use. java.net.http blocks none. */
private const val TRANSPORT_PARALLELISM = 64

/** Timers are a few milliseconds late on a busy machine. */
private const val LATE_MS = 50L

/** Time for a waiting response to arrive from its socket. */
private const val ARRIVAL_MS = 200L
