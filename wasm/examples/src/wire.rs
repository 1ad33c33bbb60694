//! The plain values that are passed between JavaScript and the search for examples, and their conversions.
//!
//! All values are passed as JSON, because the parser for reports is included anyway. Conversions destructure values completely
//! (no `..`, no `_`), so that a new field in core does not compile here until it is converted.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_base::error::{Error, code};
use waybill_report::render::ReadReportError;
use waybill_report::{CompareError, CompareOptions, DeprecationPeriods, Exclusions, Levels, Renames, Report};

/// Names of the two descriptions in the comparison. Absent members are taken from the report.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// Name of the previous description.
    pub previous_name: String,
    /// Name of the current description.
    pub current_name: String,
    /// Ids of the changes to search examples for; all if absent.
    pub changes: Option<Vec<String>>,
}

impl From<Options> for CompareOptions {
    fn from(options: Options) -> Self {
        // `changes` is not an option of comparisons. Excluded operations are not in the report, which has its levels.
        let Options { previous_name, current_name, changes: _ } = options;
        Self {
            previous_name,
            current_name,
            exclude: Exclusions::default(),
            levels: Levels::default(),
            renames: Renames::default(),
            periods: DeprecationPeriods::default(),
        }
    }
}

/// Parses options.
///
/// # Errors
/// A [`Failure`] that lists the documented types.
pub fn read_options(options: &str) -> Result<Options, Failure> {
    serde_json::from_str(options).map_err(|_| Failure {
        code: code::OPTIONS_INVALID.as_str(),
        message:
            "the options of examples do not have their documented type: previousName and currentName are strings, \
                  changes is a list of ids"
                .into(),
    })
}

/// A report with examples, and the examples as code.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportWithExamples {
    /// The JSON report ([`Report::json`]) with the examples in its changes. It does not contain the rules' texts.
    #[cfg_attr(test, ts(type = "import('./report.js').Report"))]
    report: Box<RawValue>,
    /// The examples as code, by the id of their change ([`Report::snippets`]).
    #[cfg_attr(
        test,
        ts(type = "Record<string, Record<'before' | 'after', Record<'sh' | 'ts' | 'kotlin' | 'swift', string>>>")
    )]
    snippets: Box<RawValue>,
}

impl ReportWithExamples {
    /// Returns the report with its snippets.
    #[must_use]
    pub fn new(report: &Report) -> ReportWithExamples {
        ReportWithExamples { report: raw(report.json()), snippets: raw(report.snippets()) }
    }

    /// Returns it as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        // Writing strings and numbers to memory does not fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Wraps JSON that was just written.
fn raw(json: Vec<u8>) -> Box<RawValue> {
    String::from_utf8(json).ok().and_then(|json| RawValue::from_string(json).ok()).unwrap_or_default()
}

/// An error, as JavaScript sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Failure {
    /// Stable identifier, such as `report.unreadable`.
    pub code: &'static str,
    /// A message that tells the cause, the location, and the next step.
    pub message: String,
}

impl From<CompareError> for Failure {
    fn from(error: CompareError) -> Self {
        let CompareError { code, message } = error;
        Self { code: code.as_str(), message }
    }
}

impl From<ReadReportError> for Failure {
    fn from(error: ReadReportError) -> Self {
        Error::from(error).into()
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { code: error.code.as_str(), message: error.message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_wire_types::Declarations;

    #[test]
    fn wire_types_match_the_typescript_types() {
        Declarations::default().with::<Options>().with::<ReportWithExamples>().with::<Failure>().hold("examples.d.ts");
    }

    #[test]
    fn missing_example_options_have_their_default() {
        assert_eq!(read_options("{}"), Ok(Options::default()));
        let named = read_options(r#"{"previousName": "old.json"}"#).unwrap();
        assert_eq!(named.changes, None);
        assert_eq!(CompareOptions::from(named).previous_name, "old.json");
        assert_eq!(read_options(r#"{"changes": ["a"]}"#).unwrap().changes, Some(vec!["a".to_owned()]));
    }

    #[test]
    fn options_of_another_type_are_refused() {
        for given in ["", "null", "5", r#"{"previousName": 5}"#, r#"{"changes": [5]}"#, r#"{"names": []}"#] {
            assert_eq!(read_options(given).unwrap_err().code, "options.invalid", "{given}");
        }
    }

    #[test]
    fn a_refusal_keeps_its_code_and_message() {
        let failure =
            Failure::from(CompareError { code: code::DESCRIPTION_SYNTAX, message: "line 1: not JSON".into() });
        assert_eq!((failure.code, failure.message.as_str()), ("description.syntax", "line 1: not JSON"));
        assert_eq!(Failure::from(Report::from_json(b"<html>").unwrap_err()).code, "report.unreadable");
    }
}
