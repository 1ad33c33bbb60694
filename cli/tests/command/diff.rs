//! `waybill diff`: exit statuses, formats, and what bad input is told.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests stop where something is not as it should be")]

use crate::support::{Folder, description};

#[test]
fn status_is_1_only_if_fail_on_applies() {
    let folder = pair(&["/a", "/b"], &["/a", "/c"]);
    for (gate, status) in [(None, 0), (Some("breaking"), 1), (Some("risky"), 1)] {
        let mut arguments = vec!["diff", "old.json", "new.json"];
        arguments.extend(gate.iter().flat_map(|gate| ["--fail-on", gate]));
        assert_eq!(folder.run(&arguments).status, status, "{gate:?}");
    }
    let undecided = Folder::empty();
    for (name, pattern) in [("old.json", "^(?=a)b"), ("new.json", "^(?=b)b")] {
        let parameter =
            format!(r#"{{"name": "p", "in": "query", "schema": {{"type": "string", "pattern": "{pattern}"}}}}"#);
        let operation = format!(r#"{{"parameters": [{parameter}], "responses": {{"204": {{"description": ""}}}}}}"#);
        let head = r#""openapi": "3.1.0", "info": {"title": "t", "version": "1.0.0"}"#;
        undecided.write(name, &format!(r#"{{{head}, "paths": {{"/a": {{"get": {operation}}}}}}}"#));
    }
    for (gate, status) in [(None, 0), (Some("breaking"), 0), (Some("unproved"), 1), (Some("risky"), 1)] {
        let mut arguments = vec!["diff", "old.json", "new.json"];
        arguments.extend(gate.iter().flat_map(|gate| ["--fail-on", gate]));
        let ended = undecided.run(&arguments);
        assert_eq!(ended.status, status, "{gate:?}: {}", ended.out);
        assert!(ended.out.starts_with("✗ 1 change could not be decided: raise info.version"), "{}", ended.out);
    }
    let additive = pair(&["/a"], &["/a", "/c"]);
    for gate in ["breaking", "unproved", "risky"] {
        assert_eq!(additive.run(&["diff", "old.json", "new.json", "--fail-on", gate]).status, 0);
    }
}

#[test]
fn the_verdict_is_the_first_line() {
    let folder = pair(&["/a", "/b"], &["/a", "/c"]);
    let ended = folder.run(&["diff", "old.json", "new.json"]);
    assert!(ended.out.starts_with("✗ 1.5.0 should be 2.0.0: 1 breaking change\n"), "{}", ended.out);
    assert!(
        ended.out.contains("\nNew endpoints (1)\n  + GET /c\n") && ended.out.contains("\n  - GET /b "),
        "{}",
        ended.out
    );
    assert_eq!(ended.err, "");
    let same = folder.run(&["diff", "old.json", "old.json", "--fail-on", "risky"]);
    assert_eq!((same.status, same.out.lines().next()), (0, Some("✓ nothing changed (both are 1.4.0)")));
}

#[test]
fn json_output_is_a_single_document() {
    let folder = pair(&["/a", "/b"], &["/a", "/c"]);
    let ended = folder.run(&["diff", "old.json", "new.json", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(report["report_version"], 1);
    assert_eq!(report["verdict"]["sentence"], "1.5.0 should be 2.0.0: 1 breaking change");
    assert_eq!((report["counts"]["breaking"].as_u64(), report["counts"]["additive"].as_u64()), (Some(1), Some(1)));
    assert_eq!((report["previous"]["source"].as_str(), ended.err.as_str()), (Some("old.json"), ""));
}

#[test]
fn markdown_is_the_report_without_front_matter() {
    let folder = pair(&["/a", "/b"], &["/a", "/c"]);
    let ended = folder.run(&["diff", "old.json", "new.json", "--format", "markdown"]);
    assert!(ended.out.starts_with("**1.5.0 should be 2.0.0: 1 breaking change**\n"), "{}", ended.out);
    assert!(ended.out.contains("\n## New endpoints\n\n- `GET /c`\n"));
}

#[test]
fn the_same_files_give_the_same_bytes_in_every_format() {
    let folder = pair(&["/a", "/b", "/d/{x}"], &["/a", "/c", "/e"]);
    for format in ["terminal", "json", "markdown"] {
        let run = || folder.run(&["diff", "old.json", "new.json", "--format", format]).out;
        assert_eq!(run(), run());
    }
}

#[test]
fn a_pipe_gets_no_colour_and_a_terminal_that_asks_does() {
    let folder = pair(&["/a", "/b"], &["/a"]);
    let forced = |name: &str, value: &str| {
        let output = folder.command(".", &["diff", "old.json", "new.json"]).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!forced("TERM", "xterm").contains('\u{1b}'));
    assert!(forced("CLICOLOR_FORCE", "1").contains('\u{1b}'));
    assert!(!forced("NO_COLOR", "1").contains('\u{1b}'));
}

#[test]
fn a_terminal_that_shows_only_ascii_gets_nothing_else() {
    let folder = pair(&["/größe", "/b"], &["/größe"]);
    let shown = |name: &str, value: &str, format: &str| {
        let mut command = folder.command(".", &["diff", "old.json", "new.json", "--format", format]);
        String::from_utf8(command.env(name, value).output().unwrap().stdout).unwrap()
    };
    for (name, value) in [("LC_ALL", "C"), ("LC_ALL", "de_DE.ISO-8859-1"), ("TERM", "dumb")] {
        let text = shown(name, value, "terminal");
        assert!(text.starts_with("x 1.5.0 should be 2.0.0: 1 breaking change\n"), "{name}={value}: {text}");
        assert!(text.is_ascii() && text.contains(") -> new.json ("), "{name}={value}: {text}");
        // Files are UTF-8 whatever the terminal shows.
        assert_eq!(shown(name, value, "json"), shown("LC_ALL", "C.UTF-8", "json"));
    }
    assert!(shown("LC_ALL", "C.UTF-8", "terminal").starts_with('✗'));
}

#[test]
fn a_breaking_change_shows_its_lines_of_both_files() {
    let folder = Folder::empty();
    let text = |version: &str, kind: &str| {
        format!(
            "openapi: 3.0.3\ninfo:\n  title: Shipping\n  version: {version}\npaths:\n  /a:\n    get:\n      responses:\n        \
             \"200\":\n          description: done\n          content:\n            application/json:\n              schema:\n                \
             type: {kind}\n"
        )
    };
    folder.write("old.yaml", &text("1.4.0", "string"));
    folder.write("new.yaml", &text("1.5.0", "integer"));
    let ended = folder.run(&["diff", "old.yaml", "new.yaml"]);
    let shown = "    --> new.yaml:14:17 (was old.yaml:14:17)\n    14 | - type: string\n    14 | + type: integer\n";
    assert!(ended.out.contains(shown), "{}", ended.out);
    let piped = folder.run_with_input(&["diff", "-", "new.yaml"], &text("1.4.0", "string"));
    assert!(piped.out.contains("    14 | - type: string\n"), "{}", piped.out);
}

#[test]
fn one_description_may_come_in_on_standard_input() {
    let folder = pair(&["/a"], &["/a", "/c"]);
    let input = description("1.4.0", &["/a"]);
    let ended = folder.run_with_input(&["diff", "-", "new.json"], &input);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(
        ended.out.contains("standard input (1.4.0, 1 operation) → new.json (1.5.0, 2 operations)"),
        "{}",
        ended.out
    );
    let ended = folder.run_with_input(&["diff", "-", "-"], &input);
    assert_eq!(ended.status, 2);
    assert!(ended.err.contains("standard input holds only one"));
}

#[test]
fn unreadable_input_is_an_error_with_location_and_help() {
    let folder = pair(&["/a"], &["/a"]);
    folder.write("truncated.json", r#"{"openapi": "3.0.3", "info": {"title": "x", "version": "1.0.0"}, "paths": {"/a"#);
    folder.write("tabs.yaml", "openapi: 3.0.3\ninfo:\n\ttitle: x\n");
    folder.write("array.json", "[1, 2]");
    folder.write("empty.json", "");
    folder.write("package.json", r#"{"name": "shipping", "version": "1.0.0"}"#);
    folder.write("page.json", "<!doctype html><title>not found</title>");
    folder.write("unknown.json", r#"{"openapi": "9.0.0", "info": {"title": "x", "version": "1.0.0"}, "paths": {}}"#);
    std::fs::write(folder.path().join("latin.json"), b"{\"openapi\": \"\xe9\"}").unwrap();
    for (name, says) in [
        ("truncated.json", "truncated.json:1:"),
        ("tabs.yaml", "tabs.yaml:3:1"),
        ("array.json", "array.json:1:1"),
        ("empty.json", "empty.json"),
        ("package.json", "help: pass a description of a supported version"),
        ("page.json", "page.json:1:1"),
        ("unknown.json", "9.0.0"),
        ("latin.json", "latin.json:1:"),
        ("missing.json", "`missing.json` cannot be read"),
        (".", "`.` is a folder"),
    ] {
        for (old, new) in [(name, "new.json"), ("old.json", name)] {
            let ended = folder.run(&["diff", old, new]);
            assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{name}: {}", ended.err);
            assert!(ended.err.starts_with("error: ") && ended.err.contains(says), "{name}: {}", ended.err);
            assert!(ended.err.contains("\nhelp: "), "{name}: {}", ended.err);
        }
    }
}

#[test]
fn a_comparison_in_part_is_printed_and_ends_with_2() {
    let folder = pair(&["/a", "/b"], &["/a"]);
    let broken = description("1.5.0", &["/a"])
        .replace(r#"{"description":"done"}"#, r##"{"$ref":"#/components/responses/Gone"}"##);
    folder.write("new.json", &broken);
    let ended = folder.run(&["diff", "old.json", "new.json", "--fail-on", "breaking"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(
        ended.out.contains("compared only in part") && ended.out.contains("/components/responses/Gone"),
        "{}",
        ended.out
    );
    assert!(ended.out.contains("new.json:1:"));
}

#[test]
fn yaml_that_was_cut_off_after_paths_is_compared_in_part() {
    let folder = pair(&["/a"], &["/a"]);
    folder.write("new.yaml", "openapi: 3.0.3\ninfo:\n  title: Shipping\n  version: 1.5.0\npaths:\n");
    let ended = folder.run(&["diff", "old.json", "new.yaml"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.out.contains("description.paths: `paths` is not an object"), "{}", ended.out);
    assert!(ended.out.contains("    --> new.yaml:5:1  /paths\n"), "{}", ended.out);
}

#[cfg(unix)]
#[test]
fn a_reader_that_closes_early_is_no_failure() {
    let folder = pair(&["/a"], &["/a", "/c"]);
    let binary = env!("CARGO_BIN_EXE_waybill");
    let script = format!("{binary} diff old.json new.json | head -n 1; echo ${{PIPESTATUS[0]}}");
    let output = std::process::Command::new("bash").current_dir(folder.path()).args(["-c", &script]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("\n0\n"), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn arguments_that_say_nothing_end_with_2() {
    let folder = Folder::empty();
    for arguments in [&["diff"][..], &["diff", "a"], &["diff", "a", "b", "--format", "xml"], &["nothing"], &[]] {
        assert_eq!(folder.run(arguments).status, 2, "{arguments:?}");
    }
    assert_eq!(folder.run(&["--version"]).out, "waybill 0.1.0\n");
    assert_eq!(folder.run(&["--help"]).status, 0);
}

fn pair(old: &[&str], new: &[&str]) -> Folder {
    let folder = Folder::empty();
    folder.write("old.json", &description("1.4.0", old));
    folder.write("new.json", &description("1.5.0", new));
    folder
}
