// A back end between a mobile app and the platform: it checks the app's session, forwards what ../../allow-list.json names and the user
// may touch, and holds the key.

import Dispatch
import Foundation
import Waybill

let lastCalls: TimeInterval = 10
nonisolated(unsafe) var signals: [any DispatchSourceSignal] = []

do {
    let settings = try Settings(ProcessInfo.processInfo.environment)
    let client = try WaybillClient(config: settings.client, onNote: { Log.write($0.message, ["code": $0.code]) })
    let forwarding = Forwarding(
        forwarder: try Forwarder(client: client, list: settings.allowList),
        sessions: Sessions(key: settings.sessionKey, issuer: settings.sessionIssuer, audience: settings.sessionAudience),
        permissions: Permissions(flows: settings.permissions))
    let server = HTTPServer(forwarding)
    let port = try server.listen(host: settings.host, port: settings.port)
    Log.write("listening on http://\(settings.host):\(port)")

    for name in [SIGTERM, SIGINT] {
        signal(name, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: name, queue: .global())
        source.setEventHandler {
            Log.write("stopping: what is under way has ten seconds")
            server.stop(patience: lastCalls)
            Task {
                await client.close()
                Log.write("stopped")
                exit(0)
            }
        }
        source.resume()
        signals.append(source)
    }
    // A client that is gone while it is written to is no reason to end.
    signal(SIGPIPE, SIG_IGN)
} catch {
    // Messages of Waybill hold no secret, and a file's names the file.
    Log.write("cannot start: \(error)", level: "error")
    exit(2)
}
dispatchMain()
