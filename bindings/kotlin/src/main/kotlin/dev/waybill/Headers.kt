/*
 * Header lines in the order they came, repeated names kept, found by name in any case (RFC 9110 section 5).
 *
 * They print as names alone: a value may be a secret.
 */
package dev.waybill

import dev.waybill.ffi.NameValue

/** The headers of an answer. */
public class Headers internal constructor(
    /** Every line as name and value, in the order they came. */
    public val lines: List<Pair<String, String>>,
) {
    /** The first value of a header, in any case, or null. */
    public operator fun get(name: String): String? = lines.firstOrNull { it.first.equals(name, ignoreCase = true) }?.second

    /** All values of a header, in any case. */
    public fun all(name: String): List<String> = lines.filter { it.first.equals(name, ignoreCase = true) }.map { it.second }

    /** The names alone: a value may be a secret. */
    override fun toString(): String = lines.map { it.first }.distinct().toString()

    internal companion object {
        fun of(lines: List<NameValue>): Headers = Headers(lines.map { it.name to it.value })
    }
}

internal fun nameValues(pairs: Iterable<Pair<String, String>>): List<NameValue> = pairs.map { (name, value) -> NameValue(name, value) }
