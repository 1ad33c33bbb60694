//! SARIF 2.1.0 (OASIS): a run for each description, a rule for each rule with findings, and a result for each change.

use std::fmt::Write as _;

use serde_json::{Value, json};
use waybill_base::internal::order::Listed as _;
use waybill_base::text::printable;

use super::{DescriptionOutcome, Severity, explain};
use crate::render::reach;
use crate::{Change, Level, Place, Problem, Report};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Name of change ids among the fingerprints of a result.
const FINGERPRINT: &str = "waybillChange/v1";

/// Writes one log for all descriptions, as indented JSON that ends with a line end.
#[must_use]
pub fn write_sarif(descriptions: &[DescriptionOutcome<'_>]) -> String {
    let runs: Vec<Value> = descriptions.iter().map(run).list();
    let log = json!({"$schema": SCHEMA, "version": "2.1.0", "runs": runs});
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn run(described: &DescriptionOutcome<'_>) -> Value {
    let changes = described.outcome.map_or(&[][..], |report| &report.changes);
    let mut rules: Vec<&Change> = Vec::new();
    let mut results = Vec::new();
    for change in changes {
        let index = rules.iter().position(|rule| rule.rule == change.rule).unwrap_or(rules.len());
        if index == rules.len() {
            rules.push(change);
        }
        results.extend(described.outcome.ok().map(|report| result(described, report, change, index)));
    }
    let notifications: Vec<Value> = match described.outcome {
        Ok(report) => report.problems.iter().map(notification).list(),
        Err(reason) => vec![json!({"level": "error", "message": {"text": message_text(reason)}})],
    };
    let is_whole = described.outcome.is_ok_and(|report| report.complete);
    let mut run = json!({
        "tool": {"driver": {
            "name": "waybill",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules.into_iter().map(rule).list(),
        }},
        "automationDetails": {"id": format!("waybill/{}/", printable(described.name))},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": is_whole, "toolExecutionNotifications": notifications}],
        "results": results,
    });
    if let (Ok(report), Some(members)) = (described.outcome, run.as_object_mut()) {
        let properties = json!({"verdict": report.verdict.sentence, "excluded": report.excluded_operations()});
        members.insert("properties".to_owned(), properties);
    }
    run
}

/// Describes a rule. Any change of the rule has the necessary texts.
fn rule(change: &Change) -> Value {
    let Change { rule, level, title, why, help, advice, .. } = change;
    let level = match level {
        Level::Breaking => "error",
        Level::Risky | Level::Unproved | Level::Unclassified => "warning",
        Level::Additive | Level::Docs => "note",
    };
    let sentences = [("Why it matters", why), ("Publishers", help), ("Callers", advice)];
    let sentences = sentences.into_iter().filter(|(_, text)| !text.is_empty());
    let sentences = || sentences.clone().map(|(label, text)| format!("{label}: {text}."));
    let page = |path: &str| std::iter::once(format!("The page of the rule is {path} in Waybill's sources."));
    let path = format!("core/rules/{rule}.md");
    json!({
        "id": rule,
        "shortDescription": {"text": title},
        "fullDescription": {"text": if why.is_empty() { title } else { why }},
        "help": {
            "text": sentences().chain(page(&path)).list().join(" "),
            "markdown": sentences().chain(page(&format!("`{path}`"))).list().join("\n\n"),
        },
        "defaultConfiguration": {"level": level},
    })
}

fn result(described: &DescriptionOutcome<'_>, report: &Report, change: &Change, index: usize) -> Value {
    let (kind, level) = match described.severity(change) {
        Severity::Error => ("fail", "error"),
        Severity::Warning => ("fail", "warning"),
        // A change without required action is no failure, and only failures have a level (section 3.27.10).
        Severity::Note => ("informational", "none"),
    };
    let at = |place: &Place, file: &str| json!({"physicalLocation": physical(place, file), "logicalLocations": logical(place)});
    let old = change.old.as_ref().map(|place| at(place, described.previous_file(report, place)));
    let new = change.new.as_ref().map(|place| at(place, described.current_file(report, place)));
    // Removed values are shown at their former container first, and then at their previous location.
    let (first, related) = if new.is_some() { (new, old) } else { (old, None) };
    let mut result = json!({
        "ruleId": change.rule,
        "ruleIndex": index,
        "kind": kind,
        "level": level,
        "message": {"text": message(change)},
        "locations": first.into_iter().list(),
        "partialFingerprints": {FINGERPRINT: change.id},
        "properties": {"level": change.level.name(), "section": change.section.name(), "reaches": reach::names(change)},
    });
    let Some(members) = result.as_object_mut() else { return result };
    if let Some(accepted) = &change.accepted {
        let suppression = json!({"kind": "external", "status": "accepted", "justification": printable(accepted)});
        members.insert("suppressions".to_owned(), json!([suppression]));
    }
    if let Some(mut related) = related {
        if let Some(related) = related.as_object_mut() {
            related.insert("message".to_owned(), json!({"text": "in the previous description"}));
        }
        members.insert("relatedLocations".to_owned(), json!([related]));
    }
    result
}

fn message(change: &Change) -> String {
    let lines = std::iter::once(change.message.clone()).chain(explain(change));
    lines.map(|line| message_text(&line)).list().join("\n")
}

/// Escapes text for a message string. Brackets would be links (section 3.11.6), and braces are placeholders (3.11.5).
fn message_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in printable(text).chars() {
        match char {
            '\\' | '[' | ']' => escaped.extend(['\\', char]),
            '{' | '}' => escaped.extend([char, char]),
            _ => escaped.push(char),
        }
    }
    escaped
}

fn physical(place: &Place, file: &str) -> Value {
    json!({
        "artifactLocation": {"uri": relative_reference(file)},
        "region": {"startLine": place.line.max(1), "startColumn": place.column.max(1)},
    })
}

fn logical(place: &Place) -> Value {
    json!([{"fullyQualifiedName": place.pointer, "kind": "member"}])
}

fn notification(problem: &Problem) -> Value {
    let Problem { side: _, code, message, file, place } = problem;
    json!({
        "level": "warning",
        "descriptor": {"id": code},
        "message": {"text": message_text(message)},
        "locations": [{"physicalLocation": physical(place, file)}],
    })
}

/// Converts a file's name to a URI reference (RFC 3986). URLs are kept. Any other name is a path, whatever characters
/// it contains.
fn relative_reference(file: &str) -> String {
    let is_address = ["https://", "http://", "file://"].iter().any(|scheme| file.starts_with(scheme));
    let mut written = if file.starts_with("//") { "/.".to_owned() } else { String::new() };
    for byte in file.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/');
        if is_plain || (is_address && matches!(byte, b':' | b'?' | b'=' | b'&' | b'%' | b'+' | b',' | b'@')) {
            written.push(char::from(byte));
        } else {
            // Writing into a String does not fail.
            let _ = write!(written, "%{byte:02X}");
        }
    }
    written
}
