// Credentials from variables, from a mounted file, and from a source that replaces them while calls are in flight.

import Foundation
import Testing
import WaybillTestSupport

@testable import Waybill

@Suite struct DeploymentTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-\(UInt32.random(in: 0 ... .max))").path

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func configurationComesFromVariablesAndSystemdsFiles() throws {
        _ = try write("waybill_password", "canary-password\n", 0o600)
        let config = try readVariables([
            "WAYBILL_ENVIRONMENT": "sandbox", "WAYBILL_BASE_URL": "https://p.example/api/v1", "WAYBILL_MOCK_URL": "",
            "WAYBILL_API_KEY": "canary-key", "WAYBILL_REALM": "shop", "WAYBILL_USERNAME": "ada", "CREDENTIALS_DIRECTORY": folder,
        ])
        #expect(config.environments == [Environment(name: "sandbox", kind: .sandbox, baseURL: "https://p.example/api/v1")])
        let login = Login(realm: "shop", username: "ada", password: Secret("canary-password"))
        #expect(config.credentials == [Credentials(environment: "sandbox", apiKey: Secret("canary-key"), login: login)])
        #expect(!"\(config)".contains("canary"))
        for given in [[:], ["WAYBILL_ENVIRONMENT": ""], ["WAYBILL_ENVIRONMENT": "canary"]] {
            let error = refusal { _ = try readVariables(given) }
            #expect(error?.code == "credentials.variable" && !"\(String(describing: error))".contains("canary"))
        }
    }

    @Test func aFileMakesAConfigurationAndOneThatOthersMayWriteIsRefused() throws {
        var told = 0
        let config = try readCredentialsFile(try write("file.json", deployment("canary"), 0o600)) { told += 1 }
        #expect(config.credentials == [Credentials(environment: "sandbox", apiKey: Secret("canary"))] && told == 0)
        for mode in [0o640, 0o604] { _ = try readCredentialsFile(try write("\(mode).json", deployment("k"), mode)) { told += 1 } }
        #expect(told == 2)
        for mode in [0o620, 0o602] {
            let file = try write("\(mode).json", deployment("k"), mode)
            #expect(refusal { _ = try readCredentialsFile(file) }?.code == "credentials.file")
        }
        for text in ["", "{", deployment("canary").replacingOccurrences(of: "apiKey", with: "apikey")] {
            let file = try write("broken.json", text, 0o600)
            let error = refusal { _ = try readCredentialsFile(file) }
            #expect(error?.code == "credentials.file" && !"\(String(describing: error))".contains("canary"))
        }
        #expect(mkfifo(folder + "/pipe", 0o600) == 0)
        for path in [folder, folder + "/pipe"] {
            #expect(refusal { _ = try readCredentialsFile(path) }?.code == "credentials.file")
        }
        #expect(throws: (any Error).self) { try readCredentialsFile(folder + "/nowhere") }
    }

    @Test func aSourcesKeysReachTheClientWhileCallsAreInFlightAndNoneIsLost() async throws {
        struct Down: Error {}
        let client = try platform()
        let version = Locked(0)
        let errors = Locked(0)
        let source = ActingSource {
            let now = version.withLock { version in
                version += 1
                return version
            }
            if now % 5 == 4 { throw Down() }
            return Credentials(environment: "sandbox", apiKey: Secret("key-\(now)"))
        }
        let sync = CredentialsSync(client: client, source: source, every: .milliseconds(1)) { error in
            if error is Down { errors.withLock { $0 += 1 } }
        }
        var seen: Set<String> = []
        try await eventually {
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0 ..< 20 { group.addTask { try await ask(client) } }
                for try await key in group { seen.insert(key) }
            }
            return seen.count > 20 && errors.withLock { $0 } > 0
        }
        #expect(seen.allSatisfy { $0.hasPrefix("Bearer key-") })
        sync.stop()
        let last = version.withLock { $0 }
        await sync.refresh()
        try await Task.sleep(for: .milliseconds(40))
        // A read that was in progress is counted late. No other one begins.
        #expect(version.withLock { $0 } <= last + 1)
        await client.close()
    }

    @Test func replacedMountedFileIsReadAgain() async throws {
        let client = try platform()
        for name in ["one", "two"] {
            try FileManager.default.createDirectory(atPath: folder + "/" + name, withIntermediateDirectories: true)
            _ = try write("\(name)/credentials.json", deployment("key-\(name)"), 0o600)
        }
        // Like Kubernetes: a link to the folder of the current version is replaced.
        #expect(symlink("one", folder + "/..data") == 0)
        // Creates both as in the README.
        let (readme, readmeSync) = try connect(folder + "/one/credentials.json")
        await readmeSync.refresh()
        await readme.close()
        let source = FileSource(path: folder + "/..data/credentials.json")
        let sync = CredentialsSync(client: client, source: source, every: .seconds(3600)) { Issue.record($0) }
        await sync.refresh()
        #expect(try await ask(client) == "Bearer key-one")
        #expect(symlink("two", folder + "/..next") == 0 && rename(folder + "/..next", folder + "/..data") == 0)
        await sync.refresh()
        #expect(try await ask(client) == "Bearer key-two")
        await client.close()
    }

    @Test func refreshDuringAReadGetsTheReplacedKey() async throws {
        let client = try platform()
        let (reads, began) = AsyncStream.makeStream(of: CheckedContinuation<String, Never>.self)
        let source = ActingSource {
            let key = await withCheckedContinuation { began.yield($0) }
            return Credentials(environment: "sandbox", apiKey: Secret(key))
        }
        let sync = CredentialsSync(client: client, source: source, every: .seconds(3600)) { Issue.record($0) }
        var iterator = reads.makeAsyncIterator()
        let first = await iterator.next()
        let asking = Task { await sync.refresh() }
        first?.resume(returning: "key-before")
        await iterator.next()?.resume(returning: "key-after")
        await asking.value
        #expect(try await ask(client) == "Bearer key-after")
        await client.close()
    }

    @Test func hangingSourceDelaysNothing() async throws {
        let client = try platform()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let isReading = Locked(false)
        let hanging = ActingSource {
            isReading.withLock { $0 = true }
            // This source ignores its cancellation.
            await Task.detached { for await _ in gate { break } }.value
            return Credentials(environment: "sandbox")
        }
        let sync = CredentialsSync(client: client, source: hanging, every: .milliseconds(1)) { Issue.record($0) }
        #expect(try await ask(client) == "Bearer key-0")
        let asking = Task { await sync.refresh() }
        try await eventually { isReading.withLock { $0 } }
        sync.stop()
        // It returns while the source still hangs.
        await asking.value
        open.finish()

        let told = Locked<[String]>([])
        let wrong = ActingSource { Credentials(environment: "production", apiKey: Secret("canary")) }
        let refused = CredentialsSync(client: client, source: wrong, every: .seconds(3600)) { error in
            told.withLock { $0.append((error as? WaybillError)?.code ?? "") }
        }
        await refused.refresh()
        #expect(told.withLock { $0.first } == "credentials.wrong-environment")
        #expect(try await ask(client) == "Bearer key-0")
        await client.close()
    }

    private func write(_ name: String, _ text: String, _ mode: Int) throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: mode)], ofItemAtPath: path)
        return path
    }

    private func deployment(_ key: String) -> String {
        #"{"environment": "sandbox", "environments": [{"name": "sandbox", "kind": "sandbox", "baseUrl": "https://p.example/api/v1"}], "#
            + #""credentials": [{"environment": "sandbox", "apiKey": "\#(key)"}]}"#
    }

    private func refusal(_ read: () throws -> Void) -> WaybillError? {
        do {
            try read()
            return nil
        } catch {
            return error as? WaybillError
        }
    }

    /// Returns a client of a platform that responds with the received credential.
    private func platform() throws -> WaybillClient {
        let config = ClientConfig(
            environments: [
                Environment(name: "sandbox", kind: .sandbox, baseURL: "https://p.example/api/v1"),
                Environment(name: "production", kind: .production, baseURL: "https://q.example/api/v1"),
            ],
            environment: "sandbox", credentials: [Credentials(environment: "sandbox", apiKey: Secret("key-0"))])
        return try WaybillClient(config: config, transport: EchoTransport())
    }
}

private func ask(_ client: WaybillClient) async throws -> String {
    try await client.platform.send("GET", "/things").body.text()
}

private struct ActingSource: SecretSource {
    let act: @Sendable () async throws -> Credentials

    func read() async throws -> Credentials { try await act() }
}

private struct EchoTransport: Transport {
    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await Task.sleep(for: .milliseconds(1))
        let sent = request.headers.first { $0.name == "authorization" }?.value ?? ""
        let body = AsyncThrowingStream<Data, any Error> { continuation in
            continuation.yield(Data(sent.utf8))
            continuation.finish()
        }
        return TransportResponse(status: 200, headers: [], body: body)
    }
}
