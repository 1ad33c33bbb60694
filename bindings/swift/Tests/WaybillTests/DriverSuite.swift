// The driver suite: all scenarios of `tests/drivers/script.json` over real sockets. Its README describes the steps.

import Foundation
import Testing
@testable import Waybill
import WaybillTestSupport

struct Scenario: Sendable, CustomTestStringConvertible {
    let json: JSON
    var name: String { json["name"]?.text ?? "" }
    var testDescription: String { name }

    /// True if dispatch may end the process that runs it. Dispatch opens its own files once a second while work waits.
    var endsProcesses: Bool { (json["steps"]?.list ?? []).contains { $0["without_descriptors"] != nil } }

    static let script = try! JSON(file: testsFolder.appendingPathComponent("drivers/script.json"))
    /// The scenarios. In a process that was started for one of them, only that one.
    static let all = (script["scenarios"]?.list.map(Scenario.init) ?? [])
        .filter { OwnProcess.scenario == nil || $0.name == OwnProcess.scenario }
}

@Suite(.serialized) struct DriverSuite {
    @Test(.enabled(if: DriverServer.origin != nil, "WAYBILL_DRIVER_SERVER names no server"), arguments: Scenario.all)
    func driverPassesTheScenario(_ scenario: Scenario) async throws {
        if scenario.endsProcesses, OwnProcess.scenario == nil {
            let failure = try OwnProcess.run(scenario.name)
            #expect(failure == nil)
            if failure == nil { Evidence.driver(scenario.name) }
            return
        }
        let run = try await ScenarioRun(scenario)
        let growth = try await Memory.growth { try await run.steps() }
        if let limit = scenario.json["memory_mb"]?.integer {
            run.texts.add("grew by \(growth) MB")
            #expect(growth <= limit, "\(scenario.name) grew by \(growth) MB")
            print("\(scenario.name): grew by \(growth) MB, limit \(limit) MB")
        }
        await run.client.close()
        try await run.checkSeen()
        run.checkCanaries()
        if run.texts.issues == 0 { Evidence.driver(scenario.name) }
    }
}

extension DriverSuite {
    private func client(at origin: String, _ scenario: String) throws -> WaybillClient {
        let base = "\(origin)/\(scenario)/\(DriverServer.run)-extra/api/v1"
        let environment = Environment(name: "sandbox", kind: .sandbox, baseURL: base)
        let key = Credentials(environment: "sandbox", apiKey: Secret("canary-api-key"))
        return try WaybillClient(config: ClientConfig(environments: [environment], environment: "sandbox", credentials: [key]))
    }

    @Test(.enabled(if: DriverServer.origin != nil, "WAYBILL_DRIVER_SERVER names no server"))
    func aRequestThatWasReadIsSentEvenWhereAnotherAddressRefused() async throws {
        // `localhost` often resolves to ::1 first, where the server does not listen.
        let origin = try #require(DriverServer.origin).replacingOccurrences(of: "127.0.0.1", with: "localhost")
        let client = try client(at: origin, "reset-after-read")
        await #expect {
            _ = try await client.platform.send("POST", "/things", body: .text("{}"))
        } throws: { error in
            (error as? WaybillError)?.code == "transport.lost"
        }
        await client.close()
    }

    @Test(.enabled(if: DriverServer.origin != nil, "WAYBILL_DRIVER_SERVER names no server"))
    func errorOfACallersStreamFailsItsCall() async throws {
        struct Torn: Error {}
        let client = try client(at: try #require(DriverServer.origin), "streamed-upload")
        let torn = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data("begun".utf8))
            continuation.finish(throwing: Torn())
        }
        await #expect(throws: Torn.self) {
            _ = try await client.platform.send("POST", "/things", body: .stream(torn))
        }
        await client.close()
    }

    @Test(.enabled(if: DriverServer.origin != nil, "WAYBILL_DRIVER_SERVER names no server"))
    func aBodyLetGoEndsItsTransfer() async throws {
        let client = try client(at: try #require(DriverServer.origin), "cancel-in-body")
        var response: Response? = try await client.platform.send("GET", "/things")
        #expect(response?.status == 200)
        response = nil
        let server = DriverServer(scenario: "cancel-in-body", run: DriverServer.run + "-extra")
        try await eventually { try await server.seen()["disconnects"]?.integer == 1 }
        await client.close()
    }
}

