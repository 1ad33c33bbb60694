//! The carriers of `tests/mock/carriers`: every operation is answered, and every wrong request refused at its place.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use waybill_mock::service::{MockService, SeedPlan, Settings, UploadedFile};

use crate::support::{Answer, get, post};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mock/carriers")
}

fn files() -> Vec<UploadedFile> {
    let mut files = Vec::new();
    let mut folders = vec![folder()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).unwrap() {
            let path = entry.unwrap().path();
            let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
            if path.is_dir() {
                folders.push(path);
            } else if matches!(extension.as_deref(), Some("wsdl" | "xsd")) {
                let name = path.strip_prefix(folder()).unwrap().to_string_lossy().into_owned();
                files.push(UploadedFile { path: name, content: fs::read(&path).unwrap() });
            }
        }
    }
    files
}

fn mock() -> MockService {
    let mock = MockService::new(Settings::default());
    let plan = SeedPlan::new(files());
    assert_eq!(plan.failures, []);
    for upload in plan.uploads {
        mock.import(upload.files).unwrap();
    }
    mock
}

/// The rows of a table, by the names in its first line.
fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder().join(table)).unwrap();
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        let values = line.split('\t').chain(std::iter::repeat(""));
        names.iter().zip(values).map(|(name, value)| ((*name).to_owned(), value.replace("\\n", "\n"))).collect()
    };
    lines.map(row).collect()
}

fn call(mock: &MockService, operation: &BTreeMap<String, String>, body: &str) -> Answer {
    let path = format!("/soap/{}/1.0", operation["service"]);
    let action = &operation["action"];
    if operation["soap"] == "1.1" {
        let headers = [("content-type", "text/xml; charset=utf-8"), ("soapaction", &format!("\"{action}\""))];
        return post(mock, &path, &headers, body.as_bytes());
    }
    let content_type = format!("application/soap+xml; charset=utf-8; action=\"{action}\"");
    post(mock, &path, &[("content-type", &content_type)], body.as_bytes())
}

#[test]
fn every_operation_answers_with_the_element_that_its_wsdl_says() {
    let mock = mock();
    let operations = rows("operations.tsv");
    assert!(operations.len() >= 30);
    for operation in operations {
        let body = fs::read_to_string(folder().join(&operation["request"])).unwrap();
        let answer = call(&mock, &operation, &body);
        let expected = if operation["answer"] == "-" { 202 } else { 200 };
        assert_eq!(answer.status(), expected, "{operation:?}\n{}", answer.text());
        let named = answer.text().contains(&operation["answer"]);
        assert!(named || (operation["answer"] == "-" && answer.text().is_empty()), "{operation:?}\n{}", answer.text());
    }
}

#[test]
fn every_wrong_request_is_refused_at_its_place() {
    let mock = mock();
    let operations = rows("operations.tsv");
    let refusals = rows("refusals.tsv");
    assert!(refusals.len() >= 70);
    for refusal in refusals {
        let operation = operations.iter().find(|operation| operation["request"] == refusal["request"]).unwrap();
        let body = fs::read_to_string(folder().join(&refusal["request"])).unwrap();
        assert!(body.contains(&refusal["replace"]), "{refusal:?}");
        let answer = call(&mock, operation, &body.replacen(&refusal["replace"], &refusal["with"], 1));
        let status = if operation["soap"] == "1.1" { 500 } else { 400 };
        assert_eq!(answer.status(), status, "{refusal:?}\n{}", answer.text());
        let at = format!(" path=\"{}\"", refusal["at"]);
        assert!(answer.text().contains(&at), "{refusal:?}\n{}", answer.text());
    }
}

#[test]
fn every_operation_is_validated_and_has_a_sample() {
    let mock = mock();
    for service in get(&mock, "/api/services").json().as_array().unwrap() {
        for operation in service["operations"].as_array().unwrap() {
            assert_eq!(operation["validated"], Value::Bool(true), "{service}");
            assert_eq!(operation.get("unanswered"), None, "{service}");
        }
    }
}

#[test]
fn imported_export_gives_the_same_export_and_responses() {
    let first = mock();
    let export = get(&first, "/api/services/export");
    let second = MockService::new(Settings::default());
    let content = export.text().as_bytes().to_vec();
    second.import(vec![UploadedFile { path: "export.json".into(), content }]).unwrap();
    assert_eq!(get(&second, "/api/services/export").text(), export.text());
    for operation in rows("operations.tsv") {
        let body = fs::read_to_string(folder().join(&operation["request"])).unwrap();
        assert_eq!(call(&first, &operation, &body).text(), call(&second, &operation, &body).text());
    }
}

#[test]
fn each_part_of_an_answer_has_identifiers_of_its_own() {
    let mock = mock();
    let operations = rows("operations.tsv");
    for operation in operations.iter().filter(|operation| operation["operation"] == "handOver") {
        let body = fs::read_to_string(folder().join(&operation["request"])).unwrap();
        let answer = call(&mock, operation, &body);
        let texts = |attribute: &str| {
            let start = format!(" {attribute}=\"");
            let values = answer.text().split(&start).skip(1);
            values.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let (identifiers, references) = (texts("id"), texts("parcels"));
        assert_eq!((identifiers.len(), references.len()), (4, 2), "{}", answer.text());
        assert_eq!(identifiers.iter().collect::<BTreeSet<_>>().len(), 4, "{}", answer.text());
        assert!(
            references
                .iter()
                .flat_map(|names| names.split(' '))
                .all(|name| identifiers.iter().any(|known| known == name)),
            "{}",
            answer.text()
        );
    }
}
