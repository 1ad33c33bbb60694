/*
 * Settings for sharing a login's tokens with other processes: the store, and the keys that seal the records.
 */
package dev.waybill

import dev.waybill.ffi.SharedStore

/** A key that seals tokens before they leave the process (XChaCha20-Poly1305). */
public class SealingKey(
    /** Id of the key in records: 1 to 64 letters, digits, `.`, `_` and `-`. */
    public val id: String,
    /** The key: 32 bytes from a secure random source. */
    bytes: ByteArray,
) {
    internal val bytes = bytes.clone()

    /** Prints only the id. */
    override fun toString(): String = "SealingKey(id=$id, bytes=[redacted])"
}

/** Settings for sharing the login's tokens with other processes. */
public class SharedStoreOptions(
    /** The store. */
    public val store: TokenStore,
    /** The first key seals, and all keys open. To rotate keys, add the new key in all processes, then make it the first. */
    public val keys: List<SealingKey> = emptyList(),
    /** True to store tokens unsealed, without keys. Everyone who can read the store can use them. */
    public val trustStore: Boolean = false,
    /** True if a process logs in with its own password while the store is down. */
    public val loginWhileDown: Boolean = false,
) {
    init {
        require(!trustStore || keys.isEmpty()) { "leave out `trustStore` where keys are given" }
    }

    /** Prints the store's class, and everything but the bytes of the keys. */
    override fun toString(): String =
        "SharedStoreOptions(store=${store.javaClass.name}, keys=$keys, trustStore=$trustStore, loginWhileDown=$loginWhileDown)"
}

internal fun SharedStoreOptions.ffi() = SharedStore(loginWhileDown)

/** Returns null for a trusted store. */
internal fun SharedStoreOptions.sealingKeys(): List<dev.waybill.ffi.SealingKey>? =
    if (trustStore) null else keys.map { dev.waybill.ffi.SealingKey(it.id, it.bytes) }
