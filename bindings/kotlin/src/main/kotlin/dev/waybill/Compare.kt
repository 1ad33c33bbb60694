/*
 * Comparison of two OpenAPI descriptions: bytes in, one report out.
 *
 * Descriptions cross to the core without a copy, which needs direct buffers; arrays are copied into one first.
 */
package dev.waybill

import dev.waybill.ffi.CompareOptions as FfiOptions
import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.Exclusions as FfiExclusions
import dev.waybill.ffi.Report as FfiReport
import dev.waybill.ffi.ReportFormat as FfiFormat
import dev.waybill.ffi.compare as ffiCompare
import java.nio.ByteBuffer

/** Operations that a comparison leaves out. One that is left out on one side alone was removed for callers, or added. */
public data class Exclusions(
    /** Operations and webhooks that have one of these tags. */
    public val tags: List<String> = emptyList(),
    /** Operations whose path one of these globs matches: `*` stays in its segment, two of them do not. */
    public val paths: List<String> = emptyList(),
    /** Operations, path items and webhooks with `x-internal: true`. */
    public val internal: Boolean = false,
)

/** How a comparison names its two inputs (paths, tags or URLs without credentials), and what it leaves out. */
public data class CompareOptions(
    /** Name of the previous description, shown as `source`. */
    public val previousName: String = "",
    /** Name of the current description, shown as `source`. */
    public val currentName: String = "",
    /** Operations that are not compared; the report says how many there are. */
    public val exclude: Exclusions = Exclusions(),
)

/** The surfaces a report can be rendered for. */
public enum class ReportFormat(internal val ffi: FfiFormat) {
    /** Plain text for a terminal, without colour. */
    TERMINAL(FfiFormat.TERMINAL),

    /** The JSON report as text. */
    JSON(FfiFormat.JSON),

    /** Markdown that is valid CommonMark and valid MDX. */
    MARKDOWN(FfiFormat.MARKDOWN),
}

/** What a comparison found. It holds memory outside the JVM's heap: close it when done. */
public class Report internal constructor(internal val ffi: FfiReport) : AutoCloseable {
    /** The JSON report as UTF-8 bytes. */
    public fun json(): ByteArray = translated(DriverFailure.ComparisonCrashed) { ffi.json() }

    /** The report as text for one surface. */
    public fun render(format: ReportFormat): String = translated(DriverFailure.ComparisonCrashed) { ffi.render(format.ffi) }

    /** Frees the report; it cannot be read afterwards. */
    override fun close(): Unit = ffi.close()
}

/**
 * Compares two OpenAPI descriptions given as bytes.
 *
 * A description may be split: its further files are given by their paths from its own folder (`schemas/parcel.yaml`) or
 * by their URIs, and those it does not refer to are not read.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] where one of the two cannot be read as a description at all
 */
public fun compare(
    previous: ByteArray,
    current: ByteArray,
    options: CompareOptions = CompareOptions(),
    previousFiles: Map<String, ByteArray> = emptyMap(),
    currentFiles: Map<String, ByteArray> = emptyMap(),
): Report = compare(direct(previous), direct(current), options, previousFiles, currentFiles)

/**
 * Compares two OpenAPI descriptions given as buffers. Direct ones, such as mapped files, are not copied.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] where one of the two cannot be read as a description at all
 */
public fun compare(
    previous: ByteBuffer,
    current: ByteBuffer,
    options: CompareOptions = CompareOptions(),
    previousFiles: Map<String, ByteArray> = emptyMap(),
    currentFiles: Map<String, ByteArray> = emptyMap(),
): Report {
    val exclude = options.exclude.let { FfiExclusions(it.tags, it.paths, it.internal) }
    val crossing = FfiOptions(options.previousName, options.currentName, exclude)
    return Report(translated(DriverFailure.ComparisonCrashed) { ffiCompare(direct(previous), direct(current), crossing, previousFiles, currentFiles) })
}

/** The rest of [buffer] outside the heap: itself where it is there, else a copy. */
private fun direct(buffer: ByteBuffer): ByteBuffer {
    if (buffer.isDirect) return buffer
    return ByteBuffer.allocateDirect(buffer.remaining()).put(buffer.duplicate()).flip()
}

/** A copy of [bytes] outside the heap, ready to be read. */
internal fun direct(bytes: ByteArray, length: Int = bytes.size): ByteBuffer =
    ByteBuffer.allocateDirect(length).put(bytes, 0, length).flip()
