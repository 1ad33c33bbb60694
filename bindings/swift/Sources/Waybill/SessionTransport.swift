// URLSession as the carrier: which session a request goes over, and what must not be re-sent.
//
// libcurl, and so URLSession on Linux, sends a request again when a kept-alive connection drops. Only requests without a
// body and with an idempotent method share connections; every other one has a session, and so a connection, of its own.

import Foundation
internal import WaybillRust
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Carries out exchanges.
protocol ExchangeTransport: Sendable {
    /// Sends, and reports what comes to the exchange.
    func start(_ exchange: Exchange, _ head: RequestHead, _ body: RequestContent)
    /// Lets idle connections go. Call it once nothing is started any more.
    func close()
}

/// What to send, beside the head.
enum RequestContent: Sendable {
    case none
    case bytes(Data)
    case file(URL)
    case stream(ByteStream)
}

final class SessionTransport: ExchangeTransport {
    private static let shareable: Set<String> = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]
    /// URLSession's own limit counts from the last byte; the engine's deadlines are the ones that hold.
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
            // URLSession would call it a form.
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
