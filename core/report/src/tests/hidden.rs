//! Reports without changes of lower levels.

use serde_json::{Value, json};

use super::super::render::ReportFormat;
use super::super::{CompareOptions, Level, Report, compare};

fn report() -> Report {
    let description = |paths: Value| {
        json!({"openapi": "3.1.0", "info": {"title": "a", "version": "1.0.0"}, "paths": paths}).to_string()
    };
    let old = description(json!({"/a": {"get": {"responses": {}}}, "/c": {"get": {"responses": {}}}}));
    let new = description(json!({
        "/a": {"get": {"summary": "A", "operationId": "a", "deprecated": true, "responses": {}}},
        "/b": {"get": {"responses": {}}}
    }));
    compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap()
}

#[test]
fn changes_of_lower_levels_are_hidden_and_counted() {
    let full = report();
    let hidden = report().hide_below(Level::Breaking);
    let rules: Vec<&str> = hidden.changes.iter().map(|change| change.rule).collect();
    assert_eq!(rules, ["operation-removed", "operation-added"], "a row of the platform's table is never hidden");
    assert_eq!((&hidden.verdict, &hidden.counts), (&full.verdict, &full.counts));
    for format in [ReportFormat::Terminal, ReportFormat::Markdown] {
        let text = hidden.render(format).to_lowercase();
        assert!(text.contains("not shown: 3 changes of lower levels"), "{text}");
        assert!(!full.render(format).to_lowercase().contains("not shown"));
    }
}
