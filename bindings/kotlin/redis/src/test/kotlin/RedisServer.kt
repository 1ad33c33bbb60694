/*
 * A test's own Redis server on a free port of loopback, without persistence.
 */
import io.lettuce.core.RedisClient
import io.lettuce.core.RedisConnectionException
import io.lettuce.core.RedisURI
import io.lettuce.core.api.StatefulRedisConnection
import io.lettuce.core.resource.ClientResources
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread

/** A server. With certificates it accepts only TLS. */
class RedisServer(private vararg val options: String, private val certificates: Certificates? = null) : AutoCloseable {
    val port = ServerSocket(0, 1, InetAddress.getLoopbackAddress()).use { it.localPort }
    val uri: RedisURI = RedisURI.create("127.0.0.1", port)
    private var process = start()
    private val resources = ClientResources.create()
    private val clients = ConcurrentLinkedQueue<RedisClient>()

    private fun start(): Process =
        ProcessBuilder("redis-server", *listen(), "--bind", "127.0.0.1", "--save", "", *options)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectErrorStream(true).start()

    private fun listen(): Array<String> = certificates?.run {
        val files = arrayOf("--tls-cert-file", "$certificate", "--tls-key-file", "$key", "--tls-ca-cert-file", "$authority")
        arrayOf("--port", "0", "--tls-port", "$port", "--tls-auth-clients", "no", *files)
    } ?: arrayOf("--port", "$port")

    /** Opens a separate connection, as a separate process would. */
    fun connect(uri: RedisURI = this.uri): StatefulRedisConnection<String, String> {
        val client = RedisClient.create(resources, uri).also(clients::add)
        val end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS)
        while (true) {
            try {
                return client.connect()
            } catch (error: RedisConnectionException) {
                if (System.nanoTime() > end) throw error
                Thread.sleep(PAUSE_MS)
            }
        }
    }

    /** Returns the output of `MONITOR` from now on. */
    fun monitor(): Collection<String> {
        val lines = ConcurrentLinkedQueue<String>()
        val socket = Socket(InetAddress.getLoopbackAddress(), port)
        socket.getOutputStream().write("MONITOR\r\n".encodeToByteArray())
        val reader = socket.getInputStream().bufferedReader()
        check(reader.readLine() == "+OK")
        thread(isDaemon = true) { runCatching { reader.forEachLine(lines::add) } }
        return lines
    }

    /** Sends the server a signal such as `STOP`. */
    fun signal(name: String) {
        check(ProcessBuilder("kill", "-$name", "${process.pid()}").start().waitFor() == 0)
    }

    /** Ends the server, without closing its clients. */
    fun kill() {
        process.destroyForcibly().waitFor()
    }

    /** Replaces this server with an empty one. */
    fun restart() {
        kill()
        process = start()
    }

    override fun close() {
        clients.forEach { it.shutdown(0, 0, TimeUnit.SECONDS) }
        resources.shutdown(0, 0, TimeUnit.SECONDS)
        kill()
    }

    private companion object {
        const val START_SECONDS = 10L
        const val PAUSE_MS = 50L
    }
}
