//! The workflows and the action in examples/github, and the commands of docs/guides/other-ci.md: each script is run in scratch
//! repositories, as GitHub's runner and other CI systems would run it.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests stop where something is not as it should be"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::github::{FakeGitHub, pull};
use crate::runner::{Runner, read_yaml};
use crate::support::{Ended, Folder, description};
use serde_json::Value;

/// What the token is in all tests: no output may show it.
const CANARY: &str = "ghs_canary4471";

/// Stands in for GitHub's command line: notes what it is asked, and lists a pull request once one was created.
const GH: &str = "#!/bin/sh\necho \"$@\" >> \"$RUNNER_TEMP/asked\"\ncase \"$2\" in\nlist) grep -q '^pr create' \"$RUNNER_TEMP/asked\" && echo 7 || true ;;\nesac\n";

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/github")
}

fn workflow(name: &str) -> Value {
    read_yaml(&examples().join(name))
}

/// An origin with these releases on `main`, and a checkout of that branch as the workflow makes it.
fn checkout(tags: &[&str]) -> (Folder, Folder) {
    let origin = Folder::repository();
    let action = std::fs::read_to_string(examples().join("api-changelog/action.yml")).unwrap();
    origin.write(".github/actions/api-changelog/action.yml", &action);
    for (at, tag) in tags.iter().enumerate() {
        let paths: Vec<String> = (0..=at).map(|at| format!("/path{at}")).collect();
        origin.release(tag, &paths.iter().map(String::as_str).collect::<Vec<_>>());
    }
    origin.git(&["config", "receive.denyCurrentBranch", "ignore"]);
    let clone = Folder::empty();
    clone.git(&["clone", "--quiet", &format!("file://{}", origin.path().display()), "."]);
    (origin, clone)
}

/// A runner with what a pushed tag sets.
fn runner<'f>(folder: &'f Folder, tag: &str) -> Runner<'f> {
    let mut runner = Runner::new(folder);
    runner.set(&[
        ("github.ref_name", tag),
        ("github.event.repository.default_branch", "main"),
        ("github.token", CANARY),
        ("github.server_url", "https://github.example"),
        ("inputs.current", ""),
        ("inputs.previous", ""),
        ("inputs.publish", "none"),
    ]);
    runner.install("gh", GH);
    runner
}

/// Runs the changelog's workflow; whether it passed. `publish` is what the workflow would say there.
fn run_changelog(runner: &mut Runner<'_>, publish: &str) -> bool {
    let mut workflow = workflow("api-changelog.yml");
    let steps = workflow["jobs"]["changelog"]["steps"].as_array_mut().unwrap();
    steps.last_mut().unwrap()["with"]["publish"] = publish.into();
    let passed = runner.run_workflow(&workflow);
    for (name, Ended { out, err, .. }) in &runner.ran {
        assert!(!out.contains(CANARY) && !err.contains(CANARY), "{name} shows the token: {out}{err}");
    }
    passed
}

