//! `waybill comment` against GitHub's API on this machine: one comment whatever happens, and no token in any output.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use std::process::Command;

use crate::github::{BOT, FakeGitHub, pull};
use crate::support::{Ended, Folder, description};
use serde_json::{Value, json};

/// What the token is in all tests: no output may show it.
const CANARY: &str = "ghs_canary7713";
const BASE: &str = "a1b2c3d4e5f60718293a4b5c6d7e8f9001122334";
const HEAD: &str = "9d2e1f00112233445566778899aabbccddeeff00";
const NEXT: &str = "77aa1f00112233445566778899aabbccddeeff00";
const FILE: &str = "waybill-check.json";

/// The JSON report of what changes between descriptions with these paths.
fn report(folder: &Folder, previous: &[&str], current: &[&str]) -> Value {
    folder.write("old.json", &description("1.0.0", previous));
    folder.write("new.json", &description("1.0.0", current));
    let ended = folder.run(&["diff", "old.json", "new.json", "--format", "json"]);
    serde_json::from_str(&ended.out).unwrap()
}

/// The result of a check of `head`, about one description.
fn result(head: &str, report: &Value, failure: &Value) -> Value {
    let described = json!({"name": "openapi.json", "base_path": "openapi.json", "head_path": "openapi.json",
        "passed": false, "report": report, "failure": failure});
    json!({"check_version": 1, "tool": "waybill", "base": BASE, "head": head, "compared": head,
        "comparison": "merge-base", "touched": true, "passed": false, "descriptions": [described]})
}

/// A folder with the result of a check in which these paths were removed.
fn broken(head: &str, removed: &[&str]) -> Folder {
    let folder = Folder::empty();
    let report = report(&folder, &[&["/kept"], removed].concat(), &["/kept"]);
    folder.write(FILE, &result(head, &report, &Value::Null).to_string());
    folder
}

fn command(folder: &Folder, github: &FakeGitHub, arguments: &[&str]) -> Command {
    let mut command = folder.command(".", &[&["comment", FILE, "--api", &github.origin], arguments].concat());
    command.env("GITHUB_TOKEN", CANARY).env("GITHUB_REPOSITORY", "octo/shipping");
    command
}

fn ended(mut command: Command) -> Ended {
    let ended = crate::support::ended(&command.output().unwrap());
    assert!(!ended.out.contains(CANARY) && !ended.err.contains(CANARY), "{}{}", ended.out, ended.err);
    ended
}

fn comment(folder: &Folder, github: &FakeGitHub) -> Ended {
    ended(command(folder, github, &["--pull-request", "7"]))
}

#[test]
fn next_push_updates_the_comment_of_a_pull_request() {
    let github = FakeGitHub::with_head(HEAD);
    let folder = broken(HEAD, &["/a", "/b"]);
    let ended = comment(&folder, &github);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let comments = github.comments();
    assert_eq!(comments.len(), 1);
    let (id, _, body) = comments[0].clone();
    assert!(
        body.contains("2 breaking changes: raise info.version from 1.0.0 to 2.0.0")
            && body.contains("`GET /a` was removed"),
        "{body}"
    );
    assert!(body.contains(&format!("https://github.com/octo/shipping/blob/{BASE}/openapi.json#L1")), "{body}");
    assert!(body.contains("[[accept]]") && body.contains("\nexpires = 2"), "{body}");
    // The same again changes nothing.
    assert!(comment(&folder, &github).err.contains("is already up to date"));
    github.state.lock().unwrap().pulls = vec![pull(7, NEXT, "octo/shipping", "feature")];
    assert_eq!(comment(&broken(NEXT, &["/b", "/c"]), &github).status, 0);
    let comments = github.comments();
    assert_eq!((comments.len(), comments[0].0), (1, id));
    assert!(comments[0].2.contains("**1 fixed and 1 new since the last push**"), "{}", comments[0].2);
    // What is about the earlier push is not written over it.
    let late = comment(&folder, &github);
    assert!(late.status == 0 && late.err.contains("nothing was written"), "{}", late.err);
    assert_eq!(github.comments(), comments);
}

#[test]
fn a_comment_is_posted_where_nothing_changed_too() {
    let github = FakeGitHub::with_head(HEAD);
    assert_eq!(comment(&broken(HEAD, &[]), &github).status, 0);
    let comments = github.comments();
    assert!(comments.len() == 1 && comments[0].2.contains("### ✓ nothing changed"), "{comments:?}");
}

