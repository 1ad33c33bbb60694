// The error of this package, with everything that is needed to decide what to do next. It contains no secret.
//
// Calls and body reads throw it. A cancelled task throws Swift's own `CancellationError`.

import Foundation

/// The error of a failed call or comparison: the cause, who is responsible, and the remedy.
public struct WaybillError: Error, Sendable {
    /// Stable identifier, such as `token.rejected`.
    public let code: String
    /// The party or event that caused the failure.
    public let kind: Kind
    /// Description in one sentence, without secrets.
    public let message: String
    /// Advice on retrying.
    public let retry: Retry
    /// The action that fixes the problem.
    public let remedy: String
    /// The command that prints the page about this code.
    public let help: String
    /// HTTP status of the response that caused the error, if there was one.
    public let status: Int?
    /// Further details of the failed call.
    public let details: FailureDetails
    /// The API's response, if the error is an API error.
    public let response: ErrorResponse?

    /// The party or event that caused a failure.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The configuration or the credentials.
        case configuration
        /// The call's arguments. Nothing was sent.
        case request
        /// The connection to the server.
        case transport
        /// The identity provider.
        case provider
        /// An error response of the API.
        case api
        /// The call's deadline passed.
        case deadline
        /// The call was cancelled inside the client.
        case cancelled
        /// The client was closed.
        case closed
        /// A description that could not be compared.
        case comparison
        /// This package violated the engine's contract.
        case misuse
        /// A bug in Waybill.
        case `internal`
    }

    /// Advice on retrying a failed call.
    public enum Retry: Sendable, Hashable {
        /// A retry would fail again.
        case never
        /// A retry may succeed after this time.
        case after(Duration)
        /// A retry may succeed after a new sign-in or with new credentials.
        case afterSignIn
    }

    init(
        code: String, kind: Kind, message: String, retry: Retry, remedy: String, help: String, status: Int?,
        details: FailureDetails, response: ErrorResponse?
    ) {
        self.code = code
        self.kind = kind
        self.message = message
        self.retry = retry
        self.remedy = remedy
        self.help = help
        self.status = status
        self.details = details
        self.response = response
    }

    /// Returns the same failure with the details of its call.
    func of(status: Int, _ known: FailureDetails) -> WaybillError {
        WaybillError(
            code: code, kind: kind, message: message, retry: retry, remedy: remedy, help: help, status: status, details: known,
            response: response)
    }
}

/// The response of an API error, with an unmodified body. Its descriptions show sizes, not contents.
public struct ErrorResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers, with names in lower case.
    public let headers: [Header]
    /// The start of the body, at most 64 KiB.
    public let body: Data
    /// True if `body` is the complete body.
    public let complete: Bool
}

extension WaybillError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError, CustomReflectable {
    /// `code: message (remedy)`.
    public var description: String { "\(code): \(message) (\(remedy))" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// The same as `description`.
    public var errorDescription: String? { description }
    /// A mirror of the members. Of the response it shows only the sizes.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "code": code, "kind": kind, "message": message, "retry": retry, "remedy": remedy, "help": help,
            "status": status as Any, "details": details, "response": response?.description as Any,
        ]
        return Mirror(self, children: children)
    }
}

extension ErrorResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the sizes.
    public var description: String {
        "\(status), \(headers.count) headers, \(body.count) bytes\(complete ? "" : " of more")"
    }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror of the status and the sizes.
    public var customMirror: Mirror {
        Mirror(self, children: ["status": status, "headers": headers.count, "bytes": body.count, "complete": complete])
    }
}
