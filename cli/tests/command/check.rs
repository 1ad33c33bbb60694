//! `waybill check` in scratch repositories: which commits it compares, what fails it, and what it writes for the comment.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Ended, Folder, description};
use serde_json::Value;

const WHOLE: [&str; 2] = ["/shipments", "/track"];
const BROKEN: [&str; 1] = ["/shipments"];

/// What the token is in all tests: no output may show it.
const CANARY: &str = "canary-5512";

/// A repository whose `main` has one description by these settings, and a branch `feature` that is checked out.
fn pull_request(settings: &str) -> Folder {
    let folder = Folder::repository();
    folder.write("waybill.toml", settings);
    folder.write("openapi.json", &description("1.0.0", &WHOLE));
    folder.write("notes.txt", "one");
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["switch", "--quiet", "--create", "feature"]);
    folder
}

const COMMITTED: &str = "description = \"openapi.json\"\n";

fn commit(folder: &Folder, version: &str, paths: &[&str]) {
    folder.write("openapi.json", &description(version, paths));
    folder.commit("2026-04-12T12:00:00Z");
}

fn check(folder: &Folder, arguments: &[&str]) -> Ended {
    folder.run(&[&["check", "--base", "main"], arguments].concat())
}

fn result(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("waybill-check.json")).unwrap()
}

/// The object id of a revision.
fn id(folder: &Folder, revision: &str) -> String {
    let mut command = std::process::Command::new("git");
    command.current_dir(folder.path()).args(["rev-parse", revision]);
    String::from_utf8(command.output().unwrap().stdout).unwrap().trim().to_owned()
}

#[test]
fn a_break_fails_unless_the_version_rises_enough() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.1.0", &BROKEN);
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 1, "{}{}", ended.out, ended.err);
    assert!(ended.out.contains("✗ 1.1.0 should be 2.0.0: 1 breaking change"), "{}", ended.out);
    assert!(ended.err.contains(" with its merge base on ") && ended.err.contains("The check failed."), "{}", ended.err);
    assert!(
        ended.err.contains("Failing: `GET /track` was removed") && ended.err.contains(" (accept with "),
        "{}",
        ended.err
    );
    let written = result(&folder);
    assert_eq!((written["check_version"].as_u64(), written["passed"].as_bool()), (Some(1), Some(false)));
    assert_eq!(written["base"], id(&folder, "main"));
    assert_eq!(written["head"], id(&folder, "feature"));
    assert_eq!((&written["comparison"], &written["touched"]), (&"merge-base".into(), &true.into()));
    let described = &written["descriptions"][0];
    assert_eq!((&described["name"], &described["head_path"]), (&"openapi.json".into(), &"openapi.json".into()));
    assert_eq!(described["report"]["counts"]["breaking"], 1);
    commit(&folder, "2.0.0", &BROKEN);
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    assert_eq!(result(&folder)["passed"], true);
}

#[test]
fn fail_on_comes_from_the_option_or_the_settings_of_the_base() {
    let folder = pull_request("description = \"openapi.json\"\n[check]\nfail_on = \"any\"\n");
    // The pull request does not choose what it is checked by.
    folder.write("waybill.toml", "description = \"openapi.json\"\n[check]\nfail_on = \"none\"\n");
    commit(&folder, "1.1.0", &["/shipments", "/track", "/labels"]);
    for (arguments, status) in [
        (&[][..], 1),
        (&["--fail-on", "any"], 1),
        (&["--fail-on", "risky"], 0),
        (&["--fail-on", "breaking"], 0),
        (&["--fail-on", "none"], 0),
    ] {
        assert_eq!(check(&folder, arguments).status, status, "{arguments:?}");
    }
}

#[test]
fn check_passes_if_no_file_matches_the_paths() {
    let settings = "build = \"exit 9\"\noutput = \"openapi.json\"\n[check]\npaths = [\"src/**\", \"*.yaml\"]\n";
    let folder = pull_request(settings);
    folder.write("notes.txt", "two");
    folder.write("docs/x.yaml", "x");
    folder.commit("2026-04-12T12:00:00Z");
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("No changed file matches the [check] paths"), "{}", ended.err);
    let written = result(&folder);
    assert_eq!((&written["touched"], &written["passed"]), (&false.into(), &true.into()));
    folder.write("src/deep/server.rs", "x");
    folder.commit("2026-04-12T12:00:00Z");
    assert_eq!(check(&folder, &[]).status, 2);
}

