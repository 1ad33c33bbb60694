// Functions for releases: tags and versions, changelogs, comments on pull requests.
//
// A report comes from `compare`, or from JSON that a comparison in any language wrote.

import Foundation
internal import WaybillRust

/// The number of a version to increment.
public enum Bump: String, Sendable, Hashable, CaseIterable {
    /// A bug fix.
    case patch
    /// An addition.
    case minor
    /// A breaking change.
    case major
}

/// A release, as named in a changelog.
public struct Release: Sendable, Hashable {
    /// The version, such as `1.5.0`.
    public var version: String
    /// The previous version.
    public var previous: String
    /// Date of the release, `YYYY-MM-DD`. Without it, the changelog has no date.
    public var date: String?

    /// Creates a release.
    public init(version: String, previous: String, date: String? = nil) {
        self.version = version
        self.previous = previous
        self.date = date
    }
}

/// Options of a changelog.
public struct ChangelogOptions: Sendable, Hashable {
    /// Amount of detail.
    public var detail: Detail
    /// Site to write front matter for.
    public var frontMatter: FrontMatter
    /// Name of the API in the title. Nil is `API`.
    public var name: String?

    /// Creates options.
    public init(detail: Detail = .short, frontMatter: FrontMatter = .docusaurus, name: String? = nil) {
        self.detail = detail
        self.frontMatter = frontMatter
        self.name = name
    }

    /// Amount of detail in a changelog.
    public enum Detail: String, Sendable, Hashable, CaseIterable {
        /// The parts that callers need: every endpoint and every breaking change.
        case short
        /// Every change in full.
        case all
    }

    /// The site to write front matter for.
    public enum FrontMatter: String, Sendable, Hashable, CaseIterable {
        /// Front matter with `sidebar_position`.
        case docusaurus
        /// Front matter with `sidebar.order`.
        case starlight
        /// No front matter; the title is a heading.
        case none
    }
}

/// The context of a comment on a pull request.
public struct CommentOptions: Sendable, Hashable {
    /// Name of the description. Each description of a repository has its own comment.
    public var description: String
    /// Commit that the pull request is compared with, in hexadecimal digits.
    public var base: String
    /// Last commit of the pull request.
    public var head: String
    /// Addresses of the two descriptions. Nil if the descriptions are generated.
    public var links: SourceLinks?
    /// Text of the existing comment. Only use a comment of the author that posts yours.
    public var last: String?
    /// Expiry date of acceptances that are copied from the comment, `YYYY-MM-DD`.
    public var expires: String?
    /// Maximum number of characters. Nil is 65,536, GitHub's limit.
    public var maxCharacters: Int?

    /// Creates options.
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

/// Addresses of the two descriptions at their commits, to which `#L12` is added.
public struct SourceLinks: Sendable, Hashable {
    /// Address of the description of the base.
    public var base: String
    /// Address of the description of the head.
    public var head: String

    /// Creates links.
    public init(base: String, head: String) {
        self.base = base
        self.head = head
    }
}

/// The state of a comment, from the marker at its start.
public struct CommentState: Sendable, Hashable {
    /// Name of the description.
    public let description: String
    /// Last commit that the comment covers.
    public let head: String
    /// Ids of the breaking changes in the comment.
    public let breaking: [String]
}

/// Returns the tag of a version or tag: `v1.4.0` for both `1.4.0` and `v1.4.0`.
///
/// - Throws: `WaybillError` with the code `tag.invalid` for any other string.
public func readTag(_ text: String) throws -> String {
    try written { try WaybillRust.readTag(text: text) }
}

/// Returns the highest release tag among `names` that is lower than `tag`, or nil if `tag` is the first release.
///
/// - Throws: `WaybillError` with the code `tag.invalid` if `tag` is not a release tag.
public func findPreviousTag(of tag: String, among names: [String]) throws -> String? {
    try written { try WaybillRust.findPreviousTag(tag: tag, names: names) }
}

/// Returns the version after `previous`: the largest of the steps that its descriptions require, or a patch if nothing changed.
///
/// - Throws: `WaybillError` with the code `version.invalid` if `previous` is not a release version.
public func nextVersion(after previous: String, bumps: [Bump?]) throws -> String {
    try written { try WaybillRust.nextVersion(previous: previous, bumps: bumps.map { $0?.inner }) }
}

/// Returns the `generated` changelog with the hand-written parts of the `previous` one, which are between `[waybill-keep-start]:
/// #` and `[waybill-keep-end]: #`.
///
/// - Throws: `WaybillError` with the code `changelog.markers` if these markers do not match.
public func keepHandWritten(previous: String, generated: String) throws -> String {
    try written { try WaybillRust.keepHandWritten(previous: previous, generated: generated) }
}

/// Returns a description without its operations, as JSON. Compared with the original, all operations are new.
///
/// - Throws: `WaybillError` of kind `comparison` if the description cannot be read.
public func removeOperations(from description: Data) throws -> Data {
    try written { try WaybillRust.removeOperations(description: description) }
}

/// Reads the JSON report of a comparison, also an untrusted one. Levels, advice and verdict are recomputed and not taken from it.
///
/// - Throws: `WaybillError` whose code begins with `report.` if it is not a report of this version.
public func readReport(_ json: Data) throws -> Report {
    try written { Report(try WaybillRust.readReport(json: json)) }
}

/// Returns the comment for a failed comparison: the last comment, with the reason of the failure.
///
/// - Throws: `WaybillError` if an option is invalid.
public func writeFailedComment(reason: String, options: CommentOptions) throws -> String {
    try written { try WaybillRust.writeFailedComment(reason: reason, options: options.inner) }
}

/// Returns the state that a comment contains, or nil if Waybill did not write it. It is untrusted: everyone who can comment can
/// write such a marker.
public func readCommentState(_ text: String) throws -> CommentState? {
    try written {
        try WaybillRust.readCommentState(text: text).map {
            CommentState(description: $0.description, head: $0.head, breaking: $0.breaking)
        }
    }
}

extension Report {
    /// Returns the version step that the changes require, or nil if nothing changed.
    public func requiredBump() throws -> Bump? {
        switch try written({ try inner.requiredBump() }) {
        case .patch: .patch
        case .minor: .minor
        case .major: .major
        case nil: nil
        }
    }

    /// Returns the changelog of a release, as Markdown and MDX.
    ///
    /// - Throws: `WaybillError` if a version or the date is invalid, or if the previous release is not earlier.
    public func writeChangelog(_ release: Release, options: ChangelogOptions = ChangelogOptions()) throws -> String {
        try written { try inner.writeChangelog(release: release.inner, options: options.inner) }
    }

    /// Returns the comment on a pull request, as Markdown for GitHub and GitLab. Text from descriptions is escaped and cannot
    /// create markup.
    ///
    /// - Throws: `WaybillError` if an option is invalid.
    public func writeComment(_ options: CommentOptions) throws -> String {
        try written { try inner.writeComment(options: options.inner) }
    }
}

/// Runs a function of the core for releases, and converts its errors.
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
