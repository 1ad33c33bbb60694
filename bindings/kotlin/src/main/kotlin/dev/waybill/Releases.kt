/*
 * Functions for releases: tags and versions, changelogs, comments on pull requests.
 *
 * A report comes from `compare`, or from JSON that a comparison in any language wrote.
 */
package dev.waybill

import dev.waybill.ffi.Bump as FfiBump
import dev.waybill.ffi.ChangelogDetail as FfiDetail
import dev.waybill.ffi.ChangelogOptions as FfiChangelogOptions
import dev.waybill.ffi.CommentOptions as FfiCommentOptions
import dev.waybill.ffi.DriverFailure
import dev.waybill.ffi.FrontMatter as FfiFrontMatter
import dev.waybill.ffi.Release as FfiRelease
import dev.waybill.ffi.SourceLinks as FfiLinks
import dev.waybill.ffi.findPreviousTag as ffiFindPreviousTag
import dev.waybill.ffi.keepHandWritten as ffiKeepHandWritten
import dev.waybill.ffi.nextVersion as ffiNextVersion
import dev.waybill.ffi.readCommentState as ffiReadCommentState
import dev.waybill.ffi.readReport as ffiReadReport
import dev.waybill.ffi.readTag as ffiReadTag
import dev.waybill.ffi.removeOperations as ffiRemoveOperations
import dev.waybill.ffi.writeFailedComment as ffiWriteFailedComment

/** The number of a version to increment. */
public enum class Bump(internal val ffi: FfiBump) {
    /** A bug fix. */
    PATCH(FfiBump.PATCH),

    /** An addition. */
    MINOR(FfiBump.MINOR),

    /** A breaking change. */
    MAJOR(FfiBump.MAJOR),
}

/** A release, as named in a changelog. */
public data class Release(
    /** The version, such as `1.5.0`. */
    public val version: String,
    /** The previous version. */
    public val previous: String,
    /** Date of the release, `YYYY-MM-DD`. Without it, the changelog has no date. */
    public val date: String? = null,
)

/** Amount of detail in a changelog. */
public enum class ChangelogDetail(internal val ffi: FfiDetail) {
    /** The parts that callers need: every endpoint and every breaking change. */
    SHORT(FfiDetail.SHORT),

    /** Every change in full. */
    ALL(FfiDetail.ALL),
}

/** The site to write front matter for. */
public enum class FrontMatter(internal val ffi: FfiFrontMatter) {
    /** Front matter with `sidebar_position`. */
    DOCUSAURUS(FfiFrontMatter.DOCUSAURUS),

    /** Front matter with `sidebar.order`. */
    STARLIGHT(FfiFrontMatter.STARLIGHT),

    /** No front matter; the title is a heading. */
    NONE(FfiFrontMatter.NONE),
}

/** Options of a changelog. */
public data class ChangelogOptions(
    /** Amount of detail. */
    public val detail: ChangelogDetail = ChangelogDetail.SHORT,
    /** Site to write front matter for. */
    public val frontMatter: FrontMatter = FrontMatter.DOCUSAURUS,
    /** Name of the API in the title. Null is `API`. */
    public val name: String? = null,
) {
    internal fun ffi() = FfiChangelogOptions(name, detail.ffi, frontMatter.ffi)
}

/** Addresses of the two descriptions at their commits, to which `#L12` is added. */
public data class SourceLinks(
    /** Address of the description of the base. */
    public val base: String,
    /** Address of the description of the head. */
    public val head: String,
)

/** The context of a comment on a pull request. */
public data class CommentOptions(
    /** Name of the description. Each description of a repository has its own comment. */
    public val description: String,
    /** Commit that the pull request is compared with, in hexadecimal digits. */
    public val base: String,
    /** Last commit of the pull request. */
    public val head: String,
    /** Addresses of the two descriptions. Null if the descriptions are generated. */
    public val links: SourceLinks? = null,
    /** Text of the existing comment. Only use a comment of the author that posts yours. */
    public val last: String? = null,
    /** Expiry date of acceptances that are copied from the comment, `YYYY-MM-DD`. */
    public val expires: String? = null,
    /** Maximum number of characters. Null is 65,536, GitHub's limit. */
    public val maxChars: Int? = null,
) {
    internal fun ffi() = FfiCommentOptions(
        description = description,
        base = base,
        head = head,
        links = links?.let { FfiLinks(it.base, it.head) },
        last = last,
        expires = expires,
        maxChars = maxChars?.unsigned(),
    )
}

