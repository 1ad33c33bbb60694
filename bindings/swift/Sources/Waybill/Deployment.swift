// What a deployment keeps for a client: environment variables, what systemd passes on, or a mounted file.

import Foundation
internal import WaybillRust

/// The configuration that environment variables hold, as `waybill keys check --help` lists them. What is secret and in no variable
/// is read from the folder that systemd names in `CREDENTIALS_DIRECTORY`.
///
/// - Throws: `WaybillError` with the code `credentials.variable` that names the variable; what Foundation throws where a file in
///   `CREDENTIALS_DIRECTORY` cannot be read.
public func readVariables(_ variables: [String: String] = ProcessInfo.processInfo.environment) throws -> ClientConfig {
    let value = { (name: String) in variables[name].flatMap { $0.isEmpty ? nil : $0 } }
    var given: [NameValue] = []
    for name in try boundary({ try openVariables() }) {
        if let value = value(name) { given.append(NameValue(name: name, value: value)) }
    }
    for name in try boundary({ try secretVariables() }) {
        if let value = try value(name) ?? systemdCredential(value("CREDENTIALS_DIRECTORY"), name) {
            given.append(NameValue(name: name, value: value))
        }
    }
    return ClientConfig(try boundary { try WaybillRust.readVariables(variables: given) })
}

/// The configuration that a file holds; `waybill keys schema` prints what it may hold.
///
/// - Parameter onReadableByOthers: Called where others on this machine may read the file; a container's mount is such a file, and
///   nobody else is there.
/// - Throws: `WaybillError` with the code `credentials.file` where its group or everybody may write it, as what is in it may be
///   anybody's, or where it is not what its schema says: with line and column, and without a value. What Foundation throws where
///   it cannot be read.
public func readCredentialsFile(_ path: String, onReadableByOthers: () -> Void = {}) throws -> ClientConfig {
    // Before it is opened: to open a named pipe is to wait for whoever writes it. Links are followed.
    let about = try FileManager.default.attributesOfItem(atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let isReadable = try boundary {
        try checkCredentialsFile(
            isFile: about[.type] as? FileAttributeType == .typeRegular, length: (about[.size] as? NSNumber)?.int64Value ?? 0,
            mode: (about[.posixPermissions] as? NSNumber)?.uint32Value)
    }
    if isReadable { onReadableByOthers() }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    return ClientConfig(try boundary { try WaybillRust.readCredentialsFile(json: bytes) })
}

/// A line break at the end comes from an editor or `echo`, and is no part of a secret.
private func systemdCredential(_ folder: String?, _ name: String) throws -> String? {
    guard let folder else { return nil }
    let path = folder + "/" + name.lowercased()
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
}

extension ClientConfig {
    fileprivate init(_ deployment: WaybillRust.Deployment) {
        self.init(
            environments: deployment.environments.map(Environment.init), environment: deployment.environment,
            credentials: deployment.credentials.map(Credentials.init))
    }
}

extension Environment {
    fileprivate init(_ environment: WaybillRust.Environment) {
        let kind: Kind =
            switch environment.kind {
            case .development: .development
            case .staging: .staging
            case .sandbox: .sandbox
            case .production: .production
            }
        self.init(
            name: environment.name, kind: kind, baseURL: environment.baseUrl, proxyURL: environment.proxyUrl,
            commerceURL: environment.commerceUrl, authURL: environment.authUrl, mockURL: environment.mockUrl)
    }
}

extension Credentials {
    fileprivate init(_ credentials: WaybillRust.Credentials) {
        self.init(
            environment: credentials.environment, apiKey: credentials.apiKey.map(Secret.init),
            login: credentials.login.map(Login.init))
    }
}

extension Login {
    fileprivate init(_ login: WaybillRust.Login) {
        self.init(
            realm: login.realm, username: login.username, password: login.password.map(Secret.init),
            refreshToken: login.refreshToken.map(Secret.init))
    }
}