#[test]
fn job_summary_reports_a_check_with_nothing_to_compare() {
    let folder = pull_request("description = \"openapi.json\"\n[check]\npaths = [\"src/**\", \"a`<b>`*\"]\n");
    folder.write("notes.txt", "two");
    folder.commit("2026-04-12T12:00:00Z");
    let files = Folder::empty();
    let mut command = folder.command(".", &["check", "--base", "main"]);
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", files.path().join("summary"));
    let ended = crate::support::ended(&command.output().unwrap());
    assert_eq!((ended.status, ended.out.as_str()), (0, ""), "{}", ended.err);
    let (base, head) = (id(&folder, "main"), id(&folder, "feature"));
    let expected = format!(
        "**✓ The API check passed: there was nothing to compare**\n\nBetween `{}` and `{}`, no description changed and no \
         changed file matches the `[check] paths` of `waybill.toml`: `src/**`, `a'<b>'*`.\n\n",
        &base[..10],
        &head[..10]
    );
    assert_eq!(files.read("summary"), expected);
}

#[test]
fn quiet_prints_only_the_report_and_the_failure() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.1.0", &BROKEN);
    let ended = check(&folder, &["--quiet"]);
    assert_eq!(ended.status, 1);
    assert!(ended.out.contains("✗ 1.1.0 should be 2.0.0: 1 breaking change"), "{}", ended.out);
    let said: Vec<&str> = ended.err.lines().collect();
    assert_eq!(said.len(), 2, "{}", ended.err);
    assert!(said[0].starts_with("Failing: ") && said[1].starts_with("To pass, raise `info.version`"), "{said:?}");
}

#[test]
fn committed_description_is_compared_regardless_of_paths() {
    let folder = pull_request("description = \"openapi.json\"\n[check]\npaths = [\"src/**\"]\n");
    commit(&folder, "1.0.0", &BROKEN);
    assert_eq!(check(&folder, &[]).status, 1);
}

#[test]
fn an_accepted_break_passes_and_is_still_named() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.0.0", &BROKEN);
    assert_eq!(check(&folder, &[]).status, 1);
    let fingerprint = result(&folder)["descriptions"][0]["report"]["changes"][0]["id"].as_str().unwrap().to_owned();
    let accept = |fingerprint: &str, expires: &str| {
        let text = format!(
            "[[accept]]\nfingerprint = \"{fingerprint}\"\nreason = \"nobody calls it\"\nowner = \"@shipping\"\nexpires = {expires}\n"
        );
        folder.write("waybill-accept.toml", &text);
        folder.commit("2026-04-13T12:00:00Z");
        check(&folder, &[])
    };
    let ended = accept(&fingerprint, "9999-01-01");
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("Accepted until 9999-01-01 by @shipping: `GET /track` was removed"), "{}", ended.err);
    assert!(ended.out.contains("1 breaking change: raise info.version from 1.0.0 to 2.0.0"), "{}", ended.out);
    let report = &result(&folder)["descriptions"][0]["report"];
    assert_eq!(report["counts"]["breaking"], 1);
    assert_eq!(report["changes"][0]["accepted"], "by @shipping until 9999-01-01: nobody calls it");
    let ended = accept(&fingerprint, "2020-01-01");
    assert_eq!(ended.status, 1);
    assert!(ended.err.contains("expired after 2020-01-01"), "{}", ended.err);
    let ended = accept("00000000000a", "9999-01-01");
    assert_eq!(ended.status, 1);
    assert!(ended.err.contains("is stale: no change has this fingerprint"), "{}", ended.err);
}

