// The default transport, over URLSession. Chooses a session for each request, so that none is resent.
//
// libcurl, and so URLSession on Linux, resends a request if a kept-alive connection drops. So only requests without a body and
// with an idempotent method share connections. Every other request has its own session and connection.

import Foundation
internal import WaybillRust
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries out exchanges.
protocol ExchangeTransport: Sendable {
    /// Sends a request, and reports events to the exchange.
    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent)
    /// Closes idle connections. Call it after the last start.
    func close()
}

/// The body to send.
enum RequestContent: Sendable {
    case none
    case bytes(Data)
    case file(URL)
    case stream(ByteStream)
}

final class SessionTransport: ExchangeTransport {
    private static let shareable: Set<String> = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]
    /// URLSession's own limit counts from the last byte. It is set high, because the engine's deadlines apply.
    private static let idleLimit: TimeInterval = 7 * 24 * 3600

    private let delegate = SessionDelegate()
    private let shared: URLSession

    init() {
        shared = SessionTransport.session(delegate)
    }

    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent) {
        guard let request = URLRequest(head) else {
            return DispatchQueue.global().async { exchange.ended(NotAnswered(.requestRefused)) }
        }
        var upload: ByteStream?
        if case .stream(let given) = body { upload = given }
        exchange.start({ [delegate, shared] in
            let session: URLSession
            if case .none = body, SessionTransport.shareable.contains(request.httpMethod ?? "") {
                session = shared
            } else {
                session = SessionTransport.session(delegate)
            }
            let task = SessionTransport.task(session, request, body)
            delegate.add(exchange, for: task, closing: session === shared ? nil : session)
            return Exchange.Work(resume: { task.resume() }, cancel: { task.cancel() })
        }, sending: upload)
    }

    func close() {
        shared.finishTasksAndInvalidate()
    }

    private static func task(_ session: URLSession, _ request: URLRequest, _ body: RequestContent) -> URLSessionTask {
        var request = request
        request.timeoutInterval = idleLimit
        request.httpShouldHandleCookies = false
        if case .none = body {} else if request.value(forHTTPHeaderField: "Content-Type") == nil {
            // URLSession would send the media type of a form.
            request.setValue("application/octet-stream", forHTTPHeaderField: "Content-Type")
        }
        switch body {
        case .none:
            return session.dataTask(with: request)
        case .bytes(let data):
            request.httpBody = data
            return session.dataTask(with: request)
        case .file(let url):
            return session.uploadTask(with: request, fromFile: url)
        case .stream:
            return session.uploadTask(withStreamedRequest: request)
        }
    }

    private static func session(_ delegate: SessionDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.timeoutIntervalForRequest = idleLimit
        configuration.timeoutIntervalForResource = idleLimit
        configuration.httpMaximumConnectionsPerHost = 128
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: PacedQueue())
    }
}

extension URLRequest {
    fileprivate init?(_ head: RequestHead) {
        guard let url = URL(string: head.url) else { return nil }
        self.init(url: url)
        httpMethod = head.method
        head.headers.forEach { addValue($0.value, forHTTPHeaderField: $0.name) }
    }
}
