/*
 * The result of the lock script: 1 if the lock is held, the store's time, and the record's fields.
 */
package dev.waybill.redis

import dev.waybill.SealedRecord
import dev.waybill.TokenStoreException
import java.time.Instant

internal class LockAnswer(val isHeld: Boolean, val storeTime: Instant, val record: SealedRecord?) {
    companion object {
        private const val NANOS_PER_MICRO = 1_000L

        fun read(answer: List<Any?>): LockAnswer {
            val seconds = answer.text(1)?.toLongOrNull()
            val micros = answer.text(2)?.toLongOrNull()
            if (seconds == null || micros == null) throw TokenStoreException("UNEXPECTED_ANSWER")
            val fields = List(5) { answer.text(3 + it) }
            // A record with a missing field is noticed when it is opened.
            val (version, seq, key, nonce, sealed) = fields.map { it.orEmpty() }
            val record = if (fields.all { it == null }) null else SealedRecord(version, seq, key, nonce, sealed)
            return LockAnswer(answer[0] == 1L, Instant.ofEpochSecond(seconds, micros * NANOS_PER_MICRO), record)
        }

        private fun List<Any?>.text(index: Int): String? = getOrNull(index) as? String
    }
}
