//! The description that is mutated, in each version of the specification.

use serde_json::{Value, json};

use super::table::{Kind, Operation};

/// A version of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    V3_0,
    V3_1,
    V3_2,
}

/// Members of a schema that OpenAPI 3.0 does not have.
const SINCE_3_1: [&str; 20] = [
    "const",
    "prefixItems",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
    "unevaluatedItems",
    "if",
    "then",
    "else",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "$comment",
    "examples",
    "identifier",
];

impl Version {
    /// Whether the version has the place the mutation changes, and the value it gets.
    pub(super) fn has(self, base: &Value, kind: &Kind) -> bool {
        let (parent, token) = kind.pointer.rsplit_once('/').unwrap();
        let there = base.pointer(parent).is_some();
        let changes = match (&kind.operation, base.pointer(&kind.pointer)) {
            (Operation::Set(value), member) => member != Some(value),
            (Operation::Remove, member) => member.is_some(),
        };
        let has = if self == Version::V3_0 { is_in_3_0 } else { is_in_3_1 };
        there && changes && has(token, &kind.operation)
    }
}

fn is_in_3_0(token: &str, operation: &Operation) -> bool {
    let value_fits = match operation {
        Operation::Set(Value::Array(_)) if token == "type" => false,
        Operation::Set(value) if token.starts_with("exclusive") => value.is_boolean(),
        Operation::Set(value) => !SINCE_3_1.iter().any(|word| value.get(word).is_some()),
        Operation::Remove => true,
    };
    value_fits && !SINCE_3_1.contains(&token) && token != "summary"
}

/// `nullable`, and flags for the ends of ranges, are OpenAPI 3.0's alone.
fn is_in_3_1(token: &str, operation: &Operation) -> bool {
    let is_flag = matches!(operation, Operation::Set(Value::Bool(_)));
    token != "nullable" && !(is_flag && token.starts_with("exclusive"))
}

/// The description in a version of the specification.
pub(super) fn base_of(version: Version) -> Value {
    let mut base: Value = serde_json::from_str(include_str!("base.json")).unwrap();
    let everything: Value = serde_json::from_str(include_str!("everything.json")).unwrap();
    for name in ["EverythingSent", "EverythingReceived"] {
        base["components"]["schemas"][name] = everything.clone();
    }
    match version {
        Version::V3_0 => to_3_0(&mut base),
        Version::V3_1 => {}
        Version::V3_2 => base["openapi"] = json!("3.2.0"),
    }
    base
}

fn to_3_0(base: &mut Value) {
    base["openapi"] = json!("3.0.4");
    let members = base.as_object_mut().unwrap();
    for word in ["jsonSchemaDialect", "webhooks"] {
        members.remove(word);
    }
    base["info"].as_object_mut().unwrap().remove("summary");
    for name in ["EverythingSent", "EverythingReceived"] {
        let everything = base["components"]["schemas"][name].as_object_mut().unwrap();
        everything.retain(|word, _| !SINCE_3_1.contains(&word.as_str()));
        let properties = everything["properties"].as_object_mut().unwrap();
        properties.retain(|_, schema| !SINCE_3_1.iter().any(|word| schema.get(word).is_some()));
        properties.remove("several");
        properties.remove("no");
        properties["maybe"] = json!({"type": "string", "nullable": true});
        properties.insert("fixed".to_owned(), json!({"enum": ["a"]}));
        properties["range"] =
            json!({"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 1, "exclusiveMaximum": true});
    }
    base["info"]["license"].as_object_mut().unwrap().remove("identifier");
}
