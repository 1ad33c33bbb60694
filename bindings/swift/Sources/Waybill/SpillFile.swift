// A temporary file for the unread part of a body. It is unlinked as soon as it is open.
//
// It is a ring buffer, so that its size never exceeds the limit of unread bytes, for bodies of any length. If the process ends
// early, no file is left behind, and no other user can open it.

import Foundation
internal import WaybillRust

final class SpillFile {
    private let descriptor: Int32
    private let capacity: Int
    private var written = 0
    private var taken = 0

    /// Creates a file for this number of bytes. Callers must not append more.
    init(capacity: Int) throws {
        self.capacity = capacity
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-XXXXXX").path
        var path = Array(template.utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw SpillFile.failure }
        unlink(path)
    }

    deinit {
        close(descriptor)
    }

    var unread: Int { written - taken }
    var isEmpty: Bool { unread == 0 }

    func append(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let at = written % capacity
                let length = min(rest.count, capacity - at)
                let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, length, off_t(at))
                guard count > 0 else { throw SpillFile.failure }
                written += count
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads the next bytes in order. When all were read, the file is truncated.
    func take(atMost limit: Int) throws -> Data {
        let at = taken % capacity
        var data = Data(count: min(limit, unread, capacity - at))
        let count = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(at)) }
        guard count > 0 else { throw SpillFile.failure }
        taken += count
        if isEmpty {
            guard ftruncate(descriptor, 0) == 0 else { throw SpillFile.failure }
            (written, taken) = (0, 0)
        }
        return count == data.count ? data : data.prefix(count)
    }

    private static let failure = WaybillError(.spill)
}
