/*
 * That a login's tokens are shared with other processes: through which store, and sealed with which keys.
 */
package dev.waybill

import dev.waybill.ffi.SharedStore

/** A key that tokens are sealed with before they leave the process (XChaCha20-Poly1305). */
public class SealingKey(
    /** Names the key in records: letters, digits, `.`, `_` and `-`, up to 64 of them. */
    public val id: String,
    /** Its 32 bytes, from a secure random source. */
    bytes: ByteArray,
) {
    internal val bytes = bytes.clone()

    /** The id alone. */
    override fun toString(): String = "SealingKey(id=$id, bytes=[redacted])"
}

/** That the login's tokens are shared with other processes. */
public class SharedStoreOptions(
    /** Where they are kept. */
    public val store: TokenStore,
    /** The first seals, all open. To rotate, add the new key in all processes, then make it the first. */
    public val keys: List<SealingKey> = emptyList(),
    /** Tokens are stored as they are, without keys: whoever reads the store can use them. */
    public val trustStore: Boolean = false,
    /** While the store is down, a process logs in for itself with its password. */
    public val loginWhileDown: Boolean = false,
) {
    init {
        require(!trustStore || keys.isEmpty()) { "leave out `trustStore` where keys are given" }
    }

    /** The store's class, and everything but the keys' bytes. */
    override fun toString(): String =
        "SharedStoreOptions(store=${store.javaClass.name}, keys=$keys, trustStore=$trustStore, loginWhileDown=$loginWhileDown)"
}

internal fun SharedStoreOptions.ffi() = SharedStore(loginWhileDown)

/** None for a store that is trusted. */
internal fun SharedStoreOptions.sealingKeys(): List<dev.waybill.ffi.SealingKey>? =
    if (trustStore) null else keys.map { dev.waybill.ffi.SealingKey(it.id, it.bytes) }