fn git(folder: &Folder, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(folder.path()).args(arguments).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn a_pushed_tag_gets_its_changelog_as_artifact_and_summary() {
    let (_origin, folder) = checkout(&["1.4.0", "2.0.0", "1.4.1"]);
    let mut runner = runner(&folder, "v1.4.1");
    assert!(run_changelog(&mut runner, "none"), "{:?}", runner.ran);
    let [(checkout, given), (upload, kept)] = runner.used.as_slice() else { panic!("{:?}", runner.used) };
    assert!(checkout.starts_with("actions/checkout@") && upload.starts_with("actions/upload-artifact@"));
    let given = |name: &str| given[name].as_str();
    assert_eq!([given("fetch-depth"), given("ref"), given("persist-credentials")], ["0", "main", "false"]);
    assert_eq!((kept["name"].as_str(), kept["path"].as_str()), ("changelog-1.4.1", "CHANGELOG-1.4.1.md"));
    assert!(folder.read("CHANGELOG-1.4.1.md").contains("The previous version is 1.4.0."));
    assert!(runner.summary().starts_with("# Shipping 1.4.1\n"), "{}", runner.summary());
    assert_eq!(runner.ran.len(), 1, "nothing is published: {:?}", runner.ran);
}

#[test]
fn the_first_release_passes_without_an_artifact() {
    let (_origin, folder) = checkout(&["1.4.0"]);
    let mut runner = runner(&folder, "v1.4.0");
    assert!(run_changelog(&mut runner, "commit"), "{:?}", runner.ran);
    assert_eq!(runner.used.len(), 1, "only the checkout: {:?}", runner.used);
    assert!(runner.summary().starts_with("1.4.0 is the first release"), "{}", runner.summary());
}

#[test]
fn by_hand_one_or_two_versions_are_named() {
    let (_origin, folder) = checkout(&["1.4.0", "1.5.0", "1.6.0"]);
    for (current, previous, expected) in [("1.6.0", "1.4.0", "1.4.0"), ("v1.5.0", "", "1.4.0")] {
        // What started it is the default branch.
        let mut runner = runner(&folder, "main");
        runner.set(&[("inputs.current", current), ("inputs.previous", previous)]);
        assert!(run_changelog(&mut runner, "none"), "{:?}", runner.ran);
        let text = folder.read(&format!("CHANGELOG-{}.md", current.trim_start_matches('v')));
        assert!(text.contains(&format!("The previous version is {expected}.")), "{text}");
    }
}

#[test]
fn only_tags_of_releases_start_it() {
    let workflow = workflow("api-changelog.yml");
    let patterns: Vec<&str> =
        workflow["on"]["push"]["tags"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(patterns, ["v[0-9]+.[0-9]+.[0-9]+"]);
    for tag in ["v1.4.0", "v10.20.30", "v0.0.1"] {
        assert!(matches(patterns[0], tag), "{tag}");
    }
    for tag in ["1.4.0", "v1.4", "v1.4.0-rc.1", "v1.4.0.1", "xv1.4.0", "v1.4.0+7", "v1x4x0", "nightly"] {
        assert!(!matches(patterns[0], tag), "{tag}");
    }
}

/// GitHub's filter patterns as far as this one goes: `[0-9]+` is one digit or more, everything else itself.
fn matches(pattern: &str, tag: &str) -> bool {
    let mut parts = pattern.split("[0-9]+");
    let Some(mut rest) = tag.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    for literal in parts {
        let digits = rest.len() - rest.trim_start_matches(|char: char| char.is_ascii_digit()).len();
        let Some(after) = rest[digits..].strip_prefix(literal).filter(|_| digits > 0) else { return false };
        rest = after;
    }
    rest.is_empty()
}

#[test]
fn a_commit_publishes_it_also_where_the_branch_moved_meanwhile() {
    let (origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    origin.write("notes.txt", "written meanwhile");
    origin.commit("2026-04-12T12:00:00Z");
    let mut first = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut first, "commit"), "{:?}", first.ran);
    assert_eq!(git(&origin, &["show", "main:CHANGELOG-1.5.0.md"]), folder.read("CHANGELOG-1.5.0.md").trim());
    assert_eq!(git(&origin, &["show", "main:notes.txt"]), "written meanwhile");
    let log = git(&origin, &["log", "-1", "--format=%an %s", "main"]);
    assert_eq!(log, "github-actions[bot] Add the API changelog of 1.5.0");
    let before = git(&origin, &["rev-parse", "main"]);
    let mut second = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut second, "commit"), "{:?}", second.ran);
    assert!(second.ran.last().unwrap().1.out.contains("nothing to publish"), "{:?}", second.ran);
    assert_eq!(git(&origin, &["rev-parse", "main"]), before);
    assert!(!git(&folder, &["config", "--list"]).contains(CANARY));
}

