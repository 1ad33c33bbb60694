//! The folder of a documentation site: what one release after the other leaves there.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Folder, description};
use serde_json::Value;

/// Three releases of a description in two files, the last of which breaks callers.
fn split_releases() -> Folder {
    let folder = Folder::repository();
    folder.write("waybill.toml", "description = \"api/root.json\"\n");
    for (version, paths) in
        [("1.0.0", vec!["/a", "/b"]), ("1.1.0", vec!["/a", "/b", "/c"]), ("2.0.0", vec!["/a", "/c"])]
    {
        let mut root: Value = serde_json::from_str(&description(version, &paths)).unwrap();
        root["components"]["schemas"]["Parcel"] = serde_json::json!({"$ref": "../shared/parcel.json"});
        folder.write("api/root.json", &root.to_string());
        folder.write("shared/parcel.json", &format!("{{\"title\": \"{version}\"}}"));
        folder.tag(&format!("v{version}"));
    }
    folder
}

fn index(folder: &Folder) -> Value {
    serde_json::from_str(&folder.read("site/releases.json")).unwrap()
}

#[test]
fn a_site_has_every_release_with_the_files_of_its_description() {
    let folder = split_releases();
    for (previous, current) in [("1.1.0", "2.0.0"), ("1.0.0", "1.1.0")] {
        let ended = folder.run(&["changelog", previous, current, "--site", "site"]);
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(ended.out.contains(&format!("wrote site/CHANGELOG-{current}.md")), "{}", ended.out);
    }
    let index = index(&folder);
    let versions = |list: &str| -> Vec<&str> {
        index[list].as_array().unwrap().iter().map(|entry| entry["version"].as_str().unwrap()).collect()
    };
    assert_eq!(versions("releases"), ["2.0.0", "1.1.0"], "newest first, in whatever order they were written");
    assert_eq!(versions("descriptions"), ["2.0.0", "1.1.0", "1.0.0"]);
    let latest = &index["releases"][0];
    assert_eq!(
        (&latest["changelog"], &latest["required_bump"], &latest["breaking"]),
        (&Value::from("CHANGELOG-2.0.0.md"), &Value::from("major"), &Value::from(1))
    );
    for described in index["descriptions"].as_array().unwrap() {
        let version = described["version"].as_str().unwrap();
        assert_eq!(described["path"], format!("descriptions/{version}/api/root.json"));
        assert!(folder.read(&format!("site/descriptions/{version}/api/root.json")).contains("../shared/parcel.json"));
        let shared = folder.read(&format!("site/{}", described["files"][0].as_str().unwrap()));
        assert_eq!(shared, format!("{{\"title\": \"{version}\"}}"), "each release has its own files");
    }
    let schema: Value = serde_json::from_str(include_str!("../../../core/schema/releases.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&index), "{index}");
}

#[test]
fn rewritten_site_is_identical_and_keeps_the_feed_ids() {
    let folder = split_releases();
    let site = ["changelog", "1.0.0", "1.1.0", "--site", "site", "--site-address", "https://docs.example.com/api/"];
    assert_eq!(folder.run(&site).status, 0);
    let names = ["releases.json", "feed.xml", "CHANGELOG-1.1.0.md"].map(|name| format!("site/{name}"));
    let first = names.clone().map(|name| folder.read(&name));
    let id = |feed: &str| feed.lines().find(|line| line.starts_with("    <id>")).unwrap().to_owned();
    assert_eq!(folder.run(&site).status, 0);
    assert_eq!(names.clone().map(|name| folder.read(&name)), first);
    assert_eq!(folder.run(&["changelog", "1.1.0", "2.0.0", "--site", "site"]).status, 0);
    let feed = folder.read("site/feed.xml");
    assert!(feed.contains(&id(&first[1])) && feed.matches("<entry>").count() == 2, "{feed}");
    assert!(feed.contains("xml:base=\"https://docs.example.com/api/\""), "the address is kept: {feed}");
}

#[test]
fn the_feed_has_the_title_and_the_pages_of_the_site() {
    let folder = split_releases();
    let site = ["changelog", "1.0.0", "1.1.0", "--site", "site", "--front-matter", "docusaurus"];
    let ended = folder.run(&[&site[..], &["--site-title", "Parcels API"]].concat());
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert_eq!(folder.run(&site).status, 0);
    let feed = folder.read("site/feed.xml");
    assert!(feed.contains("<title>Parcels API</title>"), "{feed}");
    assert!(feed.contains("<link href=\"CHANGELOG-1.1.0\"/>"), "{feed}");
}

#[test]
fn a_file_in_the_place_of_the_folder_is_named() {
    let folder = split_releases();
    folder.write("site", "text");
    let ended = folder.run(&["changelog", "1.0.0", "1.1.0", "--site", "site"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("`site` is a file, but --site needs a folder"), "{}", ended.err);
    assert_eq!(folder.read("site"), "text");
}

#[test]
fn two_runs_at_once_keep_both_releases() {
    let folder = split_releases();
    std::thread::scope(|scope| {
        for pair in [["1.0.0", "1.1.0"], ["1.1.0", "2.0.0"]] {
            let folder = &folder;
            scope.spawn(move || {
                let ended = folder.run(&["changelog", pair[0], pair[1], "--site", "site"]);
                assert_eq!(ended.status, 0, "{}", ended.err);
            });
        }
    });
    assert_eq!(index(&folder)["releases"].as_array().unwrap().len(), 2);
}

#[test]
fn several_descriptions_have_a_folder_each_and_one_index() {
    let folder = Folder::seven_releases();
    let ended = folder.run(&["changelog", "1.4.0", "2.0.0", "--site", "site"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let index = index(&folder);
    let changelogs: Vec<&str> =
        index["releases"].as_array().unwrap().iter().map(|release| release["changelog"].as_str().unwrap()).collect();
    assert_eq!(changelogs, ["docs/orders/CHANGELOG-2.0.0.md", "Tracking/CHANGELOG-2.0.0.md"]);
    assert!(folder.read("site/Tracking/CHANGELOG-2.0.0.md").contains("`GET /track`"));
    // The release before had no such description.
    let tracking = index["descriptions"].as_array().unwrap().iter().filter(|one| one["name"] == "Tracking").count();
    assert_eq!(tracking, 1);
}

#[test]
fn a_foreign_index_is_left_as_it_is() {
    let folder = split_releases();
    folder.write("site/releases.json", "[1]");
    let ended = folder.run(&["changelog", "1.0.0", "1.1.0", "--site", "site"]);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("`site/releases.json` was not written by waybill"), "{}", ended.err);
    assert_eq!(folder.read("site/releases.json"), "[1]");
    assert!(!folder.path().join("site/CHANGELOG-1.1.0.md").exists(), "nothing was written");
}

#[test]
fn two_files_need_a_day_for_the_feed() {
    let folder = Folder::empty();
    folder.write("old.json", &description("1.0.0", &["/a"]));
    folder.write("new.json", &description("1.1.0", &["/a", "/b"]));
    let files = ["changelog", "--files", "old.json", "new.json", "--site", "site"];
    let ended = folder.run(&files);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("pass it with --date"), "{}", ended.err);
    let dated = folder.run(&[files.as_slice(), &["--date", "2026-04-11"]].concat());
    assert_eq!(dated.status, 0, "{}", dated.err);
    assert_eq!(index(&folder)["descriptions"][0]["path"], "descriptions/1.1.0/new.json");
}
