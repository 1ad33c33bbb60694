/*
 * A misbehaving server that counts requests. It uses plain sockets, because a library would fix what it sends.
 */
package dev.waybill.testing

import java.io.BufferedInputStream
import java.io.EOFException
import java.io.IOException
import java.io.InputStream
import java.io.OutputStream
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.util.concurrent.ConcurrentHashMap
import kotlin.concurrent.thread
import kotlinx.coroutines.delay

internal class LoopbackServer : AutoCloseable {
    private val socket = ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress())
    private val connections = ConcurrentHashMap.newKeySet<Socket>()
    private val requests = ConcurrentHashMap<String, Int>()
    private val dropped = ConcurrentHashMap.newKeySet<String>()

    init {
        thread(isDaemon = true, name = "loopback-server") { accept() }
    }

    fun url(path: String) = "http://127.0.0.1:${socket.localPort}$path"

    fun requests(path: String): Int = requests[path] ?: 0

    fun isDropped(path: String): Boolean = path in dropped

    /** Waits until the condition is true. Returns false if it is not in time. */
    suspend fun awaits(holds: LoopbackServer.() -> Boolean): Boolean {
        repeat(TRIES) {
            if (holds()) return true
            delay(PAUSE_MS)
        }
        return holds()
    }

    override fun close() {
        socket.close()
        connections.forEach { it.close() }
    }

    private fun accept() {
        try {
            while (true) {
                val connection = socket.accept()
                connections += connection
                thread(isDaemon = true, name = "loopback-connection") { serve(connection) }
            }
        } catch (_: IOException) {
            // The server was closed.
        }
    }

    private fun serve(connection: Socket) = connection.use {
        try {
            connection.tcpNoDelay = true
            val input = BufferedInputStream(connection.getInputStream())
            while (true) {
                val request = Request.read(input, ::noteDrop) ?: break
                requests.merge(request.path, 1, Int::plus)
                if (!answer(request, input, connection.getOutputStream())) break
            }
        } catch (_: IOException) {
            // The client has disconnected.
        }
        connections -= connection
    }

    /** Returns false if the connection is over. */
    private fun answer(request: Request, input: InputStream, out: OutputStream): Boolean {
        when (request.path) {
            "/drop-post", "/drop-patch" -> return false
            "/redirect" -> out.write("HTTP/1.1 302 Found\r\nLocation: /target\r\nContent-Length: 0\r\n\r\n")
            "/unavailable" -> out.answer("503 Unavailable", request.values("x-note").joinToString(), "X-Answer: 1\r\nX-Answer: 2\r\nRetry-After: 0\r\n")
            "/challenge" -> out.answer("401 Unauthorized", "denied", "WWW-Authenticate: Basic realm=\"loopback\"\r\n")
            "/count" -> out.answer("200 OK", "${request.bodyBytes}")
            "/stall" -> {
                out.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n1")
                awaitEnd(request, input)
            }
            "/trickle" -> {
                out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n123")
                awaitEnd(request, input)
            }
            "/hang" -> awaitEnd(request, input)
            else -> out.answer("200 OK", "fine")
        }
        return true
    }

    private fun awaitEnd(request: Request, input: InputStream) {
        try {
            if (input.read() < 0) noteDrop(request.path)
        } catch (_: IOException) {
            noteDrop(request.path)
        }
    }

    private fun noteDrop(path: String) {
        dropped += path
    }

    private fun OutputStream.answer(status: String, text: String, headers: String = "") =
        write("HTTP/1.1 $status\r\n${headers}Content-Length: ${text.length}\r\n\r\n$text")

    private fun OutputStream.write(text: String) = write(text.encodeToByteArray())

    private companion object {
        const val BACKLOG = 200
        const val TRIES = 600
        const val PAUSE_MS = 10L
    }
}

/** A request whose body was read and counted. */
private class Request(val path: String, private val headers: List<Pair<String, String>>, val bodyBytes: Int) {
    fun values(name: String) = headers.values(name)

    companion object {
        /** Returns null if there is no further request. If a request is incomplete, it throws, and [onDrop] gets the path. */
        fun read(input: InputStream, onDrop: (String) -> Unit): Request? {
            val path = (input.readLine() ?: return null).split(' ')[1]
            val headers = generateSequence { input.readLine()?.takeIf { it.isNotEmpty() } }
                .map { line -> line.substringBefore(':') to line.substringAfter(':').trim() }
                .toList()
            val isChunked = headers.values("transfer-encoding").any { it.equals("chunked", ignoreCase = true) }
            val length = headers.values("content-length").firstOrNull()?.toInt() ?: 0
            try {
                return Request(path, headers, if (isChunked) input.skipChunks() else input.skipBytes(length))
            } catch (error: IOException) {
                onDrop(path)
                throw error
            }
        }

        private fun List<Pair<String, String>>.values(name: String) =
            filter { it.first.equals(name, ignoreCase = true) }.map { it.second }

        /** Reads a chunked body (RFC 9112 section 7.1) and returns its size in bytes. */
        private fun InputStream.skipChunks(): Int {
            var whole = 0
            while (true) {
                val size = (readLine() ?: throw EOFException()).substringBefore(';').trim().toInt(radix = 16)
                whole += skipBytes(size)
                readLine() ?: throw EOFException()
                if (size == 0) return whole
            }
        }

        private fun InputStream.skipBytes(count: Int): Int =
            readNBytes(count).size.also { if (it < count) throw EOFException() }

        private fun InputStream.readLine(): String? {
            val line = StringBuilder()
            while (true) {
                val byte = read()
                when {
                    byte < 0 -> return line.toString().takeIf { it.isNotEmpty() }
                    byte == '\n'.code -> return line.toString().removeSuffix("\r")
                    else -> line.append(byte.toChar())
                }
            }
        }
    }
}
