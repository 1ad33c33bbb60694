//! The page of a finished report: one self-contained file, for readers who have neither the descriptions nor this command.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::RawValue;
use waybill_core::Report;

use crate::explain::rule_page;
use crate::failure::Failure;
use crate::screen::escape_json;

/// Marker that is replaced by the data.
const MARK: &str = "<!--waybill:data-->";

/// A report to show.
#[derive(Debug)]
pub(crate) struct ShownReport<'a> {
    /// Name of the description, if there are several.
    name: Option<&'a str>,
    report: &'a Report,
    /// Output of [`Report::viewer_data`].
    data: Vec<u8>,
}

impl<'a> ShownReport<'a> {
    /// Combines a report with its data.
    pub(crate) fn new(name: Option<&'a str>, report: &'a Report, data: Vec<u8>) -> ShownReport<'a> {
        ShownReport { name, report, data }
    }
}

#[derive(Serialize)]
struct PageData<'a> {
    title: &'a str,
    comparisons: Vec<ComparisonData<'a>>,
    /// Pages of the rules that the changes refer to, by rule id.
    rules: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct ComparisonData<'a> {
    name: Option<&'a str>,
    data: Box<RawValue>,
}

/// Writes the page from `template`, with these reports in it.
pub(crate) fn write_report_page(template: &str, title: &str, shown: Vec<ShownReport<'_>>) -> Result<String, Failure> {
    let changes = shown.iter().flat_map(|shown| &shown.report.changes);
    let rules = changes.filter_map(|change| Some((change.rule, rule_page(change.rule)?))).collect();
    let comparisons = shown.into_iter().map(|ShownReport { name, report: _, data }| {
        let data = String::from_utf8(data).unwrap_or_default();
        Ok(ComparisonData { name, data: RawValue::from_string(data)? })
    });
    let written = comparisons
        .collect::<Result<Vec<_>, serde_json::Error>>()
        .and_then(|comparisons| serde_json::to_string(&PageData { title, comparisons, rules }));
    let json = written.map_err(|error| Failure::new(format!("the data of the page cannot be written: {error}")))?;
    let block = format!("<script type=\"application/json\" id=\"waybill-data\">{}</script>", escape(&json));
    Ok(template.replacen(MARK, &block, 1))
}

/// Escapes JSON for a script element: nothing can end the element, begin a comment, be a line end for scripts only, or
/// start a command of a CI system when the page is printed.
/// These characters occur only in strings, where an escape has the same meaning.
fn escape(json: &str) -> String {
    escape_json(json).replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use waybill_core::CompareOptions;
    use waybill_core::render::terminal::{Text, Texts};
    use waybill_core::witness::compare_with_witnesses;

    use super::*;

    const TEMPLATE: &str = "<body><!--waybill:data-->\n<script>const mark = \"<!--waybill:data-->\";</script></body>";

    /// Everything that could end the element, open another or end a line, for all texts that a report repeats.
    const HOSTILE: &str =
        "</script><script>alert(1)</script><!-- ]]> <!--waybill:data--> \u{2028}\u{2029} & \" \\u003c";

    fn description(version: &str, required: bool) -> String {
        let parameter = serde_json::json!({
            "name": HOSTILE, "in": "query", "description": HOSTILE, "required": required, "schema": {"enum": [HOSTILE]}
        });
        let operation = serde_json::json!({
            "operationId": HOSTILE, "parameters": [parameter], "responses": {"200": {"description": HOSTILE}}
        });
        let path = format!("/{}", HOSTILE.replace('/', ""));
        let info = serde_json::json!({"title": HOSTILE, "version": format!("{version}{HOSTILE}")});
        serde_json::json!({"openapi": "3.0.3", "info": info, "paths": {path: {"get": operation}}}).to_string()
    }

    fn write_page() -> (String, Report) {
        let (previous, current) = (description("1.0.0", false), description("1.1.0", true));
        let options = CompareOptions {
            previous_name: format!("{HOSTILE}/old.json"),
            current_name: format!("{HOSTILE}/new.json"),
            ..CompareOptions::default()
        };
        let none = |_, _: &_| Err::<Vec<u8>, _>(String::new());
        let going_on = |_, _, _| std::ops::ControlFlow::Continue(());
        let report = compare_with_witnesses(previous.as_bytes(), current.as_bytes(), &options, none, going_on).unwrap();
        let text = |root| Text { root, files: &[] };
        let texts = Texts { previous: text(previous.as_bytes()), current: text(current.as_bytes()) };
        let shown = ShownReport::new(Some(HOSTILE), &report, report.viewer_data(&texts));
        (write_report_page(TEMPLATE, HOSTILE, vec![shown]).unwrap(), report)
    }

    #[test]
    fn nothing_in_a_description_ends_the_data_of_a_page() {
        let (page, report) = write_page();
        let (before, rest) = page.split_once("<script type=\"application/json\" id=\"waybill-data\">").unwrap();
        let (json, after) = rest.split_once("</script>").unwrap();
        assert_eq!((before, after), TEMPLATE.split_once(MARK).unwrap(), "the rest of the page is as it was");
        assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
        let read: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(read["title"], HOSTILE);
        assert_eq!(read["comparisons"][0]["name"], HOSTILE);
        let data = &read["comparisons"][0]["data"];
        let own: serde_json::Value = serde_json::from_slice(&report.json()).unwrap();
        assert_eq!(data["report"], own, "escapes change no text");
        assert!(!report.changes.is_empty());
        let pages = read["rules"].as_object().unwrap();
        assert!(
            report.changes.iter().all(|change| pages[change.rule].as_str().unwrap().starts_with("# ")),
            "{pages:?}"
        );
        assert!(
            pages.keys().all(|rule| report.changes.iter().any(|change| change.rule == rule)),
            "no other page is kept"
        );
        for change in &report.changes {
            assert!(data["excerpts"].get(&change.id).is_some(), "{data}");
        }
    }

    #[test]
    fn the_same_reports_give_the_same_bytes() {
        assert_eq!(write_page().0, write_page().0);
    }
}
