//! Requests that show breaking changes, sent to the mock services of both descriptions: the previous one has to accept the
//! request before the change, and the current one to refuse it and accept the one after it.
#![cfg(test)]

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use http::Request;
use waybill_core::report::{ExampleRequest, Witness};
use waybill_core::witness::compare_with_witnesses;
use waybill_core::{CompareOptions, Timestamp};
use waybill_mock::service::{MockService, Settings, UploadedFile};

/// Where requests go that are written without a server.
const ORIGIN: &str = "https://api.example.com";

/// How many pairs of vectors hold breaking changes of requests that have an example, at least.
const MIN_WITNESSES: usize = 100;

#[test]
fn mocks_of_both_descriptions_answer_examples_as_reported() {
    let (mut sent, mut wrong) = (0, Vec::new());
    for folder in folders() {
        let Some([old, new]) = descriptions(&folder) else { continue };
        let nothing = |_, wanted: &waybill_core::openapi::WantedFile| wanted.find_among(&[]);
        let report =
            compare_with_witnesses(&old.content, &new.content, &CompareOptions::default(), nothing, |_, _, _| {
                ControlFlow::Continue(())
            });
        let Ok(report) = report else { continue };
        let (Some(before), Some(after)) = (serve(&old), serve(&new)) else { continue };
        for change in &report.changes {
            let Some(witness) = &change.witness else { continue };
            sent += 1;
            if let Some(complaint) = complaint(witness, &before, &after) {
                wrong.push(format!("{}: {}\n    {complaint}", folder.display(), change.message));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {sent} examples are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(sent >= MIN_WITNESSES, "{sent} examples were found, and {MIN_WITNESSES} were expected");
}

/// What is not as the report says.
fn complaint(witness: &Witness, before: &Service, after: &Service) -> Option<String> {
    let Witness { before: old, after: new, refusal } = witness;
    let checks = [
        (before.refuses(old), false, "the previous description", old),
        (after.refuses(old), refusal.is_some(), "the current description", old),
        (after.refuses(new), false, "the current description", new),
    ];
    // What is no longer described may be refused or ignored.
    let is_open = |request: &ExampleRequest, whose: &str| {
        refusal.is_none() && request == old && whose == "the current description"
    };
    let mut wrong = checks
        .into_iter()
        .filter(|(refuses, expected, whose, request)| refuses != expected && !is_open(request, whose));
    wrong.next().map(|(refuses, _, whose, request)| {
        let does = if refuses { "refuses" } else { "accepts" };
        format!("{whose} {does} {request:?}")
    })
}

/// The service that stands in for a description.
struct Service {
    mock: MockService,
    prefix: String,
}

impl Service {
    /// Whether it says that a request is not what is described; a described answer such as 400 is no refusal.
    fn refuses(&self, example: &ExampleRequest) -> bool {
        let ExampleRequest { method, url, headers, body } = example;
        let path = url.strip_prefix(ORIGIN).expect("examples of vectors go to one origin");
        let mut request = Request::builder().method(method.as_str()).uri(format!("{}{path}", self.prefix));
        for (name, value) in headers {
            request = request.header(name, value);
        }
        let request = request.body(body.clone().unwrap_or_default().into_bytes()).expect("examples are requests");
        let response = self.mock.handle(&request, Timestamp::from_millis(0)).response;
        response.status().is_client_error() && response.body().windows(8).any(|text| text == b"\"errors\"")
    }
}

fn serve(file: &UploadedFile) -> Option<Service> {
    let mock = MockService::new(Settings::default());
    mock.import(vec![file.clone()]).ok()?;
    Some(Service { mock, prefix: "/rest/Service/1.0".to_owned() })
}

fn folders() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/compare");
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).expect("vectors").map(|entry| entry.expect("a folder").path()).collect();
    folders.sort();
    folders
}

/// Both descriptions under one title, whatever theirs are; those in YAML or several files are left to other tests.
fn descriptions(folder: &Path) -> Option<[UploadedFile; 2]> {
    let read = |name: &str| {
        let mut description: serde_json::Value = serde_json::from_slice(&fs::read(folder.join(name)).ok()?).ok()?;
        let object = description.as_object_mut()?;
        object.insert("info".to_owned(), serde_json::json!({"title": "Service", "version": "1.0"}));
        object.remove("servers");
        // Whether a caller may call is not what examples are about.
        object.remove("security");
        Some(UploadedFile { path: name.to_owned(), content: description.to_string().into_bytes() })
    };
    Some([read("old.json")?, read("new.json")?])
}
