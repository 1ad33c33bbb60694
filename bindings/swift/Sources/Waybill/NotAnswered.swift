// Whether a request that got no answer can have reached the other side.
//
// "Not sent" is an allow-list: name resolution, connecting and the TLS handshake. All else counts as sent.

import Foundation
internal import WaybillRust
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why an exchange ended without the head of an answer.
struct NotAnswered: Sendable {
    let sent: Bool
    /// Short, and never the system's text, which may quote the URL.
    let detail: String

    init(sent: Bool, detail: String) {
        self.sent = sent
        self.detail = detail
    }

    /// What a reason means, in the words of every language.
    init(_ reason: WaybillRust.NoAnswer) {
        // Rust makes a record of constants: there is nothing in it that could fail.
        let failure = try! noAnswer(reason: reason)
        self.init(sent: failure.kind == .unknown, detail: failure.detail)
    }

    init(_ error: any Error) {
        let code = (error as? URLError)?.code
        switch code {
        case .cannotFindHost?, .dnsLookupFailed?:
            self.init(.nameNotResolved)
        case .cannotConnectToHost? where NotAnswered.neverConnected(error):
            self.init(NotAnswered.opensNoFile() ? .noFileDescriptor : .notConnected)
        #if os(Linux)
        // Where the system gives no socket there is no code for it.
        case .unknown? where NotAnswered.neverConnected(error):
            self.init(NotAnswered.opensNoFile() ? .noFileDescriptor : .notConnected)
        #endif
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
            .clientCertificateRequired?:
            self.init(.tlsFailed)
        case .timedOut?:
            self.init(.timedOut)
        case .networkConnectionLost?, .badServerResponse?, .cannotConnectToHost?:
            self.init(.lost)
        default:
            self.init(sent: true, detail: "the request failed without an answer (URL loading error \(code?.rawValue ?? 0))")
        }
    }

    private static func opensNoFile() -> Bool {
        let file = open("/dev/null", O_RDONLY)
        guard file >= 0 else { return errno == EMFILE || errno == ENFILE }
        close(file)
        return false
    }

    /// On Linux a request that was read and dropped is called "cannot connect" too, where the host has two addresses and
    /// the first one refused (`localhost` with an unused `::1`). libcurl's own text tells the two apart.
    private static func neverConnected(_ error: any Error) -> Bool {
        #if os(Linux)
        error.localizedDescription.hasPrefix("Failed to connect to")
        #else
        true
        #endif
    }
}

extension TransportFailure {
    init(_ failure: NotAnswered) {
        self.init(kind: failure.sent ? .unknown : .notSent, detail: failure.detail)
    }
}
