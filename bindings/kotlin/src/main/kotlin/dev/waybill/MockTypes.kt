/*
 * The inputs and results of the mock service's client.
 */
package dev.waybill

import dev.waybill.ffi.DefinitionFile as FfiFile
import dev.waybill.ffi.SoapProtocol as FfiProtocol

/** A file of a service definition. */
public class DefinitionFile(
    /** Path by which other files refer to it, with `/` between folders. For a single file, its name. */
    public val path: String,
    internal val content: ByteArray,
) {
    /** Creates a file with this text. */
    public constructor(path: String, text: String) : this(path, text.encodeToByteArray())

    internal fun ffi() = FfiFile(path, content)

    /** Prints the path and the size. */
    override fun toString(): String = "DefinitionFile($path, ${content.size} bytes)"
}

/** A definition of services, sent in one upload: the file that defines the services, then those that it refers to. */
public data class ServiceDefinition(
    /** The files. */
    public val files: List<DefinitionFile>,
) {
    /** Creates a definition of these files. */
    public constructor(vararg files: DefinitionFile) : this(files.toList())

    internal fun ffi() = dev.waybill.ffi.ServiceDefinition(files.map { it.ffi() })
}

/** The health of the mock service. */
public data class MockHealth(
    /** True if its status is `UP`. Otherwise it is still importing the files it was started with. */
    public val isUp: Boolean,
    /** Files that it was started with and could not import, if it lists them. */
    public val failed: List<FailedFile>,
) {
    internal constructor(ffi: dev.waybill.ffi.MockHealth) : this(ffi.isUp, ffi.failed.map { FailedFile(it.file, it.reason) })
}

/** A file that was not imported. */
public data class FailedFile(
    /** Path of the file. */
    public val file: String,
    /** Reason of the failure. */
    public val reason: String,
)

/** A service that an upload imported. */
public data class UploadedService(
    /** Its name. */
    public val name: String,
    /** Its version. */
    public val version: String,
    /** Parts of it that are relaxed or could not be read, one sentence each, if the service reports them. */
    public val notes: List<String>,
    /** Reason why none of its operations can be called, if so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.UploadedService) : this(ffi.name, ffi.version, ffi.notes, ffi.unserved)
}

/** An imported service. */
public data class ListedService(
    /** Its name. */
    public val name: String,
    /** Its version. */
    public val version: String,
    /** `SOAP_HTTP` or `REST`, in the service's spelling. */
    public val type: String?,
    /** File that defines it. */
    public val sourceArtifact: String?,
    /** Its operations. */
    public val operations: List<ListedOperation>,
    /** Parts of it that are relaxed or could not be read, one sentence each. */
    public val notes: List<String>,
    /** Reason why none of its operations can be called, if so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.ListedService) :
        this(ffi.name, ffi.version, ffi.kind, ffi.sourceArtifact, ffi.operations.map(::ListedOperation), ffi.notes, ffi.unserved)
}

/** An operation of an imported service. */
public data class ListedOperation(
    /** Name of the operation. For a SOAP service, this is the value of `SOAPAction`. */
    public val name: String,
    /** HTTP method, for a REST service. */
    public val method: String?,
    /** `soapAction` that the WSDL declares. */
    public val action: String?,
    /** Exact paths for calls. */
    public val resourcePaths: List<String>,
    /** Reason why it cannot be called, if so. */
    public val unserved: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.ListedOperation) : this(ffi.name, ffi.method, ffi.action, ffi.resourcePaths, ffi.unserved)
}

/** A page of the request log of one service. */
public class InvocationPage internal constructor(ffi: dev.waybill.ffi.InvocationPage) {
    /** Entries in the service's order; `waybill mock` returns the newest first. */
    public val entries: List<Invocation> = ffi.entries.map(::Invocation)

    /** Number of entries on all pages, if the service reports it. */
    public val total: Long? = ffi.total
}

/** A logged request to a mocked service, and its response. Properties that a service does not report are null. */
public class Invocation internal constructor(ffi: dev.waybill.ffi.Invocation) {
    /** Time of the request, in milliseconds since the Unix epoch. */
    public val timestamp: Long? = ffi.timestamp

    /** The operation that the request named. */
    public val operation: String? = ffi.operation

    /** The request. */
    public val request: LoggedMessage? = ffi.request?.let(::LoggedMessage)

    /** The response. */
    public val response: LoggedMessage? = ffi.response?.let(::LoggedMessage)

    /** Milliseconds until the response. */
    public val durationMs: Double? = ffi.durationMs

    /** True if a mocked response was served. */
    public val valid: Boolean? = ffi.valid

    /** Reason for which the request was rejected. */
    public val reason: String? = ffi.reason

    /** The entry's JSON. */
    public val json: String = ffi.json
}

/** A logged request or response. */
public class LoggedMessage internal constructor(ffi: dev.waybill.ffi.LoggedMessage) {
    /** Method of a request. */
    public val method: String? = ffi.method

    /** Path of a request. */
    public val path: String? = ffi.path

    /** Status of a response. */
    public val status: Int? = ffi.status?.toInt()

    /** Header fields as pairs of name and value. */
    public val headers: List<Pair<String, String>> = ffi.headers.map { it.name to it.value }

    /** Body; of a long one only the beginning. */
    public val body: String? = ffi.body
}

/** One value of a metric (Prometheus text format). */
public data class MetricSample(
    /** Name of the metric. Those of a histogram end in `_bucket`, `_count` or `_sum`. */
    public val name: String,
    /** Names and values of the labels, in the service's order. */
    public val labels: Map<String, String>,
    /** Value; may be infinite or NaN. */
    public val value: Double,
    /** Time of the measurement, in milliseconds since the Unix epoch, if given. */
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

/** The response of a SOAP service. */
public data class SoapReply(
    /** The HTTP status. */
    public val status: Int,
    /** True if the envelope contains a fault. */
    public val isFault: Boolean,
    /** The envelope; empty if the operation has no output. */
    public val envelope: String,
)

/** The outcome of one definition. */
public data class SeededDefinition(
    /** Path of the definition's first file. */
    public val file: String,
    /** Services that it defined. */
    public val services: List<UploadedService>,
    /** Reason why it or one of its services was not imported. Null if all were. */
    public val failure: String?,
) {
    internal constructor(ffi: dev.waybill.ffi.SeededDefinition) : this(ffi.file, ffi.services.map(::UploadedService), ffi.failure)
}
