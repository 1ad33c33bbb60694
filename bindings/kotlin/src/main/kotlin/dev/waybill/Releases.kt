/*
 * What is written about releases: tags and versions, changelogs, comments on pull requests.
 *
 * A report comes from `compare`, or from JSON that any host's comparison wrote.
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

/** Which of a version's numbers moves. */
public enum class Bump(internal val ffi: FfiBump) {
    /** A bug fix. */
    PATCH(FfiBump.PATCH),

    /** An addition. */
    MINOR(FfiBump.MINOR),

    /** A change that breaks. */
    MAJOR(FfiBump.MAJOR),
}

/** A release as a changelog names it. */
public data class Release(
    /** Its version, such as `1.5.0`. */
    public val version: String,
    /** The version before it. */
    public val previous: String,
    /** The day it came out, `YYYY-MM-DD`; without it the changelog names none. */
    public val date: String? = null,
)

/** How much a changelog tells. */
public enum class ChangelogDetail(internal val ffi: FfiDetail) {
    /** What callers need: every endpoint and every breaking change. */
    SHORT(FfiDetail.SHORT),

    /** Every change in full. */
    ALL(FfiDetail.ALL),
}

/** The site whose front matter a changelog begins with. */
public enum class FrontMatter(internal val ffi: FfiFrontMatter) {
    /** With `sidebar_position`. */
    DOCUSAURUS(FfiFrontMatter.DOCUSAURUS),

    /** With `sidebar.order`. */
    STARLIGHT(FfiFrontMatter.STARLIGHT),

    /** None: the title is a heading. */
    NONE(FfiFrontMatter.NONE),
}

/** How a changelog is written. */
public data class ChangelogOptions(
    /** How much it tells. */
    public val detail: ChangelogDetail = ChangelogDetail.SHORT,
    /** The site it is for. */
    public val frontMatter: FrontMatter = FrontMatter.DOCUSAURUS,
    /** What the API is called in the title; `API` where it is null. */
    public val name: String? = null,
) {
    internal fun ffi() = FfiChangelogOptions(name, detail.ffi, frontMatter.ffi)
}

/** The addresses of two descriptions at their commits, to which `#L12` is added. */
public data class SourceLinks(
    /** The description of the base. */
    public val base: String,
    /** The description of the head. */
    public val head: String,
)

/** What the comment on a pull request says besides the report. */
public data class CommentOptions(
    /** What the description is called: each description of a repository has a comment of its own. */
    public val description: String,
    /** The commit that the pull request is compared with, in hexadecimal digits. */
    public val base: String,
    /** The last commit of the pull request. */
    public val head: String,
    /** Where the two descriptions can be looked at; null where they are built. */
    public val links: SourceLinks? = null,
    /** The text of the comment that is there: take it from comments of the author that posts yours alone. */
    public val last: String? = null,
    /** The last day on which a break counts as accepted whose lines are pasted from the comment, `YYYY-MM-DD`. */
    public val expires: String? = null,
    /** The most characters it may have; null is the 65,536 that GitHub takes. */
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

/** What a comment remembers in the marker that it begins with. */
public data class CommentState(
    /** The description it is about. */
    public val description: String,
    /** The last commit that it saw. */
    public val head: String,
    /** The ids of the breaking changes it named. */
    public val breaking: List<String>,
)

/**
 * The tag that a text means: `1.4.0` and `v1.4.0` both mean `v1.4.0`.
 *
 * @throws WaybillException of code `tag.invalid` where it means none
 */
public fun readTag(text: String): String = written { ffiReadTag(text) }

/**
 * The highest release tag among [names] that is lower than [tag]; null where [tag] is the first release.
 *
 * @throws WaybillException of code `tag.invalid` where [tag] is none
 */
public fun findPreviousTag(tag: String, names: List<String>): String? = written { ffiFindPreviousTag(tag, names) }

/**
 * The version after [previous]: by the largest of the steps that its descriptions ask for, a patch where nothing changed.
 *
 * @throws WaybillException of code `version.invalid` where [previous] is none
 */
public fun nextVersion(previous: String, bumps: List<Bump?>): String = written { ffiNextVersion(previous, bumps.map { it?.ffi }) }

/**
 * The [generated] changelog with what people wrote into the [previous] one, between `[waybill-keep-start]: #` and
 * `[waybill-keep-end]: #`.
 *
 * @throws WaybillException of code `changelog.markers` where the two do not match
 */
public fun keepHandWritten(previous: String, generated: String): String = written { ffiKeepHandWritten(previous, generated) }

/**
 * A description without its operations, as JSON: compared with the whole one, all operations are new.
 *
 * @throws WaybillException of kind [ErrorKind.COMPARISON] where it cannot be read
 */
public fun removeOperations(description: ByteArray): ByteArray = written { ffiRemoveOperations(direct(description)) }

/**
 * Reads the JSON report of a comparison, perhaps one that somebody else wrote: it chooses no level, no advice and no verdict.
 *
 * @throws WaybillException whose code begins with `report.`, where it is none of this version
 */
public fun readReport(json: ByteArray): Report = Report(written { ffiReadReport(direct(json)) })

/**
 * The comment of a pull request whose descriptions could not be compared: what was said last stays, with the reason.
 *
 * @throws WaybillException where an option is not what it should be
 */
public fun writeFailedComment(reason: String, options: CommentOptions): String = written { ffiWriteFailedComment(reason, options.ffi()) }

/** What a comment remembers; null where it is none of Waybill's. Whoever can comment can write such a marker. */
public fun readCommentState(text: String): CommentState? =
    written { ffiReadCommentState(text) }?.let { CommentState(it.description, it.head, it.breaking) }

/** The step of versions that the changes ask for; null where nothing changed. */
public fun Report.requiredBump(): Bump? = written { ffi.requiredBump() }?.let { bump ->
    when (bump) {
        FfiBump.PATCH -> Bump.PATCH
        FfiBump.MINOR -> Bump.MINOR
        FfiBump.MAJOR -> Bump.MAJOR
    }
}

/**
 * The changelog of a release, as Markdown and MDX.
 *
 * @throws WaybillException where a version or the day is none, or the previous release is not the earlier one
 */
public fun Report.writeChangelog(release: Release, options: ChangelogOptions = ChangelogOptions()): String =
    written { ffi.writeChangelog(release.ffi(), options.ffi()) }

/**
 * The comment on a pull request, as Markdown that GitHub and GitLab show. Nothing of a description is markup in it.
 *
 * @throws WaybillException where an option is not what it should be
 */
public fun Report.writeComment(options: CommentOptions): String = written { ffi.writeComment(options.ffi()) }

internal fun Release.ffi() = FfiRelease(version, previous, date)

/** A number that is never negative; of one that is, zero. */
internal fun Int.unsigned(): UInt = coerceAtLeast(0).toUInt()

/** Runs a call into the core that reads or writes something about a release. */
internal inline fun <T> written(call: () -> T): T = translated(DriverFailure.ReleasesCrashed, call)
