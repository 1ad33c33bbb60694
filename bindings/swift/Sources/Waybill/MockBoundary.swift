// Conversions between the mock client's types and the generated ones, without behaviour.

import Foundation
internal import WaybillRust

extension WaybillRust.ServiceDefinition {
    init(_ definition: ServiceDefinition) {
        self.init(files: definition.files.map { WaybillRust.DefinitionFile(path: $0.path, content: $0.content) })
    }
}

extension WaybillRust.SoapCall {
    init(_ call: SoapCall) {
        let version: WaybillRust.SoapProtocol =
            switch call.protocol {
            case .v11: .v11
            case .v12: .v12
            }
        self.init(
            service: call.service, version: call.version, operation: call.operation, namespace: call.namespace,
            payload: call.payload, header: call.header, protocol: version)
    }
}

extension MockHealth {
    init(_ health: WaybillRust.MockHealth) {
        self.init(isUp: health.isUp, failed: health.failed.map { FailedFile(file: $0.file, reason: $0.reason) })
    }
}

extension UploadedService {
    init(_ service: WaybillRust.UploadedService) {
        self.init(name: service.name, version: service.version, notes: service.notes, unserved: service.unserved)
    }
}

extension ListedService {
    init(_ service: WaybillRust.ListedService) {
        self.init(
            name: service.name, version: service.version, type: service.kind, sourceArtifact: service.sourceArtifact,
            operations: service.operations.map(ListedOperation.init), notes: service.notes, unserved: service.unserved)
    }
}

extension ListedOperation {
    init(_ operation: WaybillRust.ListedOperation) {
        self.init(
            name: operation.name, method: operation.method, action: operation.action,
            resourcePaths: operation.resourcePaths, unserved: operation.unserved)
    }
}

extension InvocationPage {
    init(_ page: WaybillRust.InvocationPage) {
        self.init(entries: page.entries.map(Invocation.init), total: page.total.map { Int(clamping: $0) })
    }
}

extension Invocation {
    init(_ entry: WaybillRust.Invocation) {
        self.init(
            time: entry.timestamp.map(Date.init(milliseconds:)), operation: entry.operation,
            request: entry.request.map(LoggedMessage.init), response: entry.response.map(LoggedMessage.init),
            durationMilliseconds: entry.durationMs, valid: entry.valid, reason: entry.reason, json: entry.json)
    }
}

extension LoggedMessage {
    init(_ message: WaybillRust.LoggedMessage) {
        self.init(
            method: message.method, path: message.path, status: message.status.map(Int.init),
            headers: message.headers.map { Header(name: $0.name, value: $0.value) }, body: message.body)
    }
}

extension MetricSample {
    init(_ sample: WaybillRust.MetricSample) {
        let labels = sample.labels.map { ($0.name, $0.value) }
        self.init(
            name: sample.name, labels: Dictionary(labels) { $1 }, value: sample.value,
            time: sample.timestamp.map(Date.init(milliseconds:)))
    }
}

extension SeededDefinition {
    init(_ definition: WaybillRust.SeededDefinition) {
        self.init(
            file: definition.file, services: definition.services.map(UploadedService.init), failure: definition.failure)
    }
}

extension Date {
    /// Creates a date this number of milliseconds after the Unix epoch.
    fileprivate init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
