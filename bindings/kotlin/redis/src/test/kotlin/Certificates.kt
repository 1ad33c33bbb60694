/*
 * A test's own certificate authority, and a certificate for 127.0.0.1 that it signed, as PEM files in a folder.
 */
import java.nio.file.Path

class Certificates(folder: Path) {
    val authority: Path = folder.resolve("ca.pem")
    val certificate: Path = folder.resolve("server.pem")
    val key: Path = folder.resolve("server.key")

    init {
        val authorityKey = folder.resolve("ca.key")
        make("-subj", "/CN=Test authority", "-keyout", "$authorityKey", "-out", "$authority")
        val names = arrayOf("-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE")
        make("-CA", "$authority", "-CAkey", "$authorityKey", "-subj", "/CN=127.0.0.1", *names, "-keyout", "$key", "-out", "$certificate")
    }

    private fun make(vararg words: String) {
        val key = arrayOf("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2")
        val openssl = ProcessBuilder("openssl", "req", "-x509", *key, *words).redirectErrorStream(true)
        check(openssl.redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0)
    }
}
