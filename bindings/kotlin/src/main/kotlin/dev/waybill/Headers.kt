/*
 * Header fields in order. Names may repeat, and are compared ignoring case (RFC 9110 section 5).
 *
 * Only names are printed, because a value may be a secret.
 */
package dev.waybill

import dev.waybill.ffi.NameValue

/** The headers of a response. */
public class Headers internal constructor(
    /** Header fields as pairs of name and value, in order. Names may repeat. */
    public val lines: List<Pair<String, String>>,
) {
    /** Returns the first value of a header, ignoring case, or null. */
    public operator fun get(name: String): String? = lines.firstOrNull { it.first.equals(name, ignoreCase = true) }?.second

    /** Returns all values of a header, ignoring case. */
    public fun all(name: String): List<String> = lines.filter { it.first.equals(name, ignoreCase = true) }.map { it.second }

    /** Prints only the names, because a value may be a secret. */
    override fun toString(): String = lines.map { it.first }.distinct().toString()

    internal companion object {
        fun of(lines: List<NameValue>): Headers = Headers(lines.map { it.name to it.value })
    }
}

internal fun nameValues(pairs: Iterable<Pair<String, String>>): List<NameValue> = pairs.map { (name, value) -> NameValue(name, value) }
