/*
 * What the server is told by its environment. A variable that is missing stops it with that variable's name.
 */
import dev.waybill.ClientConfig
import dev.waybill.Credentials
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import java.nio.file.Files
import java.nio.file.Path
import java.security.KeyFactory
import java.security.interfaces.RSAPublicKey
import java.security.spec.X509EncodedKeySpec
import java.util.Base64

class Settings(variables: Map<String, String>) {
    private val required = { name: String -> variables[name]?.ifEmpty { null } ?: throw WrongSetting("set the environment variable $name") }

    val host: String = variables["HOST"] ?: "127.0.0.1"
    val port: Int = (variables["PORT"] ?: "8080").toUShortOrNull()?.toInt() ?: throw WrongSetting("PORT is no port")

    /** The platform, and the key that never leaves this server. */
    val client = ClientConfig(
        environments = listOf(Environment("sandbox", EnvironmentKind.SANDBOX, baseUrl = required("WAYBILL_BASE_URL"))),
        environment = "sandbox",
        credentials = listOf(Credentials("sandbox", required("WAYBILL_API_KEY"))),
    )

    /** Whose sessions count: the key that signs them, who issues them, and for whom. */
    val sessionKey: RSAPublicKey = publicKey(Path.of(required("SESSION_PUBLIC_KEY")))
    val sessionIssuer: String = required("SESSION_ISSUER")
    val sessionAudience: String = required("SESSION_AUDIENCE")

    val allowList: Path = Path.of(variables["ALLOW_LIST"] ?: "../allow-list.json")
    val permissions: Path = Path.of(variables["PERMISSIONS"] ?: "../permissions.json")

    private fun publicKey(file: Path): RSAPublicKey {
        val text = Files.readString(file).replace(Regex("-----(BEGIN|END) PUBLIC KEY-----|\\s"), "")
        return KeyFactory.getInstance("RSA").generatePublic(X509EncodedKeySpec(Base64.getDecoder().decode(text))) as RSAPublicKey
    }
}

class WrongSetting(message: String) : Exception(message)
