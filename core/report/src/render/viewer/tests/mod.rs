//! Tests of the viewer's data for two small descriptions: source lines, examples as code, and affected operations.

use serde_json::{Value, json};

use crate::render::terminal::{Text, Texts};
use crate::{CompareOptions, ExampleRequest, Report, Witness, compare};

const OLD: &str = r#"{
  "openapi": "3.1.0",
  "info": { "title": "Shipping", "version": "1.0.0" },
  "paths": {
    "/parcels": {
      "post": {
        "parameters": [{ "name": "depot", "in": "query", "schema": { "type": "string", "maxLength": 9 } }],
        "responses": { "201": { "description": "made" } }
      }
    }
  }
}"#;

fn compared(old: &str, new: &str) -> Report {
    match compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()) {
        Ok(report) => report,
        Err(error) => panic!("{error}"),
    }
}

fn data_of(old: &str, new: &str) -> Value {
    data(old, new, &compared(old, new))
}

fn data(old: &str, new: &str, report: &Report) -> Value {
    let texts = Texts {
        previous: Text { root: old.as_bytes(), files: &[] },
        current: Text { root: new.as_bytes(), files: &[] },
    };
    match serde_json::from_slice(&report.viewer_data(&texts)) {
        Ok(data) => data,
        Err(error) => panic!("{error}"),
    }
}

fn only<'a>(data: &'a Value, member: &str) -> &'a Value {
    match data[member].as_object().map(|by_id| by_id.values().collect::<Vec<_>>()).as_deref() {
        Some([only]) => only,
        other => panic!("one change: {other:?}"),
    }
}

#[test]
fn a_change_has_the_lines_around_it_in_both_descriptions() {
    let new = OLD.replace("\"maxLength\": 9", "\"maxLength\": 5");
    let data = data_of(OLD, &new);
    let excerpts = only(&data, "excerpts");
    let expected = json!({
        "line": 7,
        "before": ["    \"/parcels\": {", "      \"post\": {"],
        "start": "        \"parameters\": [{ \"name\": \"depot\", \"in\": \"query\", \"schema\": { \"type\": \"string\", ",
        "marked": "\"maxLength\"",
        "end": ": 5 } }],",
        "after": ["        \"responses\": { \"201\": { \"description\": \"made\" } }", "      }"],
    });
    assert_eq!(excerpts["new"], expected);
    assert_eq!(excerpts["old"]["end"], ": 9 } }],");
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let (old, new) = (OLD.replace('\n', ""), OLD.replace('\n', "").replace(": 9", ": 5"));
    let data = data_of(&old, &new);
    let new = &only(&data, "excerpts")["new"];
    assert_eq!((&new["line"], &new["before"], &new["after"]), (&json!(1), &json!([]), &json!([])));
    assert!(new["start"].as_str().is_some_and(|start| start.starts_with('…') && start.chars().count() == 41), "{new}");
    assert_eq!(new["marked"], "\"maxLength\"");
    let shown = ["start", "marked", "end"].map(|part| new[part].as_str().map_or(0, |text| text.chars().count()));
    assert!(shown.iter().sum::<usize>() <= 162, "{new}");
}

#[test]
fn an_example_is_code_in_each_language() {
    let new = OLD.replace("\"maxLength\": 9", "\"maxLength\": 5");
    let mut report = compared(OLD, &new);
    let request = |depot: &str| ExampleRequest {
        method: "POST".to_owned(),
        url: format!("/parcels?depot={depot}"),
        headers: Vec::new(),
        body: None,
    };
    let witness = Witness { before: request("northeast"), after: request("north"), refusal: None };
    for change in &mut report.changes {
        change.witness = Some(Box::new(witness.clone()));
    }
    let data = data(OLD, &new, &report);
    let snippets = only(&data, "snippets");
    for side in ["before", "after"] {
        let languages: Vec<&String> = snippets[side].as_object().into_iter().flat_map(|texts| texts.keys()).collect();
        assert_eq!(languages, ["kotlin", "sh", "swift", "ts"]);
        assert!(snippets[side]["sh"].as_str().is_some_and(|text| text.contains("/parcels?depot=")), "{snippets}");
    }
}

#[test]
fn a_report_lists_each_operation_it_reaches_with_its_tags() {
    let tagged = |text: &str| {
        text.replace("\"post\": {", "\"post\": { \"summary\": \"Send\", \"tags\": [\"parcels\", \"new\"],")
    };
    let data = data_of(&tagged(OLD), &tagged(OLD).replace("\"maxLength\": 9", "\"maxLength\": 5"));
    let expected = json!([{ "method": "POST", "path": "/parcels", "summary": "Send", "tags": ["parcels", "new"] }]);
    assert_eq!(data["report"]["operations"], expected);
}

#[test]
fn thousands_of_locations_in_one_long_line_are_found() {
    let described = |kind: &str| {
        let parameters: Vec<Value> = (0..3_000)
            .map(|number| json!({"name": format!("ä{number}"), "in": "query", "schema": {"type": kind}}))
            .collect();
        let operation = json!({"parameters": parameters, "responses": {}, "description": "wörds ".repeat(200_000)});
        let info = json!({"title": "Shipping", "version": "1.0.0"});
        json!({"openapi": "3.1.0", "info": info, "paths": {"/parcels": {"get": operation}}}).to_string()
    };
    let (old, new) = (described("string"), described("integer"));
    let report = compared(&old, &new);
    assert_eq!(report.changes.len(), 3_000);
    let data = data(&old, &new, &report);
    let excerpts = data["excerpts"].as_object().unwrap();
    assert_eq!(excerpts.len(), 3_000);
    for excerpt in excerpts.values() {
        let excerpt = &excerpt["new"];
        assert_eq!(excerpt["marked"], "\"type\"", "{excerpt}");
        assert!(excerpt["start"].as_str().unwrap().starts_with('…'), "{excerpt}");
    }
}

#[test]
fn location_is_found_in_any_line_but_not_past_its_end() {
    let text = (0..900).map(|number| format!("  ä{number}: \"wörter\"\n")).collect::<Vec<_>>().concat();
    let report = compared(OLD, &OLD.replace(": 9", ": 5"));
    let texts = |text: &'static str| Text { root: text.as_bytes(), files: &[] };
    let text: &'static str = text.leak();
    for number in [0_u32, 1, 57, 450, 899] {
        for (column, marked) in [(3, format!("ä{number}")), (900, String::new())] {
            let mut report = report.clone();
            let place = report.changes[0].new.as_mut().unwrap();
            (place.line, place.column) = (number + 1, column);
            let data: Value =
                serde_json::from_slice(&report.viewer_data(&Texts { previous: texts(OLD), current: texts(text) }))
                    .unwrap();
            assert_eq!(only(&data, "excerpts")["new"]["marked"], marked, "{number}");
        }
    }
}
