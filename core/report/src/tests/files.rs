//! Descriptions in several files. Their meaning does not depend on the split, and locations contain the file.

use serde_json::{Value, json};
use waybill_openapi::WantedFile;

use super::super::{CompareOptions, Report, Side, compare, compare_files};

pub(super) type Files<'a> = &'a [(&'a str, &'a str)];

/// Compares two descriptions whose first files are their root documents.
pub(super) fn report(old: Files<'_>, new: Files<'_>) -> Report {
    let root = |files: Files<'_>| files[0].1.as_bytes().to_vec();
    let options = CompareOptions {
        previous_name: "old/openapi.yaml".into(),
        current_name: "new/openapi.yaml".into(),
        ..CompareOptions::default()
    };
    let supply = |side: Side, wanted: &WantedFile| {
        let files = if side == Side::Previous { old } else { new };
        let found = files.iter().find(|(path, _)| *path == wanted.as_str());
        found.map(|(_, text)| text.as_bytes().to_vec()).ok_or_else(|| format!("there is no file `{wanted}`: add it"))
    };
    compare_files(&root(old), &root(new), &options, supply).unwrap()
}

/// Returns `file:line pointer` of each new location, with the message.
pub(super) fn said(report: &Report) -> Vec<(String, String)> {
    let place = |change: &super::super::Change| {
        let place = change.new.as_ref().or(change.old.as_ref()).unwrap();
        format!("{}:{} {}", place.file.as_deref().unwrap_or("root"), place.line, place.pointer)
    };
    report.changes.iter().map(|change| (place(change), format!("{} {}", change.rule, change.message))).collect()
}

pub(super) fn problems(report: &Report) -> Vec<String> {
    let place = |problem: &super::super::Problem| {
        format!("{}:{} {}: {}", problem.file, problem.place.line, problem.code, problem.message)
    };
    report.problems.iter().map(place).collect()
}

#[track_caller]
pub(super) fn assert_same(old: Files<'_>, new: Files<'_>) {
    for (left, right) in [(old, new), (new, old), (old, old), (new, new)] {
        let report = report(left, right);
        assert!(report.complete, "{:#?}", report.problems);
        assert!(report.changes.is_empty(), "{:#?}", report.changes);
    }
}

const BUNDLED: &str = r##"
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets:
    parameters:
      - {name: limit, in: query, schema: {type: integer}}
    get:
      responses:
        "200":
          description: Pets.
          content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}
        default: {$ref: "#/components/responses/Problem"}
components:
  responses:
    Problem: {description: A problem., content: {application/json: {schema: {$ref: "#/components/schemas/Problem"}}}}
  schemas:
    Problem: {type: object, properties: {title: {type: string}}}
    Pet:
      type: object
      properties:
        name: {type: string}
        owner: {$ref: "#/components/schemas/Owner"}
    Owner:
      type: object
      properties:
        pets: {type: array, items: {$ref: "#/components/schemas/Pet"}}
"##;

const SPLIT: Files<'_> = &[
    (
        "openapi.yaml",
        r#"
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
paths:
  /pets: {$ref: paths/pets.yaml}
components:
  responses:
    Problem: {$ref: "./shared%2Eyaml#/responses/Problem"}
  schemas:
    Problem: {$ref: "shared.yaml#/schemas/Problem"}
    Pet: {$ref: schemas/pet.json}
    Owner: {$ref: "schemas/owner.yaml#/Owner"}
"#,
    ),
    (
        "paths/pets.yaml",
        r#"parameters:
  - {name: limit, in: query, schema: {type: integer}}
get:
  responses:
    "200":
      description: Pets.
      content:
        application/json: {schema: {type: array, items: {$ref: "../openapi.yaml#/components/schemas/Pet"}}}
    default: {$ref: "../shared.yaml#/responses/Problem"}
"#,
    ),
    (
        "shared.yaml",
        r##"responses:
  Problem: {description: A problem., content: {application/json: {schema: {$ref: "#/schemas/Problem"}}}}
schemas:
  Problem: {type: object, properties: {title: {type: string}}}
  Unused: {$ref: nowhere.yaml}
"##,
    ),
    (
        "schemas/pet.json",
        r#"{"type": "object", "properties": {"name": {"type": "string"}, "owner": {"$ref": "owner.yaml#/Owner"}}}"#,
    ),
    (
        "schemas/owner.yaml",
        "Owner:\n  type: object\n  properties:\n    pets: {type: array, items: {$ref: ../schemas/pet.json}}\n",
    ),
];

