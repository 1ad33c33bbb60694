//! Runs the example as a user would.

#![allow(clippy::unwrap_used, reason = "an example that cannot be run has failed")]

use std::process::Command;

#[test]
fn the_next_version_and_the_changelog_are_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/releases/descriptions");
    let file = |version: &str| format!("{folder}/shipping-{version}.json");
    let example = env!("CARGO_BIN_EXE_compare-releases");
    let output = Command::new(example).args([&file("1.4.0"), "1.4.0", &file("1.5.0"), "1.5.0"]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(said.starts_with("the next version: 2.0.0\n\n---\ntitle: "), "{said}");
    assert!(said.contains("\n## Breaking changes\n"), "{said}");
    assert_eq!(Command::new(example).arg("one.json").output().unwrap().status.code(), Some(1));
}