#[test]
fn published_changelog_keeps_hand_written_parts() {
    let (origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    let mut first = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut first, "commit"), "{:?}", first.ran);
    let text = folder.read("CHANGELOG-1.5.0.md");
    let kept = "[waybill-keep-start]: #\n\nBy hand.\n\n[waybill-keep-end]: #\n";
    folder.write("CHANGELOG-1.5.0.md", &text.replace("## New endpoints\n", &format!("{kept}\n## New endpoints\n")));
    folder.commit("2026-04-13T12:00:00Z");
    folder.git(&["push", "--quiet", "origin", "HEAD:main"]);
    let mut second = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut second, "commit"), "{:?}", second.ran);
    assert!(git(&origin, &["show", "main:CHANGELOG-1.5.0.md"]).contains("\nBy hand.\n"));
}

#[test]
fn a_pull_request_proposes_it_once() {
    let (origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    let main = git(&origin, &["rev-parse", "main"]);
    let mut runner = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut runner, "pull-request"), "{:?}", runner.ran);
    let asked = || std::fs::read_to_string(runner.temporary().join("asked")).unwrap();
    let created = "pr create --head api-changelog-1.5.0 --base main --title Add the API changelog of 1.5.0 --body Written by `waybill changelog`.";
    assert!(asked().lines().any(|line| line == created), "{}", asked());
    assert!(git(&origin, &["show", "api-changelog-1.5.0:CHANGELOG-1.5.0.md"]).starts_with("---\ntitle:"));
    assert_eq!(git(&origin, &["rev-parse", "main"]), main);
    folder.git(&["reset", "--quiet", "--hard", "origin/main"]);
    assert!(run_changelog(&mut runner, "pull-request"), "{:?}", runner.ran);
    assert_eq!(std::fs::read_to_string(runner.temporary().join("asked")).unwrap().matches("pr create").count(), 1);
}

