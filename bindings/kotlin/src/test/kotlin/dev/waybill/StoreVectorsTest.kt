/*
 * The shared store vectors: the names of logins in a store, and the records that open.
 */
package dev.waybill

import dev.waybill.ffi.Engine
import dev.waybill.ffi.OpenedRecord
import dev.waybill.ffi.RecordSealer
import dev.waybill.ffi.SealedRecord
import dev.waybill.ffi.SealingKey
import dev.waybill.ffi.Snapshot
import java.util.Base64
import kotlinx.serialization.json.JsonElement
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.TestFactory

class StoreVectorsTest {
    @TestFactory
    fun `every store vector seals and opens as expected`(): List<DynamicTest> = vectorTests("store") { vector ->
        val login = vector.text("digest")!!
        assertEquals(login, digest(vector.member("login")!!))
        vector.text("lock_key")?.let { lock ->
            assertEquals(lock to vector.text("record_key"), StoreLayout.storeKeys(login).let { it.lock to it.record })
        }
        val keys = vector.member("keys")?.let { vector.list("keys").map { SealingKey(it.text("id")!!, decode(it.text("bytes")!!)) } }
        RecordSealer(keys).use { sealer ->
            vector.member("seal")?.let { seal ->
                val nonce = direct(decode(seal.text("nonce")!!))
                assertEquals(record(seal), sealer.seal(login, seal.number("seq")!!, Snapshot(seal.text("snapshot")!!), nonce))
            }
            for (case in vector.list("open")) {
                val found = when (val opened = sealer.open(login, record(case))) {
                    is OpenedRecord.Opened -> opened.snapshot.text to null
                    is OpenedRecord.Failed -> null to opened.why.name.lowercase().replace('_', '-')
                }
                assertEquals(case.text("snapshot") to case.text("failure"), found, case.text("about"))
            }
        }
    }

    private fun record(holder: JsonElement): SealedRecord = holder.member("record")!!.run {
        SealedRecord(text("version")!!, text("seq")!!, text("key")!!, text("nonce")!!, text("sealed")!!)
    }

    private fun decode(text: String): ByteArray = Base64.getUrlDecoder().decode(text)

    private fun digest(login: JsonElement): String? {
        val name = login.text("environment")!!
        val environment = Environment(name, EnvironmentKind.SANDBOX, commerceUrl = "https://commerce.example/api", authUrl = login.text("auth_url"))
        val credentials = Credentials(name, login = Login(login.text("realm")!!, login.text("username")!!, "p"))
        return Engine(ClientConfig(listOf(environment), name, listOf(credentials)).ffi()).use { it.loginDigest() }
    }
}
