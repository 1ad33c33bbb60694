//! A repository with seven releases, tried as a new user would: where each description comes from, and what is refused.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Folder, description, section};

#[test]
fn release_older_than_the_settings_uses_the_working_trees() {
    let folder = Folder::seven_releases();
    folder.write("waybill.toml", "description = \"openapi.json\"\n");
    let ended = folder.run(&["changelog", "1.0.0", "1.1.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let said = "  v1.0.0 has no waybill.toml; using the working tree's.\n";
    assert!(ended.out.ends_with(said), "{}", ended.out);
    assert!(folder.read("CHANGELOG-1.1.0.md").contains("`GET /c`"));
    // Nothing was built, so that nothing is kept either.
    assert!(!folder.path().join(".git/waybill").exists());
}

#[test]
fn a_built_release_is_compared_with_a_committed_one() {
    let folder = Folder::seven_releases();
    let ended = folder.run(&["changelog", "v1.1.0", "v1.2.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.out.contains("v1.1.0:openapi.json (1.1.0") && ended.out.contains("v1.2.0:dist/openapi.json (1.2.0"));
    let said: Vec<&str> = ended.err.lines().collect();
    assert_eq!(said[0], "Building v1.2.0: mkdir dist && cp source.json dist/openapi.json");
    assert!(
        said[1].starts_with("Built v1.2.0 in ") && said[1].contains(" s; log: .git/waybill/logs/") && said.len() == 2,
        "{}",
        ended.err
    );
    assert!(ended.out.ends_with("  Using the waybill.toml of each commit.\n"), "{}", ended.out);
    assert!(folder.read("CHANGELOG-1.2.0.md").contains("- `GET /d`"));
    let again = folder.run(&["changelog", "v1.1.0", "v1.2.0"]);
    assert_eq!((again.status, again.err.as_str()), (0, "Using the cached build of v1.2.0.\n"));
    assert_eq!(again.out, ended.out);
}

#[test]
fn failed_build_is_reported_with_command_status_and_log() {
    let folder = Folder::seven_releases();
    let names = folder.names();
    for pair in [["1.2.0", "1.3.0"], ["1.3.0", "1.4.0"]] {
        let ended = folder.run(&["changelog", pair[0], pair[1]]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""));
        let said = "error: the description of v1.3.0 could not be produced: its build failed\n  \
                    = command: echo the database is down && exit 3\n  = exit status: 3\n  = log: .git/waybill/logs/";
        assert!(ended.err.contains(said), "{}", ended.err);
        assert!(ended.err.contains("  = last lines of the log:\n  =   the database is down\n"), "{}", ended.err);
        // Failures are not cached: it is built again.
        assert!(ended.err.contains("Building v1.3.0: "), "{}", ended.err);
        assert_eq!(folder.names(), names);
    }
    let log = std::fs::read_dir(folder.path().join(".git/waybill/logs")).unwrap();
    let logs: Vec<String> = log.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    assert!(logs.contains(&"the database is down\n".to_owned()), "{logs:?}");
}

#[test]
fn config_option_replaces_the_build_of_a_failing_release() {
    let folder = Folder::seven_releases();
    folder.write("other.toml", "build = \"cp source.json out.json\"\noutput = \"out.json\"\n");
    let ended = folder.run(&["changelog", "1.2.0", "1.3.0", "--config", "other.toml"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
}

#[test]
fn a_breaking_change_in_a_minor_release_is_warned_about() {
    let folder = Folder::seven_releases();
    let ended = folder.run(&["changelog", "1.2.0", "1.4.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("warning: 1.4.0 should be 2.0.0: 1 breaking change"), "{}", ended.err);
    assert!(folder.read("CHANGELOG-1.4.0.md").contains("1.4.0 should be 2.0.0"));
}

#[test]
fn a_tag_without_its_v_and_one_that_is_missing_write_nothing() {
    let folder = Folder::seven_releases();
    let names = folder.names();
    for (version, says) in [
        ("1.5.0", "there is a tag 1.5.0, but no tag v1.5.0: release tags start with a lower-case v"),
        ("1.4.1", "there is no tag v1.4.1 in this repository"),
    ] {
        let ended = folder.run(&["changelog", "1.4.0", version]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""));
        assert!(ended.err.contains(says), "{}", ended.err);
        assert_eq!(folder.names(), names);
    }
    let ended = folder.run(&["changelog", "1.4.0", "1.4.1"]);
    assert!(ended.err.contains("the closest tags are v1.0.0, v1.4.0 and v2.0.0"), "{}", ended.err);
}

#[test]
fn each_description_has_a_changelog_and_a_missing_one_is_new() {
    let folder = Folder::seven_releases();
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let orders = folder.read("docs/orders/CHANGELOG-2.0.0.md");
    assert!(section(&orders, "Removed endpoints").contains("\n- `GET /c`"), "{orders}");
    let tracking = folder.read("Tracking/CHANGELOG-2.0.0.md");
    assert!(
        section(&tracking, "New endpoints").contains("\n- `GET /track`") && !tracking.contains("Breaking"),
        "{tracking}"
    );
    assert!(ended.err.contains("note: the description `Tracking` is new in 2.0.0"), "{}", ended.err);
    assert!(
        ended.out.contains("wrote docs/orders/CHANGELOG-2.0.0.md")
            && ended.out.contains("wrote Tracking/CHANGELOG-2.0.0.md")
    );
}

#[test]
fn a_description_that_a_later_release_lacks_is_wholly_removed() {
    let folder = Folder::seven_releases();
    let settings = "[[descriptions]]\nname = \"Orders\"\nfolder = \"docs/orders\"\ndescription = \"openapi.json\"\n";
    folder.write("waybill.toml", settings);
    folder.release("3.0.0", &["/a", "/b"]);
    let ended = folder.run(&["changelog", "2.0.0", "3.0.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let tracking = folder.read("Tracking/CHANGELOG-3.0.0.md");
    assert!(
        section(&tracking, "Removed endpoints").contains("\n- `GET /track`")
            && tracking.contains("## Breaking changes"),
        "{tracking}"
    );
    assert!(ended.err.contains("note: the description `Tracking` is removed in 3.0.0"), "{}", ended.err);
}

#[test]
fn working_tree_may_list_descriptions_of_later_releases_only() {
    let folder = Folder::seven_releases();
    let settings = "[[descriptions]]\nname = \"A\"\ndescription = \"openapi.json\"\n[[descriptions]]\nname = \"B\"\ndescription = \"b.json\"\n";
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    folder.write("b.json", &description("2.1.0", &["/b"]));
    folder.release("2.1.0", &["/a"]);
    folder.write("waybill.toml", settings);
    let ended = folder.run(&["changelog", "1.0.0", "2.1.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(ended.err.contains("note: the description `B` is new in 2.1.0"), "{}", ended.err);
    // A release that lists one itself has to have it.
    folder.release("2.2.0", &["/a"]);
    folder.git(&["rm", "--quiet", "b.json"]);
    folder.release("2.3.0", &["/a"]);
    let ended = folder.run(&["changelog", "2.2.0", "2.3.0"]);
    assert!(ended.status == 2 && ended.err.contains("v2.3.0 has no b.json"), "{}", ended.err);
}

#[test]
fn one_of_several_descriptions_is_chosen_by_name() {
    let folder = Folder::seven_releases();
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--stdout"]);
    assert!(
        ended.status == 2 && ended.err.contains("choose one with --description: `Orders`, `Tracking`"),
        "{}",
        ended.err
    );
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--stdout", "--description", "Tracking"]);
    assert!(
        ended.status == 0 && ended.out.contains("`GET /track`") && !ended.out.contains("`GET /c`"),
        "{}",
        ended.out
    );
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--description", "tracking"]);
    assert!(ended.status == 2 && ended.err.contains("choose one of `Orders`, `Tracking`"), "{}", ended.err);
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--output", "one.md"]);
    assert!(ended.status == 2 && ended.err.contains("there are several descriptions"), "{}", ended.err);
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--output", "out/"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(folder.read("out/Tracking/CHANGELOG-2.0.0.md").contains("`GET /track`"));
}

#[test]
fn where_one_changelog_cannot_be_written_none_is() {
    let folder = Folder::seven_releases();
    folder.write("Tracking", "a file in the way");
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("Tracking/CHANGELOG-2.0.0.md` cannot be written"), "{}", ended.err);
    assert!(!folder.path().join("docs/orders/CHANGELOG-2.0.0.md").exists());
}

#[test]
fn removed_endpoint_names_the_release_that_deprecated_it() {
    let folder = Folder::repository();
    let release = |version: &str, paths: &[&str], deprecated: &[&str]| {
        let mut text: serde_json::Value = serde_json::from_str(&description(version, paths)).unwrap();
        for path in deprecated {
            text["paths"][path]["get"]["deprecated"] = true.into();
        }
        folder.write("openapi.json", &text.to_string());
        folder.tag(&format!("v{version}"));
    };
    release("1.0.0", &["/a", "/always", "/later", "/never"], &["/always"]);
    release("1.1.0", &["/a", "/always", "/later", "/never"], &["/always", "/later"]);
    release("1.2.0", &["/a", "/always", "/later", "/never"], &["/always", "/later"]);
    release("2.0.0", &["/a"], &[]);
    let ended = folder.run(&["changelog", "2.0.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let changelog = folder.read("CHANGELOG-2.0.0.md");
    let removed: Vec<&str> =
        section(&changelog, "Removed endpoints").lines().filter(|line| line.starts_with('-')).collect();
    assert_eq!(
        removed,
        [
            "- `GET /always`, deprecated since 1.0.0",
            "- `GET /later`, deprecated since 1.1.0",
            "- `GET /never`, not deprecated in 1.2.0"
        ]
    );
}
