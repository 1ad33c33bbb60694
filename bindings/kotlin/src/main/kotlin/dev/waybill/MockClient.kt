/*
 * A client for the mock service at an environment's `mockUrl`. Only for development environments, and without credentials.
 *
 * The core decides what to send, how long to wait and what responses mean. This class carries it out over a transport.
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
 * A client for the mock service of a development environment. Every call throws a [WaybillException] if it fails.
 *
 * @param environment an environment of kind development, with a `mockUrl`
 * @param transport sends the requests; java.net.http by default
 * @throws WaybillException with the code `environment.mock-outside-development` if the environment is of another kind, and
 *   `environment.no-url` if it has no `mockUrl`
 */
public class MockClient(environment: Environment, private val transport: Transport = JavaHttpTransport()) {
    private val client = translated { dev.waybill.ffi.MockClient(environment.ffi()) }

    /** Checks the health of the mock service. */
    public suspend fun checkHealth(): MockHealth = MockHealth(run<MockResult.Health>(MockOperation.CheckHealth).health)

    /**
     * Returns once the mock service is up.
     *
     * @param timeout time limit. The platform's own mock service takes 60 to 90 s to start.
     * @throws WaybillException with the code `mock.not-up` if it is not up in time
     */
    public suspend fun waitUntilUp(timeout: Duration = PATIENCE) {
        run<MockResult.Up>(MockOperation.WaitUntilUp(timeout.inWholeMilliseconds.coerceAtLeast(0)))
    }

    /**
     * Imports a definition and returns its services.
     *
     * @throws WaybillException with the code `import.refused` if it is rejected
     */
    public suspend fun upload(definition: ServiceDefinition): List<UploadedService> =
        run<MockResult.Uploaded>(MockOperation.Upload(definition.ffi().files)).services.map(::UploadedService)

    /** Lists the imported services. */
    public suspend fun listServices(): List<ListedService> =
        run<MockResult.Services>(MockOperation.ListServices).services.map(::ListedService)

    /** Exports everything that is imported, as the bytes of a file for a later upload. */
    public suspend fun exportServices(): ByteArray = run<MockResult.Export>(MockOperation.Export).bytes

    /**
     * Reads a page of a service's request log.
     *
     * @param page page number, from 0. Null uses the service's default.
     * @param size number of entries per page. Null uses the service's default.
     * @throws WaybillException with the code `service.unknown` if the service is not imported
     */
    public suspend fun listInvocations(service: String, version: String, page: Int? = null, size: Int? = null): InvocationPage {
        require((page ?: 0) >= 0 && (size ?: 0) >= 0) { "page and size are numbers from 0 on" }
        return InvocationPage(
            run<MockResult.Invocations>(MockOperation.ListInvocations(service, version, page?.toUInt(), size?.toUInt())).page,
        )
    }

    /** Reads the metrics of the mock service. */
    public suspend fun readMetrics(): List<MetricSample> =
        run<MockResult.Metrics>(MockOperation.ReadMetrics).samples.map(::MetricSample)

    /**
     * Calls an operation of a SOAP service. A fault is a reply.
     *
     * @param service the service's name
     * @param version its version
     * @param operation name of the operation in the WSDL, sent as `SOAPAction`
     * @param payload content of the envelope's body: one XML element
     * @param namespace `targetNamespace` of the WSDL. If given, the payload's namespace is checked before the call is sent.
     * @param header content of the envelope's header: XML elements
     * @throws WaybillException with the code `service.unknown` if the service is not imported. With `request.invalid`, before
     *   anything is sent, if the payload is not an element or has another namespace.
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
     * Waits until the mock service is up, uploads each definition, and checks that the services they define are listed.
     *
     * @param timeout time limit for the mock service to be up
     * @return the outcome of each definition, in the order of the definitions
     * @throws WaybillException with the code `mock.not-up` if the mock service is not up in time, or stops meanwhile
     */
    public suspend fun seed(definitions: List<ServiceDefinition>, timeout: Duration = PATIENCE): List<SeededDefinition> {
        val operation = MockOperation.Seed(definitions.map { it.ffi() }, timeout.inWholeMilliseconds.coerceAtLeast(0))
        return run<MockResult.Seeded>(operation).definitions.map(::SeededDefinition)
    }

    /** Runs an operation. The core returns the matching result type for each one. */
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
        // A custom transport may ignore its cancellation.
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
