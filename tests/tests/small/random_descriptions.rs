//! Comparisons, examples, reports and mock services of small random descriptions. No circle of references ends the process.
#![cfg(test)]

use std::ops::ControlFlow;

use http::Request;
use sha2::{Digest as _, Sha256};
use waybill_core::witness::compare_with_witnesses;
use waybill_core::{CompareOptions, ReportFormat, Timestamp};
use waybill_mock::service::{MockService, Settings, UploadedFile};
use waybill_tests::random_description::{Choices, description};

/// Number of compared pairs. A debug build takes 20 ms for one.
const PAIRS: u32 = if cfg!(feature = "deep") { 3_000 } else { 300 };
/// A process that ends by itself leaves no other trace of the pair that ended it.
const PAIRS_A_LINE: u32 = 10;

#[test]
fn random_descriptions_are_compared_and_mocked() {
    let start: u32 = std::env::var("WAYBILL_FIRST_PAIR").map_or(0, |first| first.parse().expect("a number"));
    let mut differing = 0;
    for number in start..start + PAIRS {
        if number % PAIRS_A_LINE == 0 {
            eprintln!("from pair {number}");
        }
        let [old, new] = pair(number);
        let nothing = |_, wanted: &waybill_core::openapi::WantedFile| wanted.find_among(&[]);
        let report =
            compare_with_witnesses(
                &old,
                &new,
                &CompareOptions::default(),
                nothing,
                |_, _, _| ControlFlow::Continue(()),
            );
        let report = report.unwrap_or_else(|error| panic!("pair {number}: {error:?}"));
        differing += u32::from(!report.changes.is_empty());
        for format in [ReportFormat::Json, ReportFormat::Terminal, ReportFormat::Markdown] {
            assert!(!report.render(format).is_empty(), "pair {number}");
        }
        mock(&new);
    }
    assert!(differing > PAIRS / 2, "{differing} of {PAIRS} pairs differ");
}

/// Two descriptions that differ in a few choices.
fn pair(number: u32) -> [Vec<u8>; 2] {
    let digest = |part: u32| Sha256::digest([number.to_be_bytes(), part.to_be_bytes()].concat());
    let mut bytes: Vec<u8> = (1..=16).flat_map(digest).collect();
    let old = description(&mut Choices::new(&bytes)).to_string();
    for place in digest(0)[..6].chunks(2) {
        bytes[usize::from(place[0])] = place[1];
    }
    [old, description(&mut Choices::new(&bytes)).to_string()].map(String::into_bytes)
}

/// Imports a description and sends its operations a request each.
fn mock(description: &[u8]) {
    let mock = MockService::new(Settings::default());
    let file = UploadedFile { path: "random.json".to_owned(), content: description.to_vec() };
    if mock.import(vec![file]).is_err() {
        return;
    }
    for (method, path) in [("GET", "/p/a"), ("POST", "/p/a"), ("GET", "/q"), ("POST", "/q")] {
        let request = Request::builder()
            .method(method)
            .uri(format!("/rest/Random/1.0.0{path}"))
            .header("content-type", "application/json")
            .body(b"{\"a\":[{\"a\":1}]}".to_vec())
            .expect("a request");
        let reply = mock.handle(&request, Timestamp::from_millis(0));
        assert!(!reply.response.status().is_informational());
    }
}
