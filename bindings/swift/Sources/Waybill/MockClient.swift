// A client of the mock service at an environment's `mockURL`: in development alone, and without a credential.
//
// The core says what to send, when to wait and what the answers mean; this carries it out over a transport.

import Foundation
internal import WaybillRust

/// Calls the mock service of a development environment; every call throws a `WaybillError` where it fails, and
/// `CancellationError` where its task was cancelled.
public final class MockClient: Sendable {
    /// The platform's own mock service takes 60 to 90 s to start.
    public static let defaultTimeout = Duration.seconds(120)

    private let client: WaybillRust.MockClient
    private let transport: any ExchangeTransport

    /// - Parameters:
    ///   - environment: Of kind development, with a `mockURL`.
    ///   - transport: Carries the requests; URLSession where none is given.
    /// - Throws: `WaybillError` with the code `environment.mock-outside-development` where the environment is of another kind,
    ///   and `environment.no-url` where it has no `mockURL`.
    public init(environment: Environment, transport: (any Transport)? = nil) throws {
        client = try boundary { try WaybillRust.MockClient(environment: WaybillRust.Environment(environment)) }
        self.transport = transport.map(HostTransport.init) ?? SessionTransport()
    }

    deinit {
        transport.close()
    }

    /// Whether it is up.
    public func checkHealth() async throws -> MockHealth {
        guard case .health(let health) = try await carryOut(.checkHealth) else { throw WaybillError(.crashed) }
        return MockHealth(health)
    }

    /// Returns once it is up.
    ///
    /// - Throws: `WaybillError` with the code `mock.not-up` where it is not up in time.
    public func waitUntilUp(timeout: Duration = MockClient.defaultTimeout) async throws {
        _ = try await carryOut(.waitUntilUp(patienceMs: timeout.patience))
    }

    /// Imports a definition, and gives its services.
    ///
    /// - Throws: `WaybillError` with the code `import.refused` where it is refused.
    public func upload(_ definition: ServiceDefinition) async throws -> [UploadedService] {
        let files = WaybillRust.ServiceDefinition(definition).files
        guard case .uploaded(let services) = try await carryOut(.upload(files: files)) else { throw WaybillError(.crashed) }
        return services.map(UploadedService.init)
    }

    /// What is imported.
    public func listServices() async throws -> [ListedService] {
        guard case .services(let services) = try await carryOut(.listServices) else { throw WaybillError(.crashed) }
        return services.map(ListedService.init)
    }

    /// Everything that is imported, as the bytes of a file that can be uploaded again.
    public func exportServices() async throws -> Data {
        guard case .export(let bytes) = try await carryOut(.export) else { throw WaybillError(.crashed) }
        return bytes
    }

    /// A page of the request log of a service.
    ///
    /// - Parameters:
    ///   - page: Counted from 0; the service's own where nil.
    ///   - size: Entries of a page; the service's own where nil.
    /// - Throws: `WaybillError` with the code `service.unknown` where the service is not imported.
    public func listInvocations(
        service: String, version: String, page: UInt32? = nil, size: UInt32? = nil
    ) async throws -> InvocationPage {
        let operation = MockOperation.listInvocations(service: service, version: version, page: page, size: size)
        guard case .invocations(let page) = try await carryOut(operation) else { throw WaybillError(.crashed) }
        return InvocationPage(page)
    }

    /// What it counts.
    public func readMetrics() async throws -> [MetricSample] {
        guard case .metrics(let samples) = try await carryOut(.readMetrics) else { throw WaybillError(.crashed) }
        return samples.map(MetricSample.init)
    }

    /// Calls an operation of a SOAP service. A fault is a reply.
    ///
    /// - Throws: `WaybillError` with the code `service.unknown` where the service is not imported, and `request.invalid` before
    ///   anything is sent where the payload is no element, or in another namespace.
    public func callSoap(_ call: SoapCall) async throws -> SoapReply {
        let operation = MockOperation.callSoap(call: WaybillRust.SoapCall(call))
        guard case .soap(let reply) = try await carryOut(operation) else { throw WaybillError(.crashed) }
        return SoapReply(status: Int(reply.status), isFault: reply.isFault, envelope: reply.envelope)
    }

    /// Waits until it is up, uploads each definition, and compares its list of services with what they gave.
    ///
    /// - Parameter timeout: How long it is waited for.
    /// - Returns: What became of each definition, in the order they were given.
    /// - Throws: `WaybillError` with the code `mock.not-up` where the service is not up in time, or ends meanwhile.
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
    /// Milliseconds, none where it is negative.
    fileprivate var patience: Int64 { max(0, milliseconds) }
}
