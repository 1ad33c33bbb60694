//! `waybill changelog` in a job that a pushed tag started: the release before it, and what later steps get of the run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Ended, Folder, ended};

/// Releases by these tags, in this order, each with one path more.
fn releases(tags: &[&str]) -> Folder {
    let folder = Folder::repository();
    let paths: Vec<String> = (0..tags.len()).map(|at| format!("/path{at}")).collect();
    for (at, tag) in tags.iter().enumerate() {
        let paths: Vec<&str> = paths.iter().take(at + 1).map(String::as_str).collect();
        folder.release(tag, &paths);
    }
    folder
}

/// Runs the command as a step of GitHub Actions does; gives its outputs and the job's summary too.
fn run_step(folder: &Folder, arguments: &[&str]) -> (Ended, String, String) {
    let files = Folder::empty();
    let mut command = folder.command(".", arguments);
    command.env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_OUTPUT", files.path().join("output")).env("GITHUB_STEP_SUMMARY", files.path().join("summary"));
    let ended = ended(&command.output().unwrap());
    let read = |name: &str| std::fs::read_to_string(files.path().join(name)).unwrap_or_default();
    (ended, read("output"), read("summary"))
}

#[test]
fn a_release_alone_follows_the_highest_lower_one() {
    let folder = releases(&["1.3.9", "1.4.0", "2.0.0", "1.4.1", "2.0.1"]);
    folder.git(&["tag", "v1.4.1-rc.1", "v2.0.0"]);
    folder.git(&["tag", "1.4.0.1"]);
    for (current, previous) in [("v1.4.1", "1.4.0"), ("2.0.0", "1.4.1"), ("v2.0.1", "2.0.0"), ("v1.4.0", "1.3.9")] {
        let ended = folder.run(&["changelog", current]);
        assert_eq!(ended.status, 0, "{}", ended.err);
        let text = folder.read(&format!("CHANGELOG-{}.md", current.trim_start_matches('v')));
        assert!(text.contains(&format!("The previous version is {previous}.")), "{current}: {text}");
    }
}

#[test]
fn the_first_release_says_so_and_is_no_failure() {
    let folder = releases(&["1.4.0", "2.0.0"]);
    let names = folder.names();
    let (ended, outputs, summary) = run_step(&folder, &["changelog", "v1.4.0"]);
    let said = "1.4.0 is the first release, so there is no changelog.\n";
    assert_eq!((ended.status, ended.out.as_str(), ended.err.as_str()), (0, "", said));
    assert_eq!(summary, said);
    let expected = "version<<waybill-end\n1.4.0\nwaybill-end\nprevious<<waybill-end\n\nwaybill-end\nfiles<<waybill-end\n\nwaybill-end\n";
    assert_eq!(outputs, expected);
    assert_eq!(folder.names(), names);
}

#[test]
fn a_pre_release_stays_quiet() {
    let folder = releases(&["1.4.0"]);
    folder.git(&["tag", "v1.5.0-rc.1"]);
    let (ended, outputs, summary) = run_step(&folder, &["changelog", "v1.5.0-rc.1"]);
    assert_eq!((ended.status, ended.out.as_str()), (0, ""));
    assert_eq!(ended.err, "v1.5.0-rc.1 is a pre-release. Pre-releases have no changelog.\n");
    assert!(outputs.contains("files<<waybill-end\n\nwaybill-end\n") && summary.is_empty(), "{outputs}{summary}");
    // What is no version at all is a mistake.
    for tag in ["nightly", "v1.5", "1.4.0+7"] {
        assert_eq!(folder.run(&["changelog", tag]).status, 2, "{tag}");
    }
}

