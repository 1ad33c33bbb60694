// libmicrohttpd as a proxy without any checks, over URLSession. Each connection's thread blocks until the response.

import CMicrohttpd
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let variables = ProcessInfo.processInfo.environment
let base = variables["WAYBILL_BASE_URL"] ?? ""
let key = variables["WAYBILL_API_KEY"] ?? ""
let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 128
    return URLSession(configuration: configuration)
}()

final class Waiting: @unchecked Sendable {
    let done = DispatchSemaphore(value: 0)
    var data = Data()
    var status: UInt32 = 502
}

let daemon = start_bare_daemon { _, connection, target, _, _, _, _, _ in
    guard let connection, let target, let url = URL(string: base + String(cString: target)) else { return bare_no }
    var request = URLRequest(url: url)
    request.setValue("Bearer " + key, forHTTPHeaderField: "authorization")
    let waiting = Waiting()
    session.dataTask(with: request) { data, answer, _ in
        waiting.data = data ?? Data()
        waiting.status = UInt32((answer as? HTTPURLResponse)?.statusCode ?? 502)
        waiting.done.signal()
    }.resume()
    waiting.done.wait()
    let response = waiting.data.withUnsafeBytes { bare_response($0.baseAddress, $0.count) }
    defer { MHD_destroy_response(response) }
    return MHD_queue_response(connection, waiting.status, response)
}
guard let daemon else { exit(2) }
FileHandle.standardOutput.write(Data("listening on http://127.0.0.1:\(bare_daemon_port(daemon))\n".utf8))
dispatchMain()
