//! `waybill explain`: pages of error codes, findings and rules.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests stop where something is not as it should be")]

use crate::support::Folder;

#[test]
fn an_error_code_and_a_rule_have_a_page() {
    let folder = Folder::empty();
    let code = folder.run(&["explain", "token.account-disabled"]);
    assert_eq!(code.status, 0, "{}", code.err);
    assert!(code.out.starts_with("# token.account-disabled\n"), "{}", code.out);
    assert!(
        code.out.contains("\n## What to do\n\nAsk an administrator of the realm to enable the account"),
        "{}",
        code.out
    );
    let finding = folder.run(&["explain", "reference.circular"]);
    assert!(finding.out.starts_with("# reference.circular\n"), "{}", finding.out);
    let rule = folder.run(&["explain", "accepted-status-added"]);
    assert!(rule.out.starts_with("# accepted-status-added\n"), "{}", rule.out);
    let rule = folder.run(&["explain", "response-type-changed"]);
    assert!(
        rule.out.contains("\n## What to do\n\n- Publishers: add a property for the new type, and keep"),
        "{}",
        rule.out
    );
    assert!(rule.out.ends_with("- Callers: handle the type that can now come.\n"), "{}", rule.out);
}

#[test]
fn an_unknown_code_names_the_closest_ones() {
    let refused = Folder::empty().run(&["explain", "token.acount-disabled"]);
    assert_eq!(refused.status, 2);
    assert!(
        refused.err.contains("no error code, finding, note or rule named `token.acount-disabled`"),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("similar ids are `token.account-disabled`"), "{}", refused.err);
}

#[test]
fn the_beginning_of_a_rules_id_finds_those_that_begin_so() {
    let refused = Folder::empty().run(&["explain", "request-range"]);
    assert!(refused.err.contains("similar ids are `request-range-"), "{}", refused.err);
}

#[test]
fn explain_without_code_lists_all_codes_with_remedies() {
    let listed = Folder::empty().run(&["explain"]);
    assert_eq!(listed.status, 0);
    assert!(listed.out.lines().count() > 100);
    assert!(listed.out.lines().all(|line| line.split_once("  ").is_some_and(|(_, remedy)| !remedy.trim().is_empty())));
}