#[test]
fn a_shallow_clone_does_not_guess_the_release_before() {
    let folder = releases(&["1.4.0", "1.5.0"]);
    let clone = Folder::empty();
    let origin = format!("file://{}", folder.path().display());
    clone.git(&["clone", "--quiet", "--depth=1", "--branch=v1.5.0", &origin, "."]);
    let ended = clone.run(&["changelog", "v1.5.0"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("so the release before v1.5.0 is not known"), "{}", ended.err);
    assert!(ended.err.contains("`fetch-depth: 0`"), "{}", ended.err);
}

#[test]
fn one_file_alone_is_not_compared() {
    let folder = releases(&["1.4.0"]);
    let ended = folder.run(&["changelog", "--files", "openapi.json"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("--files needs two description files, but only one was given"), "{}", ended.err);
}

#[test]
fn step_gets_outputs_and_the_job_a_summary() {
    let folder = Folder::two_releases();
    let (ended, outputs, summary) = run_step(&folder, &["changelog", "v1.5.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let expected = "version<<waybill-end\n1.5.0\nwaybill-end\nprevious<<waybill-end\n1.4.0\nwaybill-end\n\
                    files<<waybill-end\nCHANGELOG-1.5.0.md\nwaybill-end\n";
    assert_eq!(outputs, expected);
    assert!(summary.starts_with("# Shipping 1.5.0\n"), "{summary}");
    assert!(summary.contains("## Removed endpoints") && !summary.contains("sidebar_position"), "{summary}");
    // A minor release that breaks is annotated.
    assert!(
        ended.err.contains("\n::warning title=Version::1.5.0 should be 2.0.0: 1 breaking change\n")
            || ended.err.starts_with("::warning title=Version::1.5.0 should be 2.0.0: 1 breaking change\n"),
        "{}",
        ended.err
    );
    let (printed, outputs, _) = run_step(&folder, &["changelog", "v1.5.0", "--stdout"]);
    assert!(printed.out.starts_with("---\ntitle:") && !printed.out.contains("::warning"), "{}", printed.out);
    assert!(outputs.ends_with("files<<waybill-end\n\nwaybill-end\n"), "{outputs}");
}

#[test]
fn each_description_has_its_file_among_the_outputs() {
    let folder = Folder::seven_releases();
    let (ended, outputs, summary) = run_step(&folder, &["changelog", "v1.4.0", "v2.0.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let files = "files<<waybill-end\ndocs/orders/CHANGELOG-2.0.0.md\nTracking/CHANGELOG-2.0.0.md\nwaybill-end\n";
    assert!(outputs.ends_with(files), "{outputs}");
    assert!(summary.starts_with("# Orders 2.0.0\n") && summary.contains("\n# Tracking 2.0.0\n"), "{summary}");
}

#[test]
fn a_summary_that_gets_too_large_is_cut_after_a_line() {
    let folder = Folder::repository();
    let paths: Vec<String> = (0..9_000).map(|at| format!("/{at}/{}", "x".repeat(120))).collect();
    folder.release("1.4.0", &paths.iter().map(String::as_str).collect::<Vec<_>>());
    folder.release("2.0.0", &["/a"]);
    let (ended, _, summary) = run_step(&folder, &["changelog", "v2.0.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(summary.len() < 1024 * 1024, "{}", summary.len());
    assert!(
        summary.ends_with("The rest is left out: a summary is limited to 1 MiB.\n\n"),
        "{}",
        &summary[summary.len() - 100..]
    );
}

#[test]
fn quiet_prints_only_the_warning() {
    let folder = Folder::two_releases();
    let ended = folder.run(&["--quiet", "changelog", "v1.5.0"]);
    assert_eq!((ended.status, ended.out.as_str()), (0, ""));
    let said = "warning: 1.5.0 should be 2.0.0: 1 breaking change (also noted in CHANGELOG-1.5.0.md)\n";
    assert_eq!(ended.err, said);
    assert!(folder.read("CHANGELOG-1.5.0.md").contains("## Removed endpoints"));
    let failed = folder.run(&["changelog", "v1.9.0", "--quiet"]);
    assert!(failed.status == 2 && failed.err.contains("there is no tag v1.9.0"), "{}", failed.err);
}