#[test]
fn renames_come_from_the_pull_request() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.1.0", &["/shipments", "/follow"]);
    let guessed = check(&folder, &[]);
    assert!(!guessed.out.contains("the settings rename it"), "{}", guessed.out);
    folder.write("waybill.toml", &format!("{COMMITTED}[renames]\n\"/track\" = \"/follow\"\n"));
    commit(&folder, "1.1.0", &["/shipments", "/follow"]);
    let named = check(&folder, &[]);
    assert_eq!(named.status, 1, "a moved operation is a break: {}", named.err);
    assert!(named.out.contains("`GET /track` moved to `GET /follow`: the settings rename it"), "{}", named.out);
}

#[test]
fn moved_description_is_read_at_the_path_in_the_new_settings() {
    let folder = pull_request(COMMITTED);
    folder.git(&["mv", "openapi.json", "shipping.json"]);
    folder.commit("2026-04-12T12:00:00Z");
    let lost = check(&folder, &[]);
    assert_eq!(lost.status, 2, "{}", lost.err);
    folder.write("waybill.toml", "description = \"shipping.json\"\n");
    folder.commit("2026-04-12T13:00:00Z");
    let moved = check(&folder, &[]);
    assert_eq!(moved.status, 0, "{}", moved.err);
    assert!(
        moved
            .err
            .contains("openapi.json has moved to shipping.json, according to the waybill.toml of the pull request.")
    );
    let described = &result(&folder)["descriptions"][0];
    assert_eq!((&described["base_path"], &described["head_path"]), (&"openapi.json".into(), &"shipping.json".into()));
    folder.write("shipping.json", &description("1.0.0", &BROKEN));
    folder.commit("2026-04-12T14:00:00Z");
    assert_eq!(check(&folder, &[]).status, 1);
    // It chooses no command.
    folder.write("waybill.toml", "build = \"touch ran\"\noutput = \"shipping.json\"\n");
    folder.commit("2026-04-12T15:00:00Z");
    let built = check(&folder, &[]);
    assert_eq!(built.status, 2, "{}", built.err);
    assert!(!folder.names().contains(&"ran".to_owned()));
}

#[test]
fn an_acceptance_without_its_reason_stops_the_check() {
    let folder = pull_request(COMMITTED);
    folder.write("waybill-accept.toml", "[[accept]]\nfingerprint = \"00000000000a\"\nreason = \"\"\nowner = \"me\"\n");
    commit(&folder, "1.0.0", &WHOLE);
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("`reason` is empty") && ended.err.contains("waybill-accept.toml:3:10"), "{}", ended.err);
    assert_eq!(result(&folder)["passed"], false);
}

#[test]
fn pull_request_builds_get_no_secrets_and_record_failures() {
    let settings =
        "build = \"sh build.sh\"\noutput = \"dist/openapi.json\"\nbuild_env = [\"NPM_TOKEN\", \"FLAVOUR\"]\n";
    let folder = pull_request(settings);
    let build =
        "mkdir -p dist && cp openapi.json dist/ && echo \"$NPM_TOKEN/$FLAVOUR\" > seen && test \"$NPM_TOKEN\" = ''";
    folder.write("build.sh", build);
    folder.commit("2026-04-12T12:00:00Z");
    folder.git(&["branch", "--force", "main", "HEAD"]);
    commit(&folder, "1.0.1", &WHOLE);
    let run = || {
        let mut command = folder.command(".", &["check", "--base", "main"]);
        command.env("NPM_TOKEN", CANARY).env("GITHUB_TOKEN", CANARY).env("FLAVOUR", "x");
        crate::support::ended(&command.output().unwrap())
    };
    let ended = run();
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("Builds of a pull request do not get these variables: NPM_TOKEN."), "{}", ended.err);
    folder.write("build.sh", "echo the database is down; env; exit 3");
    folder.commit("2026-04-13T12:00:00Z");
    let ended = run();
    assert_eq!(ended.status, 2, "{}", ended.err);
    assert!(!format!("{}{}{}", ended.out, ended.err, folder.read("waybill-check.json")).contains(CANARY));
    let written = result(&folder);
    let failure = written["descriptions"][0]["failure"].as_str().unwrap();
    assert!(failure.contains("the description of HEAD could not be produced") && !failure.contains('\n'), "{failure}");
    assert_eq!((&written["passed"], &written["descriptions"][0]["report"]), (&false.into(), &Value::Null));
    assert!(
        folder.path().join(".git/waybill/cache/pull-requests").exists()
            && !folder.path().join(".git/waybill/cache/releases").exists()
    );
}