/// A scenario in a separate process, so that dispatch cannot end other tests.
private enum OwnProcess {
    /// Name of the scenarios' test in a filter.
    private static let test = "driverPassesTheScenario"
    private static let variable = "WAYBILL_DRIVER_SCENARIO"

    /// Scenario that this process was started for.
    static let scenario = ProcessInfo.processInfo.environment[variable]

    /// Runs a scenario and returns its failures. If dispatch ended the process (SIGILL), another one runs it.
    static func run(_ scenario: String) throws -> String? {
        var said = ""
        // Dispatch does so three times of four, and more often on a busy machine.
        for _ in 0 ..< 100 {
            let (process, output) = (Process(), Pipe())
            process.executableURL = URL(
                fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            )
            process.arguments = CommandLine.arguments.dropFirst() + ["--filter", test]
            // The new process would write to the same list of passed tests, so it writes none.
            process.environment = ProcessInfo.processInfo.environment
                .merging([variable: scenario, "WAYBILL_EVIDENCE": ""]) { $1 }
            (process.standardOutput, process.standardError) = (output, output)
            try process.run()
            said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            switch (process.terminationReason, process.terminationStatus) {
            case (.exit, 0): return nil
            case (.uncaughtSignal, SIGILL): continue
            default: return said
            }
        }
        return "ended by dispatch each time: \(said)"
    }
}

/// Suspends this process and resumes it after this number of milliseconds.
private func freeze(_ time: Int64) {
    let (shell, process) = (Process(), ProcessInfo.processInfo.processIdentifier)
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "kill -STOP \(process); sleep \(Double(time) / 1000); kill -CONT \(process)"]
    try? shell.run()
    shell.waitUntilExit()
}

/// Prevents this process from opening more files until the limit is lifted.
private struct DescriptorLimit {
    private let shell = Process()
    private let input = Pipe()

    init() throws {
        let process = ProcessInfo.processInfo.processIdentifier
        let output = Pipe()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-c",
            "old=$(ulimit -Sn); prlimit --pid \(process) --nofile=1:; echo limited; read _; prlimit --pid \(process) --nofile=$old:",
        ]
        (shell.standardInput, shell.standardOutput) = (input, output)
        try shell.run()
        _ = output.fileHandleForReading.availableData
    }

    func lift() {
        input.fileHandleForWriting.write(Data("\n".utf8))
        shell.waitUntilExit()
    }
}

/// All texts of a scenario, and the number of expectations that it missed.
final class Texts: Sendable {
    private let state = Locked((texts: [String](), issues: 0))

    func add(_ text: String) {
        state.withLock { $0.texts.append(text) }
    }

    /// Adds everything that a program can print of a value.
    func add(all value: Any) {
        var dumped = ""
        dump(value, to: &dumped)
        add("\(value) \(String(reflecting: value)) \(dumped) \((value as? any Error)?.localizedDescription ?? "")")
    }

    func check(_ holds: Bool, _ message: @autoclosure () -> String) {
        guard !holds else { return }
        state.withLock { $0.issues += 1 }
        let message = message()
        Issue.record("\(message)")
    }

    var all: [String] { state.withLock { $0.texts } }
    var issues: Int { state.withLock { $0.issues } }
}

final class ScenarioRun: Sendable {
    let texts = Texts()
    private let current: Locked<WaybillClient>
    private let config: ClientConfig
    private let scenario: JSON
    private let server: DriverServer

