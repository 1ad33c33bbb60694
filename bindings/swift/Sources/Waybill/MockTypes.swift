// What is asked of the mock service, and what it answers.

import Foundation

/// A file of a definition.
public struct DefinitionFile: Sendable, Hashable {
    /// Its path as other files refer to it, with `/` between folders; of a single file its name.
    public let path: String
    /// Its bytes.
    public let content: Data

    /// A file of these bytes.
    public init(path: String, content: Data) {
        self.path = path
        self.content = content
    }

    /// A file of this text.
    public init(path: String, text: String) {
        self.init(path: path, content: Data(text.utf8))
    }
}

/// A definition of services: the file that defines them, then those that it refers to. It is one upload.
public struct ServiceDefinition: Sendable, Hashable {
    /// The files.
    public let files: [DefinitionFile]

    /// A definition of these files.
    public init(_ files: [DefinitionFile]) {
        self.files = files
    }
}

/// How the mock service is.
public struct MockHealth: Sendable, Hashable {
    /// Whether it is `UP`; otherwise it still imports what it was started with.
    public let isUp: Bool
    /// The files that it was started with and could not import, where it says so.
    public let failed: [FailedFile]
}

/// A file that was not imported.
public struct FailedFile: Sendable, Hashable {
    /// Its path.
    public let file: String
    /// Why.
    public let reason: String
}

/// A service that an upload gave.
public struct UploadedService: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String
    /// What of it is relaxed or could not be read, a sentence each, where the service says so.
    public let notes: [String]
    /// Why none of its operations can be called, where that is so.
    public let unserved: String?
}

/// A service that is imported.
public struct ListedService: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String
    /// `SOAP_HTTP` or `REST`, as the service writes it.
    public let type: String?
    /// The file that defines it.
    public let sourceArtifact: String?
    /// Its operations.
    public let operations: [ListedOperation]
    /// What of it is relaxed or could not be read, a sentence each.
    public let notes: [String]
    /// Why none of its operations can be called, where that is so.
    public let unserved: String?
}

/// An operation of a service that is imported.
public struct ListedOperation: Sendable, Hashable {
    /// Its name: of a SOAP service what `SOAPAction` has to hold.
    public let name: String
    /// The HTTP method; of a REST service.
    public let method: String?
    /// The `soapAction` that the WSDL declares.
    public let action: String?
    /// The exact paths at which it is called.
    public let resourcePaths: [String]
    /// Why it cannot be called, where that is so.
    public let unserved: String?
}

/// A page of the request log of one service.
public struct InvocationPage: Sendable, Hashable {
    /// As the service orders them; `waybill mock` has the newest first.
    public let entries: [Invocation]
    /// How many there are on all pages, where the service says so.
    public let total: Int?
}

/// A request to a mocked service, and its answer. What a service does not say is nil.
public struct Invocation: Sendable, Hashable {
    /// When it came.
    public let time: Date?
    /// The operation that the request named.
    public let operation: String?
    /// What came.
    public let request: LoggedMessage?
    /// What was answered.
    public let response: LoggedMessage?
    /// Milliseconds until the answer was given.
    public let durationMilliseconds: Double?
    /// Whether a mocked answer was served.
    public let valid: Bool?
    /// Why the request was refused.
    public let reason: String?
    /// The entry as it came, JSON.
    public let json: String
}

/// A request, or an answer, of the request log.
public struct LoggedMessage: Sendable, Hashable {
    /// The method; of a request.
    public let method: String?
    /// The path; of a request.
    public let path: String?
    /// The status; of an answer.
    public let status: Int?
    /// Every header line.
    public let headers: [Header]
    /// The body, of which a long one has its beginning alone.
    public let body: String?
}

/// One figure that the mock service counts (Prometheus text format).
public struct MetricSample: Sendable, Hashable {
    /// The metric's name; of a histogram with `_bucket`, `_count` or `_sum`.
    public let name: String
    /// Its labels.
    public let labels: [String: String]
    /// The figure; it may be infinite or no number.
    public let value: Double
    /// When it was measured, where that is said.
    public let time: Date?
}

/// A call of an operation of a SOAP service.
public struct SoapCall: Sendable, Hashable {
    /// The service's name.
    public var service: String
    /// Its version.
    public var version: String
    /// The operation's name in the WSDL; it is sent as `SOAPAction`.
    public var operation: String
    /// The `targetNamespace` of the WSDL, where the payload is to be held to it before it is sent.
    public var namespace: String?
    /// What the envelope's body holds: one XML element.
    public var payload: String
    /// What the envelope's header holds, XML elements; none where nil.
    public var header: String?
    /// The version of SOAP.
    public var `protocol`: SoapProtocol

    /// A call of an operation.
    public init(
        service: String, version: String, operation: String, payload: String, namespace: String? = nil, header: String? = nil,
        protocol: SoapProtocol = .v11
    ) {
        self.service = service
        self.version = version
        self.operation = operation
        self.namespace = namespace
        self.payload = payload
        self.header = header
        self.protocol = `protocol`
    }
}

/// A version of SOAP.
public enum SoapProtocol: Sendable, Hashable, CaseIterable {
    /// SOAP 1.1: `text/xml` and the header `SOAPAction`.
    case v11
    /// SOAP 1.2: `application/soap+xml` with the parameter `action`.
    case v12
}

/// What a SOAP service answered.
public struct SoapReply: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// Whether the envelope holds a fault.
    public let isFault: Bool
    /// The envelope; empty where the operation has no output.
    public let envelope: String
}

/// What became of a definition that was seeded.
public struct SeededDefinition: Sendable, Hashable {
    /// The path of its first file.
    public let file: String
    /// The services that it gave.
    public let services: [UploadedService]
    /// Why it, or one of its services, was not imported; nil where all of it was.
    public let failure: String?
}

extension DefinitionFile: CustomStringConvertible, CustomReflectable {
    /// The path, and how long the file is.
    public var description: String { "\(path), \(content.count) bytes" }
    /// A mirror of the path alone.
    public var customMirror: Mirror { Mirror(self, children: ["path": path]) }
}