#[test]
fn untouched_api_updates_a_comment_but_posts_none() {
    let github = FakeGitHub::with_head(HEAD);
    let folder = broken(HEAD, &["/a"]);
    let mut untouched = result(HEAD, &Value::Null, &Value::Null);
    untouched["touched"] = false.into();
    let write = |folder: &Folder| folder.write(FILE, &untouched.to_string());
    let other = Folder::empty();
    write(&other);
    let ended = comment(&other, &github);
    assert!(ended.status == 0 && ended.err.contains("nothing was posted"), "{}", ended.err);
    assert_eq!(github.comments(), []);
    comment(&folder, &github);
    write(&folder);
    assert_eq!(comment(&folder, &github).status, 0);
    let comments = github.comments();
    assert!(comments.len() == 1 && comments[0].2.contains("No file of the API is changed"), "{comments:?}");
}

#[test]
fn two_concurrent_runs_keep_one_comment() {
    let github = FakeGitHub::with_race(HEAD);
    let folder = broken(HEAD, &["/a"]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| assert_eq!(comment(&folder, &github).status, 0));
        }
    });
    let posts = github.changes().iter().filter(|request| request.starts_with("POST ")).count();
    let comments = github.comments();
    assert_eq!((posts, comments.len(), comments[0].0), (2, 1, 101));
}

#[test]
fn comment_is_found_by_author_and_marker_across_pages() {
    let github = FakeGitHub::with_head(HEAD);
    let marker = format!("<!-- waybill:comment description=openapi.json head={HEAD} breaking= -->\n### ✓ all is well");
    github.add_comment("mallory", &marker);
    for number in 0..250 {
        github.add_comment("talker", &format!("comment {number}"));
    }
    github.add_comment(BOT, &marker.replace("openapi.json", "other.json"));
    let folder = broken(HEAD, &["/a"]);
    assert_eq!(comment(&folder, &github).status, 0);
    assert_eq!(comment(&folder, &github).status, 0);
    let comments = github.comments();
    assert_eq!(comments.len(), 253);
    assert_eq!(comments[0].2, marker);
    assert!(comments[251].2.contains("all is well") && comments[252].2.contains("1 breaking change"));
    // Deleted by hand, it is posted again.
    github.state.lock().unwrap().comments.pop();
    assert!(comment(&folder, &github).err.contains("was posted"));
    assert_eq!(github.comments().len(), 253);
}

#[test]
fn comment_deleted_meanwhile_is_posted_again() {
    let github = FakeGitHub::with_head(HEAD);
    github.add_comment(BOT, &format!("<!-- waybill:comment description=openapi.json head={BASE} breaking= -->\nold"));
    let folder = broken(HEAD, &["/a"]);
    github.state.lock().unwrap().deletes_listed = true;
    assert_eq!(comment(&folder, &github).status, 0);
    assert_eq!(github.comments().len(), 1);
}

#[test]
fn failed_comparison_keeps_the_last_comment() {
    let github = FakeGitHub::with_head(HEAD);
    let folder = broken(HEAD, &["/a"]);
    comment(&folder, &github);
    let said = github.comments()[0].2.clone();
    github.state.lock().unwrap().pulls = vec![pull(7, NEXT, "octo/shipping", "feature")];
    let why = "the description of HEAD could not be produced: `npm ci` ended with status 1".repeat(100);
    folder.write(FILE, &result(NEXT, &Value::Null, &json!(why)).to_string());
    assert_eq!(comment(&folder, &github).status, 0);
    let comments = github.comments();
    assert_eq!(comments.len(), 1);
    let body = &comments[0].2;
    assert!(body.starts_with(said.trim_end()) && body.contains("**77aa1f0011 could not be compared:**"), "{body}");
    assert!(body.chars().count() < said.chars().count() + 2_048);
}

#[test]
fn thousand_breaking_changes_fit_into_one_comment() {
    let paths: Vec<String> = (0..1_000).map(|number| format!("/a/rather/long/path/of/number/{number}")).collect();
    let github = FakeGitHub::with_head(HEAD);
    let ended = comment(&broken(HEAD, &paths.iter().map(String::as_str).collect::<Vec<_>>()), &github);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let comments = github.comments();
    assert!(
        comments[0].2.contains("1,000 breaking") || comments[0].2.contains("1000 breaking"),
        "{}",
        &comments[0].2[..400]
    );
    assert!(comments[0].2.contains("because the comment would be too long"));
}

