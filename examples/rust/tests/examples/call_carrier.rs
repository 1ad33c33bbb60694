//! Runs the example as a user would.

#![allow(clippy::unwrap_used, reason = "an example that cannot be run has failed")]

use std::process::Command;

#[test]
fn one_call_is_answered_and_one_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_call-carrier")).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(said.starts_with("imported RateService:1.0\n\n200 OK\n"), "{said}");
    assert!(said.contains(":Product>NX-DAY<") && said.contains("\n\n500 Internal Server Error\n"), "{said}");
    assert!(said.contains("path=\"/GetRates/Parcel/Weight\""), "{said}");
}
