//! What `waybill mock` and `waybill dev` say of options that cannot be used, and of stored files that cannot be imported.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

fn waybill(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_waybill")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// What is said on standard error of a start that ends with 2 and prints nothing else.
fn complaint(arguments: &[&str]) -> String {
    let output = waybill(arguments);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!((output.status.code(), printed.as_str()), (Some(2), ""), "{arguments:?}: {text}");
    text
}

/// What a start with stored files prints until they are imported, or until it ends, and its status in that case.
fn start_with(files: &[(&str, &str)], options: &[&str]) -> (Option<i32>, String) {
    let folder = folder(files);
    let mut child = Command::new(env!("CARGO_BIN_EXE_waybill"))
        .args(["mock", "--port", "0", "--seed"])
        .arg(folder.path())
        .args(options)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap) {
        printed = printed + &line + "\n";
        if line == "up" {
            child.kill().unwrap();
        }
    }
    (child.wait().unwrap().code(), printed)
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls").join(name)
}

#[test]
fn invalid_seed_folder_is_an_error_before_start() {
    let folder = folder(&[("ship.wsdl", "<definitions/>")]);
    let (nowhere, file) = (folder.path().join("nowhere"), folder.path().join("ship.wsdl"));
    for command in ["mock", "dev"] {
        let text = complaint(&[command, "--port", "0", "--seed", nowhere.to_str().unwrap()]);
        assert!(text.contains("nowhere cannot be read: "), "{text}");
        let text = complaint(&[command, "--port", "0", "--seed", file.to_str().unwrap()]);
        assert!(
            text.contains("ship.wsdl is not a folder") && text.contains("help: pass the folder that it is in"),
            "{text}"
        );
    }
}

#[test]
fn a_service_may_be_named_behind_an_equals_sign_or_a_space() {
    for option in [&["--no-validate", "Track"][..], &["--no-validate=Track"]] {
        let text = complaint(&[&["mock", "--port", "0"], option].concat());
        assert!(text.contains("`Track` is not a service; write NAME:VERSION"), "{text}");
    }
}

#[test]
fn numbers_that_cannot_be_meant_are_refused_as_values() {
    for (option, value) in
        [("--sample-seed", "-1"), ("--log-entries", "-1"), ("--head-timeout", "0"), ("--body-timeout", "-5")]
    {
        let text = complaint(&["mock", "--port", "0", option, value]);
        assert!(text.contains(&format!("invalid value '{value}' for '{option} <")), "{text}");
    }
    let text = complaint(&["mock", "seed", "http://127.0.0.1:1", ".", "--wait", "-1"]);
    assert!(text.contains("invalid value '-1' for '--wait <SECONDS>'"), "{text}");
}

#[test]
fn invalid_tls_files_are_reported_by_name() {
    let start = |certificate: &Path, key: &Path| {
        complaint(&["mock", "--port", "0", "--tls", certificate.to_str().unwrap(), key.to_str().unwrap()])
    };
    let (certificate, authority, key) = (fixture("certificate.pem"), fixture("authority.pem"), fixture("key.pem"));
    let text = start(&key, &key);
    assert!(text.contains("key.pem does not contain a valid certificate: the file contains none"), "{text}");
    let text = start(&certificate, &certificate);
    assert!(text.contains("certificate.pem does not contain a valid private key: the file contains none"), "{text}");
    let text = start(&authority, &key);
    assert!(
        text.contains("the private key in ") && text.contains("key.pem does not match the certificate in "),
        "{text}"
    );
}

#[test]
fn a_file_that_cannot_be_imported_is_named_once() {
    let openapi = "openapi: 3.1.0\ninfo: {title: T\n";
    let (_, text) = start_with(&[("a.wsdl", "<definitions"), ("o.yaml", openapi), ("x.wsdl", "<a/>")], &[]);
    for line in
        ["not imported: a.wsdl: line 1, ", "not imported: o.yaml:3:1: ", "not imported: x.wsdl is not a WSDL file: "]
    {
        assert!(text.contains(line), "{text}");
    }
}

#[test]
fn stop_by_strict_seed_is_reported_as_such() {
    let (status, text) = start_with(&[("a.wsdl", "<definitions")], &["--strict-seed"]);
    assert_eq!(status, Some(1));
    assert!(text.ends_with("1 file was not imported; stopping because of --strict-seed\n"), "{text}");
    assert!(!text.contains("\nup\n"), "{text}");
}
