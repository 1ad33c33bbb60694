//! What needs the viewer: pages in one file and `waybill view`, in a build that has none, and in one that was given it.
#![allow(clippy::unwrap_used, reason = "tests stop where something is not as it should be")]

use crate::support::{Folder, description};

/// Whether this build was given the viewer.
const HAS_VIEWER: bool = option_env!("WAYBILL_VIEWER").is_some();

fn scene() -> Folder {
    let folder = Folder::two_releases();
    folder.write("old.json", &description("1.4.0", &["/a"]));
    folder.write("new.json", &description("1.5.0", &["/a", "/b"]));
    folder
}

#[test]
fn build_without_viewer_rejects_html_and_names_the_remedy() {
    if HAS_VIEWER {
        return;
    }
    let folder = scene();
    let names = folder.names();
    for (arguments, asked_for_by) in [
        (&["changelog", "1.4.0", "1.5.0", "--html", "page.html"][..], "--html"),
        (&["changelog", "no", "tags", "--html", "page.html"], "--html"),
        (&["check", "--base", "v1.4.0", "--format", "html"], "--format html"),
        (&["diff", "old.json", "new.json", "--format", "html"], "--format html"),
        (&["view", "1.4.0", "1.5.0", "--no-open"], "waybill view"),
    ] {
        let ended = folder.run(arguments);
        let expected = format!(
            "error: {asked_for_by} needs the viewer, which this build of waybill does not include\n\
             help: build waybill with it: `cargo xtask build cli` in a checkout\n"
        );
        assert_eq!((ended.status, ended.out.as_str(), ended.err), (2, "", expected), "{arguments:?}");
        assert_eq!(folder.names(), names, "{arguments:?}");
    }
}

#[test]
fn a_page_has_every_description_and_is_the_same_each_time() {
    if !HAS_VIEWER {
        return;
    }
    let folder = scene();
    let settings = |name: &str| format!("[[descriptions]]\nname = \"{name}\"\ndescription = \"{name}.json\"\n");
    folder.write("waybill.toml", &["one", "two"].map(settings).concat());
    for (version, path) in [("2.0.0", "/before"), ("3.0.0", "/after")] {
        for name in ["one.json", "two.json"] {
            folder.write(name, &description(version, &["/a", path]));
        }
        folder.tag(&format!("v{version}"));
    }
    let mut pages = Vec::new();
    for _ in 0..2 {
        let ended = folder.run(&["changelog", "2.0.0", "3.0.0", "--html", "pages/page.html"]);
        assert_eq!(ended.status, 0, "{}", ended.err);
        assert!(ended.out.contains("wrote pages/page.html"), "{}", ended.out);
        pages.push(folder.read("pages/page.html"));
    }
    let checked = folder.run(&["check", "--base", "v2.0.0", "--format", "html"]);
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert_eq!(pages.first(), pages.last());
    pages.push(checked.out);
    for page in pages {
        assert_eq!(page.matches("\"name\":\"one\",\"data\":").count(), 1, "{page}");
        assert_eq!(page.matches("\"name\":\"two\",\"data\":").count(), 1, "{page}");
    }
    let diff = folder.run(&["diff", "old.json", "new.json", "--format", "html"]);
    assert!(diff.status == 0 && diff.out.contains("\"title\":\"Changes from old.json to new.json\""), "{}", diff.err);
}

#[test]
fn nothing_is_served_where_there_is_nothing_to_compare() {
    if !HAS_VIEWER {
        return;
    }
    let folder = scene();
    for (arguments, expected) in [
        (&["view", "1.4.0", "9.0.0"][..], "error: there is no tag v9.0.0"),
        (&["view", "1.4.0"], "error: 1.4.0 is the first release"),
        (&["view", "1.5.0-rc.1"], "error: 1.5.0-rc.1 is a pre-release"),
        (&["view", "--files", "old.json"], "error: --files needs two description files, but only one was given"),
        (&["view", "--files", "old.json", "none.json"], "error: `none.json` cannot be read"),
    ] {
        let ended = folder.run(arguments);
        assert!(ended.status == 2 && ended.out.is_empty(), "{arguments:?}: {}", ended.out);
        assert!(ended.err.starts_with(expected), "{arguments:?}: {}", ended.err);
    }
}

#[test]
fn page_at_the_path_of_another_output_is_rejected() {
    if !HAS_VIEWER {
        return;
    }
    let folder = scene();
    folder.write("docs/kept.md", "");
    let names = folder.names();
    for (output, html) in [
        (&["--output", "changes.html"][..], "changes.html"),
        (&["--output", "changes.html"], "./docs/../changes.html"),
        (&["--output", "docs/"], "docs/CHANGELOG-1.5.0.md"),
        (&["--output", "new/"], "new/CHANGELOG-1.5.0.md"),
        (&["--site", "docs"], "docs/feed.xml"),
        (&["--site", "docs"], "docs/releases.json"),
        (&[], "CHANGELOG-1.5.0.md"),
        (&["--rewrite"], "CHANGELOG-1.5.0-ai.md"),
    ] {
        let ended = folder.run(&[&["changelog", "1.4.0", "1.5.0", "--html", html][..], output].concat());
        let expected =
            format!("error: `{html}` is already the path of another output, so the page cannot be written there\n");
        assert!(ended.status == 2 && ended.err.starts_with(&expected), "{output:?}: {}{}", ended.out, ended.err);
        assert_eq!(folder.names(), names, "{output:?}");
    }
}

#[test]
fn a_pair_that_is_compared_in_part_is_not_shown() {
    if !HAS_VIEWER {
        return;
    }
    let folder = scene();
    folder.write(
        "part.json",
        &description("1.5.0", &["/a"]).replacen(r#""paths":{"#, r#""paths":{"/b":{"$ref":"gone.json"},"#, 1),
    );
    let ended = folder.run(&["view", "--files", "old.json", "part.json", "--no-open"]);
    assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{}", ended.err);
    let expected = "error: the two descriptions can be compared only in part, so no page is shown\n";
    assert!(ended.err.starts_with(expected), "{}", ended.err);
}
