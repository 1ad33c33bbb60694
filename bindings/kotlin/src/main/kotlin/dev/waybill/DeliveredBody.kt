/*
 * A response body that is read without blocking a thread, so that any number of bodies may stall at once.
 */
package dev.waybill

import java.io.IOException
import java.net.http.HttpResponse.BodySubscriber
import java.nio.ByteBuffer
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.Flow
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

/** Receives a body from java.net.http, one piece per request for more. A slow reader slows the server down. */
internal class DeliveredBody : BodySubscriber<TransportBody>, TransportBody {
    private val pieces = Channel<List<ByteBuffer>>(Channel.UNLIMITED)
    private val reading = Mutex()
    private val left = ArrayDeque<ByteBuffer>()
    private val subscribed = CompletableFuture<Flow.Subscription>()

    override fun getBody(): CompletionStage<TransportBody> = CompletableFuture.completedFuture(this)

    override fun onSubscribe(subscription: Flow.Subscription) {
        subscribed.complete(subscription)
        subscription.request(1)
    }

    override fun onNext(item: List<ByteBuffer>) {
        pieces.trySend(item)
    }

    override fun onError(error: Throwable) {
        pieces.close(error as? IOException ?: IOException(error))
    }

    override fun onComplete() {
        pieces.close()
    }

    override suspend fun read(buffer: ByteArray, length: Int): Int = reading.withLock {
        val piece = firstPiece() ?: return -1
        val count = minOf(length, piece.remaining())
        piece.get(buffer, 0, count)
        count
    }

    /** Returns the first piece with unread bytes, or null at the end. */
    private suspend fun firstPiece(): ByteBuffer? {
        while (true) {
            while (left.firstOrNull()?.hasRemaining() == false) left.removeFirst()
            left.firstOrNull()?.let { return it }
            val next = pieces.receiveCatching()
            next.exceptionOrNull()?.let { throw it }
            left += next.getOrNull() ?: return null
            subscribed.thenAccept { it.request(1) }
        }
    }

    override fun close() {
        pieces.close(IOException("the body was closed"))
        subscribed.thenAccept { it.cancel() }
    }
}
