/*
 * The comparison of two OpenAPI descriptions: bytes in, a report out.
 *
 * Descriptions are passed to the core without a copy, which requires direct buffers. Arrays are copied into one first.
 */
package dev.waybill

import dev.waybill.ffi.CompareOptions as FfiOptions
import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.Exclusions as FfiExclusions
import dev.waybill.ffi.Report as FfiReport
import dev.waybill.ffi.ReportFormat as FfiFormat
import dev.waybill.ffi.compare as ffiCompare
import java.nio.ByteBuffer

/** Operations to exclude. An operation that is excluded on one side only is reported as removed or added. */
public data class Exclusions(
    /** Operations and webhooks with one of these tags. */
    public val tags: List<String> = emptyList(),
    /** Operations whose path matches one of these globs. `*` matches within a segment, two of them across segments. */
    public val paths: List<String> = emptyList(),
    /** Operations, path items and webhooks with `x-internal: true`. */
    public val internal: Boolean = false,
)

/** The names of the two descriptions (paths, tags or URLs without credentials), the operations to exclude, and levels of rules. */
public data class CompareOptions(
    /** Name of the previous description, shown as `source`. */
    public val previousName: String = "",
    /** Name of the current description, shown as `source`. */
    public val currentName: String = "",
    /** Operations that are not compared. The report contains their number. */
    public val exclude: Exclusions = Exclusions(),
    /**
     * Levels (`breaking`, `risky`, `additive`, `docs`) by rule, or by a glob for a family of rules such as `response-enum-*`, in
     * place of Waybill's. The report names them. They never lower a row of the platform's table of version bumps.
     */
    public val levels: Map<String, String> = emptyMap(),
)

/** The output formats of a report. */
public enum class ReportFormat(internal val ffi: FfiFormat) {
    /** Plain text for a terminal, without colour. */
    TERMINAL(FfiFormat.TERMINAL),

    /** The JSON report. */
    JSON(FfiFormat.JSON),

    /** Markdown that is valid CommonMark and valid MDX. */
    MARKDOWN(FfiFormat.MARKDOWN),
}

/** The result of a comparison. It uses memory outside the JVM's heap: close it when done. */
public class Report internal constructor(internal val ffi: FfiReport) : AutoCloseable {
    /** Returns the JSON report as UTF-8 bytes. */
    public fun json(): ByteArray = translated(DriverFailure.ComparisonCrashed) { ffi.json() }

    /** Returns the report in an output format. */
    public fun render(format: ReportFormat): String = translated(DriverFailure.ComparisonCrashed) { ffi.render(format.ffi) }

    /** Frees the report. It cannot be read afterwards. */
    override fun close(): Unit = ffi.close()
}

/**
 * Compares two OpenAPI descriptions given as bytes.
 *
 * A description may be split into files. Pass its further files by their paths from its own folder (`schemas/parcel.yaml`) or by
 * their URIs. Files that it does not refer to are not read.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] if one of them cannot be read at all
 */
public fun compare(
    previous: ByteArray,
    current: ByteArray,
    options: CompareOptions = CompareOptions(),
    previousFiles: Map<String, ByteArray> = emptyMap(),
    currentFiles: Map<String, ByteArray> = emptyMap(),
): Report = compare(direct(previous), direct(current), options, previousFiles, currentFiles)

/**
 * Compares two OpenAPI descriptions given as buffers. Direct buffers, such as mapped files, are not copied.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] if one of them cannot be read at all
 */
public fun compare(
    previous: ByteBuffer,
    current: ByteBuffer,
    options: CompareOptions = CompareOptions(),
    previousFiles: Map<String, ByteArray> = emptyMap(),
    currentFiles: Map<String, ByteArray> = emptyMap(),
): Report {
    val exclude = options.exclude.let { FfiExclusions(it.tags, it.paths, it.internal) }
    val crossing = FfiOptions(options.previousName, options.currentName, exclude, options.levels)
    return Report(translated(DriverFailure.ComparisonCrashed) { ffiCompare(direct(previous), direct(current), crossing, previousFiles, currentFiles) })
}

/** Returns [buffer] if it is direct, and a direct copy of its remaining bytes otherwise. */
private fun direct(buffer: ByteBuffer): ByteBuffer {
    if (buffer.isDirect) return buffer
    return ByteBuffer.allocateDirect(buffer.remaining()).put(buffer.duplicate()).flip()
}

/** Returns a direct copy of [bytes], ready to be read. */
internal fun direct(bytes: ByteArray, length: Int = bytes.size): ByteBuffer =
    ByteBuffer.allocateDirect(length).put(bytes, 0, length).flip()
