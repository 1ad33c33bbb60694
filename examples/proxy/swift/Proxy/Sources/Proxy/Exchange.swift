// One request and its answer. libmicrohttpd's thread brings pieces and takes pieces; tasks wait for the platform.

import CMicrohttpd
import Foundation
import Waybill

final class Exchange: @unchecked Sendable {
    private static let pieceBytes = 16 * 1024
    private static let bufferBytes = 256 * 1024
    /// How much of a body that is refused is read, so that the app hears why.
    private static let mostDiscarded = 1024 * 1024
    private static let watchInterval = Duration.milliseconds(100)

    private let id = UUID().uuidString
    private let target: String
    private let connection: OpaquePointer
    private let forwarding: Forwarding

    private let lock = NSLock()
    private var isTaken = false
    private var isSuspended = false
    private var isGone = false
    private var isComplete = false
    private var answer: AppAnswer?
    private var tasks: [Task<Void, Never>] = []
    private let upload = Pipe(limit: Exchange.bufferBytes)
    private let download = Pipe(limit: Exchange.pieceBytes)
    private var discarded = 0

    init(_ target: String, _ connection: OpaquePointer, _ forwarding: Forwarding) {
        self.target = target
        self.connection = connection
        self.forwarding = forwarding
    }

    // MARK: On libmicrohttpd's thread

    /// Takes what has come: first the head, then pieces, then the end. False drops the connection.
    func take(method: String, bytes: UnsafePointer<CChar>?, count: UnsafeMutablePointer<Int>) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if isGone { return false }
        if !isTaken {
            isTaken = true
            return begin(method)
        }
        guard count.pointee > 0, let bytes else {
            upload.end()
            if let answer { return queue(answer) }
            suspend()
            return true
        }
        if answer != nil {
            discarded += count.pointee
            count.pointee = 0
            return discarded <= Exchange.mostDiscarded
        }
        if upload.put(Data(bytes: bytes, count: count.pointee)) {
            count.pointee = 0
        } else {
            suspend()
        }
        return true
    }

    private func begin(_ method: String) -> Bool {
        if target == "/health" && method == "GET" { return queue(Data(#"{"status":"UP"}"#.utf8), status: 200) }
        let head = RequestHead(method: method, target: target, headers: headers())
        switch forwarding.decide(head, requestID: id) {
        case .answer(let answer):
            return queue(answer)
        case .fail:
            return queue(Data(), status: 500)
        case .permit(let asked):
            let body: Waybill.RequestBody = head.hasBody ? .stream(upload.sequence { [weak self] in self?.resume() }) : .none
            tasks.append(Task { await self.send(asked, body) })
            tasks.append(Task { await self.watch() })
            return true
        }
    }

    private func headers() -> [Header] {
        final class Lines { var all: [Header] = [] }
        let lines = Lines()
        MHD_get_connection_values_n(
            connection, http_header_kind,
            { context, _, name, nameCount, value, valueCount in
                guard let context, let name else { return http_no }
                func text(_ bytes: UnsafePointer<CChar>, _ count: Int) -> String {
                    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
                }
                let line = Header(name: text(name, nameCount), value: value.map { text($0, valueCount) } ?? "")
                Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().all.append(line)
                return http_yes
            }, Unmanaged.passUnretained(lines).toOpaque())
        return lines.all
    }

    private func queue(_ answer: AppAnswer) -> Bool {
        let size = answer.body.count.map(UInt64.init) ?? http_body_of_unknown_size
        let response = MHD_create_response_from_callback(
            size, Exchange.pieceBytes,
            { exchange, _, buffer, most in
                guard let exchange, let buffer else { return Int(http_body_failed) }
                return Unmanaged<Exchange>.fromOpaque(exchange).takeUnretainedValue().give(buffer, most)
            }, Unmanaged.passRetained(self).toOpaque(),
            { exchange in exchange.map { Unmanaged<Exchange>.fromOpaque($0).release() } })
        guard let response else { return false }
        defer { MHD_destroy_response(response) }
        for header in answer.headers { MHD_add_response_header(response, header.name, header.value) }
        let pump = Task { await self.pump(answer.body) }
        tasks.append(pump)
        return MHD_queue_response(connection, UInt32(answer.status), response) == http_yes
    }

    private func queue(_ bytes: Data, status: UInt32) -> Bool {
        guard let response = bytes.withUnsafeBytes({ MHD_create_response_from_buffer_copy($0.count, $0.baseAddress) }) else { return false }
        defer { MHD_destroy_response(response) }
        MHD_add_response_header(response, "content-type", "application/json")
        return MHD_queue_response(connection, status, response) == http_yes
    }

    /// Fills a buffer with what has come of the answer's body.
    private func give(_ buffer: UnsafeMutablePointer<CChar>, _ most: Int) -> Int {
        lock.lock()
        defer { lock.unlock() }
        if isGone { return Int(http_body_failed) }
        switch download.take(most) {
        case .bytes(let data):
            data.withUnsafeBytes { _ = memcpy(buffer, $0.baseAddress!, $0.count) }
            return data.count
        case .ended: return Int(http_body_ended)
        case .failed: return Int(http_body_failed)
        case .empty:
            suspend()
            return 0
        }
    }

    /// Called with the lock held, as a resumption that came between would be lost.
    private func suspend() {
        isSuspended = true
        MHD_suspend_connection(connection)
    }

    // MARK: From tasks

    private func send(_ asked: Authorization, _ body: Waybill.RequestBody) async {
        let answer = await forwarding.send(asked, body: body, requestID: id)
        lock.withLock {
            self.answer = answer
            isGone = isGone || answer == nil
        }
        resume()
    }

    private func pump(_ body: AppBody) async {
        do {
            for try await piece in body {
                while !lock.withLock({ download.put(piece) }) { try await download.room() }
                resume()
            }
            lock.withLock { download.end() }
        } catch {
            Log.write("the answer was cut off", ["requestId": id])
            lock.withLock { download.fail() }
        }
        resume()
    }

    /// libmicrohttpd does not look at a suspended connection: whether the app is gone is asked here.
    private func watch() async {
        while !Task.isCancelled {
            let isClosed = lock.withLock { !isComplete && http_is_peer_gone(http_connection_socket(connection)) }
            if isClosed { return abandon() }
            try? await Task.sleep(for: Exchange.watchInterval)
        }
    }

    /// Nobody waits for the answer any more.
    func abandon() {
        let tasks = lock.withLock { () -> [Task<Void, Never>] in
            isGone = true
            upload.fail()
            return self.tasks
        }
        tasks.forEach { $0.cancel() }
        resume()
    }

    private func resume() {
        lock.withLock {
            guard isSuspended, !isComplete else { return }
            isSuspended = false
            MHD_resume_connection(connection)
        }
    }

    /// libmicrohttpd is done with the request, and with its connection's memory.
    func complete() {
        let tasks = lock.withLock { () -> [Task<Void, Never>] in
            isComplete = true
            upload.fail()
            download.fail()
            return self.tasks
        }
        tasks.forEach { $0.cancel() }
    }
}
