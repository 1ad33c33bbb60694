// Waits for events. The bound is for broken code alone: no machine is so busy that it takes as long.

/// What was waited for did not happen.
package struct NeverCame: Error {}

/// How long an event may take.
package let longestWait = Duration.seconds(60)

/// Returns once something holds; throws `NeverCame` where it does not.
package func eventually(_ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + longestWait
    while try await !holds() {
        guard ContinuousClock.now < end else { throw NeverCame() }
        try await Task.sleep(for: .milliseconds(10))
    }
}
