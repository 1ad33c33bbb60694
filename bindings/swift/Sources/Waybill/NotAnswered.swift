// Whether a request that got no answer can have reached the other side.
//
// "Not sent" is an allow-list: name resolution, connecting and the TLS handshake. All else counts as sent.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why an exchange ended without the head of an answer.
struct NotAnswered: Sendable {
    let sent: Bool
    /// Short, from this table and never from the system's text, which may quote the URL.
    let detail: String

    init(sent: Bool, detail: String) {
        self.sent = sent
        self.detail = detail
    }

    init(_ error: any Error) {
        let code = (error as? URLError)?.code
        switch code {
        case .cannotFindHost?, .dnsLookupFailed?:
            self.init(sent: false, detail: "the host's name could not be resolved")
        case .cannotConnectToHost? where NotAnswered.neverConnected(error):
            self.init(sent: false, detail: "the connection was refused or the host is unreachable")
        case .secureConnectionFailed?, .serverCertificateHasBadDate?, .serverCertificateUntrusted?,
            .serverCertificateHasUnknownRoot?, .serverCertificateNotYetValid?, .clientCertificateRejected?,
            .clientCertificateRequired?:
            self.init(sent: false, detail: "the TLS handshake failed")
        case .timedOut?:
            self.init(sent: true, detail: "no answer came in time")
        case .networkConnectionLost?, .badServerResponse?, .cannotConnectToHost?:
            self.init(sent: true, detail: "the connection was lost before an answer came")
        default:
            self.init(sent: true, detail: "the request failed without an answer (URL loading error \(code?.rawValue ?? 0))")
        }
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
