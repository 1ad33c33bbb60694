// A temporary file that holds what a reader has not taken yet; its name is gone as soon as it is open.
//
// Nothing is left behind where the process ends early, and no other user can open it.

import Foundation
internal import WaybillRust

final class SpillFile {
    private let descriptor: Int32
    private var written: off_t = 0
    private var taken: off_t = 0

    init() throws {
        let template = FileManager.default.temporaryDirectory.appendingPathComponent("waybill-XXXXXX").path
        var path = Array(template.utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw SpillFile.failure }
        unlink(path)
    }

    deinit {
        close(descriptor)
    }

    var isEmpty: Bool { taken == written }

    func append(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, written)
                guard count > 0 else { throw SpillFile.failure }
                written += off_t(count)
                rest = rest.dropFirst(count)
            }
        }
    }

    /// The next bytes in order. A file read to its end gives its space back.
    func take(atMost limit: Int) throws -> Data {
        var data = Data(count: min(limit, Int(written - taken)))
        let count = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, taken) }
        guard count > 0 else { throw SpillFile.failure }
        taken += off_t(count)
        if isEmpty {
            guard ftruncate(descriptor, 0) == 0 else { throw SpillFile.failure }
            (written, taken) = (0, 0)
        }
        return count == data.count ? data : data.prefix(count)
    }

    private static let failure = WaybillError(.spill)
}