/** The state of a comment, from the marker at its start. */
public data class CommentState(
    /** Name of the description. */
    public val description: String,
    /** Last commit that the comment covers. */
    public val head: String,
    /** Ids of the breaking changes in the comment. */
    public val breaking: List<String>,
)

/**
 * Returns the tag of a version or tag: `v1.4.0` for both `1.4.0` and `v1.4.0`.
 *
 * @throws WaybillException with the code `tag.invalid` for any other string
 */
public fun readTag(text: String): String = written { ffiReadTag(text) }

/**
 * Returns the highest release tag among [names] that is lower than [tag], or null if [tag] is the first release.
 *
 * @throws WaybillException with the code `tag.invalid` if [tag] is not a release tag
 */
public fun findPreviousTag(tag: String, names: List<String>): String? = written { ffiFindPreviousTag(tag, names) }

/**
 * Returns the version after [previous]: the largest of the steps that its descriptions require, or a patch if nothing changed.
 *
 * @throws WaybillException with the code `version.invalid` if [previous] is not a release version
 */
public fun nextVersion(previous: String, bumps: List<Bump?>): String = written { ffiNextVersion(previous, bumps.map { it?.ffi }) }

/**
 * Returns the [generated] changelog with the hand-written parts of the [previous] one, which are between `[waybill-keep-start]:
 * #` and `[waybill-keep-end]: #`.
 *
 * @throws WaybillException with the code `changelog.markers` if these markers do not match
 */
public fun keepHandWritten(previous: String, generated: String): String = written { ffiKeepHandWritten(previous, generated) }

/**
 * Returns a description without its operations, as JSON. Compared with the original, all operations are new.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] if the description cannot be read
 */
public fun removeOperations(description: ByteArray): ByteArray = written { ffiRemoveOperations(direct(description)) }

/**
 * Reads the JSON report of a comparison, also an untrusted one. Levels, advice and verdict are recomputed and not taken from it.
 *
 * @throws WaybillException whose code begins with `report.` if it is not a report of this version
 */
public fun readReport(json: ByteArray): Report = Report(written { ffiReadReport(direct(json)) })

/**
 * Returns the comment for a failed comparison: the last comment, with the reason of the failure.
 *
 * @throws WaybillException if an option is invalid
 */
public fun writeFailedComment(reason: String, options: CommentOptions): String = written { ffiWriteFailedComment(reason, options.ffi()) }

/**
 * Returns the state that a comment contains, or null if Waybill did not write it. It is untrusted: everyone who can comment can
 * write such a marker.
 */
public fun readCommentState(text: String): CommentState? =
    written { ffiReadCommentState(text) }?.let { CommentState(it.description, it.head, it.breaking) }

/** Returns the version step that the changes require, or null if nothing changed. */
public fun Report.requiredBump(): Bump? = written { ffi.requiredBump() }?.let { bump ->
    when (bump) {
        FfiBump.PATCH -> Bump.PATCH
        FfiBump.MINOR -> Bump.MINOR
        FfiBump.MAJOR -> Bump.MAJOR
    }
}

/**
 * Returns the changelog of a release, as Markdown and MDX.
 *
 * @throws WaybillException if a version or the date is invalid, or if the previous release is not earlier
 */
public fun Report.writeChangelog(release: Release, options: ChangelogOptions = ChangelogOptions()): String =
    written { ffi.writeChangelog(release.ffi(), options.ffi()) }

/**
 * Returns the comment on a pull request, as Markdown for GitHub and GitLab. Text from descriptions is escaped and cannot create
 * markup.
 *
 * @throws WaybillException if an option is invalid
 */
public fun Report.writeComment(options: CommentOptions): String = written { ffi.writeComment(options.ffi()) }

internal fun Release.ffi() = FfiRelease(version, previous, date)

/** Converts a number to unsigned; a negative one becomes zero. */
internal fun Int.unsigned(): UInt = coerceAtLeast(0).toUInt()

/** Runs a function of the core for releases, and converts its exceptions. */
internal inline fun <T> written(call: () -> T): T = translated(DriverFailure.ReleasesCrashed, call)
