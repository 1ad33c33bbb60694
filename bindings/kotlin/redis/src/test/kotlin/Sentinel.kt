/*
 * A Sentinel that promotes a primary's replica half a second after the primary has disappeared.
 */
import io.lettuce.core.RedisClient
import io.lettuce.core.RedisURI
import java.net.InetAddress
import java.net.ServerSocket
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.io.path.writeText

class Sentinel(primary: RedisServer, folder: Path) : AutoCloseable {
    private val port = ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { it.localPort }
    private val process: Process

    /** Address of the primary, by its name. */
    val uri: RedisURI = RedisURI.builder().withSentinel("127.0.0.1", port).withSentinelMasterId(NAME).build()

    init {
        val lines = listOf(
            "port $port", "bind 127.0.0.1", "dir $folder", "sentinel monitor $NAME 127.0.0.1 ${primary.port} 1",
            "sentinel down-after-milliseconds $NAME 500", "sentinel failover-timeout $NAME 5000",
        )
        val file = folder.resolve("sentinel.conf").apply { writeText(lines.joinToString("\n", postfix = "\n")) }
        process = ProcessBuilder("redis-server", "$file", "--sentinel").redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectErrorStream(true).start()
        val client = RedisClient.create(RedisURI.create("127.0.0.1", port))
        // The Sentinel discovers the replica through the primary.
        while (runCatching { client.connectSentinel().use { it.sync().replicas(NAME).size } }.getOrDefault(0) != 1) Thread.sleep(PAUSE_MS)
        client.shutdown(0, 0, TimeUnit.SECONDS)
    }

    override fun close() {
        process.destroyForcibly().waitFor()
    }

    private companion object {
        const val NAME = "logins"
        const val PAUSE_MS = 50L
    }
}
