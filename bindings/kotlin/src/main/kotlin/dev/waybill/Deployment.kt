/*
 * What a deployment keeps for a client: environment variables, what systemd passes on, or a mounted file.
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
 * The configuration that environment variables hold, as `waybill keys check --help` lists them. What is secret and in no variable
 * is read from the folder that systemd names in `CREDENTIALS_DIRECTORY`.
 *
 * @throws WaybillException with the code `credentials.variable` that names the variable
 * @throws IOException where a file in `CREDENTIALS_DIRECTORY` cannot be read
 */
public fun readVariables(variables: Map<String, String> = System.getenv()): ClientConfig {
    val open = translated { openVariables() }.map { it to variables[it] }
    val secret = translated { secretVariables() }.map { it to (variables[it]?.ifEmpty { null } ?: systemdCredential(variables, it)) }
    val given = (open + secret).mapNotNull { (name, value) -> value?.let { NameValue(name, it) } }
    return translated { ffiReadVariables(given) }.config()
}

/**
 * The configuration that a file holds; `waybill keys schema` prints what it may hold.
 *
 * @param onReadableByOthers called where others on this machine may read the file; a container's mount is such a file, and nobody
 *   else is there
 * @throws WaybillException with the code `credentials.file` where its group or everybody may write it, as what is in it may be
 *   anybody's, or where it is not what its schema says: with line and column, and without a value
 * @throws IOException where it cannot be read
 */
public fun readCredentialsFile(path: Path, onReadableByOthers: () -> Unit = {}): ClientConfig {
    // Before it is opened: to open a named pipe is to wait for whoever writes it.
    if (translated { checkCredentialsFile(Files.isRegularFile(path), Files.size(path), mode(path)) }) onReadableByOthers()
    val bytes = Files.readAllBytes(path)
    return translated { ffiReadCredentialsFile(direct(bytes)) }.config()
}

/** A line break at the end comes from an editor or `echo`, and is no part of a secret. */
private fun systemdCredential(variables: Map<String, String>, name: String): String? {
    val folder = variables["CREDENTIALS_DIRECTORY"]?.ifEmpty { null } ?: return null
    return try {
        Files.readString(Path.of(folder, name.lowercase())).removeSuffix("\n")
    } catch (_: NoSuchFileException) {
        null
    }
}

/** The permissions in POSIX's bits; null where the system has none. */
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
