// Which user may touch which objects: the rule that is yours. Here a file says it, `{"ann": ["f-1", "f-2"]}`; a real server asks
// its database.

import Waybill

struct Permissions: Sendable {
    let flows: [String: [String]]

    /// Whether a user may do what was asked. What is not known is refused.
    func allow(_ asked: Authorization) -> Bool {
        guard let flow = asked.parameters["flowId"] else { return true }
        return flows[asked.user]?.contains(flow) == true
    }
}
