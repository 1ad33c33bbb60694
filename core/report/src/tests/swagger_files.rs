//! Swagger 2.0 in several files has the same meaning as in one file.

use super::files::{Files, assert_same, problems, report, said};

const BUNDLED: &str = r##"
swagger: "2.0"
info: {title: Pets, version: 1.0.0}
consumes: [application/json]
produces: [application/json]
paths:
  /pets:
    parameters:
      - {$ref: "#/parameters/Limit"}
    get:
      produces: [application/xml]
      responses:
        "200": {$ref: "#/responses/Pets"}
        default: {$ref: "#/responses/Problem"}
    post:
      parameters:
        - {$ref: "#/parameters/Pet"}
      responses:
        "201": {description: Made.}
        default: {$ref: "#/responses/Problem"}
    put:
      consumes: [text/json]
      parameters:
        - {$ref: "#/parameters/Pet"}
      responses: {"204": {description: Put.}}
  /photos:
    post:
      parameters:
        - {$ref: "#/parameters/Photo"}
        - {name: title, in: formData, type: string, required: true}
      responses:
        "201": {description: Made., schema: {$ref: "#/definitions/Pet"}}
        default: {$ref: "#/responses/Pets"}
parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 100}
  Pet: {name: pet, in: body, required: true, schema: {$ref: "#/definitions/Pet"}}
  Photo: {name: photo, in: formData, type: file}
responses:
  Pets: {description: Pets., schema: {type: array, items: {$ref: "#/definitions/Pet"}}, headers: {X-Total: {type: integer}}}
  Problem: {description: A problem., schema: {$ref: "#/definitions/Problem"}}
definitions:
  Problem: {type: object, properties: {title: {type: string}}}
  Pet: {type: object, properties: {name: {type: string}, mate: {$ref: "#/definitions/Pet"}}}
"##;

const ROOT: (&str, &str) = (
    "openapi.yaml",
    r##"
swagger: "2.0"
info: {title: Pets, version: 1.0.0}
consumes: [application/json]
produces: [application/json]
paths:
  /pets: {$ref: paths/pets.yaml}
  /photos:
    post:
      parameters:
        - {$ref: "shared.yaml#/parameters/Photo"}
        - {name: title, in: formData, type: string, required: true}
      responses:
        "201": {description: Made., schema: {$ref: "#/definitions/Pet"}}
        default: {$ref: "shared.yaml#/responses/Pets"}
parameters:
  Pet: {$ref: "shared.yaml#/parameters/Pet"}
definitions:
  Pet: {$ref: pet.yaml}
"##,
);

const PATHS: (&str, &str) = (
    "paths/pets.yaml",
    r#"parameters:
  - {$ref: "../shared.yaml#/parameters/Limit"}
get:
  produces: [application/xml]
  responses:
    "200": {$ref: "../shared.yaml#/responses/Pets"}
    default: {$ref: "../shared.yaml#/responses/Problem"}
post:
  parameters:
    - {$ref: "../openapi.yaml#/parameters/Pet"}
  responses:
    "201": {description: Made.}
    default: {$ref: "../shared.yaml#/responses/Problem"}
put:
  consumes: [text/json]
  parameters:
    - {$ref: "../shared.yaml#/parameters/Pet"}
  responses: {"204": {description: Put.}}
"#,
);

const SHARED: (&str, &str) = (
    "shared.yaml",
    r##"parameters:
  Limit: {name: limit, in: query, type: integer, maximum: 100}
  Pet: {name: pet, in: body, required: true, schema: {$ref: pet.yaml}}
  Photo: {name: photo, in: formData, type: file}
responses:
  Pets: {description: Pets., schema: {type: array, items: {$ref: pet.yaml}}, headers: {X-Total: {type: integer}}}
  Problem: {description: A problem., schema: {$ref: "#/definitions/Problem"}}
definitions:
  Problem: {type: object, properties: {title: {type: string}}}
"##,
);

const PET: (&str, &str) = ("pet.yaml", "type: object\nproperties:\n  name: {type: string}\n  mate: {$ref: pet.yaml}\n");

const SPLIT: Files<'_> = &[ROOT, PATHS, SHARED, PET];

#[test]
fn how_it_is_cut_into_files_changes_nothing() {
    assert_same(&[("openapi.yaml", BUNDLED)], SPLIT);
}

/// Returns the split description with the text of one file replaced.
fn changed<'a>(name: &str, text: &'a str) -> Vec<(&'a str, &'a str)> {
    SPLIT.iter().map(|&(known, old)| if known == name { (known, text) } else { (known, old) }).collect()
}

#[test]
fn a_change_in_any_of_the_files_is_judged_and_placed_there() {
    for (file, before, after, expected) in [
        (
            SHARED,
            "maximum: 100",
            "maximum: 50",
            &["new/shared.yaml:2 /parameters/Limit/maximum request-range-narrowed"][..],
        ),
        (SHARED, "required: true, ", "", &["new/shared.yaml:3 /parameters/Pet"]),
        (SHARED, "type: file}", "type: file, required: true}", &["new/shared.yaml:4 /parameters/Photo"]),
        (
            SHARED,
            "X-Total: {type: integer}",
            "X-Total: {type: string}",
            &["new/shared.yaml:6 /responses/Pets/headers/X-Total/type"],
        ),
        (
            SHARED,
            "title: {type: string}",
            "title: {type: integer}",
            &["new/shared.yaml:9 /definitions/Problem/properties/title/type"],
        ),
        (PATHS, "[text/json]", "[text/xml]", &["new/paths/pets.yaml:15 /put"]),
        (PET, "name: {type: string}", "name: {type: integer}", &["new/pet.yaml:3 /properties/name/type"]),
    ] {
        let text = file.1.replace(before, after);
        let report = report(SPLIT, &changed(file.0, &text));
        assert!(report.complete, "{after}: {:#?}", problems(&report));
        let said: Vec<String> = said(&report).into_iter().map(|(place, says)| format!("{place} {says}")).collect();
        assert!(!said.is_empty() && said.iter().all(|line| !line.contains("unclassified")), "{after}: {said:#?}");
        for expected in expected {
            assert!(said.iter().any(|line| line.starts_with(expected)), "{after}: {said:#?}");
        }
    }
}

#[test]
fn missing_file_is_reported_and_the_rest_is_compared() {
    let text = SHARED.1.replace("maximum: 100", "maximum: 50").replace("$ref: pet.yaml", "$ref: gone.yaml");
    let report = report(SPLIT, &changed("shared.yaml", &text));
    let said = problems(&report);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].starts_with("new/shared.yaml:6 reference.external: `gone.yaml` is in a file"), "{said:#?}");
    assert!(report.changes.iter().any(|change| change.rule == "request-range-narrowed"), "{:#?}", report.changes);
}

#[test]
fn change_in_an_unused_part_of_a_file_is_reported() {
    let text = SHARED.1.replace("description: Pets., ", "description: Pets., examples: {a/b: 1}, ");
    let other = text.replace("a/b: 1", "a/b: 2");
    let report = report(&changed("shared.yaml", &text), &changed("shared.yaml", &other));
    let said = said(&report);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].0.starts_with("new/shared.yaml:6 /responses/Pets/examples"), "{said:#?}");
}
