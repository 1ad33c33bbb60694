// Secrets that are replaced while the process runs: a secret manager, or a mounted file, asked again and again.

import Foundation
internal import WaybillRust

/// Where credentials are kept: a secret manager's client, behind one function.
public protocol SecretSource: Sendable {
    /// The credentials in force now. A read that takes longer than half a minute is given up.
    func read() async throws -> Credentials
}

/// A source gave no credentials within half a minute.
public struct SecretSourceTimeout: Error, Hashable {}

/// A source that reads a file anew by its path, so that a mount which is swapped is seen.
public struct FileSource: SecretSource {
    private let path: String

    /// A source that reads the file at this path.
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

/// Gives a client what a source holds, again and again, from its making until it is stopped or nobody holds it any more. Nothing in
/// flight is lost. Closing the client stays yours.
public final class CredentialsSync: Sendable {
    private static let longestRead = Duration.seconds(30)

    private struct State {
        var reading: Task<Void, Never>?
        /// The read that has not begun.
        var next: Task<Void, Never>?
        var asking: Task<Void, Never>?
        var isStopped = false
    }
    private let client: WaybillClient
    private let source: any SecretSource
    private let onError: @Sendable (any Error) -> Void
    private let state = Locked(State())

    /// - Parameters:
    ///   - client: Takes the credentials.
    ///   - source: Asked for them, one read at a time.
    ///   - every: How long after a read the source is asked again.
    ///   - onError: Told what a read failed with; the client goes on with what it has, and the source is asked again.
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

    /// Asks now, where you learned that something was replaced; it does not throw. Once stopped, it does nothing.
    public func refresh() async {
        let reading = state.withLock { state -> Task<Void, Never>? in
            guard !state.isStopped else { return nil }
            if let next = state.next { return next }
            // A read that began earlier may have read what was replaced since.
            let next = Task { [client, source, onError, state = self.state, before = state.reading] in
                await before?.value
                let isStopped = state.withLock { state in
                    (state.reading, state.next) = (state.next, nil)
                    return state.isStopped
                }
                guard !isStopped else { return }
                do {
                    let credentials = try await CredentialsSync.read(source)
                    // What is the same as before changes nothing in the client.
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

    /// Asks no more.
    public func stop() {
        state.withLock { state in
            state.isStopped = true
            state.asking?.cancel()
            state.reading?.cancel()
            state.next?.cancel()
        }
    }

    /// What a source gives within its time. One that does not hear that it is given up is left to itself.
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
        // Where this task is cancelled, the stream ends.
        for try await credentials in results { return credentials }
        throw CancellationError()
    }
}
