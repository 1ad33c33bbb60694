//! The plain values that are passed between JavaScript and the comparison, and their conversions.
//!
//! Conversions destructure values completely (no `..`, no `_`), so that a new field or variant in core does not compile
//! here until it is converted.

use waybill_base::error::code;
use waybill_report::render::ReportFormat;
use waybill_report::{CompareError, DeprecationPeriods, Exclusions, Levels, Phase, Renames};

/// Names of the two inputs, exclusions, and levels. Absent members are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Options {
    /// Name of the previous description, shown as `source`.
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
    /// Tags whose operations are excluded.
    pub exclude_tags: Vec<String>,
    /// Globs of paths whose operations are excluded.
    pub exclude_paths: Vec<String>,
    /// True to exclude operations with `x-internal: true`.
    pub exclude_internal: bool,
    /// Levels of rules or families of rules, such as `response-enum-*=additive`.
    pub levels: Vec<String>,
}

impl TryFrom<Options> for waybill_report::CompareOptions {
    type Error = Failure;

    fn try_from(options: Options) -> Result<Self, Failure> {
        let Options { previous_name, current_name, exclude_tags: tags, exclude_paths: paths, exclude_internal, levels } =
            options;
        let levels = levels.iter().map(|setting| {
            let (rule, level) = setting.rsplit_once('=').unwrap_or((setting, ""));
            (rule.to_owned(), level.to_owned())
        });
        let levels = Levels::new(levels).map_err(CompareError::from)?;
        Ok(Self {
            previous_name,
            current_name,
            exclude: Exclusions { tags, paths, internal: exclude_internal },
            levels,
            renames: Renames::default(),
            periods: DeprecationPeriods::default(),
        })
    }
}

/// An error, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `description.syntax`.
    pub code: &'static str,
    /// A message that tells the cause, the location, and the next step. It does not contain the description's content.
    pub message: String,
}

impl Failure {
    /// Returns the error for options that are not of their documented type.
    #[must_use]
    pub fn options() -> Self {
        Self {
            code: code::OPTIONS_INVALID.as_str(),
            message:
                "the options of a comparison do not have their documented type: previousName and currentName are strings, \
                 exclude.tags and exclude.paths lists of strings, exclude.internal is a boolean, and levels has strings as values"
                    .into(),
        }
    }
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        let CompareError { code, message } = error;
        Self { code: code.as_str(), message }
    }
}

/// Formats of this build.
#[cfg(feature = "full")]
const FORMATS: &[ReportFormat] = &[ReportFormat::Terminal, ReportFormat::Json, ReportFormat::Markdown];
#[cfg(not(feature = "full"))]
const FORMATS: &[ReportFormat] = &[ReportFormat::Json];

/// Renders the report in a format. Without the feature `full`, this is always JSON, because [`format()`] returns no other
/// format.
#[must_use]
pub fn render(report: &waybill_report::Report, format: ReportFormat) -> String {
    if cfg!(feature = "full") { report.render(format) } else { String::from_utf8(report.json()).unwrap_or_default() }
}

/// Returns the format with a name.
///
/// # Errors
/// A [`Failure`] that lists the names, if there is no such format.
pub fn format(name: &str) -> Result<ReportFormat, Failure> {
    FORMATS.iter().copied().find(|format| format_name(*format) == name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().copied().map(format_name).collect();
        Failure {
            code: code::FORMAT_UNKNOWN.as_str(),
            message: format!("the report has no such format; its formats are {}", names.join(", ")),
        }
    })
}

fn format_name(format: ReportFormat) -> &'static str {
    match format {
        ReportFormat::Terminal => "terminal",
        ReportFormat::Json => "json",
        ReportFormat::Markdown => "markdown",
    }
}

/// Returns the name of a comparison's phase.
#[must_use]
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Definitions => "definitions",
        Phase::Operations => "operations",
        Phase::Report => "report",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_wire_types::Declarations;

    /// Returns all formats. A new one does not compile until it is added here.
    fn formats() -> impl Iterator<Item = ReportFormat> {
        std::iter::successors(Some(ReportFormat::Terminal), |format| match format {
            ReportFormat::Terminal => Some(ReportFormat::Json),
            ReportFormat::Json => Some(ReportFormat::Markdown),
            ReportFormat::Markdown => None,
        })
    }

    /// Returns all phases. A new one does not compile until it is added here.
    fn phases() -> impl Iterator<Item = Phase> {
        std::iter::successors(Some(Phase::Definitions), |phase| match phase {
            Phase::Definitions => Some(Phase::Operations),
            Phase::Operations => Some(Phase::Report),
            Phase::Report => None,
        })
    }

    #[test]
    fn wire_types_match_the_typescript_types() {
        Declarations::default()
            .with::<Options>()
            .with::<Failure>()
            .with_names("ReportFormat", formats().map(format_name))
            .with_names("Phase", phases().map(phase))
            .hold("diff.d.ts");
    }

    #[test]
    fn every_format_is_found_by_its_name() {
        for expected in formats() {
            assert_eq!(format(format_name(expected)), Ok(expected));
        }
    }

    #[test]
    fn an_unknown_format_is_answered_with_the_names() {
        let failure = format("pdf").unwrap_err();
        assert_eq!(failure.code, "format.unknown");
        assert!(failure.message.contains("terminal, json, markdown"), "{}", failure.message);
    }

    #[test]
    fn a_refusal_keeps_its_code_and_message() {
        let failure =
            Failure::from(CompareError { code: code::DESCRIPTION_SYNTAX, message: "line 1: not JSON".into() });
        assert_eq!((failure.code, failure.message.as_str()), ("description.syntax", "line 1: not JSON"));
    }
}
