// The inputs and results of the mock service's client.

import Foundation

/// A file of a service definition.
public struct DefinitionFile: Sendable, Hashable {
    /// Path by which other files refer to it, with `/` between folders. For a single file, its name.
    public let path: String
    /// Content in bytes.
    public let content: Data

    /// Creates a file with these bytes.
    public init(path: String, content: Data) {
        self.path = path
        self.content = content
    }

    /// Creates a file with this text.
    public init(path: String, text: String) {
        self.init(path: path, content: Data(text.utf8))
    }
}

/// A definition of services, sent in one upload: the file that defines the services, then those that it refers to.
public struct ServiceDefinition: Sendable, Hashable {
    /// The files.
    public let files: [DefinitionFile]

    /// Creates a definition of these files.
    public init(_ files: [DefinitionFile]) {
        self.files = files
    }
}

/// The health of the mock service.
public struct MockHealth: Sendable, Hashable {
    /// True if its status is `UP`. Otherwise it is still importing the files it was started with.
    public let isUp: Bool
    /// Files that it was started with and could not import, if it lists them.
    public let failed: [FailedFile]
}

/// A file that was not imported.
public struct FailedFile: Sendable, Hashable {
    /// Path of the file.
    public let file: String
    /// Reason of the failure.
    public let reason: String
}

/// A service that an upload imported.
public struct UploadedService: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String
    /// Parts of it that are relaxed or could not be read, one sentence each, if the service reports them.
    public let notes: [String]
    /// Reason why none of its operations can be called, if so.
    public let unserved: String?
}

/// An imported service.
public struct ListedService: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its version.
    public let version: String
    /// `SOAP_HTTP` or `REST`, in the service's spelling.
    public let type: String?
    /// File that defines it.
    public let sourceArtifact: String?
    /// Its operations.
    public let operations: [ListedOperation]
    /// Parts of it that are relaxed or could not be read, one sentence each.
    public let notes: [String]
    /// Reason why none of its operations can be called, if so.
    public let unserved: String?
}

/// An operation of an imported service.
public struct ListedOperation: Sendable, Hashable {
    /// Name of the operation. For a SOAP service, this is the value of `SOAPAction`.
    public let name: String
    /// HTTP method, for a REST service.
    public let method: String?
    /// `soapAction` that the WSDL declares.
    public let action: String?
    /// Exact paths for calls.
    public let resourcePaths: [String]
    /// Reason why it cannot be called, if so.
    public let unserved: String?
}

/// A page of the request log of one service.
public struct InvocationPage: Sendable, Hashable {
    /// Entries in the service's order; `waybill mock` returns the newest first.
    public let entries: [Invocation]
    /// Number of entries on all pages, if the service reports it.
    public let total: Int?
}

/// A logged request to a mocked service, and its response. Properties that a service does not report are nil.
public struct Invocation: Sendable, Hashable {
    /// Time of the request.
    public let time: Date?
    /// The operation that the request named.
    public let operation: String?
    /// The request.
    public let request: LoggedMessage?
    /// The response.
    public let response: LoggedMessage?
    /// Milliseconds until the response.
    public let durationMilliseconds: Double?
    /// True if a mocked response was served.
    public let valid: Bool?
    /// Reason for which the request was rejected.
    public let reason: String?
    /// The entry's JSON.
    public let json: String
}

/// A logged request or response.
public struct LoggedMessage: Sendable, Hashable {
    /// Method of a request.
    public let method: String?
    /// Path of a request.
    public let path: String?
    /// Status of a response.
    public let status: Int?
    /// Header fields.
    public let headers: [Header]
    /// Body; of a long one only the beginning.
    public let body: String?
}

/// One value of a metric (Prometheus text format).
public struct MetricSample: Sendable, Hashable {
    /// Name of the metric. Those of a histogram end in `_bucket`, `_count` or `_sum`.
    public let name: String
    /// Names and values of the labels.
    public let labels: [String: String]
    /// Value; may be infinite or NaN.
    public let value: Double
    /// Time of the measurement, if given.
    public let time: Date?
}

/// A call of a SOAP operation.
public struct SoapCall: Sendable, Hashable {
    /// The service's name.
    public var service: String
    /// Its version.
    public var version: String
    /// Name of the operation in the WSDL, sent as `SOAPAction`.
    public var operation: String
    /// `targetNamespace` of the WSDL. If given, the payload's namespace is checked before the call is sent.
    public var namespace: String?
    /// Content of the envelope's body: one XML element.
    public var payload: String
    /// Content of the envelope's header: XML elements, if any.
    public var header: String?
    /// The version of SOAP.
    public var `protocol`: SoapProtocol

    /// Creates a call.
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

/// The response of a SOAP service.
public struct SoapReply: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// True if the envelope contains a fault.
    public let isFault: Bool
    /// The envelope; empty if the operation has no output.
    public let envelope: String
}

/// The outcome of one definition.
public struct SeededDefinition: Sendable, Hashable {
    /// Path of the definition's first file.
    public let file: String
    /// Services that it defined.
    public let services: [UploadedService]
    /// Reason why it or one of its services was not imported. Nil if all were.
    public let failure: String?
}

extension DefinitionFile: CustomStringConvertible, CustomReflectable {
    /// The path and the size.
    public var description: String { "\(path), \(content.count) bytes" }
    /// A mirror of the path only.
    public var customMirror: Mirror { Mirror(self, children: ["path": path]) }
}
