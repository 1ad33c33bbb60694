/*
 * The body of an OkHttp response. OkHttp blocks a thread while it waits; here that is a thread of this module, never the
 * caller's.
 */
package dev.waybill.okhttp

import dev.waybill.TransportBody
import java.io.IOException
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.withLock
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.suspendCancellableCoroutine
import okhttp3.Call
import okhttp3.Response

internal class OkHttpBody(private val call: Call, private val response: Response) : TransportBody {
    /** Okio supports one thread at a time. */
    private val lock = ReentrantLock()

    @Volatile
    private var isClosed = false

    @Volatile
    private var isAtEnd = false

    override suspend fun read(buffer: ByteArray, length: Int): Int = suspendCancellableCoroutine { waiting ->
        waiting.invokeOnCancellation { close() }
        threads.execute {
            try {
                waiting.resume(lock.withLock { readNow(buffer, length) })
            } catch (error: Throwable) {
                waiting.resumeWithException(error)
            }
        }
    }

    private fun readNow(buffer: ByteArray, length: Int): Int {
        if (isClosed) throw IOException("the body was closed")
        return response.body.source().read(buffer, 0, length).also { if (it < 0) isAtEnd = true }
    }

    /** Cancelling the call ends a waiting read and drops the connection. */
    override fun close() {
        isClosed = true
        if (!isAtEnd) call.cancel()
        threads.execute { lock.withLock { response.close() } }
    }
}

/** Threads that wait for servers. They are daemon threads, so that they do not keep a finished process alive. */
internal val threads: ExecutorService =
    Executors.newCachedThreadPool { work -> Thread(work, "waybill-okhttp").apply { isDaemon = true } }
