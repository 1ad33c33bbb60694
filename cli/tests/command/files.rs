//! Descriptions split into files: those beside the description are read, and what is outside stays outside.

use crate::support::Folder;

/// A description whose answer to `GET /labels` is the schema a reference leads to.
fn root(version: &str, reference: &str) -> String {
    let schema = serde_json::json!({"$ref": reference});
    let responses =
        serde_json::json!({"200": {"description": "", "content": {"application/json": {"schema": schema}}}});
    serde_json::json!({
        "openapi": "3.1.0",
        "info": {"title": "Shipping", "version": version},
        "paths": {"/labels": {"get": {"responses": responses}}}
    })
    .to_string()
}

/// A schema file in YAML, of one property of this type.
fn schema(kind: &str) -> String {
    format!("type: object\nproperties:\n  id:\n    type: {kind}\n")
}

/// Two releases in folders of their own, whose one schema is in a file beside each.
fn split(reference: &str, path: &str) -> Folder {
    let folder = Folder::empty();
    for (release, version, kind) in [("old", "1.4.0", "string"), ("new", "1.5.0", "integer")] {
        folder.write(&format!("{release}/openapi.json"), &root(version, reference));
        folder.write(&format!("{release}/{path}"), &schema(kind));
    }
    folder
}

const DIFF: [&str; 3] = ["diff", "old/openapi.json", "new/openapi.json"];

#[test]
fn files_are_read_relative_to_the_file_that_refers_to_them() {
    let folder = Folder::empty();
    for (release, version, kind) in [("old", "1.4.0", "string"), ("new", "1.5.0", "integer")] {
        folder.write(&format!("{release}/openapi.json"), &root(version, "schemas/my%20label.yaml#/Label"));
        folder.write(&format!("{release}/schemas/my label.yaml"), "Label:\n  $ref: parts/../../common/label.json\n");
        folder.write(&format!("{release}/common/label.json"), &format!("{{\n  \"type\": \"{kind}\"\n}}\n"));
    }
    let ended = folder.run(&DIFF);
    assert_eq!(ended.status, 0, "{}{}", ended.out, ended.err);
    let shown = "    --> new/common/label.json:2:3 (was old/common/label.json:2:3)";
    assert!(ended.out.contains(shown), "{}", ended.out);
}

#[test]
fn every_format_names_the_file_a_change_is_in() {
    let folder = split("schemas/label.yaml", "schemas/label.yaml");
    let run = |format: &str| folder.run(&[&DIFF[..], &["--format", format]].concat()).out;
    let terminal = run("terminal");
    let lines = "    --> new/schemas/label.yaml:4:5 (was old/schemas/label.yaml:4:5)";
    assert!(terminal.contains(lines), "{terminal}");
    assert!(terminal.contains("    4 | - type: string\n    4 | + type: integer\n"), "{terminal}");
    let markdown = run("markdown");
    assert!(markdown.contains("`new/schemas/label.yaml:4:5`, before `old/schemas/label.yaml:4:5`"), "{markdown}");
    let json: serde_json::Value = serde_json::from_str(&run("json")).unwrap();
    let place =
        |file: &str| serde_json::json!({"file": file, "pointer": "/properties/id/type", "line": 4, "column": 5});
    assert_eq!(json["complete"], true);
    assert_eq!(json["changes"][0]["new"], place("new/schemas/label.yaml"));
    assert_eq!(json["changes"][0]["old"], place("old/schemas/label.yaml"));
}

#[test]
fn absolute_paths_and_file_uris_resolve_inside_the_folder() {
    let folder = split("label.yaml", "label.yaml");
    let inside = folder.path().canonicalize().unwrap().join("new/label.yaml");
    for reference in [inside.display().to_string(), format!("file://{}", inside.display())] {
        folder.write("new/openapi.json", &root("1.5.0", &reference));
        let ended = folder.run(&DIFF);
        assert_eq!(ended.status, 0, "{reference}: {}", ended.out);
        assert!(ended.out.contains("response-type-changed"), "{reference}: {}", ended.out);
    }
}

