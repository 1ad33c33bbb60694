// What is written about releases: tags and versions, changelogs, comments on pull requests.
//
// A report comes from `compare`, or from JSON that any host's comparison wrote.

import Foundation
internal import WaybillRust

/// Which of a version's numbers moves.
public enum Bump: String, Sendable, Hashable, CaseIterable {
    /// A bug fix.
    case patch
    /// An addition.
    case minor
    /// A change that breaks.
    case major
}

/// A release as a changelog names it.
public struct Release: Sendable, Hashable {
    /// Its version, such as `1.5.0`.
    public var version: String
    /// The version before it.
    public var previous: String
    /// The day it came out, `YYYY-MM-DD`; without it the changelog names none.
    public var date: String?

    /// The release of a version, which follows a previous one.
    public init(version: String, previous: String, date: String? = nil) {
        self.version = version
        self.previous = previous
        self.date = date
    }
}

/// How a changelog is written.
public struct ChangelogOptions: Sendable, Hashable {
    /// How much it tells.
    public var detail: Detail
    /// The site it is for.
    public var frontMatter: FrontMatter
    /// What the API is called in the title; `API` where nil.
    public var name: String?

    /// The usual ones, but for those given.
    public init(detail: Detail = .short, frontMatter: FrontMatter = .docusaurus, name: String? = nil) {
        self.detail = detail
        self.frontMatter = frontMatter
        self.name = name
    }

    /// How much a changelog tells.
    public enum Detail: String, Sendable, Hashable, CaseIterable {
        /// What callers need: every endpoint and every breaking change.
        case short
        /// Every change in full.
        case all
    }

    /// The site whose front matter a changelog begins with.
    public enum FrontMatter: String, Sendable, Hashable, CaseIterable {
        /// With `sidebar_position`.
        case docusaurus
        /// With `sidebar.order`.
        case starlight
        /// None: the title is a heading.
        case none
    }
}

/// What the comment on a pull request says besides the report.
public struct CommentOptions: Sendable, Hashable {
    /// What the description is called: each description of a repository has a comment of its own.
    public var description: String
    /// The commit that the pull request is compared with, in hexadecimal digits.
    public var base: String
    /// The last commit of the pull request.
    public var head: String
    /// Where the two descriptions can be looked at; nil where they are built.
    public var links: SourceLinks?
    /// The text of the comment that is there: take it from comments of the author that posts yours alone.
    public var last: String?
    /// The last day on which a break counts as accepted whose lines are pasted from the comment, `YYYY-MM-DD`.
    public var expires: String?
    /// The most characters it may have; nil is the 65,536 that GitHub takes.
    public var maxCharacters: Int?

    /// What a comment about a description says.
    public init(
        description: String, base: String, head: String, links: SourceLinks? = nil, last: String? = nil,
        expires: String? = nil, maxCharacters: Int? = nil
    ) {
        self.description = description
        self.base = base
        self.head = head
        self.links = links
        self.last = last
        self.expires = expires
        self.maxCharacters = maxCharacters
    }
}

/// The addresses of two descriptions at their commits, to which `#L12` is added.
public struct SourceLinks: Sendable, Hashable {
    /// The description of the base.
    public var base: String
    /// The description of the head.
    public var head: String

    /// Where the two can be looked at.
    public init(base: String, head: String) {
        self.base = base
        self.head = head
    }
}

/// What a comment remembers in the marker that it begins with.
public struct CommentState: Sendable, Hashable {
    /// The description it is about.
    public let description: String
    /// The last commit that it saw.
    public let head: String
    /// The ids of the breaking changes it named.
    public let breaking: [String]
}

/// The tag that a text means: `1.4.0` and `v1.4.0` both mean `v1.4.0`.
///
/// - Throws: `WaybillError` of code `tag.invalid` where it means none.
public func readTag(_ text: String) throws -> String {
    try written { try WaybillRust.readTag(text: text) }
}

/// The highest release tag among `names` that is lower than `tag`; nil where `tag` is the first release.
///
/// - Throws: `WaybillError` of code `tag.invalid` where `tag` is none.
public func findPreviousTag(of tag: String, among names: [String]) throws -> String? {
    try written { try WaybillRust.findPreviousTag(tag: tag, names: names) }
}