#[test]
fn the_merge_that_ci_checked_out_is_compared_with_its_base() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.0.0", &["/shipments", "/track", "/labels"]);
    folder.git(&["switch", "--quiet", "main"]);
    folder.write("notes.txt", "moved on");
    folder.commit("2026-04-13T12:00:00Z");
    folder.git(&["switch", "--quiet", "--detach", "main"]);
    folder.git(&["merge", "--quiet", "--no-ff", "--message=merge", "feature"]);
    let run = |sha: &str| {
        let mut command = folder.command(".", &["check"]);
        command.env("GITHUB_EVENT_NAME", "pull_request").env("GITHUB_REF", "refs/pull/7/merge").env("GITHUB_SHA", sha);
        command.env("GITHUB_BASE_REF", "main").env("GITHUB_ACTIONS", "true");
        command.env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"));
        crate::support::ended(&command.output().unwrap())
    };
    let ended = run(&id(&folder, "HEAD"));
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("Comparing the merge of "), "{}", ended.err);
    let written = result(&folder);
    assert_eq!(written["comparison"], "merge");
    assert_eq!(
        [&written["base"], &written["head"], &written["compared"]].map(|id| id.as_str().unwrap().to_owned()),
        [id(&folder, "main"), id(&folder, "feature"), id(&folder, "HEAD")]
    );
    assert!(folder.read("summary.md").contains("GET /labels"));
    // Another commit was checked out than the run is for: there is no `origin/main` here to compare it with.
    let ended = run(&id(&folder, "feature"));
    assert!(ended.status == 2 && ended.err.contains("`origin/main` is not a commit"), "{}", ended.err);
}

#[test]
fn breaks_are_annotated_and_descriptions_inject_no_commands() {
    let folder = pull_request(COMMITTED);
    let hostile = "/x\n::error::100%";
    commit(&folder, "1.0.0", &["/shipments", hostile]);
    let mut command = folder.command(".", &["check", "--base", "main", "--fail-on", "any"]);
    let ended = crate::support::ended(&command.env("GITHUB_ACTIONS", "true").output().unwrap());
    assert_eq!(ended.status, 1);
    let commands: Vec<&str> = ended.out.lines().filter(|line| line.starts_with("::")).collect();
    assert!(
        commands.iter().any(|line| line.contains("title=") && line.contains("::`GET /track` was removed")),
        "{commands:?}"
    );
    assert!(commands.iter().any(|line| line.starts_with("::error file=openapi.json,line=1,col=")), "{commands:?}");
    assert!(commands.iter().any(|line| line.contains("100%25")), "{commands:?}");
    assert!(!ended.out.contains("\n::error::100%"), "{}", ended.out);
}

#[test]
fn missing_commits_are_reported_with_help() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.0.1", &WHOLE);
    for (arguments, says) in [
        (&["check"][..], "the target branch of the pull request is not known"),
        (&["check", "--base", "nowhere"], "`nowhere` is not a commit"),
        (&["check", "--base", "main", "--head", "nowhere"], "`nowhere` is not a commit"),
    ] {
        let ended = folder.run(arguments);
        assert!(ended.status == 2 && ended.err.contains(says) && ended.err.contains("help: "), "{}", ended.err);
        assert!(!folder.path().join("waybill-check.json").exists());
    }
    folder.git(&["update-ref", "refs/remotes/origin/main", "main"]);
    folder.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"]);
    assert_eq!(folder.run(&["check"]).status, 0);
}

