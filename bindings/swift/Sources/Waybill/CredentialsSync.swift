// Secrets that are replaced while the process runs, read periodically from a secret manager or a mounted file.

import Foundation
internal import WaybillRust

/// A source of credentials, such as a secret manager's client.
public protocol SecretSource: Sendable {
    /// Returns the current credentials. A read that takes longer than 30 seconds is given up.
    func read() async throws -> Credentials
}

/// The error of a source that returned no credentials within 30 seconds.
public struct SecretSourceTimeout: Error, Hashable {}

/// A source that opens a file by its path for each read, so that a replaced mount is noticed.
public struct FileSource: SecretSource {
    private let path: String

    /// Creates a source for the file at this path.
    public init(path: String) {
        self.path = path
    }

    public func read() async throws -> Credentials {
        let config = try readCredentialsFile(path)
        guard let own = config.credentials.first(where: { $0.environment == config.environment }) else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
        }
        return own
    }
}

/// Passes a source's credentials to a client, periodically, until it is stopped or released. Calls in flight continue. Stopping
/// this does not close the client.
public final class CredentialsSync: Sendable {
    private static let longestRead = Duration.seconds(30)

    private struct State {
        var reading: Task<Void, Never>?
        /// The next read, which has not begun.
        var next: Task<Void, Never>?
        var asking: Task<Void, Never>?
        var isStopped = false
    }
    private let client: WaybillClient
    private let source: any SecretSource
    private let onError: @Sendable (any Error) -> Void
    private let state = Locked(State())

    /// Starts the periodic reads.
    ///
    /// - Parameters:
    ///   - client: Receives the credentials.
    ///   - source: Is read, one read at a time.
    ///   - every: Time between the end of a read and the next one.
    ///   - onError: Called with the error of a failed read. The client keeps its credentials, and the source is read again later.
    public init(
        client: WaybillClient, source: any SecretSource, every: Duration = .seconds(60),
        onError: @escaping @Sendable (any Error) -> Void
    ) {
        self.client = client
        self.source = source
        self.onError = onError
        let asking = Task { [weak self] in
            while !Task.isCancelled {
                await self?.refresh()
                try? await Task.sleep(for: max(every, .milliseconds(1)))
            }
        }
        state.withLock { $0.asking = asking }
    }

    deinit {
        stop()
    }

    /// Reads now, if you know that a secret was replaced. Never throws. Does nothing after `stop`.
    public func refresh() async {
        let reading = state.withLock { state -> Task<Void, Never>? in
            guard !state.isStopped else { return nil }
            if let next = state.next { return next }
            // A read that began earlier may have returned secrets that were replaced since.
            let next = Task { [client, source, onError, state = self.state, before = state.reading] in
                await before?.value
                let isStopped = state.withLock { state in
                    (state.reading, state.next) = (state.next, nil)
                    return state.isStopped
                }
                guard !isStopped else { return }
                do {
                    let credentials = try await CredentialsSync.read(source)
                    // Unchanged credentials have no effect on the client.
                    if !Task.isCancelled { try client.setCredentials(credentials) }
                } catch {
                    if !Task.isCancelled { onError(error) }
                }
                state.withLock { $0.reading = nil }
            }
            state.next = next
            return next
        }
        await reading?.value
    }

    /// Stops reading.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            state.asking?.cancel()
            state.reading?.cancel()
            state.next?.cancel()
        }
    }

    /// Returns a source's credentials within the time limit. A read that ignores its cancellation continues in the background.
    private static func read(_ source: any SecretSource) async throws -> Credentials {
        let (results, first) = AsyncThrowingStream.makeStream(of: Credentials.self)
        let reading = Task {
            do {
                first.yield(try await source.read())
                first.finish()
            } catch {
                first.finish(throwing: error)
            }
        }
        let limit = Task {
            try await Task.sleep(for: longestRead)
            first.finish(throwing: SecretSourceTimeout())
        }
        defer {
            reading.cancel()
            limit.cancel()
        }
        // If this task is cancelled, the stream ends.
        for try await credentials in results { return credentials }
        throw CancellationError()
    }
}
