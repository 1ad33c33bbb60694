/*
 * Measures the cost of a call, compared with a bare request of java.net.http to the server at the given origin. Calls run one
 * after another in alternating rounds, and fifty at once. Prints microseconds and calls per second of the best round.
 */
package dev.waybill

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

private const val ROUNDS = 10
private const val AT_ONCE = 50
private const val NANOS = 1e9

private class Speed(val microseconds: Double, val perSecond: Double) {
    override fun toString() = """{"microseconds":$microseconds,"per_second":$perSecond}"""
}

private suspend fun seconds(count: Int, call: suspend () -> Unit): Double {
    val start = System.nanoTime()
    repeat(count) { call() }
    return (System.nanoTime() - start) / NANOS
}

private fun measure(count: Int, call: suspend () -> Unit): Speed = runBlocking(Dispatchers.Default) {
    val one = seconds(count, call) * 1e6 / count
    val start = System.nanoTime()
    runBlocking(Dispatchers.Default) { repeat(AT_ONCE) { launch { seconds(count / AT_ONCE, call) } } }
    Speed(one, count / ((System.nanoTime() - start) / NANOS))
}

private fun best(rounds: List<Speed>) = Speed(rounds.minOf { it.microseconds }, rounds.maxOf { it.perSecond })

internal fun main(arguments: Array<String>) {
    val (origin, calls) = arguments[0] to arguments[1].toInt()
    val base = "$origin/plain-call/measure-kotlin-${ProcessHandle.current().pid()}/api/v1"
    val environment = Environment(name = "sandbox", kind = EnvironmentKind.SANDBOX, baseUrl = base)
    val credentials = listOf(Credentials("sandbox", apiKey = "canary-api-key"))
    val bare = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    val request = HttpRequest.newBuilder(URI("$base/things/c-1")).header("authorization", "Bearer canary-api-key").build()
    WaybillClient(ClientConfig(listOf(environment), "sandbox", credentials)).use { client ->
        val sendBare = suspend { check(bare.sendAsync(request, BodyHandlers.ofString()).await().body().isNotEmpty()) }
        val sendOurs = suspend {
            val answer = client.platform.send("GET", "/things/{id}", mapOf("id" to "c-1"), timeout = 30.seconds)
            check(answer.use { it.text() }.isNotEmpty())
        }
        val rounds = List(ROUNDS) { measure(calls, sendBare) to measure(calls, sendOurs) }
        println("""{"bare":${best(rounds.map { it.first })},"client":${best(rounds.map { it.second })}}""")
    }
}
