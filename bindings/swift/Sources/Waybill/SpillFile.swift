// A temporary file that holds what a reader has not taken yet; its name is gone as soon as it is open.
//
// It is written in a circle, so that it never takes more than what may be unread, however long the body is.
// Nothing is left behind where the process ends early, and no other user can open it.

import Foundation
internal import WaybillRust

final class SpillFile {
    private let descriptor: Int32
    private let capacity: Int
    private var written = 0
    private var taken = 0

    /// A file for so many bytes; whoever appends keeps to that.
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

    /// The next bytes in order. A file read to its end gives its space back.
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
