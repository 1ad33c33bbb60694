//! Members written out that have the value of an absent member.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each, reference};

const V3_0: (Version, Version) = (Version::V3_0, Version::V3_0);
const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);

const fn kind(
    name: &'static str,
    versions: (Version, Version),
    clause: &'static str,
    edit: fn(&mut Value, &mut Places),
) -> Kind {
    Kind::places(name, clause, edit).within(versions.0, versions.1)
}

pub(super) const KINDS: &[Kind] = &[
    kind(
        "parameter-not-required",
        Version::ALL,
        "OpenAPI 3.0.4, 4.8.12: required is false by default",
        |root, places| {
            fill(root, places, Node::Parameter, "required", &json!(false), |members| {
                members.get("in").is_some_and(|location| location != "path")
            });
        },
    ),
    kind("body-not-required", V3_X, "OpenAPI 3.0.4, 4.8.13: required is false by default", |root, places| {
        fill(root, places, Node::RequestBody, "required", &json!(false), |_| true);
    }),
    kind("header-not-required", V3_X, "OpenAPI 3.0.4, 4.8.21: required is false by default", |root, places| {
        fill(root, places, Node::Header, "required", &json!(false), |_| true);
    }),
    kind("parameter-not-deprecated", V3_X, "OpenAPI 3.0.4, 4.8.12: deprecated is false by default", |root, places| {
        fill(root, places, Node::Parameter, "deprecated", &json!(false), |_| true);
        fill(root, places, Node::Header, "deprecated", &json!(false), |_| true);
    }),
    kind(
        "operation-not-deprecated",
        Version::ALL,
        "OpenAPI 3.0.4, 4.8.10: deprecated is false by default",
        |root, places| {
            fill(root, places, Node::Operation, "deprecated", &json!(false), |_| true);
        },
    ),
    kind("schema-not-deprecated", V3_X, "OpenAPI 3.0.4, 4.8.24: deprecated is false by default", |root, places| {
        fill(root, places, Node::Schema, "deprecated", &json!(false), |_| true);
    }),
    kind("query-no-empty-value", V3_X, "OpenAPI 3.0.4, 4.8.12: allowEmptyValue is false by default", |root, places| {
        fill(root, places, Node::Parameter, "allowEmptyValue", &json!(false), |members| is_in(members, &["query"]));
    }),
    kind("query-no-reserved", V3_X, "OpenAPI 3.0.4, 4.8.12: allowReserved is false by default", |root, places| {
        fill(root, places, Node::Parameter, "allowReserved", &json!(false), |members| {
            is_in(members, &["query"]) && members.contains_key("schema")
        });
    }),
    kind("style-form", V3_X, "OpenAPI 3.0.4, 4.8.12: form in queries and cookies by default", |root, places| {
        fill(root, places, Node::Parameter, "style", &json!("form"), |members| {
            is_in(members, &["query", "cookie"]) && members.contains_key("schema")
        });
    }),
    kind("style-simple", V3_X, "OpenAPI 3.0.4, 4.8.12: simple in paths and headers by default", |root, places| {
        fill(root, places, Node::Parameter, "style", &json!("simple"), |members| {
            is_in(members, &["path", "header"]) && members.contains_key("schema")
        });
        fill(root, places, Node::Header, "style", &json!("simple"), |members| members.contains_key("schema"));
    }),
    kind("explode-form", V3_X, "OpenAPI 3.0.4, 4.8.12: explode is true by default for form", |root, places| {
        fill(root, places, Node::Parameter, "explode", &json!(true), |members| {
            let is_form = members.get("style").map_or_else(|| is_in(members, &["query", "cookie"]), |it| it == "form");
            is_form && members.contains_key("schema")
        });
    }),
    kind(
        "explode-others",
        V3_X,
        "OpenAPI 3.0.4, 4.8.12: explode is false by default for other styles",
        |root, places| {
            fill(root, places, Node::Parameter, "explode", &json!(false), |members| {
                let is_simple =
                    members.get("style").map_or_else(|| is_in(members, &["path", "header"]), |it| it == "simple");
                is_simple && members.contains_key("schema")
            });
            fill(root, places, Node::Header, "explode", &json!(false), |members| members.contains_key("schema"));
        },
    ),
    kind(
        "collection-format-csv",
        (Version::V2_0, Version::V2_0),
        "OpenAPI 2.0, Parameter Object: csv is the default",
        |root, places| {
            fill(root, places, Node::Parameter, "collectionFormat", &json!("csv"), |members| {
                members.get("type").is_some_and(|kind| kind == "array")
            });
        },
    ),
    kind("schema-not-nullable", V3_0, "OpenAPI 3.0.4, 4.8.24: nullable is false by default", |root, places| {
        fill(root, places, Node::Schema, "nullable", &json!(false), |members| members.contains_key("type"));
    }),
    kind(
        "schema-not-read-only",
        Version::ALL,
        "OpenAPI 3.0.4, 4.8.24: readOnly is false by default",
        |root, places| {
            fill(root, places, Node::Schema, "readOnly", &json!(false), |_| true);
        },
    ),
    kind("schema-not-write-only", V3_X, "OpenAPI 3.0.4, 4.8.24: writeOnly is false by default", |root, places| {
        fill(root, places, Node::Schema, "writeOnly", &json!(false), |_| true);
    }),
    kind(
        "items-not-unique",
        Version::ALL,
        "JSON Schema Validation 2020-12, 6.4.3: false by default",
        |root, places| {
            fill(root, places, Node::Schema, "uniqueItems", &json!(false), |members| has_type(members, "array"));
        },
    ),
    kind("length-zero", Version::ALL, "JSON Schema Validation 2020-12, 6.3.2: omission is as 0", |root, places| {
        fill(root, places, Node::Schema, "minLength", &json!(0), |members| has_type(members, "string"));
    }),
    kind("items-zero", Version::ALL, "JSON Schema Validation 2020-12, 6.4.2: omission is as 0", |root, places| {
        fill(root, places, Node::Schema, "minItems", &json!(0), |members| has_type(members, "array"));
    }),
    kind("properties-zero", Version::ALL, "JSON Schema Validation 2020-12, 6.5.2: omission is as 0", |root, places| {
        fill(root, places, Node::Schema, "minProperties", &json!(0), |members| has_type(members, "object"));
    }),
    kind(
        "bounds-inclusive",
        (Version::V2_0, Version::V3_0),
        "JSON Schema Validation draft 05, 5.3: false by default",
        |root, places| {
            fill(root, places, Node::Schema, "exclusiveMinimum", &json!(false), |members| {
                members.contains_key("minimum")
            });
            fill(root, places, Node::Schema, "exclusiveMaximum", &json!(false), |members| {
                members.contains_key("maximum")
            });
        },
    ),
    kind("others-allowed", V3_X, "OpenAPI 3.0.4, 4.8.24: additionalProperties is true by default", |root, places| {
        fill(root, places, Node::Schema, "additionalProperties", &json!(true), is_plain_object);
    }),
    kind("others-any-schema", V3_X, "JSON Schema 2020-12, 10.3.2.3: omission is as an empty schema", |root, places| {
        fill(root, places, Node::Schema, "additionalProperties", &json!({}), is_plain_object);
    }),
    kind(
        "properties-none",
        Version::ALL,
        "JSON Schema 2020-12, 10.3.2.1: omission is as an empty object",
        |root, places| {
            fill(root, places, Node::Schema, "properties", &json!({}), |members| has_type(members, "object"));
        },
    ),
    kind(
        "required-none",
        JSON_SCHEMA,
        "JSON Schema Validation 2020-12, 6.5.3: omission is as an empty array",
        |root, places| {
            fill(root, places, Node::Schema, "required", &json!([]), |members| has_type(members, "object"));
        },
    ),
    kind("items-any", JSON_SCHEMA, "JSON Schema 2020-12, 10.3.1.2: omission is as an empty schema", |root, places| {
        fill(root, places, Node::Schema, "items", &json!({}), |members| {
            has_type(members, "array") && !members.contains_key("unevaluatedItems")
        });
    }),
    kind(
        "xml-defaults",
        Version::ALL,
        "OpenAPI 3.0.4, 4.8.26: attribute and wrapped are false by default",
        |root, places| {
            each(root, Node::Schema, |members, _| {
                if let Some(Value::Object(xml)) = members.get_mut("xml")
                    && !xml.contains_key("nodeType")
                    && places.take()
                {
                    xml.entry("attribute").or_insert(json!(false));
                    xml.entry("wrapped").or_insert(json!(false));
                }
            });
        },
    ),
    kind("encoding-json", V3_X, "OpenAPI 3.0.4, 4.8.15: application/json for objects by default", |root, places| {
        encoding(root, places, "object", "application/json");
    }),
    kind(
        "encoding-text",
        V3_X,
        "OpenAPI 3.0.4, 4.8.15: text/plain for numbers and flags by default",
        |root, places| {
            encoding(root, places, "integer", "text/plain");
            encoding(root, places, "boolean", "text/plain");
        },
    ),
    kind("operation-lists-empty", Version::ALL, "OpenAPI 3.0.4, 4.8.10: lists of what there is", |root, places| {
        fill(root, places, Node::Operation, "parameters", &json!([]), |_| true);
        fill(root, places, Node::Operation, "tags", &json!([]), |_| true);
    }),
    kind("maps-empty", V3_X, "OpenAPI 3.0.4, 4.8.17: maps of what there is", |root, places| {
        fill(root, places, Node::Response, "headers", &json!({}), |_| true);
        fill(root, places, Node::Response, "links", &json!({}), |_| true);
        fill(root, places, Node::Operation, "callbacks", &json!({}), |_| true);
    }),
    kind(
        "components-empty",
        V3_X,
        "OpenAPI 3.0.4, 4.8.7: components have no effect unless referred to",
        |root, places| {
            if places.take()
                && let Some(members) = root.as_object_mut()
            {
                let components = members.entry("components").or_insert(json!({}));
                for section in ["schemas", "responses", "parameters", "requestBodies", "headers", "links", "callbacks"]
                {
                    if components.get(section).is_none() {
                        components[section] = json!({});
                    }
                }
            }
        },
    ),
    kind("webhooks-empty", JSON_SCHEMA, "OpenAPI 3.1.1, 4.8.1: webhooks that may be received", |root, places| {
        fill(root, places, Node::Root, "webhooks", &json!({}), |_| true);
    }),
    kind(
        "security-empty",
        Version::ALL,
        "OpenAPI 3.0.4, 4.8.10: an empty array removes a top-level declaration",
        |root, places| {
            if root.get("security").is_none() {
                fill(root, places, Node::Operation, "security", &json!([]), |_| true);
            }
        },
    ),
    kind("security-optional", V3_X, "OpenAPI 3.0.4, 4.8.30: {} makes security optional", |root, places| {
        each(root, Node::Operation, |members, _| {
            if members.get("security").and_then(Value::as_array).is_some_and(Vec::is_empty) && places.take() {
                members.insert("security".to_owned(), json!([{}]));
            }
        });
    }),
    kind("dialect-default", JSON_SCHEMA, "OpenAPI 3.1.1, 4.8.24.7: the base dialect by default", |root, places| {
        let year = if places.version == Version::V3_1 { "3.1/dialect/base" } else { "3.2/dialect/2025-09-17" };
        let dialect = json!(format!("https://spec.openapis.org/oas/{year}"));
        fill(root, places, Node::Root, "jsonSchemaDialect", &dialect, |_| true);
    }),
];

