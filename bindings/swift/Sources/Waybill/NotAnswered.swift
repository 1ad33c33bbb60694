// Determines whether a request without a response may have reached the server.
//
// "Not sent" is an allow-list: name resolution, connecting and the TLS handshake. After any other failure the request is treated
// as sent.

import Foundation
internal import WaybillRust
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The reason why an exchange ended without the head of a response.
struct NotAnswered: Sendable {
    let sent: Bool
    /// Short description. Never the system's text, which may quote the URL.
    let detail: String

    init(sent: Bool, detail: String) {
        self.sent = sent
        self.detail = detail
    }

    /// Creates the failure for a reason, with core's description, which is the same in all languages.
    init(_ reason: WaybillRust.NoAnswer) {
        // Rust returns a record of constants, which cannot fail.
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
        // There is no code for a system that provides no socket.
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

    /// True if no connection was established. On Linux, the code "cannot connect" also occurs for a request that was read and
    /// dropped: if the host has two addresses and the first one refused (`localhost` with an unused `::1`). Only libcurl's own
    /// message shows the difference.
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