#[test]
fn a_pull_request_of_a_fork_is_found_by_its_last_commit() {
    let github = FakeGitHub::with_head(HEAD);
    let mut closed = pull(5, HEAD, "fork/shipping", "feature");
    closed["state"] = "closed".into();
    github.state.lock().unwrap().pulls = vec![
        closed,
        pull(6, HEAD, "mallory/shipping", "feature"),
        pull(8, HEAD, "fork/shipping", "another"),
        pull(7, HEAD, "fork/shipping", "feature"),
    ];
    let folder = broken(HEAD, &["/a"]);
    let run = |head: &str| {
        let event = json!({"workflow_run": {"head_sha": head, "head_branch": "feature",
            "head_repository": {"full_name": "fork/shipping"}}});
        folder.write("event.json", &event.to_string());
        let mut command = command(&folder, &github, &[]);
        command.env("GITHUB_EVENT_PATH", folder.path().join("event.json"));
        ended(command)
    };
    // The file claims to be about another commit than the run that wrote it.
    let refused = run(NEXT);
    assert!(refused.status == 2 && refused.err.contains("the run that wrote it"), "{}", refused.err);
    assert_eq!(github.state.lock().unwrap().seen, Vec::<String>::new());
    assert_eq!(run(HEAD).status, 0);
    assert_eq!(github.comments().len(), 1);
    github.state.lock().unwrap().pulls.clear();
    let none = run(HEAD);
    assert!(none.status == 0 && none.err.contains("No open pull request ends with"), "{}", none.err);
}

#[test]
fn temporary_failures_are_retried_and_others_reported() {
    let folder = broken(HEAD, &["/a"]);
    let soon = "429 Too Many Requests\r\nRetry-After: 1";
    for (faults, status, says) in [
        (
            &[soon, "502 Bad Gateway", "403 Forbidden\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset: 1"][..],
            0,
            "was posted",
        ),
        (&["503 Service Unavailable"; 4], 2, "GitHub responded with status 503 (tried 4 times)"),
        (&["429 Too Many Requests\r\nRetry-After: 3600"], 2, "asks to wait 60 minutes"),
        (
            &["403 Forbidden\r\nx-ratelimit-remaining: 0\r\nx-ratelimit-reset: 99999999999"],
            2,
            "GitHub's rate limit is reached",
        ),
        (&["401 Unauthorized"], 2, "check the token in GITHUB_TOKEN"),
        (&["403 Forbidden"], 2, "permissions: pull-requests: write"),
        (&["301 Moved Permanently\r\nLocation: http://127.0.0.1:1/"], 2, "renamed or moved"),
    ] {
        let github = FakeGitHub::with_head(HEAD);
        github.fail(faults);
        let ended = comment(&folder, &github);
        assert_eq!(ended.status, status, "{says}: {}", ended.err);
        assert!(ended.err.contains(says), "{says}: {}", ended.err);
        assert_eq!(github.comments().len(), usize::from(status == 0), "{says}");
    }
    // A comment that was posted though its answer was lost is not there twice.
    let github = FakeGitHub::with_head(HEAD);
    github.fail(&["", "", "lost 502 Bad Gateway"]);
    assert_eq!(comment(&folder, &github).status, 0);
    let posts = github.changes().iter().filter(|request| request.starts_with("POST ")).count();
    assert_eq!((posts, github.comments().len()), (2, 1));
}

#[test]
fn unreachable_github_is_an_error() {
    let folder = broken(HEAD, &["/a"]);
    let down = format!("http://{}", std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap());
    let github = FakeGitHub { origin: down, ..FakeGitHub::with_head(HEAD) };
    let ended = comment(&folder, &github);
    assert!(ended.status == 2 && ended.err.contains("GitHub did not respond"), "{}", ended.err);
}

