// Reads a deployment's configuration from environment variables, systemd credentials, or a mounted file.

import Foundation
internal import WaybillRust

/// Reads the configuration from environment variables, as `waybill keys check --help` lists them. Secrets that are in no variable
/// are read from the folder that systemd names in `CREDENTIALS_DIRECTORY`.
///
/// - Throws: `WaybillError` with the code `credentials.variable` that names the variable. An error of Foundation if a file in
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

/// Reads the configuration from a file. `waybill keys schema` prints its schema. No message contains a value of the file.
///
/// - Parameter onReadableByOthers: Called if other users of this machine can read the file. This is normal for mounts in
///   containers, which have no other users.
/// - Throws: `WaybillError` with the code `credentials.file`. Either its group or all users can write the file, so that its
///   content is untrusted, or it does not match its schema. The message for the latter has line and column. An error of
///   Foundation if it cannot be read.
public func readCredentialsFile(_ path: String, onReadableByOthers: () -> Void = {}) throws -> ClientConfig {
    // Checked before it is opened, because opening a named pipe waits for its writer. Links are followed.
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

/// Editors and `echo` add a line break, which is not part of the secret.
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