/// Adds a member with this value to each object that has no such member and meets the condition.
fn fill(
    root: &mut Value,
    places: &mut Places,
    node: Node,
    name: &str,
    value: &Value,
    meets: impl Fn(&Map<String, Value>) -> bool,
) {
    each(root, node, |members, _| {
        if !members.contains_key("$ref") && !members.contains_key(name) && meets(members) && places.take() {
            members.insert(name.to_owned(), value.clone());
        }
    });
}

fn is_in(members: &Map<String, Value>, locations: &[&str]) -> bool {
    members.get("in").and_then(Value::as_str).is_some_and(|location| locations.contains(&location))
}

fn has_type(members: &Map<String, Value>, name: &str) -> bool {
    members.get("type").is_some_and(|kind| kind == name)
}

/// True for an object schema without keywords that depend on `additionalProperties`.
fn is_plain_object(members: &Map<String, Value>) -> bool {
    has_type(members, "object") && !members.contains_key("unevaluatedProperties")
}

/// Writes the default encoding of properties of one type.
fn encoding(root: &mut Value, places: &mut Places, kind: &str, media: &str) {
    each(root, Node::RequestBody, |body, _| {
        let form = body.get_mut("content").and_then(|content| content.get_mut("multipart/form-data"));
        let Some(form) = form.filter(|form| form.get("schema").is_some_and(|schema| reference(schema).is_none()))
        else {
            return;
        };
        let properties = form["schema"].get("properties").and_then(Value::as_object);
        let has_type = |(_, schema): &(&String, &Value)| schema.get("type").is_some_and(|it| it == kind);
        let names: Vec<String> =
            properties.into_iter().flatten().filter(has_type).map(|(name, _)| name.clone()).collect();
        for name in names {
            let is_free = form.get("encoding").and_then(|encoding| encoding.get(&name)).is_none();
            if is_free && form.is_object() && places.take() {
                let Some(members) = form.as_object_mut() else { return };
                let encoding = members.entry("encoding").or_insert(json!({}));
                if let Some(encoding) = encoding.as_object_mut() {
                    encoding.insert(name, json!({"contentType": media}));
                }
            }
        }
    });
}
