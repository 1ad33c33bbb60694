// The app's sessions: bearer tokens, checked by libjwt, with algorithm, issuer and audience pinned.

import CJWT
import Foundation
import Waybill

struct Sessions: Sendable {
    let key: Data
    let issuer: String
    let audience: String

    /// The session of a request; nil where its token is not one that counts.
    func session(_ authorization: String?) -> Session? {
        guard let authorization, authorization.lowercased().hasPrefix("bearer ") else { return nil }
        let token = String(authorization.dropFirst("bearer ".count))
        var decoded: OpaquePointer?
        let status = key.withUnsafeBytes { bytes in
            jwt_decode(&decoded, token, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(bytes.count))
        }
        guard status == 0, let jwt = decoded else { return nil }
        defer { jwt_free(jwt) }
        // libjwt takes the algorithm that the token names: with another one the public key would be a shared secret.
        guard jwt_get_alg(jwt) == JWT_ALG_RS256, isValid(jwt) else { return nil }
        guard let text = jwt_get_grants_json(jwt, nil) else { return nil }
        defer { jwt_free_str(text) }
        let claims = String(cString: text)
        guard let members = try? JSONSerialization.jsonObject(with: Data(claims.utf8)) as? [String: Any] else { return nil }
        guard let user = members["sub"] as? String, !user.isEmpty, isForUs(members["aud"]) else { return nil }
        return Session(user: user, claims: claims)
    }

    /// Whether the token is in force, and this issuer's. libjwt checks the times that a token has, and one has to have an end.
    private func isValid(_ jwt: OpaquePointer) -> Bool {
        guard jwt_get_grant_int(jwt, "exp") > 0 else { return false }
        var made: OpaquePointer?
        guard jwt_valid_new(&made, JWT_ALG_RS256) == 0, let rules = made else { return false }
        defer { jwt_valid_free(rules) }
        guard jwt_valid_set_now(rules, time(nil)) == 0, jwt_valid_add_grant(rules, "iss", issuer) == 0 else { return false }
        return jwt_validate(jwt, rules) == JWT_VALIDATION_SUCCESS
    }

    private func isForUs(_ audiences: Any?) -> Bool {
        (audiences as? String) == audience || (audiences as? [String])?.contains(audience) == true
    }
}
