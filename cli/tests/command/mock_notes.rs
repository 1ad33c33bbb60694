//! What imports say of definitions that are read in part, at the start of `waybill mock` and by `waybill mock seed`.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops where its expectation does")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A folder with two descriptions, of which each has this many headers without a value.
fn folder(headers: usize) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let headers: Vec<String> = (1..=headers).map(|n| format!("X-{n}: {{description: d}}")).collect();
    for name in ["a", "b"] {
        let text = format!(
            "openapi: 3.0.0\ninfo: {{title: {name}, version: \"1\"}}\npaths: {{/p: {{get: {{responses: {{\"200\": {{description: d, headers: {{{}}}}}}}}}}}}}\n",
            headers.join(", ")
        );
        fs::write(folder.path().join(format!("{name}.yaml")), text).unwrap();
    }
    folder
}

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["mock", "--port", "0", "--until-stdin-closes"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn note(service: &str, n: usize) -> String {
    let what = format!("the header `X-{n}` of the response 200");
    format!(
        "  {service}:1: GET /p: {what} has neither a schema nor an example that is valid in a header; it is omitted"
    )
}

#[test]
fn first_notes_on_seeded_files_are_printed_and_all_are_counted() {
    let folder = folder(4);
    let mut mock = start(&["--seed", folder.path().to_str().unwrap()]);
    let lines = BufReader::new(mock.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines: Vec<String> = lines.skip_while(|line| !line.contains("notes")).take(6).collect();
    let head = "8 notes on imported definitions, the first of them below (/api/services lists all):";
    let first = [note("a", 1), note("a", 2), note("a", 3), note("a", 4), note("b", 1)];
    assert_eq!((lines[0].as_str(), &lines[1..]), (head, &first[..]));
    drop(mock.stdin.take());
    assert!(mock.wait().unwrap().success());
}

#[test]
fn mock_seed_prints_the_notes_of_the_service() {
    let folder = folder(1);
    let mut mock = start(&[]);
    let mut first = String::new();
    BufReader::new(mock.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let url = first.trim().strip_prefix("waybill mock listening on ").unwrap();
    let arguments = ["mock", "seed", url, folder.path().to_str().unwrap()];
    let output = Command::new(env!("CARGO_BIN_EXE_waybill")).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let notes = format!("2 notes on imported definitions:\n{}\n{}\n", note("a", 1), note("b", 1));
    assert_eq!(text, format!("imported a.yaml: a:1\nimported b.yaml: b:1\n{notes}"));
    drop(mock.stdin.take());
    assert!(mock.wait().unwrap().success());
}
