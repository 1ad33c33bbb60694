// One request of the app: taken as it came, decided, and sent.

import Foundation
import Waybill

/// What the server has of a request when its head has come.
struct RequestHead: Sendable {
    let method: String
    let target: String
    let headers: [Header]

    func value(_ name: String) -> String? {
        let found = headers.filter { $0.name.lowercased() == name }
        return found.count == 1 ? found[0].value : nil
    }

    var hasBody: Bool {
        headers.contains { $0.name.lowercased() == "transfer-encoding" || ($0.name.lowercased() == "content-length" && $0.value != "0") }
    }
}

struct Forwarding: Sendable {
    let forwarder: Forwarder
    let sessions: Sessions
    let permissions: Permissions

    enum Decision: Sendable {
        case answer(AppAnswer)
        case permit(Authorization)
        /// A defect: nothing is told.
        case fail
    }

    func decide(_ head: RequestHead, requestID: String) -> Decision {
        let request = InboundRequest(
            requestID: requestID, method: head.method, target: head.target, headers: Headers(head.headers), hasBody: head.hasBody)
        do {
            switch try forwarder.receive(request, session: sessions.session(head.value("authorization"))) {
            case .answer(let answer):
                Log.write(answer.log ?? "answered", ["requestId": requestID, "status": "\(answer.status)"])
                return .answer(answer)
            case .authorize(let asked):
                if permissions.allow(asked) { return .permit(asked) }
                let answer = try asked.deny()
                Log.write(answer.log ?? "denied", ["requestId": requestID, "operation": asked.operation, "status": "\(answer.status)"])
                return .answer(answer)
            }
        } catch {
            Log.write("\(error)", level: "error", ["requestId": requestID])
            return .fail
        }
    }

    /// What the app gets; nil where it is gone.
    func send(_ asked: Authorization, body: RequestBody, requestID: String) async -> AppAnswer? {
        do {
            let answer = try await asked.permit(body: body)
            Log.write(answer.log ?? "answered", ["requestId": requestID, "operation": asked.operation, "status": "\(answer.status)"])
            return answer
        } catch is CancellationError {
            Log.write("the app is gone", ["requestId": requestID, "operation": asked.operation])
            return nil
        } catch {
            Log.write("\(error)", level: "error", ["requestId": requestID, "operation": asked.operation])
            return nil
        }
    }
}
