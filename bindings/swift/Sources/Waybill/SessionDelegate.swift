// URLSession's delegate. Finds the exchange of a task and passes events to it.
//
// Redirects and challenges are responses, and a streamed body is provided once.

import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Entry {
        let exchange: Exchange
        let session: URLSession?
        var streamGiven = false
    }
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])

    /// Registers the exchange of a task, and the session to close after it.
    func add(_ exchange: Exchange, for task: URLSessionTask, closing session: URLSession?) {
        entries.withLock { $0[ObjectIdentifier(task)] = Entry(exchange: exchange, session: session) }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        entries.withLock { $0[ObjectIdentifier(task)]?.exchange }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // Following a redirect would send the token or the password to another host.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let stream = entries.withLock { entries -> UploadStream? in
            guard var entry = entries[ObjectIdentifier(task)], !entry.streamGiven else { return nil }
            entry.streamGiven = true
            entries[ObjectIdentifier(task)] = entry
            return entry.exchange.upload
        }
        completionHandler(stream)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if os(Linux)
        // On Linux this is called after the complete 401. The default handling would then wait forever.
        exchange(of: task)?.ended(nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
        #else
        completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // On Linux this is also called for an interim `100 Continue`, before the response.
        if let response = response as? HTTPURLResponse, response.statusCode >= 200 {
            exchange(of: dataTask)?.received(Exchange.Head(response))
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.received(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let entry = entries.withLock({ $0.removeValue(forKey: ObjectIdentifier(task)) }) else { return }
        entry.exchange.ended(error.map(NotAnswered.init))
        // Not on this queue: see Exchange.
        if let session = entry.session {
            entry.exchange.perform { session.finishTasksAndInvalidate() }
        }
    }
}

extension Exchange.Head {
    fileprivate init(_ response: HTTPURLResponse) {
        var headers: [Header] = []
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers.append(Header(name: name.lowercased(), value: value))
        }
        // URLSession has decoded the body. Headers that describe the encoded one would be wrong.
        if headers.contains(where: { $0.name == "content-encoding" }) {
            headers.removeAll { $0.name == "content-encoding" || $0.name == "content-length" }
        }
        headers.sort { $0.name < $1.name }
        self.init(status: response.statusCode, headers: headers)
    }
}

extension SessionDelegate: CustomReflectable {
    /// A mirror without children, because they would lead to requests with credentials.
    var customMirror: Mirror { Mirror(self, children: []) }
}
