//! The comparison: takes two descriptions as bytes, and returns a report as an object.

use std::collections::HashMap;
use std::sync::Arc;

use waybill_openapi::WantedFile;
use waybill_report::Side;

use crate::error::WaybillError;
use crate::panics;

/// Operations to exclude.
#[derive(Debug, Clone, Default, PartialEq, Eq, uniffi::Record)]
pub struct Exclusions {
    /// Operations and webhooks that have one of these tags.
    pub tags: Vec<String>,
    /// Operations whose path matches one of these globs.
    pub paths: Vec<String>,
    /// Operations, path items and webhooks with `x-internal: true`.
    pub internal: bool,
}

/// Options of a comparison: the names of its inputs, exclusions, and levels.
#[derive(Debug, Clone, Default, PartialEq, Eq, uniffi::Record)]
pub struct CompareOptions {
    /// Name of the previous description, shown as `source`.
    pub previous_name: String,
    /// Name of the current description, shown as `source`.
    pub current_name: String,
    /// Operations to exclude.
    pub exclude: Exclusions,
    /// Levels by rule, or by a glob for a family of rules, in place of Waybill's.
    pub levels: HashMap<String, String>,
}

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ReportFormat {
    /// Plain text for a terminal, without colour.
    Terminal,
    /// The JSON report.
    Json,
    /// Markdown that is valid `CommonMark` and valid MDX.
    Markdown,
}

/// The result of a comparison.
#[derive(Debug, uniffi::Object)]
pub struct Report {
    pub(crate) inner: waybill_report::Report,
}

/// Compares two `OpenAPI` descriptions. For a description that is split into files, pass the other files. Their keys are paths
/// relative to the directory of its main file, or URIs.
///
/// # Errors
/// A failure of kind `comparison` if one of the two cannot be read as a description.
#[uniffi::export]
#[allow(clippy::implicit_hasher, reason = "an exported function has no type parameters")]
pub fn compare(
    previous: &[u8],
    current: &[u8],
    options: CompareOptions,
    previous_files: HashMap<String, Vec<u8>>,
    current_files: HashMap<String, Vec<u8>>,
) -> Result<Arc<Report>, WaybillError> {
    panics::withhold_texts();
    let (previous_files, current_files) = (sorted(previous_files), sorted(current_files));
    let supply = |side, wanted: &WantedFile| match side {
        Side::Previous => wanted.find_among(&previous_files),
        Side::Current => wanted.find_among(&current_files),
    };
    let inner = waybill_report::compare_files(previous, current, &options.try_into()?, supply)?;
    Ok(Arc::new(Report { inner }))
}

/// Sorts files or levels, so that the same inputs give the same report.
fn sorted<T: Ord>(by_name: HashMap<String, T>) -> Vec<(String, T)> {
    let mut sorted: Vec<(String, T)> = by_name.into_iter().collect();
    sorted.sort();
    sorted
}

#[uniffi::export]
impl Report {
    /// Returns the JSON report as UTF-8 bytes.
    pub fn json(&self) -> Result<Vec<u8>, WaybillError> {
        Ok(self.inner.json())
    }

    /// Renders the report as text in one format.
    pub fn render(&self, format: ReportFormat) -> Result<String, WaybillError> {
        Ok(self.inner.render(format.into()))
    }
}

impl TryFrom<CompareOptions> for waybill_report::CompareOptions {
    type Error = waybill_report::CompareError;

    fn try_from(options: CompareOptions) -> Result<Self, Self::Error> {
        let CompareOptions { previous_name, current_name, exclude: Exclusions { tags, paths, internal }, levels } =
            options;
        let exclude = waybill_report::Exclusions { tags, paths, internal };
        let levels = waybill_report::Levels::new(sorted(levels))?;
        Ok(Self {
            previous_name,
            current_name,
            exclude,
            levels,
            renames: waybill_report::Renames::default(),
            periods: waybill_report::DeprecationPeriods::default(),
        })
    }
}

impl From<ReportFormat> for waybill_report::render::ReportFormat {
    fn from(format: ReportFormat) -> Self {
        match format {
            ReportFormat::Terminal => Self::Terminal,
            ReportFormat::Json => Self::Json,
            ReportFormat::Markdown => Self::Markdown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::failure::ErrorKind;

    #[test]
    fn a_report_gives_the_cores_bytes_and_text() {
        let (old, new) =
            (br#"{"openapi":"3.1.0","paths":{}}"#, br#"{"openapi":"3.1.0","paths":{"/flows":{"get":{}}}}"#);
        let options = CompareOptions {
            previous_name: "old.json".to_owned(),
            current_name: "new.json".to_owned(),
            exclude: Exclusions::default(),
            levels: HashMap::new(),
        };
        let expected = waybill_report::compare(old, new, &options.clone().try_into().unwrap()).unwrap();

        let report = compare(old, new, options, HashMap::new(), HashMap::new()).unwrap();

        assert_eq!(report.json().unwrap(), expected.json());
        assert_eq!(
            report.render(ReportFormat::Markdown).unwrap(),
            expected.render(waybill_report::render::ReportFormat::Markdown)
        );
    }

    #[test]
    fn a_description_may_be_split_into_files() {
        let root = br#"{"openapi":"3.1.0","paths":{"/flows":{"$ref":"flows.json"}}}"#;
        let file = |text: &str| HashMap::from([("./flows.json".to_owned(), text.as_bytes().to_vec())]);
        let report = compare(root, root, CompareOptions::default(), file("{}"), file(r#"{"get":{}}"#)).unwrap();

        let json = String::from_utf8(report.json().unwrap()).unwrap();
        assert!(json.contains(r#""complete":true"#) && json.contains("operation-added"), "{json}");
    }

    #[test]
    fn an_unreadable_description_is_a_failure_of_kind_comparison() {
        let error = compare(b"{", b"{}", CompareOptions::default(), HashMap::new(), HashMap::new()).unwrap_err();

        let WaybillError::Failed { failure } = error;
        assert_eq!(failure.kind, ErrorKind::Comparison);
        assert!(!failure.code.is_empty());
    }
}
