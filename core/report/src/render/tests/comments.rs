//! Tests of the comment on a pull request: its content, changes after a push, and malicious descriptions.

use super::{change, hostile, sample};
use crate::render::comment::{CommentOptions, CommentState, MAX_COMMENT_CHARS, SourceLinks, failed_comment};
use crate::{Level, Report};

fn options() -> CommentOptions {
    CommentOptions {
        description: "openapi/shipping.yaml".to_owned(),
        base: "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334".to_owned(),
        head: "9d2e1f00112233445566778899aabbccddeeff00".to_owned(),
        links: None,
        previous: None,
        expires: None,
        max_chars: MAX_COMMENT_CHARS,
    }
}

/// Returns a report with this number of breaking changes.
fn breaking(count: usize) -> Report {
    let mut report = sample();
    let endpoints = &["GET /a", "GET /b", "GET /c"];
    report.changes = (0..count)
        .map(|number| {
            let message = format!("`property_{number}` of a long name that takes its room is now required");
            let mut change = change("request-property-became-required", Level::Breaking, &message, endpoints, "/paths");
            change.id = format!("{number:012x}");
            change.why = "requests that do not send it are refused";
            change
        })
        .collect();
    report.counts.breaking = count;
    report
}

#[test]
fn comment_has_marker_verdict_breaks_and_folded_rest() {
    let links =
        SourceLinks { base: "https://x.example/base.yaml".to_owned(), head: "https://x.example/head.yaml".to_owned() };
    let options = CommentOptions { links: Some(links), expires: "2027-02-25".parse().ok(), ..options() };
    insta::assert_snapshot!(sample().comment(&options));
}

#[test]
fn accepted_change_is_listed_with_reason_and_no_accept_lines() {
    let mut report = breaking(2);
    report.changes[0].accepted = Some("by @shipping until 2027-02-25: nobody calls it <b>".to_owned());
    let text = report.comment(&options());
    assert!(text.contains("now required** · accepted · current line 41"), "{text}");
    assert!(text.contains("- Accepted: by @\u{200b}shipping until 2027-02-25: nobody calls it \\<b\\>\n"), "{text}");
    assert!(!text.contains("<b>") && !text.contains("fingerprint = \"000000000000\""), "{text}");
    assert!(text.contains("fingerprint = \"000000000001\""), "{text}");
    report.changes[1].accepted = Some("by me: so".to_owned());
    let text = report.comment(&options());
    assert!(!text.contains("Intended?") && text.contains("2 breaking"), "{text}");
}

#[test]
fn fixed_and_new_breaks_since_the_last_push_are_counted() {
    let report = breaking(2);
    let saw = |head: &str, ids: &[&str]| {
        let breaking = ids.iter().map(|id| (*id).to_owned()).collect();
        let previous =
            CommentState { description: "openapi/shipping.yaml".to_owned(), head: head.to_owned(), breaking };
        report.comment(&CommentOptions { previous: Some(previous), ..options() })
    };
    let (kept, gone) = ("000000000001", "00000000000f");
    let text = saw("0000", &[kept, gone]);
    assert!(text.contains("**1 fixed and 1 new since the last push**"), "{text}");
    assert_eq!(text.matches(" · new").count(), 1, "{text}");
    assert!(!saw(&options().head, &[kept, gone]).contains("since the last push"));
    assert!(!saw("0000", &["000000000000", kept]).contains("since the last push"));
}

#[test]
fn comment_stays_within_the_limit_and_names_the_omission() {
    for count in [1, 60, 200, 300, 1_000, 5_000] {
        for max_chars in [MAX_COMMENT_CHARS, 20_000] {
            let text = breaking(count).comment(&CommentOptions { max_chars, ..options() });
            assert!(text.chars().count() <= max_chars, "{count}: {}", text.chars().count());
            let is_whole = (0..count).all(|number| text.contains(&format!("`property_{number}`")));
            assert!(is_whole || text.contains("because the comment would be too long"), "{count}");
        }
    }
}

#[test]
fn description_injects_no_mention_markup_or_marker() {
    let mut report = hostile();
    let message = "@octocat `<!-- waybill:comment` see #12 <img src=x> https://evil.example [a](b)";
    report.changes.push(change("x", Level::Breaking, message, &["GET /@octocat/<!-- -->"], "/paths"));
    let text = report.comment(&CommentOptions { description: "--> @octocat <b>".to_owned(), ..options() });
    assert_eq!(CommentState::read(&text).unwrap().description, "--> @octocat <b>");
    for line in text.lines().skip(1).filter(|line| !line.starts_with('<')) {
        let outside = super::outside_code(line).replace("\\<", "").replace("\\>", "");
        for sign in ["@o", "#1", "<", "](b)", "://"] {
            assert!(!outside.contains(sign), "{sign} in {line}");
        }
    }
}

#[test]
fn failed_comparison_keeps_the_last_result_and_its_reason() {
    let last = sample().comment(&options());
    let options = CommentOptions { head: "ffff000000".to_owned(), ..options() };
    let once = failed_comment(Some(&last), &options, "`npm ci` ended with status 1");
    assert!(
        once.starts_with(&last.trim_end()[..200])
            && once.contains("**ffff000000 could not be compared:** `npm ci` ended")
    );
    assert_eq!(CommentState::read(&once).unwrap(), CommentState::read(&last).unwrap());
    let twice = failed_comment(Some(&once), &options, "the time ran out");
    assert_eq!(twice.matches("could not be compared").count(), 1, "{twice}");
    let first = failed_comment(None, &options, "the time ran out");
    assert!(first.contains("### The API of `openapi/shipping.yaml` could not be compared"), "{first}");
}
