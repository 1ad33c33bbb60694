/*
 * Measures the memory that N calls leave behind after the first 10,000: KiB of the heap and of the process. The transport is in
 * this process, and some calls fail.
 */
package dev.waybill

import dev.waybill.ffi.Engine
import java.io.File
import java.io.IOException
import java.util.concurrent.atomic.AtomicLong
import kotlin.system.measureTimeMillis
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private const val WARM = 10_000
private const val AT_ONCE = 50

private val answered = AtomicLong()
private val served = AtomicLong()
private val failed = AtomicLong()

private val servers = Transport { request ->
    val number = answered.incrementAndGet()
    when {
        "/realms/" in request.url ->
            json(200, """{"access_token":"access-$number","expires_in":60,"refresh_token":"refresh-$number"}""")
        number % 1_000 == 7L -> json(401, """{"title":"expired"}""")
        number % 1_000 == 17L -> json(503, "{}")
        number % 1_000 == 27L -> throw IOException("connection reset")
        // There is no response. The caller's deadline ends the call.
        number % 1_000 == 37L -> awaitCancellation()
        else -> json(200, "{}")
    }
}

private fun json(status: Int, body: String) =
    TransportResponse(status, listOf("content-type" to "application/json"), HeldBody(body.encodeToByteArray()))

private fun client(): WaybillClient {
    val environment = Environment(
        name = "sandbox",
        kind = EnvironmentKind.SANDBOX,
        commerceUrl = "https://c.example/api",
        authUrl = "https://id.example",
    )
    val login = Login(realm = "acme", username = "ann", password = "pass")
    val credentials = listOf(Credentials("sandbox", login = login))
    val config = ClientConfig(listOf(environment), "sandbox", credentials)
    return WaybillClient(Engine(config.ffi()), servers) {}
}

private suspend fun makeCall(family: PathFamily) {
    try {
        family.send("GET", "/orders", timeout = 100.milliseconds).use { it.bytes() }
        served.incrementAndGet()
    } catch (_: WaybillException) {
        failed.incrementAndGet()
    }
}

private fun makeCalls(family: PathFamily, count: Int) = runBlocking(Dispatchers.Default) {
    repeat(AT_ONCE) { launch { repeat(count / AT_ONCE) { makeCall(family) } } }
}

private class UsedMemory(val heap: Long, val process: Long)

private fun measureMemory(): UsedMemory {
    repeat(5) {
        Thread.sleep(100)
        System.gc()
    }
    val heap = Runtime.getRuntime().run { totalMemory() - freeMemory() } / 1024
    val resident = File("/proc/self/status").readLines().first { it.startsWith("VmRSS:") }
    return UsedMemory(heap, resident.filter(Char::isDigit).toLong())
}

internal fun main(arguments: Array<String>) {
    val count = arguments.single().toInt()
    client().use { client ->
        val family = client.commerce("tenant-1")
        makeCalls(family, WARM)
        val before = measureMemory()
        val milliseconds = measureTimeMillis { makeCalls(family, count - WARM) }
        val after = measureMemory()
        val (heap, process) = after.heap - before.heap to after.process - before.process
        println("""{"milliseconds":$milliseconds,"heap_kib":$heap,"process_kib":$process,"served":$served,"failed":$failed}""")
    }
}