/// Returns the files with the text of one of them replaced.
fn edited<'a>(files: Files<'a>, path: &str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    files.iter().map(|&(name, old)| if name == path { (name, text) } else { (name, old) }).collect()
}

#[test]
fn split_description_gives_the_report_of_its_bundle() {
    assert_same(&[("openapi.yaml", BUNDLED)], SPLIT);
}

#[test]
fn change_in_a_file_is_one_entry_with_its_operations() {
    let text = SPLIT[4].1.replace("type: object", "type: object\n  required: [pets]");
    let report = report(SPLIT, &edited(SPLIT, "schemas/owner.yaml", &text));
    assert_eq!(report.changes.len(), 1, "{:#?}", report.changes);
    let change = &report.changes[0];
    assert_eq!(said(&report)[0].0, "new/schemas/owner.yaml:3 /Owner/required");
    assert!(change.message.contains("`Owner.pets`"), "{}", change.message);
    let operations: Vec<String> = change.operations.iter().map(|op| format!("{} {}", op.method, op.path)).collect();
    assert_eq!(operations, ["GET /pets"]);
}

#[test]
fn a_change_in_a_files_path_item_names_its_path() {
    let text = SPLIT[1].1.replace("limit", "most");
    let report = report(SPLIT, &edited(SPLIT, "paths/pets.yaml", &text));
    let said = said(&report);
    assert_eq!(said.len(), 2, "{said:#?}");
    assert!(said.iter().all(|(_, message)| message.contains("`/pets`") || message.contains("GET /pets")), "{said:#?}");
    assert!(report.changes.iter().all(|change| change.operations.len() == 1));
}

#[test]
fn a_change_between_bundle_and_files_is_found_as_well() {
    let text = SPLIT[3].1.replace("\"string\"", "\"integer\"");
    let report = report(&[("openapi.yaml", BUNDLED)], &edited(SPLIT, "schemas/pet.json", &text));
    let said = said(&report);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert_eq!(said[0].0, "new/schemas/pet.json:1 /properties/name/type");
}