#[test]
fn a_hostile_file_is_refused_before_anything_is_sent() {
    let folder = broken(HEAD, &["/a"]);
    let good: Value = serde_json::from_str(&folder.read(FILE)).unwrap();
    let with = |pointer: &str, value: Value| {
        let mut changed = good.clone();
        *changed.pointer_mut(pointer).unwrap() = value;
        changed.to_string()
    };
    let (many, first) = (good["descriptions"][0].clone(), "/descriptions/0");
    for (text, says) in [
        ("{".to_owned(), "is not a result of `waybill check`"),
        ("[".repeat(100_000), "is not a result of `waybill check`"),
        (" ".repeat(33 << 20), "it is larger than 32 MiB"),
        (with("/check_version", json!(2)), "its format version is 2"),
        (with("/head", json!("HEAD")), "`head` is not a commit id"),
        (with("/head", json!("../../../../../../../user/repos?aaaaaaaa")), "`head` is not a commit id"),
        (with("/base", json!("A1B2C3D4E5F60718293A4B5C6D7E8F9001122334")), "`base` is not a commit id"),
        (with("/descriptions", json!([])), "it has 0 descriptions"),
        (with("/descriptions", Value::Array(vec![many.clone(); 51])), "it has 51 descriptions"),
        (with("/descriptions", Value::Array(vec![many; 2])), "are named \"openapi.json\""),
        (with(&format!("{first}/name"), json!("a\nb")), "not one line"),
        (with(&format!("{first}/head_path"), json!("../../evil/repo")), "is not inside the repository"),
        (with(&format!("{first}/report/changes/0/rule"), json!("mine")), "the rule `mine`"),
        (with(&format!("{first}/report/changes/0/id"), json!("--> @all")), "has the invalid value"),
    ] {
        let github = FakeGitHub::with_head(HEAD);
        folder.write(FILE, &text);
        let ended = comment(&folder, &github);
        assert!(ended.status == 2 && ended.err.contains(says), "{says}: {}", ended.err);
        assert_eq!(github.state.lock().unwrap().seen, Vec::<String>::new(), "{says}");
    }
    // What may be any text is no markup, and the level is not the file's to choose.
    let github = FakeGitHub::with_head(HEAD);
    let message =
        "@octocat <img src=x> <!-- waybill:comment description=other.json head=0 breaking= --> https://evil.example";
    folder.write(FILE, &with(&format!("{first}/report/changes/0/message"), json!(message)));
    assert_eq!(comment(&folder, &github).status, 0);
    let body = github.comments()[0].2.clone();
    assert!(body.contains("1 breaking") && body.matches("<!--").count() == 1, "{body}");
    for sign in ["@octocat", " <img", "https://evil"] {
        assert!(!body.contains(sign), "{sign}: {body}");
    }
}

#[test]
fn label_is_set_while_a_change_breaks() {
    let github = FakeGitHub::with_head(HEAD);
    let run =
        |folder: &Folder| ended(command(folder, &github, &["--pull-request", "7", "--label", "breaking API"])).status;
    assert_eq!(run(&broken(HEAD, &["/a"])), 0);
    assert_eq!(github.state.lock().unwrap().labels, ["breaking API"]);
    assert_eq!((run(&broken(HEAD, &[])), run(&broken(HEAD, &[]))), (0, 0));
    assert_eq!(github.state.lock().unwrap().labels, Vec::<String>::new());
}

#[test]
fn a_dry_run_prints_and_needs_no_token() {
    let folder = broken(HEAD, &["/a"]);
    let dry = folder.run(&["comment", FILE, "--dry-run"]);
    assert!(dry.status == 0 && dry.out.starts_with("<!-- waybill:comment description=openapi.json "), "{}", dry.out);
    let github = FakeGitHub::with_head(HEAD);
    for (remove, arguments, says) in [
        ("GITHUB_TOKEN", &["--pull-request", "7"][..], "GITHUB_TOKEN contains no token"),
        ("GITHUB_REPOSITORY", &["--pull-request", "7"], "the repository of the pull request is not known"),
        ("", &["--pull-request", "7", "--repository", "a/b/c"], "is not a repository name"),
        ("", &["--pull-request", "8"], "there is no pull request 8"),
    ] {
        let mut command = command(&folder, &github, arguments);
        if !remove.is_empty() {
            command.env_remove(remove);
        }
        let ended = ended(command);
        assert!(ended.status == 2 && ended.err.contains(says), "{says}: {}", ended.err);
    }
    let mut command = folder.command(".", &["comment", FILE, "--pull-request", "7", "--api", "http://api.example"]);
    command.env("GITHUB_TOKEN", CANARY).env("GITHUB_REPOSITORY", "octo/shipping");
    let plain = ended(command);
    assert!(plain.status == 2 && plain.err.contains("must use https"), "{}", plain.err);
    assert_eq!(github.changes(), Vec::<String>::new());
}
