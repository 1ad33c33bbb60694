//! Every error code stands once, in core, with whose fault such a failure is; no host has a code, a kind or a text of its own.

use std::collections::BTreeSet;

use waybill_core::error::{DriverFailure, Error, ErrorKind, code};
use waybill_core::http::{NoAnswer, TransportFailure};

use crate::sources::{Source, hold, written_in};

/// Where the one table stands.
const TABLE: &str = "core/base/src/error/code.rs";
/// Sources in Rust that are shipped.
const SHIPPED: [&str; 6] = ["core/", "mock/src/", "cli/src/", "ffi/src/", "wasm/", "wire/"];
/// The hosts' own sources.
const DRIVERS: [&str; 3] = ["bindings/npm/src/", "bindings/kotlin/src/main/", "bindings/swift/Sources/"];
/// What stands before a text that is a code.
const BEFORE_A_CODE: [&str; 6] = ["Error(", "Exception(", "code:", "code =", "code ===", "code !=="];
/// How a client's error would be made with a code and a text of the driver's own.
const OWN_FAILURES: [&str; 4] =
    ["WaybillException(\"", "WaybillError(code:", "WaybillError({", "WaybillException(code = \""];

#[test]
fn an_error_code_is_written_in_cores_table_alone() {
    let known: BTreeSet<&str> = code::ALL.iter().map(|code| code.as_str()).collect();
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for Source { path, text } in written_in(&[".rs"]) {
        let is_shipped = SHIPPED.iter().any(|folder| path.starts_with(folder));
        if !is_shipped || path.contains("/tests") {
            continue;
        }
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (line, quoted) in quoted(text) {
            let Some(code) = known.get(quoted) else { continue };
            seen.insert(*code);
            if path != TABLE {
                complaints.push(format!("{path}:{line} writes {code:?}: take it from `waybill_base::error::code`"));
            }
        }
    }
    hold("an error code is written in core's table alone", &complaints);
    assert_eq!(seen, known, "the search missed the table");
}

#[test]
fn a_driver_has_no_code_and_no_text_of_its_own() {
    let known: BTreeSet<&str> = code::ALL.iter().map(|code| code.as_str()).collect();
    let texts = shared_texts();
    let mut complaints = Vec::new();
    let mut seen = 0;
    for Source { path, text } in written_in(&[".ts", ".kt", ".swift"]) {
        if !DRIVERS.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        for (at, line) in text.lines().enumerate() {
            if OWN_FAILURES.iter().any(|made| line.contains(made)) {
                complaints.push(format!("{path}:{} makes a failure up: core has it as a `DriverFailure`", at + 1));
            }
            if let Some(text) = texts.iter().find(|text| line.contains(&format!("\"{text}\""))) {
                complaints.push(format!("{path}:{} says {text:?}, which core says for every host", at + 1));
            }
        }
        for (line, quoted) in codes(&text) {
            seen += 1;
            if !known.contains(quoted) {
                complaints.push(format!("{path}:{line} has the code {quoted:?}, which core does not know"));
            }
        }
    }
    hold("a driver has no code and no text of its own", &complaints);
    assert!(seen > 10, "only {seen} codes were found: the search is wrong");
}

/// What drivers of several hosts say.
fn shared_texts() -> Vec<String> {
    let failures = [
        DriverFailure::Closed,
        DriverFailure::Cancelled,
        DriverFailure::DeadlineInBody,
        DriverFailure::LostInBody,
        DriverFailure::Crashed,
        DriverFailure::CredentialInBody,
    ];
    let reasons = [
        NoAnswer::RequestRefused,
        NoAnswer::NoFileDescriptor,
        NoAnswer::NameNotResolved,
        NoAnswer::NotConnected,
        NoAnswer::ConnectTimedOut,
        NoAnswer::TlsFailed,
        NoAnswer::TimedOut,
        NoAnswer::Lost,
    ];
    let failures = failures.into_iter().map(|failure| Error::from(failure).message);
    failures.chain(reasons.into_iter().map(|reason| TransportFailure::from(reason).detail)).collect()
}

#[test]
fn every_host_has_the_kinds_that_core_has() {
    let expected = ErrorKind::ALL.map(|kind| kind.as_str().to_owned());
    for (path, from, to) in [
        ("bindings/npm/src/error-kind.ts", "export type ErrorKind =", ';'),
        ("bindings/kotlin/src/main/kotlin/dev/waybill/WaybillException.kt", "enum class ErrorKind {", '}'),
        (
            "bindings/swift/Sources/Waybill/WaybillError.swift",
            "enum Kind: String, Sendable, Hashable, CaseIterable {",
            '}',
        ),
    ] {
        let sources = written_in(&[".ts", ".kt", ".swift"]);
        let source = sources.iter().find(|source| source.path == path).unwrap_or_else(|| panic!("{path} is there"));
        let (_, rest) = source.text.split_once(from).unwrap_or_else(|| panic!("{path} declares the kinds"));
        let declared = rest.split(to).next().unwrap_or_default();
        let lines = declared.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('/'));
        let kinds: Vec<String> = lines
            .map(|line| line.trim_start_matches("case ").trim_matches(['|', ' ', '"', ',', '`']).to_lowercase())
            .collect();
        assert_eq!(kinds, expected, "{path}");
    }
}

/// The codes in a source of a host, each with its line.
fn codes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(at, line)| {
        let found = quoted(line).filter(move |(_, quoted)| {
            let before = line.split(&format!("\"{quoted}\"")).next().unwrap_or_default().trim_end();
            quoted.contains('.') && BEFORE_A_CODE.iter().any(|ending| before.ends_with(ending))
        });
        found.map(move |(_, quoted)| (at + 1, quoted)).collect::<Vec<_>>()
    })
}

/// The texts in quotation marks that are words with dots and dashes between them, each with its line.
fn quoted(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_code = |quoted: &str| {
        !quoted.is_empty() && quoted.bytes().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'.' | b'-'))
    };
    let lines = text.lines().enumerate();
    lines.flat_map(move |(at, line)| line.split('"').filter(move |part| is_code(part)).map(move |part| (at + 1, part)))
}
