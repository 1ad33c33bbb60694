// Configurations in the format of the shared vectors and the driver script.

import Foundation
import Waybill

extension ClientConfig {
    package init(_ json: JSON) {
        self.init(
            environments: json["environments"]?.list.map(Environment.init) ?? [],
            environment: json["environment"]?.text ?? "",
            credentials: json["credentials"]?.list.map(Credentials.init) ?? [],
            tokenTimeout: json["token_timeout_ms"]?.integer.map { .milliseconds($0) },
            tokenRetryWait: json["token_retry_wait_ms"]?.integer.map { .milliseconds($0) }, seed: json["seed"]?.integer ?? 0,
            // Large downloads are read almost as fast as they arrive.
            maxUnreadBytes: 1 << 30)
    }
}

extension Environment {
    fileprivate init(_ json: JSON) {
        let kinds: [String: Kind] = [
            "development": .development, "staging": .staging, "sandbox": .sandbox, "production": .production,
        ]
        self.init(
            name: json["name"]?.text ?? "", kind: kinds[json["kind"]?.text ?? ""] ?? .development,
            baseURL: json["base_url"]?.text, proxyURL: json["proxy_url"]?.text, commerceURL: json["commerce_url"]?.text,
            authURL: json["auth_url"]?.text, mockURL: json["mock_url"]?.text)
    }
}

extension Credentials {
    package init(_ json: JSON) {
        let login = json["login"].map {
            Login(
                realm: $0["realm"]?.text ?? "", username: $0["username"]?.text ?? "",
                password: $0["password"]?.text.map(Secret.init), refreshToken: $0["refresh_token"]?.text.map(Secret.init))
        }
        self.init(
            environment: json["environment"]?.text ?? "", apiKey: json["api_key"]?.text.map(Secret.init), login: login)
    }
}