#[cfg(unix)]
#[test]
fn nothing_outside_the_folder_is_read() {
    let folder = split("label.yaml", "label.yaml");
    folder.write("outside.yaml", &schema("integer"));
    folder.write("newer/label.yaml", &schema("integer"));
    std::os::unix::fs::symlink("../outside.yaml", folder.path().join("new/link.yaml")).unwrap();
    std::os::unix::fs::symlink("..", folder.path().join("new/up")).unwrap();
    let outside = folder.path().canonicalize().unwrap().join("outside.yaml").display().to_string();
    for (reference, says) in [
        ("../outside.yaml", "it is not in the description's folder, and files outside are not read"),
        ("%2E%2e/outside.yaml", "it is not in the description's folder"),
        ("..%2Foutside.yaml", "it is not in the description's folder"),
        ("x/../../outside.yaml", "it is not in the description's folder"),
        ("../newer/label.yaml", "it is not in the description's folder"),
        (&outside, "it is not in the description's folder"),
        (&format!("file://{outside}"), "it is not in the description's folder"),
        ("../nowhere.yaml", "it is not in the description's folder"),
        ("link.yaml", "it is a symbolic link that leads out of the description's folder"),
        ("up/outside.yaml", "it is a symbolic link that leads out of the description's folder"),
        ("https://a.example/label.yaml", "files are fetched from the network only with"),
        ("//a.example/label.yaml", "files on the network or on other machines are not fetched"),
        ("file://a.example/label.yaml", "files on the network or on other machines are not fetched"),
        ("schemas\\label.yaml", "write `schemas/label.yaml`"),
        ("C:\\label.yaml", "there is no file `C:\\label.yaml`"),
        ("gone.yaml", "there is no file `gone.yaml`; add it or correct the reference"),
        ("../new", "`../new` is not a file; correct the reference"),
        ("x/..", "not a file; correct the reference"),
        ("a%00b", "its path contains control characters"),
    ] {
        folder.write("new/openapi.json", &root("1.5.0", reference));
        let ended = folder.run(&DIFF);
        assert_eq!(ended.status, 2, "{reference}: {}", ended.out);
        assert!(ended.out.contains(says), "{reference}: {}", ended.out);
        assert!(ended.out.contains("    --> new/openapi.json:1:"), "{reference}: {}", ended.out);
        assert!(!ended.out.contains("response-type-changed"), "{reference}: {}", ended.out);
    }
}

#[test]
fn a_wider_root_lets_references_lead_that_far_and_no_farther() {
    let folder = Folder::empty();
    for (release, version) in [("old", "1.4.0"), ("new", "1.5.0")] {
        folder.write(&format!("api/{release}/openapi.json"), &root(version, "../label.yaml"));
    }
    folder.write("api/label.yaml", &schema("string"));
    let arguments = ["diff", "api/old/openapi.json", "api/new/openapi.json"];
    let with_root = |root: &str| folder.run(&[&arguments[..], &["--root", root]].concat());
    let ended = folder.run(&arguments);
    assert!(ended.status == 2 && ended.out.contains("allow it with `--root DIR`"), "{}", ended.out);
    for root in ["api", ".", "api/old/.."] {
        assert_eq!(with_root(root).status, 0, "{}", with_root(root).out);
    }
    folder.write("api/label.yaml", "$ref: ../label.yaml");
    folder.write("label.yaml", &schema("string"));
    let ended = with_root("api");
    assert!(ended.status == 2 && ended.out.contains("it is not in `api`"), "{}", ended.out);
    let ended = with_root("api/new");
    assert_eq!((ended.status, ended.out.as_str()), (2, ""));
    assert!(ended.err.contains("`api/old/openapi.json` is not in `api/new`"), "{}", ended.err);
    let ended = with_root("nowhere");
    assert!(ended.status == 2 && ended.err.contains("the folder `nowhere` cannot be read"), "{}", ended.err);
}

#[test]
fn a_file_that_cannot_be_read_is_a_problem_in_that_file() {
    let folder = split("label.yaml", "label.yaml");
    folder.write("new/label.yaml", "type: object\nproperties: [\n");
    let ended = folder.run(&DIFF);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.out.contains("    --> new/label.yaml:"), "{}", ended.out);
}

