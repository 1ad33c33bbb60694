/*
 * The mock service's client, against a running mock service, and against responses in the platform's format.
 */
package dev.waybill

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.ConcurrentLinkedQueue
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class MockClientTest {
    private val sent = ConcurrentLinkedQueue<TransportRequest>()

    @Test
    fun `it exists in development alone`() {
        for (kind in EnvironmentKind.entries - EnvironmentKind.DEVELOPMENT) {
            val error = assertThrows(WaybillException::class.java) { MockClient(Environment("other", kind, mockUrl = "http://mock")) }
            assertEquals("environment.mock-outside-development", error.code)
        }
        val error = assertThrows(WaybillException::class.java) { MockClient(Environment("local", EnvironmentKind.DEVELOPMENT)) }
        assertEquals("environment.no-url", error.code)
        assertTrue(error.message.orEmpty().contains("`mockUrl`"), error.message)
    }

    @Test
    fun `a running mock service is seeded, called, logged and counted`() = DevPlatform("mock").use { mock ->
        runBlocking {
            val client = MockClient(Environment("local", EnvironmentKind.DEVELOPMENT, mockUrl = mock.origin))
            client.waitUntilUp(30.seconds)
            assertEquals(MockHealth(true, emptyList()), client.checkHealth())
            val carrier = Path.of("../../tests/mock/carriers/tramonta/ShipService_v21.wsdl")
            val good = ServiceDefinition(DefinitionFile("ShipService_v21.wsdl", Files.readAllBytes(carrier)))
            val (seeded, refused) = client.seed(listOf(good, ServiceDefinition(DefinitionFile("broken.wsdl", "<definitions"))))
            assertNull(seeded.failure)
            assertTrue(refused.failure.orEmpty().contains("broken.wsdl"), refused.failure)
            val (name, version) = seeded.services.single()
            val listed = client.listServices().single { it.name == name && it.version == version }
            assertEquals("SOAP_HTTP", listed.type)
            assertTrue(listed.operations.all { it.resourcePaths.size == 1 })
            val reply = client.callSoap(name, version, listed.operations.first().name, "<Unknown xmlns='urn:x'/>")
            assertTrue(reply.isFault && reply.envelope.contains("Fault"), reply.envelope)
            val page = client.listInvocations(name, version, page = 0, size = 1)
            assertEquals(1L to false, page.total to page.entries.single().valid)
            assertTrue(page.entries.single().request?.body.orEmpty().contains("urn:x"))
            assertTrue(client.readMetrics().any { it.name == "waybill_mock_requests_total" && it.labels["service"] == name })
            assertTrue(client.exportServices().decodeToString().contains(name))
            val error = failure { client.callSoap("Other", "1.0", "Find", "<Find/>") }
            assertEquals("service.unknown" to "import the definition; use the exact path", error.code to error.remedy)
            assertTrue(error.message.orEmpty().contains("Other:1.0 is not imported; imported: "), error.message)
            assertEquals("import.refused", failure { client.upload(ServiceDefinition(DefinitionFile("a.wsdl", "<a"))) }.code)
            assertEquals("request.invalid", failure { client.upload(ServiceDefinition()) }.code)
            assertEquals("request.invalid", failure { client.callSoap(name, version, "A", "<A/>", namespace = "urn:carrier") }.code)
        }
    }

    @Test
    fun `platform responses are read, and no credential is sent`() = runBlocking {
        var asked = 0
        val client = client { request ->
            when (request.url.removePrefix("http://mock:8080")) {
                "/api/health" -> if (++asked < 3) answer(502, "") else answer(200, """{"status":"UP"}""")
                "/api/artifact/upload" -> answer(201, "Track:1.0", "text/plain")
                else -> answer(200, """[{"name":"Track","version":"1.0","type":"SOAP_HTTP","operations":[]}]""")
            }
        }
        assertNull(client.seed(listOf(ServiceDefinition(DefinitionFile("track.wsdl", "<a/>"), DefinitionFile("types.xsd", "")))).single().failure)
        assertEquals(listOf("GET", "GET", "GET", "POST", "GET"), sent.map { it.method })
        assertFalse(sent.any { request -> request.headers.any { it.first.lowercase() in setOf("authorization", "cookie") } })
    }

    @Test
    fun `hanging, unreachable and foreign servers are distinguished`() = runBlocking {
        val hanging = client { awaitCancellation() }
        val error = failure { hanging.waitUntilUp(300.milliseconds) }
        assertEquals("mock.not-up", error.code)
        assertTrue(error.message.orEmpty().endsWith("the response did not arrive in time"), error.message)
        // A transport that blocks its thread does not notice its cancellation.
        val deaf = client { Thread.sleep(5_000); answer(200, "") }
        assertEquals("mock.not-up", failure { deaf.waitUntilUp(300.milliseconds) }.code)
        assertEquals("mock.not-up", failure { client { throw TransportException(TransportException.Reason.NOT_CONNECTED) }.waitUntilUp(0.seconds) }.code)
        assertEquals("mock.other-server", failure { client { answer(200, "<html>") }.waitUntilUp() }.code)
        assertEquals("transport.lost", failure { client { throw IllegalStateException("canary") }.checkHealth() }.code)
    }

    @Test
    fun `cancelling ends a call`() = runBlocking {
        val (isAsked, isCancelled) = CompletableDeferred<Unit>() to CompletableDeferred<Unit>()
        val client = client {
            try {
                isAsked.complete(Unit)
                awaitCancellation()
            } finally {
                isCancelled.complete(Unit)
            }
        }
        val call = launch { client.readMetrics() }
        isAsked.await()
        call.cancelAndJoin()
        withTimeout(LONGEST_WAIT) { isCancelled.await() }
    }

    private fun client(act: suspend (TransportRequest) -> TransportResponse) =
        MockClient(Environment("local", EnvironmentKind.DEVELOPMENT, mockUrl = "http://mock:8080")) { request ->
            sent += request
            act(request)
        }

    private fun answer(status: Int, body: String, type: String = "application/json") =
        TransportResponse(status, listOf("Content-Type" to type), HeldBody(body.encodeToByteArray()))

    private suspend fun failure(call: suspend () -> Any?): WaybillException = try {
        throw AssertionError("it did not fail: ${call()}")
    } catch (error: CancellationException) {
        throw error
    } catch (error: WaybillException) {
        error
    }
}
