// One connection to a server over hiredis. Its functions block, so they run on a separate queue, one after another.
//
// A command fails after its time limit, even while it waits for earlier commands, for name resolution, or for a suspended server.
// After any failure the connection is closed, and the next command opens a new one.

internal import CHiredis
import Foundation
import Waybill

final class RedisConnection: @unchecked Sendable {
    /// Timers are a few milliseconds late on a busy machine.
    private static let late = Duration.milliseconds(50)
    /// Time for a waiting response to arrive from its socket.
    private static let arrival = DispatchTimeInterval.milliseconds(200)

    private let options: RedisOptions
    private let timeout: Duration
    private let queue = DispatchQueue(label: "waybill.redis")
    private let clock = DispatchQueue(label: "waybill.redis.clock")
    /// Accessed only on `queue`.
    private var context: UnsafeMutablePointer<redisContext>?

    init(_ options: RedisOptions, timeout: Duration) {
        self.options = options
        self.timeout = timeout
    }

    deinit {
        // No command is queued, because each one retains the connection.
        if let context { redisFree(context) }
    }

    /// Runs a command and returns the server's reply.
    func run(_ words: [String]) async throws -> RedisReply {
        let deadline = ContinuousClock.now + timeout
        return try await withCheckedThrowingContinuation { continuation in
            let waiting = Locked<CheckedContinuation<RedisReply, any Error>?>(continuation)
            let end: @Sendable (Result<RedisReply, any Error>) -> Void = { result in
                waiting.withLock { continuation in
                    continuation?.resume(with: result)
                    continuation = nil
                }
            }
            queue.async { end(Result { try withoutBrokenPipeSignal { try self.answer(to: words, by: deadline) } }) }
            clock.asyncAfter(deadline: .now() + .nanoseconds(Int(timeout / .nanoseconds(1)))) { [clock] in
                // After the process was suspended, a response may be waiting in its socket.
                let isLate = ContinuousClock.now > deadline + RedisConnection.late
                clock.asyncAfter(deadline: .now() + (isLate ? RedisConnection.arrival : .seconds(0))) {
                    end(.failure(RedisError.timedOut))
                }
            }
        }
    }

    private func answer(to words: [String], by deadline: ContinuousClock.Instant) throws -> RedisReply {
        do {
            let context = try connect(by: deadline)
            return try exchange(context, words, by: deadline)
        } catch {
            close()
            throw error
        }
    }

    // MARK: The connection

    private func connect(by deadline: ContinuousClock.Instant) throws -> UnsafeMutablePointer<redisContext> {
        if let context {
            if isQuiet(context) { return context }
            close()
        }
        guard let port = Int32(exactly: options.port) else { throw RedisError.notConnected }
        guard let opened = redisConnectWithTimeout(options.host, port, try timeLeft(deadline)) else {
            throw RedisError.notConnected
        }
        context = opened
        guard opened.pointee.err == 0 else { throw failure(deadline, RedisError.notConnected) }
        // Keep-alive detects a server that disappeared while the connection is idle.
        _ = redisEnableKeepAlive(opened)
        silenceBrokenPipeSignal(opened.pointee.fd)
        try limit(opened, by: deadline)
        if let tls = options.tls { try begin(tls, on: opened, by: deadline) }
        if let password = options.password?.expose() {
            _ = try exchange(opened, ["AUTH"] + [options.username].compactMap { $0 } + [password], by: deadline)
        }
        if options.database != 0 { _ = try exchange(opened, ["SELECT", String(options.database)], by: deadline) }
        return opened
    }

    /// True if the server has neither closed the connection nor sent unexpected data.
    private func isQuiet(_ context: UnsafeMutablePointer<redisContext>) -> Bool {
        var descriptor = pollfd(fd: context.pointee.fd, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) == 0
    }

    private func begin(
        _ tls: RedisTLS, on context: UnsafeMutablePointer<redisContext>, by deadline: ContinuousClock.Instant
    ) throws {
        #if HIREDIS_TLS
        let isBegun = waybill_redis_begin_tls(context, options.host, tls.authorityFile, tls.certificateFile, tls.keyFile)
        guard isBegun == 1 else { throw failure(deadline, RedisError.tlsFailed) }
        #else
        throw RedisError.tlsUnavailable
        #endif
    }

    private func close() {
        if let context { redisFree(context) }
        context = nil
    }

    // MARK: Commands

    private func exchange(
        _ context: UnsafeMutablePointer<redisContext>, _ words: [String], by deadline: ContinuousClock.Instant
    ) throws -> RedisReply {
        try limit(context, by: deadline)
        guard let raw = send(words, on: context) else { throw failure(deadline, RedisError.connectionLost) }
        defer { freeReplyObject(raw) }
        let reply = RedisReply(raw.assumingMemoryBound(to: redisReply.self).pointee)
        if case .failure(let code) = reply { throw TokenStoreError(code: code) }
        return reply
    }

    private func send(_ words: [String], on context: UnsafeMutablePointer<redisContext>) -> UnsafeMutableRawPointer? {
        let lengths = words.map(\.utf8.count)
        // An extra byte, so that words without any bytes have an address.
        let bytes = Array(words.joined().utf8) + [0]
        return bytes.withUnsafeBytes { bytes in
            var start = 0
            var addresses = lengths.map { length -> UnsafePointer<CChar>? in
                defer { start += length }
                return bytes.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
            }
            return redisCommandArgv(context, Int32(words.count), &addresses, lengths)
        }
    }

    /// Limits blocking reads and writes to the deadline.
    private func limit(_ context: UnsafeMutablePointer<redisContext>, by deadline: ContinuousClock.Instant) throws {
        guard redisSetTimeout(context, try timeLeft(deadline)) == REDIS_OK else { throw RedisError.notConnected }
    }

    private func timeLeft(_ deadline: ContinuousClock.Instant) throws -> timeval {
        let left = ContinuousClock.now.duration(to: deadline)
        // A time of zero would mean no limit.
        guard left > .milliseconds(1) else { throw RedisError.timedOut }
        let (seconds, attoseconds) = left.components
        return timeval(tv_sec: .init(seconds), tv_usec: .init(attoseconds / 1_000_000_000_000))
    }

    /// Returns a time-out if the time limit has passed, and this error otherwise.
    private func failure(_ deadline: ContinuousClock.Instant, _ error: TokenStoreError) -> TokenStoreError {
        (try? timeLeft(deadline)) == nil ? RedisError.timedOut : error
    }
}

/// Runs `body` with the signal for a broken pipe blocked. Writing to a closed connection then fails and does not end the process.
func withoutBrokenPipeSignal<Value>(_ body: () throws -> Value) rethrows -> Value {
    #if os(Linux)
    var brokenPipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
    defer {
        var none = timespec()
        while sigtimedwait(&brokenPipe, nil, &none) == SIGPIPE {}
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    #endif
    return try body()
}

/// Disables the signal for a broken pipe, on systems that can do so for a single connection.
private func silenceBrokenPipeSignal(_ descriptor: Int32) {
    #if !os(Linux)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
}