#[test]
fn bundling_files_is_no_change() {
    let folder = split("schemas/label.yaml", "schemas/label.yaml");
    let bundle = root("1.4.0", "#/components/schemas/Label");
    let bundle = bundle.replacen(
        '{',
        r#"{"components": {"schemas": {"Label": {"type": "object", "properties": {"id": {"type": "string"}}}}},"#,
        1,
    );
    folder.write("bundle.json", &bundle);
    for pair in [["old/openapi.json", "bundle.json"], ["bundle.json", "old/openapi.json"]] {
        let ended = folder.run(&["diff", pair[0], pair[1], "--format", "json"]);
        let report: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        assert_eq!((&report["complete"], &report["changes"]), (&true.into(), &serde_json::json!([])), "{}", ended.out);
    }
}

#[test]
fn standard_input_refers_to_files_in_the_current_folder() {
    let folder = split("label.yaml", "label.yaml");
    folder.write("label.yaml", &schema("string"));
    let ended = folder.run_with_input(&["diff", "-", "new/openapi.json"], &root("1.4.0", "label.yaml"));
    assert_eq!(ended.status, 0, "{}", ended.out);
    assert!(ended.out.contains("new/label.yaml:4:5 (was label.yaml:4:5)"), "{}", ended.out);
}

/// A repository of two releases whose description, in a folder, refers to a file in another.
fn split_releases() -> Folder {
    let folder = Folder::repository();
    folder.write("waybill.toml", "description = \"api/openapi.json\"\n");
    for (version, kind) in [("1.4.0", "string"), ("1.5.0", "integer")] {
        folder.write("api/openapi.json", &root(version, "../common/label.yaml"));
        folder.write("common/label.yaml", &schema(kind));
        folder.commit("2026-04-11T12:00:00Z");
        folder.git(&["tag", &format!("v{version}")]);
    }
    folder
}

#[test]
fn a_changelog_reads_the_files_of_each_tag_and_not_the_checkout() {
    let folder = split_releases();
    folder.write("common/label.yaml", "not what was released");
    let ended = folder.run(&["changelog", "v1.4.0", "v1.5.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let changelog = folder.read("CHANGELOG-1.5.0.md");
    assert!(changelog.contains("- `GET /labels`: `label.id` changed from `string` to `integer`"), "{changelog}");
}

#[test]
fn a_changelog_of_a_tag_without_one_of_its_files_is_not_written() {
    for (reference, says) in [
        ("../common/gone.yaml", "v1.6.0 has no file at `common/gone.yaml`; commit it with the release"),
        ("../common", "v1.6.0 has a folder at `common`"),
        ("../../label.yaml", "it is outside the repository, and files outside are not read"),
        ("/etc/hostname", "its path is not inside the repository"),
        ("https://a.example/label.yaml", "files on the network or on other machines are not fetched"),
    ] {
        let folder = split_releases();
        folder.write("api/openapi.json", &root("1.6.0", reference));
        folder.commit("2026-04-12T12:00:00Z");
        folder.git(&["tag", "v1.6.0"]);
        let ended = folder.run(&["changelog", "v1.5.0", "v1.6.0"]);
        assert_eq!((ended.status, ended.out.as_str()), (2, ""), "{reference}: {}", ended.out);
        assert!(ended.err.contains(says), "{reference}: {}", ended.err);
        assert!(ended.err.contains("v1.6.0:api/openapi.json:1:"), "{reference}: {}", ended.err);
        assert!(!folder.names().iter().any(|name| name.starts_with("CHANGELOG")), "{reference}");
    }
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_in_a_tags_tree_is_not_followed() {
    let folder = split_releases();
    folder.write("api/openapi.json", &root("1.6.0", "link.yaml"));
    std::os::unix::fs::symlink("../common/label.yaml", folder.path().join("api/link.yaml")).unwrap();
    folder.commit("2026-04-12T12:00:00Z");
    folder.git(&["tag", "v1.6.0"]);
    let ended = folder.run(&["changelog", "v1.5.0", "v1.6.0"]);
    assert_eq!(ended.status, 2, "{}", ended.out);
    assert!(ended.err.contains("v1.6.0 has a symbolic link at `api/link.yaml`"), "{}", ended.err);
}
