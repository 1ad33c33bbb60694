// A client for the mock service at an environment's `mockURL`. Only for development environments, and without credentials.
//
// The core decides what to send, how long to wait and what responses mean. This class carries it out over a transport.

import Foundation
internal import WaybillRust

/// A client for the mock service of a development environment. Every call throws a `WaybillError` if it fails, and
/// `CancellationError` if its task was cancelled.
public final class MockClient: Sendable {
    /// The default time limit: 120 s. The platform's own mock service takes 60 to 90 s to start.
    public static let defaultTimeout = Duration.seconds(120)

    private let client: WaybillRust.MockClient
    private let transport: any ExchangeTransport

    /// Creates a client. Sends nothing.
    ///
    /// - Parameters:
    ///   - environment: An environment of kind development, with a `mockURL`.
    ///   - transport: Sends the requests; URLSession by default.
    /// - Throws: `WaybillError` with the code `environment.mock-outside-development` if the environment is of another kind, and
    ///   `environment.no-url` if it has no `mockURL`.
    public init(environment: Environment, transport: (any Transport)? = nil) throws {
        client = try boundary { try WaybillRust.MockClient(environment: WaybillRust.Environment(environment)) }
        self.transport = transport.map(HostTransport.init) ?? SessionTransport()
    }

    deinit {
        transport.close()
    }

    /// Checks the health of the mock service.
    public func checkHealth() async throws -> MockHealth {
        guard case .health(let health) = try await carryOut(.checkHealth) else { throw WaybillError(.crashed) }
        return MockHealth(health)
    }

    /// Returns once the mock service is up.
    ///
    /// - Throws: `WaybillError` with the code `mock.not-up` if it is not up in time.
    public func waitUntilUp(timeout: Duration = MockClient.defaultTimeout) async throws {
        _ = try await carryOut(.waitUntilUp(patienceMs: timeout.patience))
    }

    /// Imports a definition and returns its services.
    ///
    /// - Throws: `WaybillError` with the code `import.refused` if it is rejected.
    public func upload(_ definition: ServiceDefinition) async throws -> [UploadedService] {
        let files = WaybillRust.ServiceDefinition(definition).files
        guard case .uploaded(let services) = try await carryOut(.upload(files: files)) else { throw WaybillError(.crashed) }
        return services.map(UploadedService.init)
    }

    /// Lists the imported services.
    public func listServices() async throws -> [ListedService] {
        guard case .services(let services) = try await carryOut(.listServices) else { throw WaybillError(.crashed) }
        return services.map(ListedService.init)
    }

    /// Exports everything that is imported, as the bytes of a file for a later upload.
    public func exportServices() async throws -> Data {
        guard case .export(let bytes) = try await carryOut(.export) else { throw WaybillError(.crashed) }
        return bytes
    }

    /// Reads a page of a service's request log.
    ///
    /// - Parameters:
    ///   - page: Page number, from 0. Nil uses the service's default.
    ///   - size: Number of entries per page. Nil uses the service's default.
    /// - Throws: `WaybillError` with the code `service.unknown` if the service is not imported.
    public func listInvocations(
        service: String, version: String, page: UInt32? = nil, size: UInt32? = nil
    ) async throws -> InvocationPage {
        let operation = MockOperation.listInvocations(service: service, version: version, page: page, size: size)
        guard case .invocations(let page) = try await carryOut(operation) else { throw WaybillError(.crashed) }
        return InvocationPage(page)
    }

    /// Reads the metrics of the mock service.
    public func readMetrics() async throws -> [MetricSample] {
        guard case .metrics(let samples) = try await carryOut(.readMetrics) else { throw WaybillError(.crashed) }
        return samples.map(MetricSample.init)
    }

    /// Calls an operation of a SOAP service. A fault is a reply.
    ///
    /// - Throws: `WaybillError` with the code `service.unknown` if the service is not imported. With `request.invalid`, before
    ///   anything is sent, if the payload is not an element or has another namespace.
    public func callSoap(_ call: SoapCall) async throws -> SoapReply {
        let operation = MockOperation.callSoap(call: WaybillRust.SoapCall(call))
        guard case .soap(let reply) = try await carryOut(operation) else { throw WaybillError(.crashed) }
        return SoapReply(status: Int(reply.status), isFault: reply.isFault, envelope: reply.envelope)
    }

    /// Waits until the mock service is up, uploads each definition, and checks that the services they define are listed.
    ///
    /// - Parameter timeout: Time limit for the mock service to be up.
    /// - Returns: The outcome of each definition, in the order of the definitions.
    /// - Throws: `WaybillError` with the code `mock.not-up` if the mock service is not up in time, or stops meanwhile.
    public func seed(
        _ definitions: [ServiceDefinition], timeout: Duration = MockClient.defaultTimeout
    ) async throws -> [SeededDefinition] {
        let files = definitions.map(WaybillRust.ServiceDefinition.init)
        guard case .seeded(let seeded) = try await carryOut(.seed(definitions: files, patienceMs: timeout.patience)) else {
            throw WaybillError(.crashed)
        }
        return seeded.map(SeededDefinition.init)
    }

    private func carryOut(_ operation: MockOperation) async throws -> MockResult {
        let begun = try boundary { try client.begin(operation: operation, now: WakeTimer.now()) }
        var step = begun.step
        while true {
            try Task.checkCancellation()
            switch step {
            case .send(let request):
                let outcome = await WholeExchange.send(request, over: transport)
                try Task.checkCancellation()
                step = try boundary { try begun.call.take(outcome) }
            case .wait(let until):
                try await Task.sleep(for: .milliseconds(max(0, until - WakeTimer.now())))
                step = try boundary { try begun.call.onTime(now: WakeTimer.now()) }
            case .done(let result):
                return result
            }
        }
    }
}

extension MockCall {
    fileprivate func take(_ outcome: WholeExchange.Outcome) throws -> MockStep {
        switch outcome {
        case .answer(let head, let body, let complete):
            let lines = head.headers.map { NameValue(name: $0.name, value: $0.value) }
            let head = ResponseHead(status: UInt16(clamping: head.status), headers: lines)
            return try onAnswer(head: head, body: body, complete: complete, now: WakeTimer.now())
        case .failure(let failure):
            return try onFailure(failure: TransportFailure(failure), now: WakeTimer.now())
        }
    }
}

extension Duration {
    /// Milliseconds; 0 if negative.
    fileprivate var patience: Int64 { max(0, milliseconds) }
}
