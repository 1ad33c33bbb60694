//! `JUnit` XML: one test suite for each description. It has a test case for the comparison, and one for each change
//! that callers can notice.
//!
//! The format has no standard. The output is valid for the schemas of Ant's `JUnit` task and of Jenkins. Both require
//! times, which are constant here, so that the same descriptions give the same output.

use std::fmt::Write as _;

use waybill_base::internal::order::Listed as _;
use waybill_base::text::printable;

use super::{DescriptionOutcome, Severity, explain};
use crate::{Change, Level, Report};

/// Writes one document for all descriptions.
#[must_use]
pub fn write_junit(descriptions: &[DescriptionOutcome<'_>]) -> String {
    let mut written = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for (id, described) in descriptions.iter().enumerate() {
        write_suite(id, described, &mut written);
    }
    written + "</testsuites>\n"
}

fn write_suite(id: usize, described: &DescriptionOutcome<'_>, written: &mut String) {
    let changes: Vec<&Change> = described.outcome.map_or_else(
        |_| Vec::new(),
        |report| report.changes.iter().filter(|change| change.level != Level::Docs).list(),
    );
    let fails = |change: &Change| described.severity(change) == Severity::Error;
    let failures = changes.iter().filter(|change| fails(change)).count();
    let problem = describe_problem(described);
    let name = if described.name.is_empty() { "description" } else { described.name };
    // Writing into a String does not fail.
    let _ = writeln!(
        written,
        "  <testsuite id=\"{id}\" package=\"waybill\" name=\"{}\" hostname=\"localhost\" timestamp=\"1970-01-01T00:00:00\" \
         time=\"0\" tests=\"{}\" failures=\"{failures}\" errors=\"{}\">",
        escape(name),
        changes.len() + 1,
        usize::from(problem.is_some()),
    );
    let verdict = described.outcome.map_or("none", |report| &report.verdict.sentence);
    let property = |name: &str, value: &str| format!("      <property name=\"{name}\" value=\"{}\"/>\n", escape(value));
    written.extend(["    <properties>\n", &property("verdict", verdict)]);
    if let Some(excluded) = described.outcome.ok().and_then(Report::excluded_operations) {
        written.push_str(&property("excluded", &excluded));
    }
    written.push_str("    </properties>\n");
    let compared = "    <testcase classname=\"waybill\" name=\"the two descriptions are compared\" time=\"0\"";
    match problem {
        None => written.extend([compared, "/>\n"]),
        Some(problem) => {
            let error = format!("<error type=\"incomplete\" message=\"{}\"/>", escape(&problem));
            written.extend([compared, ">\n      ", &error, "\n    </testcase>\n"]);
        }
    }
    for change in changes {
        write_case(change, fails(change), written);
    }
    written.push_str("    <system-out></system-out>\n    <system-err></system-err>\n  </testsuite>\n");
}

/// Returns the reason why the comparison is incomplete, if it is.
fn describe_problem(described: &DescriptionOutcome<'_>) -> Option<String> {
    match described.outcome {
        Err(reason) => Some(reason.to_owned()),
        Ok(report) if report.complete => None,
        Ok(report) => {
            let problems = report.unread();
            Some(problems.map(|problem| format!("{}: {}", problem.file, problem.message)).list().join("; "))
        }
    }
}

fn write_case(change: &Change, fails: bool, written: &mut String) {
    // Tools identify a test by its name, and two changes may have the same message.
    let name = format!("{} ({})", change.message, change.id);
    // Writing into a String does not fail.
    let _ =
        write!(written, "    <testcase classname=\"{}\" name=\"{}\" time=\"0\"", escape(change.rule), escape(&name));
    if !fails {
        written.push_str("/>\n");
        return;
    }
    // Writing into a String does not fail.
    let _ = write!(written, ">\n      <failure type=\"{}\" message=\"{}\">", change.level, escape(&change.message));
    let place = change.new.as_ref().or(change.old.as_ref());
    let place = place.map(|place| format!("At: {}:{} {}", place.line, place.column, place.pointer));
    let lines: Vec<String> = explain(change).into_iter().chain(place).map(|line| escape(&line)).list();
    written.extend([&lines.join("\n"), "</failure>\n    </testcase>\n"]);
}

/// Escapes text for attributes and element content, and replaces characters that XML 1.0 does not allow (section 2.2).
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in printable(text).chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(char),
        }
    }
    escaped
}
