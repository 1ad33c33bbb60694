//! `waybill changelog` in real git repositories: what it writes, the day it writes, and what it refuses.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Ended, Folder, description, section};

#[test]
fn run_in_a_subfolder_prints_the_full_changelog_path() {
    let folder = Folder::two_releases();
    folder.write("docs/readme.txt", "here");
    let ended = folder.run_in("docs", &["changelog", "v1.4.0", "v1.5.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("/CHANGELOG-1.5.0.md") && !ended.out.contains("docs/CHANGELOG"), "{}", ended.out);
}

#[test]
fn two_tags_give_a_changelog_named_after_the_later_version() {
    let folder = Folder::two_releases();
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.starts_with("✗ 1.5.0 should be 2.0.0: 1 breaking change\n"), "{}", ended.out);
    assert!(ended.out.contains("wrote CHANGELOG-1.5.0.md"));
    let text = folder.read("CHANGELOG-1.5.0.md");
    let head = "---\ntitle: \"Shipping 1.5.0\"\ndescription: \"1 breaking change, 1 removed since 1.4.0.\"\n\
                sidebar_position: -1005000\n---\n\nReleased on 2026-04-11. The previous version is 1.4.0.\n\n\
                > **Warning: 1.5.0 should be 2.0.0: 1 breaking change.** 1.5.0 is a minor release.";
    assert!(text.starts_with(head), "{text}");
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
    let expected = ["## New endpoints", "## Modified endpoints", "## Removed endpoints", "## Breaking changes"];
    assert_eq!(headings, expected);
    let removed = section(&text, "Removed endpoints");
    assert!(removed.contains("\n- `GET /v1/track/{barcode}`"), "{text}");
    assert!(removed.contains("the likely successor is `GET /v2/track/{barcode}`"), "{text}");
    assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
}

#[test]
fn breaking_change_in_minor_or_patch_release_is_a_warning() {
    for (version, bump) in [("1.5.0", "minor"), ("1.4.1", "patch")] {
        let folder = Folder::repository();
        folder.release("1.4.0", &["/a", "/b"]);
        folder.release(version, &["/a"]);
        let ended = folder.run(&["changelog", "v1.4.0", &format!("v{version}")]);
        assert_eq!(ended.status, 0);
        assert!(
            ended.err.starts_with(&format!("warning: {version} should be 2.0.0: 1 breaking change")),
            "{}",
            ended.err
        );
        let text = folder.read(&format!("CHANGELOG-{version}.md"));
        assert!(text.contains(&format!(
            "> **Warning: {version} should be 2.0.0: 1 breaking change.** {version} is a {bump} release."
        )));
    }
}

#[test]
fn a_major_release_is_not_warned_about() {
    let folder = Folder::repository();
    folder.release("1.4.0", &["/a", "/b"]);
    folder.release("2.0.0", &["/a"]);
    let ended = folder.run(&["changelog", "v1.4.0", "v2.0.0"]);
    assert_eq!((ended.status, ended.err.as_str()), (0, ""));
    assert!(!folder.read("CHANGELOG-2.0.0.md").contains("Warning"));
}

#[test]
fn a_release_that_breaks_nothing_has_no_heading_for_it() {
    let folder = Folder::repository();
    folder.release("1.4.0", &["/a"]);
    folder.release("1.5.0", &["/a", "/b"]);
    assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
    assert!(!folder.read("CHANGELOG-1.5.0.md").contains("Breaking"));
}

#[test]
fn the_date_is_the_annotated_tags_in_utc_and_not_its_commits() {
    // Ten minutes after midnight in Auckland is still the day before in UTC.
    for (time, day) in [
        ("2026-04-12T00:10:00+13:00", "2026-04-11"),
        ("2026-04-11T23:59:59Z", "2026-04-11"),
        ("2026-04-12T00:00:00Z", "2026-04-12"),
        ("2026-12-31T23:30:00-02:00", "2027-01-01"),
    ] {
        let folder = Folder::repository();
        folder.release("1.4.0", &["/a"]);
        folder.write("openapi.json", &description("1.5.0", &["/a", "/b"]));
        folder.commit("2020-01-01T12:00:00Z");
        folder.git_at(time, &["tag", "--annotate", "--message=release", "v1.5.0"]);
        assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
        assert!(folder.read("CHANGELOG-1.5.0.md").contains(&format!("Released on {day}.")), "{time}");
    }
}

#[test]
fn the_date_of_a_lightweight_tag_is_its_commits_in_utc() {
    let folder = Folder::repository();
    folder.release("1.4.0", &["/a"]);
    folder.write("openapi.json", &description("1.5.0", &["/a", "/b"]));
    folder.commit("2026-03-01T00:30:00+13:00");
    folder.git(&["tag", "v1.5.0"]);
    assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
    assert!(folder.read("CHANGELOG-1.5.0.md").contains("Released on 2026-02-28."));
}

#[test]
fn tags_without_settings_use_those_of_the_working_tree() {
    let folder = Folder::repository();
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    folder.write("api/openapi.json", &description("1.4.0", &["/a"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.4.0"]);
    folder.write("api/openapi.json", &description("1.5.0", &["/a", "/b"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.5.0"]);
    folder.write("api/openapi.json", "not committed, not read");
    folder.write("waybill.toml", "description = \"./api/openapi.json\"\n");
    let ended = folder.run_in("api", &["changelog", "v1.4.0", "v1.5.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(folder.read("api/openapi.json"), "not committed, not read");
    assert_eq!(folder.names(), ["CHANGELOG-1.5.0.md", "api", "waybill.toml"]);
    let said = "  v1.4.0 and v1.5.0 have no waybill.toml; using the working tree's.\n";
    assert!(ended.out.contains(said), "{}", ended.out);
}

#[test]
fn the_tags_versions_outrank_those_in_the_descriptions() {
    let folder = Folder::repository();
    for (tag, paths) in [("v1.4.0", ["/a", "/b"]), ("v1.5.0", ["/a", "/c"])] {
        folder.write("openapi.json", &description("1.0.0", &paths));
        folder.commit("2026-04-11T12:00:00Z");
        folder.git(&["tag", tag]);
    }
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
    assert!(ended.out.starts_with("✗ 1.5.0 should be 2.0.0"), "{}", ended.out);
}

#[test]
fn version_that_differs_from_its_tag_is_noted_in_the_terminal() {
    let folder = Folder::repository();
    folder.release("1.4.0", &["/a"]);
    folder.write("openapi.json", &description("1.4.1-draft", &["/a", "/b"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.5.0"]);
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
    let note = "note: `info.version` of `v1.5.0:openapi.json` is `1.4.1-draft`, but the changelog uses the version of the tag, 1.5.0\n";
    assert_eq!((ended.status, ended.err.as_str()), (0, note));
    assert!(!folder.read("CHANGELOG-1.5.0.md").contains("draft"));
}

#[test]
fn the_same_tags_give_the_same_bytes_and_replace_the_whole_file() {
    let folder = Folder::two_releases();
    folder.write("CHANGELOG-1.5.0.md", &"a longer text that was there before\n".repeat(1000));
    assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
    let first = folder.read("CHANGELOG-1.5.0.md");
    assert!(!first.contains("there before"));
    assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
    assert_eq!(folder.read("CHANGELOG-1.5.0.md"), first);
    assert_eq!(folder.names(), ["CHANGELOG-1.5.0.md", "openapi.json", "waybill.toml"]);
}

#[test]
fn two_files_are_compared_without_a_repository() {
    let folder = Folder::empty();
    folder.write("old.json", &description("1.4.0", &["/a"]));
    folder.write("new.json", &description("1.5.0", &["/a", "/b"]));
    let ended = folder.run(&["changelog", "--files", "old.json", "new.json"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(!folder.read("CHANGELOG-1.5.0.md").contains("Released on"));
    let dated = folder.run(&["changelog", "--files", "old.json", "new.json", "--date", "2026-04-11"]);
    assert_eq!(dated.status, 0, "{}", dated.err);
    assert!(folder.read("CHANGELOG-1.5.0.md").contains("Released on 2026-04-11. The previous version is 1.4.0."));
}

#[test]
fn files_that_name_no_version_are_refused() {
    let folder = Folder::empty();
    folder.write("old.json", &description("1.4.0", &["/a"]));
    for (version, says) in [
        ("2026-04", "`info.version` of `new.json` is `2026-04`"),
        ("../../x", "`info.version` of `new.json` is `../../x`"),
        ("1.3.0", "1.4.0 is a later version than 1.3.0"),
        ("1.4.0", "both descriptions have the version 1.4.0"),
    ] {
        folder.write("new.json", &description(version, &["/a"]));
        refused(&folder, &["changelog", "--files", "old.json", "new.json"], says);
    }
}

#[test]
fn a_missing_tag_names_the_closest_ones() {
    let folder = Folder::two_releases();
    folder.git(&["tag", "v10.0.0"]);
    folder.git(&["tag", "nightly"]);
    let ended = refused(&folder, &["changelog", "v1.4.0", "v1.6.0"], "there is no tag v1.6.0 in this repository");
    assert!(ended.err.contains("the closest tags are v1.4.0, v1.5.0 and v10.0.0"), "{}", ended.err);
    let empty = Folder::repository();
    refused(&empty, &["changelog", "v1.4.0", "v1.5.0"], "git fetch --tags");
}

#[test]
fn a_version_means_its_tag() {
    let folder = Folder::two_releases();
    assert_eq!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
    let text = folder.read("CHANGELOG-1.5.0.md");
    for pair in [["1.4.0", "1.5.0"], ["v1.4.0", "1.5.0"], ["1.4.0", "v1.5.0"]] {
        std::fs::remove_file(folder.path().join("CHANGELOG-1.5.0.md")).unwrap();
        assert_eq!(folder.run(&["changelog", pair[0], pair[1]]).status, 0);
        assert_eq!(folder.read("CHANGELOG-1.5.0.md"), text);
    }
}

#[test]
fn a_tag_without_its_v_is_refused_with_the_reason() {
    let folder = Folder::two_releases();
    folder.git(&["tag", "1.6.0"]);
    for argument in ["1.6.0", "v1.6.0"] {
        let ended = refused(&folder, &["changelog", "v1.5.0", argument], "there is a tag 1.6.0, but no tag v1.6.0");
        assert!(ended.err.contains("start with a lower-case v"), "{}", ended.err);
        assert!(ended.err.contains("`git tag v1.6.0 refs/tags/1.6.0`"), "{}", ended.err);
    }
}

#[test]
fn missing_tag_in_a_shallow_clone_names_the_fetch_command() {
    let folder = Folder::two_releases();
    let clone = Folder::empty();
    let origin = format!("file://{}", folder.path().display());
    clone.git(&["clone", "--quiet", "--depth=1", "--branch=v1.5.0", &origin, "."]);
    let ended = refused(&clone, &["changelog", "v1.4.0", "v1.5.0"], "there is no tag v1.4.0 in this shallow clone");
    assert!(ended.err.contains("`git fetch --depth 1 origin tag v1.4.0`"), "{}", ended.err);
    clone.git(&["fetch", "--quiet", "--depth", "1", "origin", "tag", "v1.4.0"]);
    assert_eq!(clone.run(&["changelog", "v1.4.0", "v1.5.0"]).status, 0);
}

#[cfg(unix)]
#[test]
fn changelog_in_read_only_folder_is_an_error() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::two_releases();
    let writable = |bits| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(bits)).unwrap();
    writable(0o555);
    // Root may write anywhere; there is nothing to see then.
    if std::fs::write(folder.path().join("probe"), "").is_err() {
        refused(
            &folder,
            &["changelog", "v1.4.0", "v1.5.0"],
            "CHANGELOG-1.5.0.md` cannot be written: permission denied\n",
        );
    }
    writable(0o755);
}

#[test]
fn standard_input_is_named_in_words() {
    let folder = Folder::empty();
    folder.write("new.json", &description("1.5.0", &["/a"]));
    let ended = folder.run_with_input(&["changelog", "--files", "-", "new.json"], "[]");
    assert!(ended.status == 2 && ended.err.starts_with("error: standard input:1:1: "), "{}", ended.err);
}

#[test]
fn invalid_release_tag_is_rejected_with_the_reason() {
    let folder = Folder::two_releases();
    for (tag, says) in [
        ("v1.5", "a version has three numbers"),
        ("v1.5.0-rc1", "without a pre-release or build part"),
        ("1.5.0-rc1", "without a pre-release or build part"),
        ("1.5", "a version has three numbers"),
        ("v01.5.0", "no leading zero"),
        ("main", "pass a version or its tag, such as 1.4.0 or v1.4.0"),
        ("", "a lower-case v and its version"),
    ] {
        refused(&folder, &["changelog", "v1.4.0", tag], says);
    }
    refused(&folder, &["changelog", "v1.4.0", "v1.4.0"], "both releases are v1.4.0");
    refused(&folder, &["changelog", "v1.5.0", "v1.4.0"], "name the previous one first: v1.4.0 v1.5.0");
    refused(&folder, &["changelog", "--", "--output=x", "v1.5.0"], "`--output=x` does not name a release");
}

#[test]
fn branch_with_the_name_of_a_tag_is_not_a_release() {
    let folder = Folder::two_releases();
    folder.git(&["branch", "v1.6.0"]);
    refused(&folder, &["changelog", "v1.5.0", "v1.6.0"], "there is no tag v1.6.0");
    folder.git(&["branch", "v1.5.0", "v1.4.0"]);
    assert!(folder.run(&["changelog", "v1.4.0", "v1.5.0"]).out.contains("1 breaking"));
}

#[test]
fn missing_or_invalid_settings_are_reported_with_location() {
    let folder = Folder::repository();
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    folder.release("1.4.0", &["/a"]);
    folder.release("1.5.0", &["/a"]);
    for (text, says) in [
        ("", "there is no `description`"),
        ("description = ", "waybill.toml:1:"),
        ("\ndescripton = \"openapi.json\"", "waybill.toml:2:1"),
        ("description = \"../openapi.json\"", "not a path inside the repository"),
        ("description = \"gone.json\"", "v1.4.0 has no gone.json"),
        ("description = \".\"", "not a path inside the repository"),
        ("description = \":(top)openapi.json\"", "has no :(top)openapi.json"),
        ("description = \"--help\"", "has no --help"),
    ] {
        folder.write("waybill.toml", text);
        refused(&folder, &["changelog", "v1.4.0", "v1.5.0"], says);
    }
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    let ended = refused(&folder, &["changelog", "v1.4.0", "v1.5.0"], "there is no waybill.toml");
    assert!(ended.err.contains("`waybill init`") && ended.err.contains("description = \"openapi.json\""));
}

#[test]
fn each_release_uses_its_own_settings_unless_config_is_given() {
    let folder = Folder::repository();
    folder.release("1.4.0", &["/a"]);
    folder.write("waybill.toml", "descripton = \"api.json\"\n");
    folder.write("api.json", &description("1.5.0", &["/a", "/b"]));
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.5.0"]);
    folder.write("waybill.toml", "not read");
    let ended = refused(&folder, &["changelog", "1.4.0", "1.5.0"], "v1.5.0:waybill.toml:1:1");
    assert!(ended.err.contains("--config FILE"), "{}", ended.err);
    folder.write("other.toml", "description = \"openapi.json\"");
    let ended = folder.run(&["changelog", "1.4.0", "1.5.0", "--config", "other.toml"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("Using the settings file given with --config."), "{}", ended.out);
    refused(&folder, &["changelog", "1.4.0", "1.5.0", "--config", "gone.toml"], "`gone.toml` cannot be read");
}

#[test]
fn the_changelog_goes_where_it_is_asked_to() {
    let folder = Folder::two_releases();
    std::fs::create_dir(folder.path().join("inside")).unwrap();
    for (output, path) in
        [("news.md", "inside/news.md"), ("..", "CHANGELOG-1.5.0.md"), ("new/", "inside/new/CHANGELOG-1.5.0.md")]
    {
        let ended = folder.run_in("inside", &["changelog", "1.4.0", "1.5.0", "--output", output]);
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(folder.read(path).starts_with("---\ntitle: \"Shipping 1.5.0\""));
    }
    let text = folder.read("CHANGELOG-1.5.0.md");
    std::fs::remove_file(folder.path().join("CHANGELOG-1.5.0.md")).unwrap();
    let ended = folder.run(&["changelog", "1.4.0", "1.5.0", "--stdout"]);
    assert_eq!((ended.status, ended.out), (0, text));
    assert!(ended.err.starts_with("✗ 1.5.0 should be 2.0.0") && !ended.err.contains("wrote"), "{}", ended.err);
    assert!(ended.err.contains(" (also noted in the changelog)"), "{}", ended.err);
    assert_eq!(folder.names(), ["inside", "openapi.json", "waybill.toml"]);
}

#[test]
fn each_documentation_site_gets_its_front_matter() {
    let folder = Folder::two_releases();
    let head = |site: &str| {
        let ended = folder.run(&["changelog", "1.4.0", "1.5.0", "--stdout", "--front-matter", site]);
        ended.out.lines().take(6).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(head("docusaurus")[3..5], ["sidebar_position: -1005000", "---"]);
    assert_eq!(head("starlight")[3..6], ["sidebar:", "  order: -1005000", "---"]);
    assert_eq!(head("none")[..3], ["# Shipping 1.5.0", "", "Released on 2026-04-11. The previous version is 1.4.0."]);
}

#[test]
fn hand_written_parts_are_kept_and_unmatched_markers_reported() {
    let folder = Folder::two_releases();
    assert_eq!(folder.run(&["changelog", "1.4.0", "1.5.0"]).status, 0);
    let text = folder.read("CHANGELOG-1.5.0.md");
    let kept = "[waybill-keep-start]: #\n\nAsk support about `track`.\n\n[waybill-keep-end]: #\n";
    let edited = text.replace("## Removed endpoints\n", &format!("## Removed endpoints\n\n{kept}"));
    folder.write("CHANGELOG-1.5.0.md", &edited.replace("/v2/", "/changed/"));
    assert_eq!(folder.run(&["changelog", "1.4.0", "1.5.0"]).status, 0);
    assert_eq!(folder.read("CHANGELOG-1.5.0.md"), edited);
    let broken = edited.replace("[waybill-keep-end]: #\n", "");
    folder.write("CHANGELOG-1.5.0.md", &broken);
    let line = 1 + broken.lines().position(|line| line.starts_with("[waybill")).unwrap();
    refused(&folder, &["changelog", "1.4.0", "1.5.0"], &format!("--> CHANGELOG-1.5.0.md:{line}\n"));
    assert_eq!(folder.read("CHANGELOG-1.5.0.md"), broken);
}

#[test]
fn folder_at_the_path_of_the_description_is_named() {
    let folder = Folder::repository();
    folder.write("openapi.json/inside.json", "{}");
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.4.0"]);
    folder.git(&["tag", "v1.5.0"]);
    refused(&folder, &["changelog", "v1.4.0", "v1.5.0"], "v1.4.0 has a folder at `openapi.json`");
}

#[test]
fn a_description_that_cannot_be_read_writes_nothing() {
    let folder = Folder::two_releases();
    folder.write("openapi.json", "{\"openapi\": \"3.0.3\", \"paths\": {");
    folder.commit("2026-04-11T12:00:00Z");
    folder.git(&["tag", "v1.6.0"]);
    folder.write("CHANGELOG-1.6.0.md", "as it was");
    refused(&folder, &["changelog", "v1.5.0", "v1.6.0"], "v1.6.0:openapi.json");
    assert_eq!(folder.read("CHANGELOG-1.6.0.md"), "as it was");
}

#[test]
fn outside_a_repository_the_way_with_files_is_named() {
    let folder = Folder::empty();
    refused(&folder, &["changelog", "v1.4.0", "v1.5.0"], "waybill changelog --files OLD NEW");
}

#[test]
fn a_date_goes_with_files_only_and_is_a_day_of_the_calendar() {
    let folder = Folder::two_releases();
    refused(&folder, &["changelog", "v1.4.0", "v1.5.0", "--date", "2026-04-11"], "--files");
    refused(&folder, &["changelog", "--files", "a", "b", "--date", "2026-02-30"], "this day does not exist");
}

/// Runs the command and expects status 2, the words on standard error, and no file written.
fn refused(folder: &Folder, arguments: &[&str], says: &str) -> Ended {
    let before = folder.names();
    let ended = folder.run(arguments);
    assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{arguments:?}: {}", ended.err);
    assert!(ended.err.starts_with("error: ") && ended.err.contains(says), "{arguments:?}: {}", ended.err);
    assert_eq!(folder.names(), before, "{arguments:?}");
    ended
}

#[cfg(unix)]
#[test]
fn a_link_in_the_repository_has_no_file_outside_it_replaced() {
    let elsewhere = Folder::empty();
    elsewhere.write("precious", "kept");
    let folder = Folder::two_releases();
    std::os::unix::fs::symlink(elsewhere.path().join("precious"), folder.path().join("CHANGELOG-1.5.0.md")).unwrap();
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.err.contains("CHANGELOG-1.5.0.md` is a link to `"), "{}", ended.err);
    assert_eq!(elsewhere.read("precious"), "kept");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_and_not_read() {
    let ended = Folder::two_releases().run(&["changelog", "v1.4.0", "v1.5.0", "--output", "/dev/full"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.err.contains("`/dev/full` cannot be written"), "{}", ended.err);
}

#[cfg(unix)]
#[test]
fn changelog_is_not_written_through_a_link_out_of_repository() {
    let elsewhere = Folder::empty();
    for leads_to in [std::path::Path::new(".."), elsewhere.path()] {
        let folder = Folder::repository();
        let settings = "[[descriptions]]\nname = \"docs\"\nfolder = \"docs\"\ndescription = \"openapi.json\"\n";
        folder.write("waybill.toml", settings);
        folder.release("1.4.0", &["/a"]);
        folder.release("1.5.0", &["/a", "/b"]);
        std::os::unix::fs::symlink(leads_to, folder.path().join("docs")).unwrap();
        let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
        assert_eq!(ended.status, 2, "{} {}", ended.out, ended.err);
        assert!(ended.err.contains("docs/CHANGELOG-1.5.0.md` is a link to `"), "{}", ended.err);
        assert!(elsewhere.names().is_empty());
    }
}
