//! `waybill dev` answers as Keycloak does: `cargo xtask test keycloak` holds a real one to the same list.
#![allow(clippy::unwrap_used, reason = "a test stops where its expectation does")]

use waybill_tests::conformance::{Value, run};

#[test]
fn waybill_dev_answers_as_the_list_says() {
    let findings = run(Value::new).unwrap();
    assert!(findings.answers > 70, "{} answers", findings.answers);
    assert!(findings.differences.is_empty(), "{:#?}", findings.differences);
}
