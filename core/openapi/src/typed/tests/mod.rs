//! Tests of the converted and the omitted parts of all versions.

use serde_json::{Value, json};

use super::Typed;
use crate::{Limits, Loader};

fn typed(value: &Value) -> Typed {
    Loader::new("t", value.to_string().into_bytes(), &Limits::default()).unwrap().finish().typed()
}

fn not_held(typed: &Typed) -> Vec<(&str, bool)> {
    typed.unsupported.iter().map(|part| (part.pointer.as_str(), part.kept)).collect()
}

fn document(version: &str, schemas: &Value) -> Value {
    let ok = json!({"responses": {"200": {"description": "ok"}}});
    json!({"openapi": version, "info": {"title": "t", "version": "1"}, "x-root": 1, "paths": {"/a": {"get": ok}},
        "components": {"schemas": schemas}})
}

#[test]
fn a_description_of_3_0_is_held_whole() {
    let found = typed(&document("3.0.4", &json!({"A": {"type": "string", "nullable": true, "maxLength": 5}})));
    assert_eq!(not_held(&found), []);
    assert_eq!((found.openapi.openapi.as_str(), found.openapi.operations().count()), ("3.0.4", 1));
    assert_eq!(found.openapi.components.unwrap().schemas.len(), 1);
    assert_eq!(found.openapi.extensions["x-root"], 1);
}

#[test]
fn additions_of_3_1_are_left_out_of_the_typed_view() {
    let mut newer = document(
        "3.1.1",
        &json!({"A": {"const": 1}, "B": {"type": ["string", "null"]}, "C": {"type": "integer", "$comment": "c"}, "D": true}),
    );
    newer["webhooks"] = json!({"w": {"post": {"responses": {"200": {"description": "ok"}}}}});
    let found = typed(&newer);
    assert_eq!(
        not_held(&found),
        [
            ("/components/schemas/A", false),
            ("/components/schemas/B", false),
            ("/components/schemas/C/$comment", true),
            ("/components/schemas/D", false),
            ("/webhooks", false),
        ]
    );
    let schemas = found.openapi.components.unwrap().schemas;
    assert_eq!(schemas.keys().collect::<Vec<_>>(), ["C"]);
}

#[test]
fn methods_of_3_2_are_left_out_by_name() {
    let mut newer = document("3.2.0", &json!({}));
    newer["paths"]["/a"]["query"] = newer["paths"]["/a"]["get"].clone();
    let found = typed(&newer);
    assert_eq!(not_held(&found), [("/paths/~1a/query", false)]);
    assert_eq!(found.unsupported[0].why, "OpenAPI 3.0 has no `query` here");
}

#[test]
fn swagger_2_0_is_typed_as_3_0_with_locations_of_the_file() {
    let older: Value = serde_json::from_str(include_str!("../../swagger/rich.json")).unwrap();
    let found = typed(&older);
    assert_eq!(found.openapi.openapi, "3.0.4");
    assert_eq!(found.openapi.servers[0].url, "https://api.example/v1");
    assert_eq!(found.openapi.operations().count(), 5, "{:?}", found.unsupported);
    let components = found.openapi.components.as_ref().unwrap();
    assert_eq!((components.schemas.len(), components.security_schemes.len()), (4, 3));
    assert_eq!(
        not_held(&found),
        [
            ("/paths/~1parcels/get/consumes", true),
            ("/paths/~1parcels/post/parameters/0/name", true),
            ("/parameters/Change/name", true),
        ]
    );
}

#[test]
fn invalid_parts_alone_are_left_out() {
    let mut broken = document("3.0.4", &json!({"A": 5, "B": {"type": "string"}}));
    broken["info"] = json!([]);
    broken["paths"]["/a"]["put"] = json!({"responses": "none"});
    broken["servers"] = json!([{"url": "https://a.example"}, {"name": "no url"}]);
    let found = typed(&broken);
    let mut places = not_held(&found);
    places.sort_unstable();
    assert_eq!(
        places,
        [("/components/schemas/A", false), ("/info", false), ("/paths/~1a/put", false), ("/servers/1", false)]
    );
    assert_eq!((found.openapi.operations().count(), found.openapi.servers.len()), (1, 1));
}
