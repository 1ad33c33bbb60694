// The comparison of two OpenAPI descriptions: bytes in, a report out.

import Foundation
internal import WaybillRust

/// Operations to exclude. An operation that is excluded on one side only is reported as removed or added.
public struct Exclusions: Sendable, Hashable {
    /// Operations and webhooks with one of these tags.
    public var tags: [String]
    /// Operations whose path matches one of these globs. `*` matches within a segment, `**` across segments.
    public var paths: [String]
    /// Operations, path items and webhooks with `x-internal: true`.
    public var `internal`: Bool

    /// Creates exclusions.
    public init(tags: [String] = [], paths: [String] = [], internal: Bool = false) {
        self.tags = tags
        self.paths = paths
        self.internal = `internal`
    }
}

/// The names of the two descriptions, the operations to exclude, and levels of rules.
public struct CompareOptions: Sendable, Hashable {
    /// Name of the previous description, shown as `source`.
    public var previousName: String
    /// Name of the current description, shown as `source`.
    public var currentName: String
    /// Operations that are not compared. The report contains their number.
    public var exclude: Exclusions
    /// Levels (`breaking`, `risky`, `additive`, `docs`) by rule, or by a glob for a family of rules such as `response-enum-*`, in
    /// place of Waybill's. The report names them. They never lower a row of the platform's table of version bumps.
    public var levels: [String: String]

    /// Creates options.
    public init(
        previousName: String = "previous", currentName: String = "current", exclude: Exclusions = Exclusions(),
        levels: [String: String] = [:]
    ) {
        self.previousName = previousName
        self.currentName = currentName
        self.exclude = exclude
        self.levels = levels
    }
}

/// The output formats of a report.
public enum ReportFormat: Sendable, Hashable, CaseIterable {
    /// Plain text for a terminal, without colour.
    case terminal
    /// The JSON report.
    case json
    /// Markdown that is valid CommonMark and valid MDX.
    case markdown
}

/// The result of a comparison. It is freed with its last reference.
public struct Report: Sendable {
    let inner: WaybillRust.Report

    /// Returns the JSON report as UTF-8 bytes.
    public func json() throws -> Data {
        try boundary(crash: .comparisonCrashed) { try inner.json() }
    }

    /// Returns the report in an output format.
    public func render(_ format: ReportFormat) throws -> String {
        try boundary(crash: .comparisonCrashed) { try inner.render(format: format.inner) }
    }

    init(_ inner: WaybillRust.Report) {
        self.inner = inner
    }
}

/// Compares two OpenAPI descriptions, JSON or YAML.
///
/// A description may be split into files. `previousFiles` and `currentFiles` contain further files by their paths from the
/// description's own folder (`schemas/parcel.yaml`) or by their URIs. Files that the description does not refer to are not read.
///
/// The time depends on the size of the descriptions (seconds for tens of megabytes). Do not call it on the main actor.
///
/// - Throws: `WaybillError` of kind `comparison` if one of them cannot be read at all.
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
        previousName: options.previousName, currentName: options.currentName, exclude: exclude, levels: options.levels)
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
