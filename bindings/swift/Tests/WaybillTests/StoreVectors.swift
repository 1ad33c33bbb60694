// The shared store vectors: the names of logins in a store, and the records that open.

import Foundation
import Testing
import WaybillRust
import WaybillTestSupport
@testable import Waybill

@Suite struct StoreVectors {
    @Test(arguments: try! vectorNames(of: "store"))
    func theRecordsThatOpenAreTheExpectedOnes(_ name: String) throws {
        let vector = try JSON(file: testsFolder.appendingPathComponent("vectors/store/\(name).json"))
        guard vector["hosts"]?.list.contains(.string("swift")) == true else { return }
        let digest = try #require(vector["digest"]?.text)
        var isAsExpected = try digestOf(vector["login"] ?? .null) == digest
        if let lock = vector["lock_key"]?.text {
            let keys = try storeKeys(login: digest)
            isAsExpected = isAsExpected && keys.lock == lock && keys.record == vector["record_key"]?.text
        }
        let sealer = try RecordSealer(keys: vector["keys"]?.list.map { key in
            WaybillRust.SealingKey(id: key["id"]?.text ?? "", bytes: bytes(key["bytes"]?.text ?? ""))
        })
        if let seal = vector["seal"] {
            let snapshot = Snapshot(text: seal["snapshot"]?.text ?? "")
            let sealed = try sealer.seal(
                login: digest, seq: seal["seq"]?.integer ?? 0, snapshot: snapshot, nonce: bytes(seal["nonce"]?.text ?? ""))
            isAsExpected = isAsExpected && sealed == seal["record"].map(WaybillRust.SealedRecord.init)
        }
        #expect(isAsExpected)
        let records = vector["open"]?.list ?? []
        #expect(!records.isEmpty)
        for (index, record) in records.enumerated() {
            let opened = try sealer.open(login: digest, record: WaybillRust.SealedRecord(record["record"] ?? .null))
            let isOpened = shown(opened) == (record["failure"]?.text ?? record["snapshot"]?.text)
            #expect(isOpened, "record \(index + 1)")
            isAsExpected = isAsExpected && isOpened
        }
        if isAsExpected { Evidence.vector("store/\(name)") }
    }

    private func digestOf(_ login: JSON) throws -> String? {
        let environment = Waybill.Environment(
            name: login["environment"]?.text ?? "", kind: .sandbox, commerceURL: "https://commerce.example/api",
            authURL: login["auth_url"]?.text)
        let user = Waybill.Login(
            realm: login["realm"]?.text ?? "", username: login["username"]?.text ?? "", password: Secret("p"))
        let config = ClientConfig(
            environments: [environment], environment: environment.name,
            credentials: [Waybill.Credentials(environment: environment.name, login: user)])
        return try Engine(config: Config(config)).loginDigest()
    }

    private func shown(_ opened: OpenedRecord) -> String {
        switch opened {
        case .opened(let snapshot): snapshot.text
        case .failed(.down): "down"
        case .failed(.unreadable): "unreadable"
        case .failed(.newerVersion): "newer-version"
        }
    }
}

/// Decodes base64url without padding.
private func bytes(_ text: String) -> Data {
    let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)) ?? Data()
}

extension WaybillRust.SealedRecord {
    fileprivate init(_ json: JSON) {
        let texts = ["version", "seq", "key", "nonce", "sealed"].map { json[$0]?.text ?? "" }
        self.init(version: texts[0], seq: texts[1], key: texts[2], nonce: texts[3], sealed: texts[4])
    }
}