#[test]
fn the_same_text_in_another_file_means_something_else() {
    let root = |schema: &str| {
        format!(
            r##"{{"openapi":"3.0.3","info":{{"title":"t","version":"1"}},"paths":{{"/a":{{"get":{{"responses":{{"200":{{"description":"","content":{{"a/b":{{"schema":{schema}}}}}}}}}}}}}}},"components":{{"schemas":{{"A":{{"properties":{{"b":{{"$ref":"#/components/schemas/B"}}}}}},"B":{{"type":"string"}}}}}}}}"##
        )
    };
    let (old, new) =
        (root(r##"{"$ref":"#/components/schemas/A"}"##), root(r#"{"$ref":"a.json#/components/schemas/A"}"#));
    let other = r##"{"components":{"schemas":{"A":{"properties":{"b":{"$ref":"#/components/schemas/B"}}},"B":{"type":"integer"}}}}"##;
    let report = report(&[("openapi.yaml", &old)], &[("openapi.yaml", &new), ("a.json", other)]);
    let said = said(&report);
    assert!(said.iter().any(|(_, message)| message.contains("integer")), "{said:#?}");
}

#[test]
fn a_file_that_is_missing_is_a_problem_once() {
    let report = report(SPLIT, &SPLIT[..4]);
    assert!(!report.complete);
    assert_eq!(
        problems(&report),
        [
            "new/openapi.yaml:12 reference.external: `schemas/owner.yaml#/Owner` is in a file that could not be loaded, and so is one more reference: there is no file `schemas/owner.yaml`: add it"
        ]
    );
}

#[test]
fn a_file_that_cannot_be_read_is_a_problem_at_its_place() {
    let report = report(SPLIT, &edited(SPLIT, "schemas/pet.json", "{\n  \"type\": object}"));
    let problems = problems(&report);
    assert_eq!(problems.len(), 1, "{problems:#?}");
    assert!(problems[0].starts_with("new/schemas/pet.json:2 description.syntax: "), "{problems:#?}");
}

#[test]
fn missing_target_in_a_file_is_a_problem_at_the_reference() {
    let text = SPLIT[4].1.replace("Owner:", "Keeper:");
    let report = report(SPLIT, &edited(SPLIT, "schemas/owner.yaml", &text));
    let problems = problems(&report);
    assert_eq!(problems.len(), 2, "{problems:#?}");
    assert!(problems[1].contains("`owner.yaml#/Owner` does not resolve in the file it names"), "{problems:#?}");
    assert!(problems[1].starts_with("new/schemas/pet.json:1 "), "{problems:#?}");
}

#[test]
fn without_files_each_file_that_is_wanted_is_named() {
    let report = compare(SPLIT[0].1.as_bytes(), SPLIT[0].1.as_bytes(), &CompareOptions::default()).unwrap();
    let problems = problems(&report);
    assert_eq!(problems.len(), 8, "{problems:#?}");
    assert!(problems[0].contains("`paths/pets.yaml` was not supplied; supply it"), "{problems:#?}");
}

#[test]
fn files_may_refer_to_each_other_in_circles_and_chains_must_end() {
    let root = |place: &str| {
        format!("openapi: 3.1.0\npaths: {{/a: {{get: {{parameters: [{{$ref: '{place}'}}], responses: {{}}}}}}}}\n")
    };
    let (a, b) = (
        "a: {$ref: 'b.yaml#/b'}\nx: {name: q, in: query, schema: {$ref: 'b.yaml#/s'}}\n",
        "b: {$ref: 'a.yaml#/a'}\ns: {items: {$ref: '#/s'}}\n",
    );
    let (circle, ends) = (root("a.yaml#/a"), root("a.yaml#/x"));
    let files = |root| vec![("openapi.yaml", root), ("a.yaml", a), ("b.yaml", b)];
    assert_same(&files(&ends), &files(&ends));
    let report = report(&files(&circle), &files(&circle));
    let problems = problems(&report);
    assert_eq!(problems.len(), 6, "{problems:#?}");
    assert!(problems.iter().all(|problem| problem.contains("reference.circular")), "{problems:#?}");
}

#[test]
fn schemas_may_be_called_by_identifier_and_anchor() {
    let root = |schema: &str, rest: &str| {
        format!(
            r#"{{"openapi":"3.1.0","paths":{{"/a":{{"get":{{"responses":{{"200":{{"description":"","content":{{"a/b":{{"schema":{schema}}}}}}}}}}}}}}},"components":{{"schemas":{{{rest}}}}}}}"#
        )
    };
    let plain = root(
        r##"{"$ref":"#/components/schemas/A"}"##,
        r##""A":{"$defs":{"Name":{"type":"string"}},"properties":{"n":{"$ref":"#/components/schemas/A/$defs/Name"}}}"##,
    );
    let by_anchor = root(
        r##"{"$ref":"#a"}"##,
        r##""A":{"$anchor":"a","$defs":{"Name":{"type":"string"}},"properties":{"n":{"$ref":"#/components/schemas/A/$defs/Name"}}}"##,
    );
    let by_id = root(
        r#"{"$ref":"https://a.example/schemas/a"}"#,
        r##""A":{"$id":"https://a.example/schemas/a","$defs":{"Name":{"$anchor":"n","type":"string"}},"properties":{"n":{"$ref":"#/$defs/Name"}}},"B":{"$id":"https://a.example/schemas/b","$ref":"a#n"}"##,
    );
    for (spelling, silent) in [(by_anchor, ["$anchor"]), (by_id, ["$id"])] {
        let report = report(&[("openapi.yaml", &plain)], &[("openapi.yaml", &spelling)]);
        assert!(report.complete, "{:#?}", report.problems);
        let loud: Vec<String> = said(&report).into_iter().map(|(_, message)| message).collect();
        // The new names may be reported, but their targets have not changed.
        assert!(
            loud.iter().all(|message| silent.iter().any(|word| message.contains(word))
                || message.contains("$anchor")
                || message.contains("`B`")),
            "{loud:#?}"
        );
    }
}

#[test]
fn referenced_nested_schema_is_one_entry_for_all_users() {
    let answer = |reference: &str| {
        let content = json!({"a/b": {"schema": {"$ref": reference}}});
        json!({"get": {"responses": {"200": {"description": "", "content": content}}}})
    };
    let root = json!({
        "openapi": "3.1.0",
        "paths": {"/a": answer("label.yaml"), "/b": answer("label.yaml#/$defs/Name"), "/c": answer("label.yaml#/properties/id")}
    });
    let file = |name: &str, id: &str| {
        format!(
            "properties: {{name: {{$ref: '#/$defs/Name'}}, id: {{type: {id}}}}}\n$defs:\n  Name: {{type: {name}}}\n"
        )
    };
    let (root, old, new) = (root.to_string(), file("string", "string"), file("integer", "integer"));
    let report =
        report(&[("openapi.yaml", &root), ("label.yaml", &old)], &[("openapi.yaml", &root), ("label.yaml", &new)]);
    let reached = |pointer: &str| {
        let here = |place: &super::super::Place| place.pointer.starts_with(pointer);
        let change = report.changes.iter().find(|change| change.new.as_ref().is_some_and(here)).unwrap();
        change.operations.iter().map(|operation| operation.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(report.changes.len(), 2, "{:#?}", said(&report));
    assert_eq!(reached("/$defs/Name"), ["/a", "/b"]);
    assert_eq!(reached("/properties/id"), ["/a", "/c"]);
}

#[test]
fn mapping_to_files_gives_the_report_of_the_bundle() {
    let root = |rest: &str| {
        let answer = r#""content":{"a/b":{"schema":{"$ref":"ANIMAL"}}}"#;
        format!(
            r#"{{"openapi":"3.1.0","paths":{{"/a":{{"get":{{"responses":{{"200":{{"description":"",{answer}}}}}}}}}}}{rest}}}"#
        )
    };
    let animal = |cat: &str, dog: &str, tag: &str| {
        format!(
            r#"{{"oneOf":[{{"$ref":"{cat}"}},{{"$ref":"{dog}"}}],"discriminator":{{"propertyName":"kind","mapping":{{"c":"{tag}","d":"{dog}"}}}}}}"#
        )
    };
    let kind = |name: &str| format!(r#"{{"type":"object","properties":{{"{name}":{{"type":"string"}}}}}}"#);
    let split = root("").replace("ANIMAL", "schemas/animal.json");
    let files = |dog: &str, tag: &str| {
        vec![
            ("openapi.yaml".to_owned(), split.clone()),
            ("schemas/animal.json".to_owned(), animal("cat.json", dog, tag)),
            ("schemas/cat.json".to_owned(), kind("claws")),
            (format!("schemas/{dog}"), kind("bark")),
        ]
    };
    let at = "#/components/schemas/";
    let whole = animal(&format!("{at}Cat"), &format!("{at}Dog"), &format!("{at}Cat"));
    let (cat, dog) = (kind("claws"), kind("bark"));
    let components = format!(r#","components":{{"schemas":{{"Animal":{whole},"Cat":{cat},"Dog":{dog}}}}}"#);
    let bundle = vec![("openapi.yaml".to_owned(), root(&components).replace("ANIMAL", &format!("{at}Animal")))];
    let (first, renamed, turned) =
        (files("dog.json", "cat.json"), files("hound.json", "cat.json"), files("dog.json", "dog.json"));
    let compared = |old: &[(String, String)], new: &[(String, String)]| {
        let [old, new] =
            [old, new].map(|files| files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect::<Vec<_>>());
        report(&old, &new)
    };
    for other in [&first, &renamed, &bundle] {
        for report in [compared(&first, other), compared(other, &first)] {
            assert!(report.complete && report.changes.is_empty(), "{:#?}", said(&report));
        }
    }
    let report = compared(&first, &turned);
    assert_eq!(said(&report).len(), 1, "{:#?}", said(&report));
    assert!(said(&report)[0].1.contains("discriminator-mapping-changed"), "{:#?}", said(&report));
}

#[test]
fn a_schema_only_a_mapping_names_is_read_and_compared() {
    let root = r#"{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"a/b":{"schema":{"$ref":"schemas/pet.yaml"}}}}}}}}}"#;
    let pet = "type: object\nproperties: {kind: {type: string}}\ndiscriminator: {propertyName: kind, mapping: {d: dog.yaml, c: Cat}}\n";
    let dog = |kind: &str| {
        format!("allOf:\n  - $ref: pet.yaml\n  - type: object\n    properties: {{age: {{type: {kind}}}}}\n")
    };
    let (old, new) = (dog("string"), dog("integer"));
    let files = |dog| [("openapi.yaml", root), ("schemas/pet.yaml", pet), ("schemas/dog.yaml", dog)];
    assert_same(&files(&old), &files(&old));
    let changed = report(&files(&old), &files(&new));
    assert!(changed.complete, "{:#?}", changed.problems);
    assert_eq!(said(&changed).len(), 1, "{:#?}", said(&changed));
    assert!(said(&changed)[0].0.starts_with("new/schemas/dog.yaml:4 "), "{:#?}", said(&changed));
    let reached: Vec<&str> = changed.changes[0].operations.iter().map(|operation| operation.path.as_str()).collect();
    assert_eq!(reached, ["/a"]);
    let without = report(&files(&old), &files(&old)[..2]);
    assert_eq!(problems(&without).len(), 1, "{:#?}", problems(&without));
    assert!(
        problems(&without)[0].contains("`dog.yaml` is in a file that could not be loaded"),
        "{:#?}",
        problems(&without)
    );
}

#[test]
fn a_dynamic_reference_is_followed_to_its_anchor() {
    let root = r#"{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"a/b":{"schema":{"$ref":"tree.json"}}}}}}}}}"#;
    let file = |value: &str| {
        format!(
            r##"{{"$dynamicAnchor":"node","properties":{{"value":{{"type":"{value}"}},"next":{{"$dynamicRef":"#node"}}}}}}"##
        )
    };
    let (old, new) = (file("string"), file("integer"));
    let report = report(&[("openapi.yaml", root), ("tree.json", &old)], &[("openapi.yaml", root), ("tree.json", &new)]);
    assert!(report.complete, "{:#?}", report.problems);
    assert_eq!(said(&report).len(), 1, "{:#?}", said(&report));
}

#[test]
fn value_reached_only_by_reference_is_compared_as_a_schema() {
    let root = |kind: &str| {
        let schema = json!({"$ref": "#/x-shared/Name"});
        let content = json!({"a/b": {"schema": schema}});
        let value = json!({"openapi": "3.0.3", "x-shared": {"Name": {"type": kind}}, "paths": {"/a": {"get": {"responses": {"200": {"description": "", "content": content}}}}}});
        Value::to_string(&value)
    };
    let (old, new) = (root("string"), root("integer"));
    let report = report(&[("openapi.yaml", &old)], &[("openapi.yaml", &new)]);
    assert!(
        said(&report).iter().any(|(_, message)| message.contains("type") && message.contains("integer")),
        "{:#?}",
        said(&report)
    );
}

#[test]
fn the_root_document_may_be_reached_by_its_own_name() {
    let text = "openapi: 3.0.3\ninfo: {title: t, version: '1'}\npaths: {/a: {get: {parameters: [{$ref: 'api.yaml#/components/parameters/Q'}], responses: {}}}}\ncomponents: {parameters: {Q: {name: q, in: query}}}\n";
    let plain = text.replace("api.yaml#", "#");
    assert_same(&[("api.yaml", text), ("api.yaml", text)], &[("api.yaml", &plain)]);
}
