// Comparison of two OpenAPI descriptions: bytes in, one report out.

import Foundation
internal import WaybillRust

/// Operations that a comparison leaves out. One that is left out on one side alone was removed for callers, or added.
public struct Exclusions: Sendable, Hashable {
    /// Operations and webhooks that have one of these tags.
    public var tags: [String]
    /// Operations whose path one of these globs matches: `*` stays in its segment, `**` does not.
    public var paths: [String]
    /// Operations, path items and webhooks with `x-internal: true`.
    public var `internal`: Bool

    /// Leaves these out.
    public init(tags: [String] = [], paths: [String] = [], internal: Bool = false) {
        self.tags = tags
        self.paths = paths
        self.internal = `internal`
    }
}

/// How a comparison names its two inputs, and what it leaves out.
public struct CompareOptions: Sendable, Hashable {
    /// Name of the previous description, shown as `source`.
    public var previousName: String
    /// Name of the current description, shown as `source`.
    public var currentName: String
    /// Operations that are not compared; the report says how many there are.
    public var exclude: Exclusions

    /// Names the two inputs.
    public init(previousName: String = "previous", currentName: String = "current", exclude: Exclusions = Exclusions()) {
        self.previousName = previousName
        self.currentName = currentName
        self.exclude = exclude
    }
}

/// The surfaces a report can be rendered for.
public enum ReportFormat: Sendable, Hashable, CaseIterable {
    /// Plain text for a terminal, without colour.
    case terminal
    /// The JSON report as text.
    case json
    /// Markdown that is valid CommonMark and valid MDX.
    case markdown
}

/// What a comparison found; freed with its last reference.
public struct Report: Sendable {
    let inner: WaybillRust.Report

    /// The JSON report as UTF-8 bytes.
    public func json() throws -> Data {
        try boundary(crash: .comparisonCrashed) { try inner.json() }
    }

    /// The report as text for one surface.
    public func render(_ format: ReportFormat) throws -> String {
        try boundary(crash: .comparisonCrashed) { try inner.render(format: format.inner) }
    }

    init(_ inner: WaybillRust.Report) {
        self.inner = inner
    }
}

/// Compares two OpenAPI descriptions, JSON or YAML.
///
/// A description may be split: `previousFiles` and `currentFiles` hold further files by their paths from the folder of the
/// description's own file (`schemas/parcel.yaml`) or by their URIs. Those it does not refer to are not read.
///
/// Takes as long as the descriptions are big (seconds for tens of megabytes): call it off the main actor.
///
/// - Throws: `WaybillError` of kind `comparison` where one of the two cannot be read as a description at all.
public func compare(
    previous: Data,
    current: Data,
    options: CompareOptions = CompareOptions(),
    previousFiles: [String: Data] = [:],
    currentFiles: [String: Data] = [:]
) throws -> Report {
    let exclude = WaybillRust.Exclusions(
        tags: options.exclude.tags, paths: options.exclude.paths, internal: options.exclude.internal)
    let crossing = WaybillRust.CompareOptions(
        previousName: options.previousName, currentName: options.currentName, exclude: exclude)
    return try boundary(crash: .comparisonCrashed) {
        Report(
            try WaybillRust.compare(
                previous: previous, current: current, options: crossing, previousFiles: previousFiles, currentFiles: currentFiles))
    }
}

extension ReportFormat {
    fileprivate var inner: WaybillRust.ReportFormat {
        switch self {
        case .terminal: .terminal
        case .json: .json
        case .markdown: .markdown
        }
    }
}