/// The version after `previous`: by the largest of the steps that its descriptions ask for, a patch where nothing changed.
///
/// - Throws: `WaybillError` of code `version.invalid` where `previous` is none.
public func nextVersion(after previous: String, bumps: [Bump?]) throws -> String {
    try written { try WaybillRust.nextVersion(previous: previous, bumps: bumps.map { $0?.inner }) }
}

/// The `generated` changelog with what people wrote into the `previous` one, between `[waybill-keep-start]: #` and
/// `[waybill-keep-end]: #`.
///
/// - Throws: `WaybillError` of code `changelog.markers` where the two do not match.
public func keepHandWritten(previous: String, generated: String) throws -> String {
    try written { try WaybillRust.keepHandWritten(previous: previous, generated: generated) }
}

/// A description without its operations, as JSON: compared with the whole one, all operations are new.
///
/// - Throws: `WaybillError` of kind `comparison` where it cannot be read.
public func removeOperations(from description: Data) throws -> Data {
    try written { try WaybillRust.removeOperations(description: description) }
}

/// Reads the JSON report of a comparison, perhaps one that somebody else wrote: it chooses no level, no advice and no verdict.
///
/// - Throws: `WaybillError` whose code begins with `report.`, where it is none of this version.
public func readReport(_ json: Data) throws -> Report {
    try written { Report(try WaybillRust.readReport(json: json)) }
}

/// The comment of a pull request whose descriptions could not be compared: what was said last stays, with the reason.
///
/// - Throws: `WaybillError` where an option is not what it should be.
public func writeFailedComment(reason: String, options: CommentOptions) throws -> String {
    try written { try WaybillRust.writeFailedComment(reason: reason, options: options.inner) }
}

/// What a comment remembers; nil where it is none of Waybill's. Whoever can comment can write such a marker.
public func readCommentState(_ text: String) throws -> CommentState? {
    try written {
        try WaybillRust.readCommentState(text: text).map {
            CommentState(description: $0.description, head: $0.head, breaking: $0.breaking)
        }
    }
}

extension Report {
    /// The step of versions that the changes ask for; nil where nothing changed.
    public func requiredBump() throws -> Bump? {
        switch try written({ try inner.requiredBump() }) {
        case .patch: .patch
        case .minor: .minor
        case .major: .major
        case nil: nil
        }
    }

    /// The changelog of a release, as Markdown and MDX.
    ///
    /// - Throws: `WaybillError` where a version or the day is none, or the previous release is not the earlier one.
    public func writeChangelog(_ release: Release, options: ChangelogOptions = ChangelogOptions()) throws -> String {
        try written { try inner.writeChangelog(release: release.inner, options: options.inner) }
    }

    /// The comment on a pull request, as Markdown that GitHub and GitLab show. Nothing of a description is markup in it.
    ///
    /// - Throws: `WaybillError` where an option is not what it should be.
    public func writeComment(_ options: CommentOptions) throws -> String {
        try written { try inner.writeComment(options: options.inner) }
    }
}

/// Runs a call into the core that reads or writes something about a release.
func written<Value>(_ body: () throws -> Value) throws(WaybillError) -> Value {
    try boundary(crash: .releasesCrashed, body)
}

extension Bump {
    fileprivate var inner: WaybillRust.Bump {
        switch self {
        case .patch: .patch
        case .minor: .minor
        case .major: .major
        }
    }
}

extension Release {
    var inner: WaybillRust.Release {
        WaybillRust.Release(version: version, previous: previous, date: date)
    }
}

extension ChangelogOptions {
    var inner: WaybillRust.ChangelogOptions {
        let detail: WaybillRust.ChangelogDetail =
            switch self.detail {
            case .short: .short
            case .all: .all
            }
        let site: WaybillRust.FrontMatter =
            switch frontMatter {
            case .docusaurus: .docusaurus
            case .starlight: .starlight
            case .none: .none
            }
        return WaybillRust.ChangelogOptions(name: name, detail: detail, frontMatter: site)
    }
}

extension CommentOptions {
    fileprivate var inner: WaybillRust.CommentOptions {
        WaybillRust.CommentOptions(
            description: description, base: base, head: head,
            links: links.map { WaybillRust.SourceLinks(base: $0.base, head: $0.head) }, last: last, expires: expires,
            maxChars: maxCharacters.map(UInt32.init(clamping:)))
    }
}