    init(_ scenario: Scenario) async throws {
        let server = try #require(DriverServer.origin)
        let refused = try await DriverServer.refused()
        let own = "\(server)/\(scenario.name)/\(DriverServer.run)"
        func fill(_ text: String) -> String {
            text.replacingOccurrences(of: "{server}", with: server).replacingOccurrences(of: "{refused}", with: refused)
        }
        let origin = fill(scenario.json["origin"]?.text ?? own)
        func fillAll(_ json: JSON) -> JSON {
            json.mapText { fill($0.replacingOccurrences(of: "{origin}", with: origin)) }
        }
        self.scenario = fillAll(scenario.json)
        self.server = DriverServer(scenario: scenario.name)
        var config = ClientConfig(fillAll(Scenario.script["config"] ?? .null))
        config.tokenTimeout = scenario.json["token_timeout_ms"]?.integer.map { .milliseconds($0) }
        self.config = config
        current = Locked(try Self.start(config, texts))
        texts.add(all: config)
    }

    private static func start(_ config: ClientConfig, _ texts: Texts) throws -> WaybillClient {
        try WaybillClient(config: config) { note in texts.add(all: note) }
    }

    var client: WaybillClient { current.withLock { $0 } }

    /// Closes the client and continues with a new one that has its tokens.
    private func restart() async throws {
        await client.close()
        let snapshot = try #require(try client.exportTokens())
        texts.add(all: snapshot)
        let next = try Self.start(config, texts)
        try next.restoreTokens(TokenSnapshot(text: snapshot.text))
        current.withLock { $0 = next }
    }

    func steps() async throws {
        for step in scenario["steps"]?.list ?? [] {
            if step.text == "restart" {
                try await restart()
                continue
            }
            if let wait = step["wait_ms"]?.integer {
                try await Task.sleep(for: .milliseconds(wait))
                continue
            }
            try await runStep(step)
        }
    }

    private func runStep(_ step: JSON) async throws {
        let limit = step["without_descriptors"] == nil ? nil : try DescriptorLimit()
        defer { limit?.lift() }
        let started = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for at in 0 ..< (step["times"]?.integer ?? 1) {
                group.addTask { try await self.run(step, interrupts: at == 0) }
            }
            try await group.waitForAll()
        }
        if let limit = step["expect"]?["within_ms"]?.integer {
            let took = ContinuousClock.now - started
            texts.check(took < .milliseconds(limit), "the step took \(took)")
        }
    }

    private func run(_ step: JSON, interrupts: Bool) async throws {
        let call = CallRun(step, client: client, texts: texts)
        let task = Task { await call.outcome() }
        call.onInterrupt { [self, server, client] action in
            switch action.text {
            case "cancel": task.cancel()
            case "close": Task { await client.close() }
            case "release": try? await server.release()
            default:
                if action["call"] != nil {
                    do { try await self.runStep(action) } catch { self.texts.check(false, "\(error)") }
                    return
                }
                if let time = action["freeze_ms"]?.integer { return freeze(time) }
                try? await Task.sleep(for: .milliseconds(action["wait_ms"]?.integer ?? 0))
            }
        }
        if interrupts, let counts = step["interrupt"]?["at"]?["seen"] {
            try await waitUntilSeen(counts)
            await call.interrupt()
        }
        let outcome = await task.value
        outcome.check(step["expect"] ?? .null, texts)
    }

    func checkSeen() async throws {
        guard let expected = scenario["seen"] else { return }
        if let missing = try await waitUntilSeen(expected) {
            texts.check(false, "the server saw \(missing)")
        }
    }

    /// Polls until all counts match, for 10 s. Then returns those that do not.
    @discardableResult private func waitUntilSeen(_ expected: JSON) async throws -> String? {
        var wrong: [String] = []
        for _ in 0 ..< 500 {
            let seen = try await server.seen()
            wrong = expected.members.filter { name, value in
                if let most = value["at_most"]?.integer { return (seen[name]?.integer ?? .max) > most }
                return seen[name] != value
            }.map { "\($0.key) \(seen[$0.key].map { "\($0)" } ?? "nothing"), not \($0.value)" }
            if wrong.isEmpty { return nil }
            try await Task.sleep(for: .milliseconds(20))
        }
        return wrong.joined(separator: "; ")
    }

    func checkCanaries() {
        texts.add(all: client)
        for canary in Scenario.script["canaries"]?.list.compactMap(\.text) ?? [] {
            for text in texts.all {
                texts.check(!text.contains(canary), "\(canary) shows in: \(text)")
            }
        }
    }
}
