/*
 * A client of the mock service at an environment's `mockUrl`: in development alone, and without a credential.
 *
 * The core says what to send, when to wait and what the answers mean; this carries it out over a transport.
 */
package dev.waybill

import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.MockCall
import dev.waybill.ffi.MockOperation
import dev.waybill.ffi.MockRequest
import dev.waybill.ffi.MockResult
import dev.waybill.ffi.MockStep
import dev.waybill.ffi.NoAnswer
import dev.waybill.ffi.ResponseHead
import dev.waybill.ffi.SoapCall
import dev.waybill.ffi.noAnswer
import kotlin.time.Duration
import kotlin.time.Duration.Companion.minutes
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.withTimeoutOrNull

/**
 * Calls the mock service of a development environment; every call throws a [WaybillException] where it fails.
 *
 * @param environment the environment, of kind development and with a `mockUrl`
 * @param transport carries the requests; java.net.http where none is given
 * @throws WaybillException with the code `environment.mock-outside-development` where the environment is of another kind, and
 *   `environment.no-url` where it has no `mockUrl`
 */
public class MockClient(environment: Environment, private val transport: Transport = JavaHttpTransport()) {
    private val client = translated { dev.waybill.ffi.MockClient(environment.ffi()) }

    /** Whether it is up. */
    public suspend fun checkHealth(): MockHealth = MockHealth(run<MockResult.Health>(MockOperation.CheckHealth).health)

    /**
     * Returns once it is up.
     *
     * @param timeout how long it is waited for; the platform's own takes 60 to 90 s to start
     * @throws WaybillException with the code `mock.not-up` where it is not up in time
     */
    public suspend fun waitUntilUp(timeout: Duration = PATIENCE) {
        run<MockResult.Up>(MockOperation.WaitUntilUp(timeout.inWholeMilliseconds.coerceAtLeast(0)))
    }

    /**
     * Imports a definition, and gives its services.
     *
     * @throws WaybillException with the code `import.refused` where it is refused
     */
    public suspend fun upload(definition: ServiceDefinition): List<UploadedService> =
        run<MockResult.Uploaded>(MockOperation.Upload(definition.ffi().files)).services.map(::UploadedService)

    /** What is imported. */
    public suspend fun listServices(): List<ListedService> =
        run<MockResult.Services>(MockOperation.ListServices).services.map(::ListedService)

    /** Everything that is imported, as the bytes of a file that can be uploaded again. */
    public suspend fun exportServices(): ByteArray = run<MockResult.Export>(MockOperation.Export).bytes

    /**
     * A page of the request log of a service.
     *
     * @param page counted from 0; the service's own where null
     * @param size entries of a page; the service's own where null
     * @throws WaybillException with the code `service.unknown` where the service is not imported
     */
    public suspend fun listInvocations(service: String, version: String, page: Int? = null, size: Int? = null): InvocationPage {
        require((page ?: 0) >= 0 && (size ?: 0) >= 0) { "page and size are numbers from 0 on" }
        return InvocationPage(
            run<MockResult.Invocations>(MockOperation.ListInvocations(service, version, page?.toUInt(), size?.toUInt())).page,
        )
    }

    /** What it counts. */
    public suspend fun readMetrics(): List<MetricSample> =
        run<MockResult.Metrics>(MockOperation.ReadMetrics).samples.map(::MetricSample)

    /**
     * Calls an operation of a SOAP service. A fault is a reply.
     *
     * @param service the service's name
     * @param version its version
     * @param operation the operation's name in the WSDL; it is sent as `SOAPAction`
     * @param payload what the envelope's body holds: one XML element
     * @param namespace the `targetNamespace` of the WSDL, where the payload is to be held to it before it is sent
     * @param header what the envelope's header holds, XML elements
     * @throws WaybillException with the code `service.unknown` where the service is not imported, and `request.invalid` before
     *   anything is sent where the payload is no element, or in another namespace
     */
    public suspend fun callSoap(
        service: String,
        version: String,
        operation: String,
        payload: String,
        namespace: String? = null,
        header: String? = null,
        protocol: SoapProtocol = SoapProtocol.V11,
    ): SoapReply {
        val call = SoapCall(service, version, operation, namespace, payload, header, protocol.ffi)
        val reply = run<MockResult.Soap>(MockOperation.CallSoap(call)).reply
        return SoapReply(reply.status.toInt(), reply.isFault, reply.envelope)
    }

    /**
     * Waits until it is up, uploads each definition, and compares its list of services with what they gave.
     *
     * @param timeout how long it is waited for
     * @return what became of each definition, in the order they were given
     * @throws WaybillException with the code `mock.not-up` where the service is not up in time, or ends meanwhile
     */
    public suspend fun seed(definitions: List<ServiceDefinition>, timeout: Duration = PATIENCE): List<SeededDefinition> {
        val operation = MockOperation.Seed(definitions.map { it.ffi() }, timeout.inWholeMilliseconds.coerceAtLeast(0))
        return run<MockResult.Seeded>(operation).definitions.map(::SeededDefinition)
    }

    /** The core gives each operation a result of its own type. */
    private suspend inline fun <reified Result : MockResult> run(operation: MockOperation): Result =
        carryOut(operation) as? Result ?: throw exception(DriverFailure.Crashed)

    private suspend fun carryOut(operation: MockOperation): MockResult {
        val begun = translated { client.begin(operation, System.currentTimeMillis()) }
        begun.call.use { call ->
            var step = begun.step
            while (true) {
                step = when (step) {
                    is MockStep.Send -> send(call, step.request)
                    is MockStep.Wait -> {
                        delay(step.until - System.currentTimeMillis())
                        translated { call.onTime(System.currentTimeMillis()) }
                    }
                    is MockStep.Done -> return step.result
                }
            }
        }
    }

    private suspend fun send(call: MockCall, request: MockRequest): MockStep {
        // A transport of the host's own may not listen to its cancellation.
        val running = scope.async { exchange(request) }
        val failure = try {
            val answer = withTimeoutOrNull(request.timeoutMs) { running.await() }
            if (answer != null) {
                return translated { call.onAnswer(answer.head, answer.body, answer.complete, System.currentTimeMillis()) }
            }
            noAnswer(NoAnswer.TIMED_OUT)
        } catch (error: CancellationException) {
            currentCoroutineContext().ensureActive()
            transportFailure(error)
        } catch (error: WaybillException) {
            throw error
        } catch (error: Exception) {
            transportFailure(error)
        } finally {
            running.cancel()
        }
        return translated { call.onFailure(failure, System.currentTimeMillis()) }
    }

    private class Answer(val head: ResponseHead, val body: ByteArray, val complete: Boolean)

    private suspend fun exchange(request: MockRequest): Answer {
        val body = if (request.body.isEmpty()) Body.empty() else Body.of(request.body)
        val response = transport.send(request.head.request(body))
        response.body.use {
            val (bytes, complete) = response.readUpTo(request.bodyLimit.toInt())
            return Answer(response.head(), bytes, complete)
        }
    }

    private companion object {
        val PATIENCE = 2.minutes
        val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)
    }
}
