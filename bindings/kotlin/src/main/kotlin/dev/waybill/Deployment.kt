/*
 * Reads a deployment's configuration from environment variables, systemd credentials, or a mounted file.
 */
package dev.waybill

import dev.waybill.ffi.NameValue
import dev.waybill.ffi.checkCredentialsFile
import dev.waybill.ffi.openVariables
import dev.waybill.ffi.secretVariables
import java.io.IOException
import java.nio.file.Files
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.attribute.PosixFileAttributeView
import java.nio.file.attribute.PosixFilePermission
import dev.waybill.ffi.readCredentialsFile as ffiReadCredentialsFile
import dev.waybill.ffi.readVariables as ffiReadVariables

/**
 * Reads the configuration from environment variables, as `waybill keys check --help` lists them. Secrets that are in no variable
 * are read from the folder that systemd names in `CREDENTIALS_DIRECTORY`.
 *
 * @throws WaybillException with the code `credentials.variable` that names the variable
 * @throws IOException if a file in `CREDENTIALS_DIRECTORY` cannot be read
 */
public fun readVariables(variables: Map<String, String> = System.getenv()): ClientConfig {
    val open = translated { openVariables() }.map { it to variables[it] }
    val secret = translated { secretVariables() }.map { it to (variables[it]?.ifEmpty { null } ?: systemdCredential(variables, it)) }
    val given = (open + secret).mapNotNull { (name, value) -> value?.let { NameValue(name, it) } }
    return translated { ffiReadVariables(given) }.config()
}

/**
 * Reads the configuration from a file. `waybill keys schema` prints its schema. No message contains a value of the file.
 *
 * @param onReadableByOthers called if other users of this machine can read the file. This is normal for mounts in containers,
 *   which have no other users.
 * @throws WaybillException with the code `credentials.file`. Either its group or all users can write the file, so that its
 *   content is untrusted, or it does not match its schema. The message for the latter has line and column.
 * @throws IOException if it cannot be read
 */
public fun readCredentialsFile(path: Path, onReadableByOthers: () -> Unit = {}): ClientConfig {
    // Checked before it is opened, because opening a named pipe waits for its writer.
    if (translated { checkCredentialsFile(Files.isRegularFile(path), Files.size(path), mode(path)) }) onReadableByOthers()
    val bytes = Files.readAllBytes(path)
    return translated { ffiReadCredentialsFile(direct(bytes)) }.config()
}

/** Editors and `echo` add a line break, which is not part of the secret. */
private fun systemdCredential(variables: Map<String, String>, name: String): String? {
    val folder = variables["CREDENTIALS_DIRECTORY"]?.ifEmpty { null } ?: return null
    return try {
        Files.readString(Path.of(folder, name.lowercase())).removeSuffix("\n")
    } catch (_: NoSuchFileException) {
        null
    }
}

/** Returns the permissions as POSIX mode bits, or null if the system has none. */
private fun mode(path: Path): UInt? {
    val view = Files.getFileAttributeView(path, PosixFileAttributeView::class.java) ?: return null
    val set = view.readAttributes().permissions()
    return PosixFilePermission.entries.fold(0u) { mode, one -> mode * 2u + if (one in set) 1u else 0u }
}

private fun dev.waybill.ffi.Deployment.config() = ClientConfig(
    environments = environments.map {
        val kind = EnvironmentKind.entries.first { kind -> kind.ffi == it.kind }
        Environment(it.name, kind, it.baseUrl, it.proxyUrl, it.commerceUrl, it.authUrl, it.mockUrl)
    },
    environment = environment,
    credentials = credentials.map { Credentials(it.environment, it.apiKey, it.login?.let(::login)) },
)

private fun login(login: dev.waybill.ffi.Login) = Login(login.realm, login.username, login.password, login.refreshToken)
