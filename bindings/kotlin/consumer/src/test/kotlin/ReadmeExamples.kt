/*
 * The README's examples, verbatim. A test of the package checks that this file contains each block.
 */
import dev.waybill.AppAnswer
import dev.waybill.Body
import dev.waybill.CommentOptions
import dev.waybill.CompareOptions
import dev.waybill.Credentials
import dev.waybill.CredentialsSync
import dev.waybill.DefinitionFile
import dev.waybill.Environment
import dev.waybill.EnvironmentKind
import dev.waybill.Forwarder
import dev.waybill.InboundRequest
import dev.waybill.Login
import dev.waybill.MockClient
import dev.waybill.ModelAnswer
import dev.waybill.ModelAttempt
import dev.waybill.ModelOptions
import dev.waybill.ModelResponse
import dev.waybill.ModelStep
import dev.waybill.Received
import dev.waybill.Release
import dev.waybill.Report
import dev.waybill.ReportFormat
import dev.waybill.RewrittenChangelog
import dev.waybill.SealingKey
import dev.waybill.ServiceDefinition
import dev.waybill.Session
import dev.waybill.SharedStoreOptions
import dev.waybill.TokenStore
import dev.waybill.WaybillClient
import dev.waybill.ClientConfig
import dev.waybill.WaybillException
import dev.waybill.compare
import dev.waybill.fileSource
import dev.waybill.nextVersion
import dev.waybill.readCredentialsFile
import dev.waybill.readModelFailure
import dev.waybill.readModelResponse
import dev.waybill.requiredBump
import dev.waybill.writeChangelog
import dev.waybill.writeComment
import dev.waybill.writeModelRequests
import dev.waybill.writeRewrittenChangelog
import java.io.IOException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.nio.file.Files
import java.nio.file.Path
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration

fun connect(file: Path): Pair<WaybillClient, CredentialsSync> {
    val client = WaybillClient(readCredentialsFile(file) { println("others may read $file") })
    val sync = CredentialsSync(client, fileSource(file), every = 5.seconds) { println("the file was not read: $it") }
    return client to sync
}

fun join(environments: List<Environment>, credentials: Credentials, store: TokenStore, key: ByteArray): WaybillClient {
    val shared = SharedStoreOptions(store, keys = listOf(SealingKey("2026-11", key)))
    return WaybillClient(ClientConfig(environments, credentials.environment, listOf(credentials), sharedStore = shared))
}

suspend fun seedAndTrack(mock: MockClient, wsdl: ByteArray, number: String): String {
    val seeded = mock.seed(listOf(ServiceDefinition(DefinitionFile("track.wsdl", wsdl))))
    seeded.forEach { definition -> definition.failure?.let { println("${definition.file} was not imported: $it") } }
    val payload = """<Track xmlns="urn:track"><number>$number</number></Track>"""
    val reply = mock.callSoap("TrackService", "1.0", "Track", payload, namespace = "urn:track")
    return reply.envelope
}

fun client(platform: String, secret: (String) -> String?): WaybillClient {
    val sandbox = Environment(
        name = "sandbox",
        kind = EnvironmentKind.SANDBOX,
        baseUrl = "$platform/api/v1",
        commerceUrl = "$platform/api",
        authUrl = platform,
    )
    val credentials = Credentials(
        environment = "sandbox",
        apiKey = secret("WAYBILL_API_KEY"),
        login = Login(realm = "shop", username = "ada", password = secret("WAYBILL_PASSWORD")),
    )
    return WaybillClient(ClientConfig(listOf(sandbox), "sandbox", listOf(credentials)))
}

suspend fun forward(
    forwarder: Forwarder,
    request: InboundRequest,
    session: Session?,
    body: Body,
    mayRun: suspend (user: String, flow: String) -> Boolean,
): AppAnswer = when (val received = forwarder.receive(request, session)) {
    is Received.Answer -> received.answer
    is Received.Authorize -> {
        val flow = received.parameters.getValue("flowId")
        if (mayRun(received.user, flow)) received.permit(body) else received.deny()
    }
}

suspend fun execute(client: WaybillClient, flow: String): String = try {
    client.platform.send(
        method = "POST",
        template = "/flows/{flowId}/execute",
        parameters = mapOf("flowId" to flow),
        headers = listOf("content-type" to "application/json"),
        body = Body.of("{}"),
        timeout = 30.seconds,
    ).use { answer -> answer.text() }
} catch (error: WaybillException) {
    error.remedy
}

suspend fun download(client: WaybillClient, tenant: String, file: Path) {
    client.commerce(tenant).send("GET", "/orders/export").use { answer ->
        Files.newOutputStream(file).use { out ->
            val buffer = ByteArray(64 * 1024)
            while (true) {
                val count = answer.read(buffer)
                if (count < 0) break
                out.write(buffer, 0, count)
            }
        }
    }
}

fun changelog(previous: Path, current: Path): String =
    compare(Files.readAllBytes(previous), Files.readAllBytes(current), CompareOptions("$previous", "$current"))
        .use { it.render(ReportFormat.MARKDOWN) }

fun announce(previous: Path, current: Path, release: Release): Pair<String, String> =
    compare(Files.readAllBytes(previous), Files.readAllBytes(current), CompareOptions("$previous", "$current")).use { report ->
        val comment = CommentOptions(description = "Flows", base = "8a31f00c", head = "5d20e9b7", expires = "2026-07-10")
        report.writeChangelog(release) to report.writeComment(comment)
    }

fun next(previous: String, report: Report): String = nextVersion(previous, listOf(report.requiredBump()))

fun rewrite(report: Report, release: Release, options: ModelOptions, key: String): RewrittenChangelog {
    // It follows no redirect: that would carry the key to another address.
    val http = HttpClient.newHttpClient()
    val written = report.writeModelRequests(options)
    val answers = written.requests.map { asked ->
        val request = HttpRequest.newBuilder(URI(asked.url)).method(asked.method, BodyPublishers.ofByteArray(asked.body))
        asked.headers.forEach { (name, value) -> request.header(name, value) }
        request.header(asked.keyHeader.name, asked.keyHeader.prefix + key).timeout(120.seconds.toJavaDuration())
        var answer: ModelAnswer? = null
        var failed = 0
        while (answer == null) {
            val step = try {
                val came = http.send(request.build(), BodyHandlers.ofByteArray())
                val headers = came.headers().map().flatMap { (name, values) -> values.map { name to it } }
                readModelResponse(options.provider, ModelResponse(came.statusCode(), headers, came.body()), ModelAttempt(failed))
            } catch (_: IOException) {
                readModelFailure("no whole answer came", ModelAttempt(failed))
            }
            when (step) {
                is ModelStep.Answered -> answer = ModelAnswer.of(asked.changes, step.text)
                is ModelStep.GaveUp -> answer = ModelAnswer.failed(asked.changes, step.reason)
                is ModelStep.Retry -> {
                    failed = step.failed
                    Thread.sleep(step.delay.inWholeMilliseconds)
                }
            }
        }
        answer
    }
    return report.writeRewrittenChangelog(release, written.model, answers)
}
