// The scripted server of the driver suite, and the patterned bodies that both sides know.

import Foundation
import Waybill
import WaybillTestSupport
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct DriverServer: Sendable {
    /// Origin of the server, if the run has one.
    static let origin = ProcessInfo.processInfo.environment["WAYBILL_DRIVER_SERVER"].flatMap { $0.isEmpty ? nil : $0 }

    /// Distinguishes this run from others on the same server.
    static let run = "swift-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"

    let scenario: String
    var run = DriverServer.run

    func seen() async throws -> JSON {
        try await DriverServer.get("/seen/\(run)/\(scenario)")
    }

    func release() async throws {
        _ = try await DriverServer.get("/release/\(run)/\(scenario)")
    }

    static func refused() async throws -> String {
        try await get("/refused")["origin"]?.text ?? ""
    }

    private static func get(_ path: String) async throws -> JSON {
        let url = URL(string: (origin ?? "") + path)!
        let data: Data = try await withCheckedThrowingContinuation { continuation in
            URLSession.shared.dataTask(with: url) { data, _, error in
                continuation.resume(with: error.map(Result.failure) ?? .success(data ?? Data()))
            }.resume()
        }
        return data.isEmpty ? .null : (try? JSON(data)) ?? .null
    }
}

/// A body whose byte `i` is `33 + i mod 89`.
enum Pattern {
    private static let period = 89
    private static let sample = Data((0 ..< 64 * 1024 + period).map { UInt8(33 + $0 % period) })

    static func piece(at position: Int, count: Int) -> Data {
        let start = position % period
        return sample[start ..< start + min(count, 64 * 1024)]
    }

    static func matches(_ data: Data, at position: Int) -> Bool {
        var (rest, position) = (data, position)
        while !rest.isEmpty {
            let expected = piece(at: position, count: rest.count)
            guard rest.prefix(expected.count) == expected else { return false }
            position += expected.count
            rest = rest.dropFirst(expected.count)
        }
        return true
    }

    /// A pattern of `size` bytes that is never held in memory as a whole.
    struct Body: AsyncSequence, Sendable {
        typealias Element = Data
        let size: Int

        func makeAsyncIterator() -> Iterator { Iterator(size: size) }

        struct Iterator: AsyncIteratorProtocol {
            let size: Int
            var position = 0

            mutating func next() async -> Data? {
                guard position < size else { return nil }
                let piece = Pattern.piece(at: position, count: size - position)
                position += piece.count
                return piece
            }
        }
    }
}

/// The process's resident set.
enum Memory {
    static var residentMegabytes: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return Int(line?.split(separator: " ").dropLast().last ?? "0")! / 1024
    }

    /// Runs `body` and returns the peak growth of the process.
    static func growth(during body: () async throws -> Void) async rethrows -> Int {
        let before = residentMegabytes
        let watch = Task.detached {
            var most = 0
            while !Task.isCancelled {
                most = max(most, residentMegabytes)
                try? await Task.sleep(for: .milliseconds(20))
            }
            return most
        }
        do {
            try await body()
        } catch {
            watch.cancel()
            throw error
        }
        watch.cancel()
        return max(await watch.value, residentMegabytes) - before
    }
}
