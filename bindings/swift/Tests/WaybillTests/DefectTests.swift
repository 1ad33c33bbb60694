// A panic in Rust results in a named error without its text, which may quote a secret. The next client works.

#if PLANTED_PANIC
import Foundation
import Testing
import WaybillRust
@testable import Waybill

@Suite struct DefectTests {
    @Test func aPanicIsANamedErrorAndTheNextClientWorks() async throws {
        #expect {
            try boundary { try plantedPanic(secret: "canary-key canary-password canary-access canary-refresh") }
        } throws: { error in
            let text = texts(of: error) + error.localizedDescription
            let error = error as? Waybill.WaybillError
            return error?.code == "client.crashed" && error?.kind == .internal && !text.contains("canary") && !text.contains("planted")
        }
        #expect {
            try boundary(crash: .comparisonCrashed) { try plantedPanic(secret: "canary") }
        } throws: { error in
            let error = error as? Waybill.WaybillError
            return error?.code == "comparison.crashed" && error?.kind == .internal
        }
        let environment = Waybill.Environment(name: "sandbox", kind: .sandbox, baseURL: "http://127.0.0.1:9/api/v1")
        let credentials = Waybill.Credentials(environment: "sandbox", apiKey: Secret("k"))
        let client = try WaybillClient(
            config: ClientConfig(environments: [environment], environment: "sandbox", credentials: [credentials]))
        await #expect {
            _ = try await client.platform.send("GET", "/things")
        } throws: { error in
            (error as? Waybill.WaybillError)?.kind == .transport
        }
        await client.close()
    }
}
#endif