#[test]
fn commits_of_others_on_the_proposed_branch_are_kept() {
    let (origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    let mut first = runner(&folder, "v1.5.0");
    assert!(run_changelog(&mut first, "pull-request"), "{:?}", first.ran);
    origin.git(&["checkout", "--quiet", "api-changelog-1.5.0"]);
    origin.write("notes.txt", "by hand");
    origin.commit("2026-04-13T12:00:00Z");
    origin.git(&["checkout", "--quiet", "main"]);
    // More than a pipe holds: whoever stops reading at the first of them leaves git without a reader.
    origin.add_empty_commits("api-changelog-1.5.0", 5000);
    folder.git(&["reset", "--quiet", "--hard", "origin/main"]);
    let mut second = runner(&folder, "v1.5.0");
    assert!(!run_changelog(&mut second, "pull-request"));
    let said = &second.ran.last().unwrap().1.out;
    assert!(said.contains("::error::the branch api-changelog-1.5.0 has commits by others"), "{said}");
    assert_eq!(git(&origin, &["show", "api-changelog-1.5.0:notes.txt"]), "by hand");
}

#[test]
fn failed_publication_is_reported_with_the_reason() {
    let (_origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    let mut named = runner(&folder, "v1.5.0");
    assert!(!run_changelog(&mut named, "issue"));
    assert!(named.ran[1].1.out.contains("::error::publish is none, commit or pull-request"), "{:?}", named.ran);
    folder.git(&["checkout", "--quiet", "v1.5.0"]);
    let mut detached = runner(&folder, "v1.5.0");
    assert!(!run_changelog(&mut detached, "commit"));
    assert!(detached.ran[1].1.out.contains("::error::check out a branch to publish to"), "{:?}", detached.ran);
}

#[test]
fn hostile_inputs_do_nothing() {
    let (_origin, folder) = checkout(&["1.4.0", "1.5.0"]);
    let names = folder.names();
    for hostile in [
        "$(touch x)",
        "`touch x`",
        "1.4.0\ntouch x\n",
        "1.4.0\n::error::x\n",
        "\"; touch x; \"",
        "'; touch x; '",
        "1.4.0 & touch x",
        "1.4.0; touch x",
        "--output=x",
        "--config=/etc/passwd",
        "-h",
        "v1.4.0^{commit}",
        "../x",
        "*",
        "${{ github.token }}",
    ] {
        for (current, previous) in [(hostile, "1.4.0"), ("1.5.0", hostile), (hostile, "")] {
            let mut runner = runner(&folder, "main");
            runner.set(&[("inputs.current", current), ("inputs.previous", previous)]);
            assert!(!run_changelog(&mut runner, "commit"), "{hostile:?}: {:?}", runner.ran);
            let Ended { status, out, err } = &runner.ran[0].1;
            assert_eq!((*status, out.as_str()), (2, ""), "{hostile:?}: {err}");
            assert!(err.starts_with("error: ") && !err.contains("\n::"), "{hostile:?}: {err}");
            assert_eq!(folder.names(), names, "{hostile:?}");
            assert_eq!(runner.summary(), "", "{hostile:?}");
        }
    }
}

#[test]
fn no_script_holds_an_expression() {
    let mut scripts = 0;
    for name in ["api-changelog.yml", "api-changelog/action.yml", "api-check.yml", "api-comment.yml"] {
        let mut waiting = vec![workflow(name)];
        while let Some(value) = waiting.pop() {
            if let Some(script) = value.get("run").and_then(Value::as_str) {
                scripts += 1;
                assert!(!script.contains("${{"), "{name}: {script}");
            }
            waiting.extend(value.as_object().into_iter().flat_map(|map| map.values().cloned()));
            waiting.extend(value.as_array().into_iter().flatten().cloned());
        }
    }
    assert_eq!(scripts, 4);
}

/// A checkout of the merge that GitHub makes of a pull request, with the ids of the merge and of the pull request's commit.
fn merge_of_a_pull_request() -> (Folder, String, String) {
    let folder = Folder::repository();
    folder.write("openapi.json", &description("1.0.0", &["/shipments", "/track"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["switch", "--quiet", "--create", "feature"]);
    folder.write("openapi.json", &description("1.1.0", &["/shipments"]));
    folder.commit("2026-04-12T12:00:00Z");
    let head = git(&folder, &["rev-parse", "HEAD"]);
    folder.git(&["switch", "--quiet", "main"]);
    folder.git(&["merge", "--quiet", "--no-ff", "--message=merge", "feature"]);
    let merge = git(&folder, &["rev-parse", "HEAD"]);
    (folder, merge, head)
}

#[test]
fn first_workflow_checks_and_second_one_comments() {
    let (folder, merge, head) = merge_of_a_pull_request();
    let mut checked = Runner::new(&folder);
    for (name, value) in [
        ("GITHUB_EVENT_NAME", "pull_request"),
        ("GITHUB_REF", "refs/pull/7/merge"),
        ("GITHUB_BASE_REF", "main"),
        ("GITHUB_SHA", &merge),
    ] {
        checked.variables.insert(name.to_owned(), value.to_owned());
    }
    assert!(!checked.run_workflow(&workflow("api-check.yml")), "it breaks callers");
    assert_eq!(checked.ran[0].1.status, 1, "{:?}", checked.ran);
    assert!(checked.summary().contains("`GET /track` was removed"), "{}", checked.summary());
    // Kept where the check failed too.
    let [(_, checkout), (upload, kept)] = checked.used.as_slice() else { panic!("{:?}", checked.used) };
    assert_eq!(checkout["fetch-depth"], "2");
    assert!(upload.starts_with("actions/upload-artifact@") && kept["path"] == "waybill-check.json");

    let github = FakeGitHub::with_head(&head);
    github.state.lock().unwrap().pulls = vec![pull(7, &head, "octo/shipping", "feature")];
    let empty = Folder::empty();
    let mut commented = Runner::new(&empty);
    commented.set(&[
        ("github.event.workflow_run.event", "pull_request"),
        ("github.event.workflow_run.conclusion", "failure"),
        ("github.event.workflow_run.id", "12"),
        ("github.token", CANARY),
    ]);
    commented.variables.insert("GITHUB_REPOSITORY".to_owned(), "octo/shipping".to_owned());
    commented.variables.insert("GITHUB_API_URL".to_owned(), github.origin.clone());
    let artifact = commented.temporary().join("waybill-check");
    std::fs::create_dir(&artifact).unwrap();
    std::fs::write(artifact.join("waybill-check.json"), folder.read("waybill-check.json")).unwrap();
    assert!(commented.run_workflow(&workflow("api-comment.yml")), "{:?}", commented.ran);
    assert_eq!(commented.used[0].1["path"], artifact.display().to_string());
    let comments = github.comments();
    assert!(comments.len() == 1 && comments[0].2.contains("`GET /track` was removed"), "{comments:?}");
    let Ended { out, err, .. } = &commented.ran[0].1;
    assert!(!out.contains(CANARY) && !err.contains(CANARY), "{out}{err}");
}

#[test]
fn a_run_that_no_pull_request_started_is_not_commented_on() {
    let folder = Folder::empty();
    let mut runner = Runner::new(&folder);
    runner.set(&[("github.event.workflow_run.event", "push"), ("github.event.workflow_run.conclusion", "success")]);
    assert!(runner.run_workflow(&workflow("api-comment.yml")));
    assert!(runner.ran.is_empty() && runner.used.is_empty());
}

/// The commands of docs/guides/other-ci.md, block by block.
fn commands() -> Vec<String> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guides/other-ci.md")).unwrap();
    text.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Runs commands as a CI system's shell does.
fn run_commands(folder: &Folder, script: &str, variables: &[(&str, &str)]) -> Ended {
    let mut command = Command::new("sh");
    crate::support::isolated(&mut command, folder.path());
    let built = Path::new(env!("CARGO_BIN_EXE_waybill")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap();
    command.env("PATH", std::env::join_paths([built].into_iter().chain(std::env::split_paths(&path))).unwrap());
    command.args(["-e", "-c", script]).envs(variables.iter().copied());
    crate::support::ended(&command.output().unwrap())
}

#[test]
fn the_commands_for_other_ci_systems_do_the_same() {
    let (origin, _) = checkout(&["1.4.0", "2.0.0", "1.4.1"]);
    let [fetch, changelog, bump, by_hand, publish] =
        commands().try_into().expect("docs/guides/other-ci.md has five blocks");
    let clone = Folder::empty();
    let from = format!("file://{}", origin.path().display());
    clone.git(&["clone", "--quiet", "--depth=1", &from, "."]);
    let variables = [("TAG", "v1.4.1"), ("PREVIOUS", "1.4.0"), ("CURRENT", "2.0.0"), ("BRANCH", "main")];
    let run = |script: &str| {
        let ended = run_commands(&clone, script, &variables);
        assert_eq!(ended.status, 0, "{script}: {}", ended.err);
        ended
    };
    run(&fetch);
    // A second time there is nothing to fetch.
    run(&fetch);
    run(&changelog);
    assert!(clone.read("CHANGELOG-1.4.1.md").contains("The previous version is 1.4.0."));
    assert_eq!(run(&bump).out, "1.4.2\n");
    run(&publish);
    assert!(git(&origin, &["show", "main:CHANGELOG-1.4.1.md"]).starts_with("---\ntitle:"));
    run(&by_hand);
    assert!(clone.read("CHANGELOG-2.0.0.md").contains("The previous version is 1.4.0."));
    let names = clone.names();
    for (tag, status) in [("v1.4.0", 0), ("v1.5.0-rc.1", 0), ("nightly", 2), ("$(touch x)", 2), ("--output=x", 2)] {
        assert_eq!(run_commands(&clone, &changelog, &[("TAG", tag)]).status, status, "{tag}");
        assert_eq!(clone.names(), names, "{tag}");
    }
}
