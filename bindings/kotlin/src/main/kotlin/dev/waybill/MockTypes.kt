/*
 * What is asked of the mock service, and what it answers.
 */
package dev.waybill

import dev.waybill.ffi.DefinitionFile as FfiFile
import dev.waybill.ffi.SoapProtocol as FfiProtocol

/** A file of a definition. */
public class DefinitionFile(
    /** Its path as other files refer to it, with `/` between folders; of a single file its name. */
    public val path: String,
    internal val content: ByteArray,
) {
    /** A file of this text. */
    public constructor(path: String, text: String) : this(path, text.encodeToByteArray())

    internal fun ffi() = FfiFile(path, content)

    /** The path, and how long the file is. */
    override fun toString(): String = "DefinitionFile($path, ${content.size} bytes)"
}

/** A definition of services: the file that defines them, then those that it refers to. It is one upload. */
public data class ServiceDefinition(
    /** The files. */
    public val files: List<DefinitionFile>,
) {
    /** A definition of these files. */
    public constructor(vararg files: DefinitionFile) : this(files.toList())

    internal fun ffi() = dev.waybill.ffi.ServiceDefinition(files.map { it.ffi() })
}

/** How the mock service is. */
public data class MockHealth(
    /** Whether it is `UP`; otherwise it still imports what it was started with. */
    public val isUp: Boolean,
    /** The files that it was started with and could not import, where it says so. */
    public val failed: List<FailedFile>,
) {
    internal constructor(ffi: dev.waybill.ffi.MockHealth) : this(ffi.isUp, ffi.failed.map { FailedFile(it.file, it.reason) })
}

/** A file that was not imported. */
public data class FailedFile(
    /** Its path. */
    public val file: String,
    /** Why. */
    public val reason: String,
)

/** A service that an upload gave. */
public data class UploadedService(
    /** Its name. */
    public val name: String,
    /** Its version. */
    public val version: String,
    /** What of it is relaxed or could not be read, a sentence each, where the service says so. */
    public val notes: List<String>,
    /** Why none of its operations can be called, where that is so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.UploadedService) : this(ffi.name, ffi.version, ffi.notes, ffi.unserved)
}

/** A service that is imported. */
public data class ListedService(
    /** Its name. */
    public val name: String,
    /** Its version. */
    public val version: String,
    /** `SOAP_HTTP` or `REST`, as the service writes it. */
    public val type: String?,
    /** The file that defines it. */
    public val sourceArtifact: String?,
    /** Its operations. */
    public val operations: List<ListedOperation>,
    /** What of it is relaxed or could not be read, a sentence each. */
    public val notes: List<String>,
    /** Why none of its operations can be called, where that is so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.ListedService) :
        this(ffi.name, ffi.version, ffi.kind, ffi.sourceArtifact, ffi.operations.map(::ListedOperation), ffi.notes, ffi.unserved)
}

/** An operation of a service that is imported. */
public data class ListedOperation(
    /** Its name: of a SOAP service what `SOAPAction` has to hold. */
    public val name: String,
    /** The HTTP method; of a REST service. */
    public val method: String?,
    /** The `soapAction` that the WSDL declares. */
    public val action: String?,
    /** The exact paths at which it is called. */
    public val resourcePaths: List<String>,
    /** Why it cannot be called, where that is so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.ListedOperation) : this(ffi.name, ffi.method, ffi.action, ffi.resourcePaths, ffi.unserved)
}

/** A page of the request log of one service. */
public class InvocationPage internal constructor(ffi: dev.waybill.ffi.InvocationPage) {
    /** As the service orders them; `waybill mock` has the newest first. */
    public val entries: List<Invocation> = ffi.entries.map(::Invocation)

    /** How many there are on all pages, where the service says so. */
    public val total: Long? = ffi.total
}

/** A request to a mocked service, and its answer. What a service does not say is null. */
public class Invocation internal constructor(ffi: dev.waybill.ffi.Invocation) {
    /** When it came, in milliseconds since the Unix epoch. */
    public val timestamp: Long? = ffi.timestamp

    /** The operation that the request named. */
    public val operation: String? = ffi.operation

    /** What came. */
    public val request: LoggedMessage? = ffi.request?.let(::LoggedMessage)

    /** What was answered. */
    public val response: LoggedMessage? = ffi.response?.let(::LoggedMessage)

    /** Milliseconds until the answer was given. */
    public val durationMs: Double? = ffi.durationMs

    /** Whether a mocked answer was served. */
    public val valid: Boolean? = ffi.valid

    /** Why the request was refused. */
    public val reason: String? = ffi.reason

    /** The entry as it came, JSON. */
    public val json: String = ffi.json
}

/** A request, or an answer, of the request log. */
public class LoggedMessage internal constructor(ffi: dev.waybill.ffi.LoggedMessage) {
    /** The method; of a request. */
    public val method: String? = ffi.method

    /** The path; of a request. */
    public val path: String? = ffi.path

    /** The status; of an answer. */
    public val status: Int? = ffi.status?.toInt()

    /** Every header line as name and value. */
    public val headers: List<Pair<String, String>> = ffi.headers.map { it.name to it.value }

    /** The body, of which a long one has its beginning alone. */
    public val body: String? = ffi.body
}

/** One figure that the mock service counts (Prometheus text format). */
public data class MetricSample(
    /** The metric's name; of a histogram with `_bucket`, `_count` or `_sum`. */
    public val name: String,
    /** Its labels, in the order they came. */
    public val labels: Map<String, String>,
    /** The figure; it may be infinite or no number. */
    public val value: Double,
    /** When it was measured, in milliseconds since the Unix epoch, where that is said. */
    public val timestamp: Long?,
) {
    internal constructor(ffi: dev.waybill.ffi.MetricSample) :
        this(ffi.name, ffi.labels.associate { it.name to it.value }, ffi.value, ffi.timestamp)
}

/** A version of SOAP. */
public enum class SoapProtocol(internal val ffi: FfiProtocol) {
    /** SOAP 1.1: `text/xml` and the header `SOAPAction`. */
    V11(FfiProtocol.V11),

    /** SOAP 1.2: `application/soap+xml` with the parameter `action`. */
    V12(FfiProtocol.V12),
}

/** What a SOAP service answered. */
public data class SoapReply(
    /** The HTTP status. */
    public val status: Int,
    /** Whether the envelope holds a fault. */
    public val isFault: Boolean,
    /** The envelope; empty where the operation has no output. */
    public val envelope: String,
)

/** What became of a definition that was seeded. */
public data class SeededDefinition(
    /** The path of its first file. */
    public val file: String,
    /** The services that it gave. */
    public val services: List<UploadedService>,
    /** Why it, or one of its services, was not imported; null where all of it was. */
    public val failure: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.SeededDefinition) : this(ffi.file, ffi.services.map(::UploadedService), ffi.failure)
}
