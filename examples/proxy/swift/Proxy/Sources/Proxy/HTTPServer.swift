// libmicrohttpd: one thread for all connections, which waits for nobody. A request whose turn it is not is suspended.

import CMicrohttpd
import Foundation

final class HTTPServer: @unchecked Sendable {
    private static let mostHeaderBytes: UInt32 = 96 * 1024
    /// A client that sends or takes nothing holds its connection no longer than this.
    private static let slowestClientSeconds: UInt32 = 20

    struct CannotListen: Error, CustomStringConvertible {
        let description: String
    }

    private let forwarding: Forwarding
    private let lock = NSLock()
    private var daemon: OpaquePointer?
    private var exchanges: [ObjectIdentifier: Exchange] = [:]

    init(_ forwarding: Forwarding) {
        self.forwarding = forwarding
    }

    /// Starts to listen; gives the port.
    func listen(host: String, port: UInt16) throws -> UInt16 {
        let callbacks = http_callbacks(
            target: { context, target, connection in
                guard let context, let target, let connection else { return nil }
                let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
                return server.begin(String(cString: target), connection)
            },
            request: { _, connection, _, method, _, bytes, count, exchange in
                guard let method, let count, let exchange = exchange?.pointee else { return http_no }
                let own = Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue()
                return own.take(method: String(cString: method), bytes: bytes, count: count) ? http_yes : http_no
            },
            completed: { context, _, exchange, _ in
                guard let context, let pointer = exchange?.pointee else { return }
                let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
                server.end(Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue())
                exchange?.pointee = nil
            })
        let context = Unmanaged.passUnretained(self).toOpaque()
        daemon = start_http_daemon(host, port, callbacks, context, HTTPServer.mostHeaderBytes, HTTPServer.slowestClientSeconds)
        guard let daemon else { throw CannotListen(description: "cannot listen on \(host):\(port)") }
        return http_daemon_port(daemon)
    }

    /// Takes no more connections, waits for what is under way, and ends.
    func stop(patience: TimeInterval) {
        guard let daemon else { return }
        let socket = MHD_quiesce_daemon(daemon)
        let end = Date(timeIntervalSinceNow: patience)
        while lock.withLock({ !exchanges.isEmpty }) && Date() < end { Thread.sleep(forTimeInterval: 0.02) }
        // It cannot end while a connection is suspended.
        lock.withLock { Array(exchanges.values) }.forEach { $0.abandon() }
        MHD_stop_daemon(daemon)
        if socket >= 0 { close(socket) }
    }

    private func begin(_ target: String, _ connection: OpaquePointer) -> UnsafeMutableRawPointer {
        let exchange = Exchange(target, connection, forwarding)
        lock.withLock { exchanges[ObjectIdentifier(exchange)] = exchange }
        return Unmanaged.passRetained(exchange).toOpaque()
    }

    private func end(_ exchange: Exchange) {
        lock.withLock { exchanges[ObjectIdentifier(exchange)] = nil }
        exchange.complete()
    }
}