#[test]
fn merge_in_too_shallow_clone_names_the_needed_fetch_depth() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.1.0", &["/shipments", "/track", "/labels"]);
    folder.git(&["switch", "--quiet", "main"]);
    folder.git(&["merge", "--quiet", "--no-ff", "--message=merge", "feature"]);
    let origin = format!("file://{}", folder.path().display());
    for (depth, status, says) in [("1", 2, "`fetch-depth: 2`"), ("2", 0, "Comparing the merge of ")] {
        let clone = Folder::empty();
        clone.git(&["clone", "--quiet", "--depth", depth, &origin, "."]);
        let mut command = clone.command(".", &["check"]);
        command.env("CI_MERGE_REQUEST_EVENT_TYPE", "merged_result").env("CI_COMMIT_SHA", id(&clone, "HEAD"));
        let ended = crate::support::ended(&command.output().unwrap());
        assert!(ended.status == status && ended.err.contains(says), "{depth}: {}", ended.err);
    }
}

#[test]
fn a_base_without_settings_is_read_by_those_of_the_working_tree() {
    let folder = Folder::repository();
    let settings = folder.read("waybill.toml");
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    folder.write("openapi.json", &description("1.0.0", &WHOLE));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["switch", "--quiet", "--create", "feature"]);
    folder.write("waybill.toml", &settings);
    folder.commit("2026-04-12T12:00:00Z");
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("The base has no waybill.toml; using the working tree's."), "{}", ended.err);
}

#[test]
fn each_description_has_a_result_and_a_removed_one_fails() {
    let settings = "[[descriptions]]\nname = \"Orders\"\ndescription = \"openapi.json\"\n\n\
                    [[descriptions]]\nname = \"Tracking\"\ndescription = \"tracking.json\"\n";
    let folder = pull_request(settings);
    folder.git(&["switch", "--quiet", "main"]);
    folder.write("tracking.json", &description("1.0.0", &["/track"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["switch", "--quiet", "--force-create", "feature"]);
    folder.git(&["rm", "--quiet", "tracking.json"]);
    commit(&folder, "1.1.0", &["/shipments", "/track", "/labels"]);
    let ended = check(&folder, &[]);
    assert_eq!(ended.status, 1, "{}", ended.err);
    let written = result(&folder);
    let of = |at: usize, member: &str| written["descriptions"][at][member].clone();
    assert_eq!((of(0, "name"), of(0, "passed")), ("Orders".into(), true.into()));
    assert_eq!((of(1, "name"), of(1, "passed")), ("Tracking".into(), false.into()));
    assert_eq!((of(1, "base_path"), of(1, "head_path")), ("tracking.json".into(), Value::Null));
}

#[test]
fn a_result_is_printed_in_the_formats_of_ci_systems() {
    let folder = pull_request(COMMITTED);
    commit(&folder, "1.1.0", &BROKEN);
    let sarif = check(&folder, &["--format", "sarif"]);
    assert_eq!(sarif.status, 1, "{}", sarif.err);
    let log: Value = serde_json::from_str(&sarif.out).unwrap();
    let found = &log["runs"][0]["results"][0];
    let place = &found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert_eq!((&found["level"], place), (&"error".into(), &"openapi.json".into()));
    let junit = check(&folder, &["--format", "junit"]);
    assert!(junit.out.starts_with("<?xml ") && junit.out.contains("failures=\"1\" errors=\"0\""), "{}", junit.out);
    let mut command = folder.command(".", &["check", "--base", "main", "--format", "github"]);
    command.env("GITHUB_ACTIONS", "true");
    let github = crate::support::ended(&command.output().unwrap());
    assert_eq!(github.out.matches("::error ").count(), 1, "{}", github.out);
    assert!(github.out.starts_with("::error file=openapi.json,line="), "{}", github.out);
    // What is accepted fails nothing, and is shown all the same.
    let accepted = check(&folder, &["--format", "github", "--fail-on", "none"]);
    assert!(accepted.status == 0 && accepted.out.starts_with("::warning file=openapi.json"), "{}", accepted.out);
    folder.git(&["rm", "--quiet", "openapi.json"]);
    folder.commit("2026-04-13T12:00:00Z");
    let lacking = check(&folder, &["--format", "junit"]);
    assert!(
        lacking.status == 2 && lacking.out.contains("<error type=\"incomplete\""),
        "{}{}",
        lacking.out,
        lacking.err
    );
}
