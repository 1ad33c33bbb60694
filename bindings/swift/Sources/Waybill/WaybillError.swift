// The one error of this package: everything a program needs to decide what to do next, and no secret.
//
// Calls and body reads throw it; a cancelled task throws Swift's own `CancellationError` instead.

import Foundation

/// Why a call or a comparison failed, and what to do.
public struct WaybillError: Error, Sendable {
    /// Stable identifier, such as `token.rejected`.
    public let code: String
    /// Whose fault it was.
    public let kind: Kind
    /// One sentence without secrets.
    public let message: String
    /// Whether and when the same call may succeed.
    public let retry: Retry
    /// What to do.
    public let remedy: String
    /// The command that prints this code's page.
    public let help: String
    /// The HTTP status of the answer that caused it.
    public let status: Int?
    /// What else is known of the call that failed.
    public let details: FailureDetails
    /// The answer of an API error.
    public let response: ErrorResponse?

    /// Whose fault a failure was.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The environments or credentials given.
        case configuration
        /// The call itself, refused before anything was sent.
        case request
        /// The connection.
        case transport
        /// The identity provider.
        case provider
        /// The API that answered with an error status.
        case api
        /// The call's time was up.
        case deadline
        /// The call was cancelled inside the client.
        case cancelled
        /// The client was closed.
        case closed
        /// A description that could not be compared.
        case comparison
        /// This package called its engine out of order.
        case misuse
        /// A defect in Waybill.
        case `internal`
    }

    /// Whether the same call may succeed later.
    public enum Retry: Sendable, Hashable {
        /// It fails the same way until something is changed.
        case never
        /// After so long.
        case after(Duration)
        /// After a person signed in or new credentials were set.
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

    /// The same failure, of a call of which this is known.
    func of(status: Int, _ known: FailureDetails) -> WaybillError {
        WaybillError(
            code: code, kind: kind, message: message, retry: retry, remedy: remedy, help: help, status: status, details: known,
            response: response)
    }
}

/// An API error's answer as it came. Its texts show sizes, not contents.
public struct ErrorResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The headers, names in lower case.
    public let headers: [Header]
    /// The body untouched, at most its first 64 KiB.
    public let body: Data
    /// Whether `body` is all of it.
    public let complete: Bool
}

extension WaybillError: CustomStringConvertible, CustomDebugStringConvertible, LocalizedError, CustomReflectable {
    /// `code: message (remedy)`.
    public var description: String { "\(code): \(message) (\(remedy))" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// The same as `description`.
    public var errorDescription: String? { description }
    /// The members; the answer shows sizes alone.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "code": code, "kind": kind, "message": message, "retry": retry, "remedy": remedy, "help": help,
            "status": status as Any, "details": details, "response": response?.description as Any,
        ]
        return Mirror(self, children: children)
    }
}

extension ErrorResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status and sizes.
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
