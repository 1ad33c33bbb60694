//! `waybill init` in real repositories: what it finds, and that it never replaces a file.
#![allow(clippy::unwrap_used, reason = "tests stop where something is not as it should be")]

use crate::support::{Folder, description};

fn empty_repository() -> Folder {
    let folder = Folder::empty();
    folder.git(&["init", "--quiet", "--initial-branch=main"]);
    folder
}

#[test]
fn one_description_is_taken_whether_it_is_committed_yet_or_not() {
    let folder = empty_repository();
    folder.write("api/openapi.json", &description("1.0.0", &["/a"]));
    folder.write("tests/openapi.json", &description("1.0.0", &["/t"]));
    folder.write("openapi.txt", "");
    folder.write("swagger.json", "{}");
    let ended = folder.run_in("api", &["init"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let written = "#:schema ./waybill.schema.json\ndescription = \"api/openapi.json\"\n";
    assert_eq!(folder.read("waybill.toml"), written);
    let said =
        "Wrote waybill.toml, and waybill.schema.json for editors:\n\n  #:schema ./waybill.schema.json\n  description";
    assert!(ended.out.contains(said), "{}", ended.out);
    // What the comment names is the schema, and the file is what it allows.
    assert_eq!(folder.read("waybill.schema.json"), folder.run(&["schema"]).out);
    let schema = serde_json::from_str(&folder.read("waybill.schema.json")).unwrap();
    let settings: toml::Table = folder.read("waybill.toml").parse().unwrap();
    assert!(jsonschema::is_valid(&schema, &serde_json::to_value(settings).unwrap()));
}

#[test]
fn description_with_an_unusual_file_name_is_found() {
    let folder = empty_repository();
    folder.write("docs/shipping.json", &description("1.0.0", &["/a"]));
    folder.write("docs/notes.json", "{\"about\": \"openapi\"}");
    folder.write("package.json", "{\"scripts\": {\"openapi\": \"x\"}}");
    let ended = folder.run(&["init"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(folder.read("waybill.toml").ends_with("description = \"docs/shipping.json\"\n"));
    assert!(
        ended.out.contains("Add waybill-check.json, which `waybill check` writes, to .gitignore."),
        "{}",
        ended.out
    );
    folder.write("docs/openapi.json", &description("1.0.0", &["/a"]));
    std::fs::remove_file(folder.path().join("waybill.toml")).unwrap();
    folder.run(&["init"]);
    assert!(folder.read("waybill.toml").ends_with("description = \"docs/openapi.json\"\n"));
}

#[test]
fn a_link_is_no_description_and_is_not_read() {
    let folder = empty_repository();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless.json")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("openapi.json")).unwrap();
    let ended = folder.run(&["init"]);
    assert!(ended.status == 2 && ended.err.contains("there is no OpenAPI description here"), "{}", ended.err);
}

#[test]
fn several_become_a_list_that_the_changelog_reads() {
    let folder = empty_repository();
    for version in ["1.0.0", "1.1.0"] {
        folder.write("orders/openapi.json", &description(version, &["/a"]));
        folder.write("tracking/openapi.json", &description(version, &["/b", &format!("/{version}")]));
        if version == "1.0.0" {
            assert_eq!(folder.run(&["init"]).status, 0);
        }
        folder.tag(&format!("v{version}"));
    }
    assert!(folder.read("waybill.toml").starts_with(
        "#:schema ./waybill.schema.json\n[[descriptions]]\nname = \"orders\"\ndescription = \"orders/openapi.json\"\n"
    ));
    let ended = folder.run(&["changelog", "1.0.0", "1.1.0"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    assert!(folder.read("tracking/CHANGELOG-1.1.0.md").contains("`GET /1.1.0`"));
}

#[test]
fn package_script_is_the_build_if_no_description_is_committed() {
    let folder = empty_repository();
    folder.write(".gitignore", "dist\n");
    folder.write("dist/openapi.json", &description("1.0.0", &["/a"]));
    folder.write("package.json", r#"{"scripts": {"openapi": "node gen.js > dist/openapi.json"}}"#);
    folder.write("package-lock.json", "{}");
    assert_eq!(folder.run(&["init"]).status, 0);
    assert_eq!(
        folder.read("waybill.toml"),
        "#:schema ./waybill.schema.json\nbuild = \"npm ci && npm run openapi\"\noutput = \"dist/openapi.json\"\n"
    );
}

#[test]
fn an_existing_file_is_left_as_it_is_and_nothing_is_guessed() {
    let folder = empty_repository();
    let ended = folder.run(&["init"]);
    assert!(ended.status == 2 && ended.err.contains("there is no OpenAPI description here"), "{}", ended.err);
    assert!(folder.names().is_empty());
    folder.write("openapi.json", &description("1.0.0", &["/a"]));
    folder.write("waybill.toml", "# mine");
    let ended = folder.run(&["init"]);
    assert!(ended.status == 2 && ended.err.contains("already exists and was not changed"), "{}", ended.err);
    assert_eq!(folder.read("waybill.toml"), "# mine");
    assert_eq!(folder.names(), ["openapi.json", "waybill.toml"]);
}
