// Conversions between this package's types and the generated ones, without behaviour.
//
// No switch has a `default`, so that a case added in Rust does not compile until it is converted here.

import Foundation
internal import WaybillRust

/// Runs generated code. Its errors are converted to this package's, and a panic becomes `crash`.
func boundary<Value>(
    crash: WaybillRust.DriverFailure = .crashed, _ body: () throws -> Value
) throws(WaybillError) -> Value {
    do {
        return try body()
    } catch let error as WaybillRust.WaybillError {
        switch error {
        case .Failed(let failure): throw WaybillError(failure)
        }
    } catch {
        // The text of a panic may quote its input, so it is dropped.
        throw WaybillError(crash)
    }
}

extension WaybillError {
    /// Creates the error for a failure in this package, with core's code, kind and message, which are the same in all languages.
    init(_ failure: WaybillRust.DriverFailure) {
        // Rust returns a record of constants, which cannot fail.
        self.init(try! driverFailure(failure: failure))
    }

    init(_ failure: WaybillRust.Failure) {
        let kind = Kind(failure.kind)
        let spelt = kind == .configuration ? Self.spellFields : { $0 }
        self.init(
            code: failure.code, kind: kind, message: spelt(failure.message), retry: Retry(failure.retry),
            remedy: spelt(failure.remedy), help: failure.help, status: failure.status.map(Int.init),
            details: FailureDetails(failure.details), response: failure.response.map(ErrorResponse.init))
    }

    /// The core spells the fields of a configuration in Rust style.
    private static let fields = [
        "base_url": "baseURL", "proxy_url": "proxyURL", "commerce_url": "commerceURL", "auth_url": "authURL",
        "mock_url": "mockURL", "token_timeout": "tokenTimeout", "token_retry_wait": "tokenRetryWait",
    ]

    /// Returns a text in which field names in backquotes have Swift's spelling.
    private static func spellFields(_ text: String) -> String {
        fields.reduce(text) { $0.replacingOccurrences(of: "`\($1.key)`", with: "`\($1.value)`") }
    }
}

extension FailureDetails.PathFamily {
    init(_ route: WaybillRust.Route) {
        self =
            switch route {
            case .platform: .platform
            case .commerce: .commerce
            case .commerceProxy: .commerceProxy
            }
    }
}

extension FailureDetails {
    fileprivate init(_ details: WaybillRust.FailureDetails) {
        stage = details.stage.map { stage in
            switch stage {
            case .token: .token
            case .api: .api
            }
        }
        pathFamily = details.pathFamily.map { family in
            switch family {
            case .platform: .platform
            case .commerce: .commerce
            case .commerceProxy: .commerceProxy
            }
        }
        environment = details.environment
        provider = details.provider.map { ProviderError(error: $0.error, description: $0.description) }
        problem = details.problem.map {
            ProblemDetails(type: $0.kind, title: $0.title, detail: $0.detail, instance: $0.instance)
        }
        requestID = details.requestId
        evidence = details.evidence
    }
}

extension WaybillError.Kind {
    fileprivate init(_ kind: WaybillRust.ErrorKind) {
        self =
            switch kind {
            case .configuration: .configuration
            case .request: .request
            case .transport: .transport
            case .provider: .provider
            case .api: .api
            case .deadline: .deadline
            case .cancelled: .cancelled
            case .closed: .closed
            case .comparison: .comparison
            case .misuse: .misuse
            case .internal: .internal
            }
    }
}

extension WaybillError.Retry {
    fileprivate init(_ retry: WaybillRust.Retry) {
        self =
            switch retry {
            case .never: .never
            case .after(let millis): .after(.milliseconds(millis))
            case .afterSignIn: .afterSignIn
            }
    }
}

extension ErrorResponse {
    fileprivate init(_ response: WaybillRust.ErrorResponse) {
        self.init(
            status: Int(response.head.status), headers: response.head.headers.map { Header(name: $0.name, value: $0.value) },
            body: response.body, complete: response.complete)
    }
}

extension WaybillRust.Config {
    init(_ config: ClientConfig, sharedStore: SharedStoreOptions? = nil) {
        self.init(
            environments: config.environments.map(WaybillRust.Environment.init), environment: config.environment,
            credentials: config.credentials.map(WaybillRust.Credentials.init), seed: config.seed,
            tokenTimeoutMs: config.tokenTimeout.map(\.milliseconds),
            tokenRetryWaitMs: config.tokenRetryWait.map(\.milliseconds),
            sharedStore: sharedStore.map { SharedStore(loginWhileDown: $0.loginWhileDown) })
    }
}

extension WaybillRust.Environment {
    init(_ environment: Environment) {
        self.init(
            name: environment.name, kind: WaybillRust.EnvironmentKind(environment.kind), baseUrl: environment.baseURL,
            proxyUrl: environment.proxyURL, commerceUrl: environment.commerceURL, authUrl: environment.authURL,
            mockUrl: environment.mockURL)
    }
}

extension WaybillRust.EnvironmentKind {
    fileprivate init(_ kind: Environment.Kind) {
        self =
            switch kind {
            case .development: .development
            case .staging: .staging
            case .sandbox: .sandbox
            case .production: .production
            }
    }
}

extension WaybillRust.Credentials {
    init(_ credentials: Credentials) {
        let login = credentials.login.map {
            WaybillRust.Login(
                realm: $0.realm, username: $0.username, password: $0.password?.expose(),
                refreshToken: $0.refreshToken?.expose())
        }
        self.init(environment: credentials.environment, apiKey: credentials.apiKey?.expose(), login: login)
    }
}

extension Duration {
    /// Whole milliseconds, saturating.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : whole &+ attoseconds / 1_000_000_000_000_000
    }
}
