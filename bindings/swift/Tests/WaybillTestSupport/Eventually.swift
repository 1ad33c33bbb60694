// Waits for events. Only broken code reaches the time limit, however busy the machine is.

/// An event did not happen in time.
package struct EventTimeout: Error {}

/// The longest time an event may take.
package let longestWait = Duration.seconds(60)

/// Returns once the condition is true; throws `EventTimeout` if it stays false.
package func eventually(_ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + longestWait
    while try await !holds() {
        guard ContinuousClock.now < end else { throw EventTimeout() }
        try await Task.sleep(for: .milliseconds(10))
    }
}
