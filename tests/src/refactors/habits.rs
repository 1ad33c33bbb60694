//! What generators of descriptions write for the same model: one kind for each habit.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::{add_schemas, can_move, has_discriminator, has_xml, is_named, reference_to};
use super::walk::{Node, each};

const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);
const V3_0: (Version, Version) = (Version::V3_0, Version::V3_0);
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);
const ANNOTATION: &str = "JSON Schema 2020-12, 7.7: annotations do not affect validation";
const REFERENCE: &str = "OpenAPI 3.0.4, 4.8.23: a reference is replaced by its target";

pub(super) const KINDS: &[Kind] = &[
    Kind::places("fastapi-titles", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, path| {
            let is_property = path.iter().rev().nth(1).is_some_and(|step| step == "properties");
            if is_property && !schema.contains_key("$ref") && !schema.contains_key("title") && places.take() {
                schema.insert("title".to_owned(), json!(title(path.last().map_or("", String::as_str))));
            }
        });
    }),
    Kind::places("fastapi-optional", "JSON Schema Validation 2020-12, 6.1.1: null is a type", |root, places| {
        each(root, Node::Schema, |schema, path| {
            let name = path.last().map_or("", String::as_str);
            let types = schema.get("type").and_then(Value::as_array).filter(|types| types.len() == 2);
            let Some(only) = types.and_then(|types| types.iter().find(|name| *name != "null")).cloned() else { return };
            let has_null =
                schema.get("type").and_then(Value::as_array).is_some_and(|types| types.contains(&json!("null")));
            let is_free = !["enum", "const", "anyOf", "oneOf", "allOf"].iter().any(|name| schema.contains_key(*name));
            if has_null && is_free && places.take() {
                let mut inside = std::mem::take(schema);
                inside.insert("type".to_owned(), only);
                for kept in ["description", "default", "examples", "example", "readOnly", "writeOnly", "deprecated"] {
                    if let Some(value) = inside.remove(kept) {
                        schema.insert(kept.to_owned(), value);
                    }
                }
                schema.insert("title".to_owned(), json!(title(name)));
                schema.insert("anyOf".to_owned(), json!([inside, {"type": "null"}]));
            }
        });
    })
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("fastapi-input-and-output", REFERENCE, |root, places| {
        split_by_direction(root, places, "-Input", "-Output");
    })
    .within(V3_X.0, V3_X.1),
    Kind::places("drf-spectacular-request", REFERENCE, |root, places| split_by_direction(root, places, "Request", ""))
        .within(V3_X.0, V3_X.1),
    Kind::places("drf-spectacular-enum", REFERENCE, |root, places| {
        name_enums(root, places, |target, rest| {
            rest.insert("allOf".to_owned(), json!([target]));
        });
    }),
    Kind::places("nswag-enum-names", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if let Some(names) = schema.get("enum").cloned()
                && places.take()
            {
                schema.insert("x-enumNames".to_owned(), names.clone());
                schema.insert("x-enum-varnames".to_owned(), names);
            }
        });
    }),
    Kind::places(
        "nswag-one-of-reference",
        "JSON Schema 2020-12, 10.2.1.3: valid against exactly one",
        |root, places| {
            let is_discriminated = has_discriminator(root);
            each(root, Node::Schema, |schema, path| {
                let is_property = path.iter().rev().nth(1).is_some_and(|step| step == "properties");
                if is_property && !is_discriminated && schema.contains_key("$ref") && schema.len() == 1 && places.take()
                {
                    let target = std::mem::take(schema);
                    schema.insert("oneOf".to_owned(), json!([target]));
                    schema.insert("description".to_owned(), json!("A property of another type."));
                }
            });
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places("nswag-inheritance", "JSON Schema 2020-12, 10.2.1.1: valid against all", |root, places| {
        inherit(root, places);
    }),
    Kind::places(
        "springdoc-controller-tags",
        "OpenAPI 3.0.4, 4.8.10: tags group operations in documentation",
        |root, places| {
            each(root, Node::Operation, |operation, _| {
                if let Some(Value::Array(tags)) = operation.get_mut("tags")
                    && places.take()
                {
                    for tag in tags {
                        *tag = json!(format!("{}-controller", tag.as_str().unwrap_or_default().to_lowercase()));
                    }
                }
            });
        },
    ),
    Kind::places("tsoa-empty-members", "OpenAPI 3.0.4, 4.8.10: lists of what there is", |root, places| {
        let has_security = root.get("security").is_some();
        each(root, Node::Operation, |operation, _| {
            if places.take() {
                operation.entry("parameters").or_insert(json!([]));
                if !has_security {
                    operation.entry("security").or_insert(json!([]));
                }
            }
        });
        each(root, Node::Schema, |schema, _| {
            if schema.get("type").is_some_and(|kind| kind == "object") && places.take() {
                schema.entry("properties").or_insert(json!({}));
            }
        });
    }),
    Kind::places("tsoa-aliases", REFERENCE, |root, places| {
        if has_discriminator(root) || has_xml(root) || !can_move(root) {
            return;
        }
        let version = places.version;
        let mut added = Map::new();
        each(root, Node::Schema, |schema, path| {
            let is_property = path.iter().rev().nth(1).is_some_and(|step| step == "properties");
            let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
            let Some(name) = target.map(|name| format!("Pick_{name}.all_")) else { return };
            if is_property && schema.len() == 1 && places.take() {
                added.insert(name.clone(), Value::Object(std::mem::take(schema)));
                if let Value::Object(alias) = reference_to(version, &name) {
                    *schema = alias;
                }
            }
        });
        add_schemas(root, version, added);
    }),
    Kind::places(
        "kin-openapi-type-lists",
        "JSON Schema Validation 2020-12, 6.1.1: a string is as an array of it",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if let Some(name) = schema.get("type").and_then(Value::as_str).map(str::to_owned)
                    && places.take()
                {
                    schema.insert("type".to_owned(), json!([name]));
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "kin-openapi-free-form",
        "OpenAPI 3.0.4, 4.8.24: additionalProperties is true by default",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let is_bare = schema.len() == 1 && schema.get("type").is_some_and(|kind| kind == "object");
                if is_bare && places.take() {
                    schema.insert("additionalProperties".to_owned(), json!({}));
                }
            });
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places("swag-package-names", "OpenAPI 2.0, Definitions Object: names of data types", |root, places| {
        rename_named(root, places, "main.");
    })
    .within(Version::V2_0, Version::V2_0),
    Kind::places("typespec-explode", "OpenAPI 3.0.4, 4.8.12: form is exploded by default", |root, places| {
        each(root, Node::Parameter, |parameter, _| {
            let is_query = parameter.get("in").is_some_and(|location| location == "query");
            let is_free = parameter.contains_key("schema")
                && !parameter.contains_key("style")
                && !parameter.contains_key("explode");
            if is_query && is_free && places.take() {
                parameter.insert("style".to_owned(), json!("form"));
                parameter.insert("explode".to_owned(), json!(true));
            }
        });
    })
    .within(V3_X.0, V3_X.1),
    Kind::places(
        "swashbuckle-no-other-properties-null",
        "OpenAPI 3.0.4, 4.8.24: nullable is false by default",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if schema.contains_key("type") && !schema.contains_key("nullable") && places.take() {
                    schema.insert("nullable".to_owned(), json!(false));
                    schema.insert("x-nullable".to_owned(), json!(false));
                }
            });
        },
    )
    .within(V3_0.0, V3_0.1),
    Kind::places(
        "zod-union-of-literals",
        "JSON Schema Validation 2020-12, 6.1.2: equal to one of the elements",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let texts = schema.get("enum").and_then(Value::as_array).filter(|values| values.len() > 1);
                let Some(texts) = texts.filter(|values| values.iter().all(Value::is_string)).cloned() else { return };
                let is_text = schema.get("type").is_some_and(|kind| kind == "string");
                let is_free = !["anyOf", "oneOf", "nullable"].iter().any(|name| schema.contains_key(*name));
                if is_text && is_free && places.take() {
                    schema.remove("enum");
                    schema.remove("type");
                    let each = texts.iter().map(|text| json!({"type": "string", "enum": [text]}));
                    schema.insert("anyOf".to_owned(), each.collect());
                }
            });
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places("zod-enum-component", REFERENCE, |root, places| {
        name_enums(root, places, |target, rest| {
            if let Value::Object(target) = target {
                *rest = target;
            }
        });
    }),
];

/// Writes a name as a heading.
fn title(name: &str) -> String {
    let words = name.split(['_', '-']).map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Named schemas that are sent and received become two, one for each direction, as far as they refer to no others.
fn split_by_direction(root: &mut Value, places: &mut Places, sent: &str, received: &str) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let version = places.version;
    let Some(schemas) = root.pointer(version.schemas()).and_then(Value::as_object).cloned() else { return };
    let prefix = format!("#{}/", version.schemas());
    let mut added = Map::new();
    each(root, Node::Schema, |schema, path| {
        let is_sent = path.iter().any(|step| step == "requestBody");
        let is_received = path.iter().any(|step| step == "responses");
        let is_free = path.first().is_some_and(|step| step == "paths") && !path.iter().any(|step| step == "callbacks");
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(&prefix));
        let Some((name, named)) = target.and_then(|name| Some((name.to_owned(), schemas.get(name)?))) else { return };
        let end = if is_sent { sent } else { received };
        if is_free && is_sent != is_received && !end.is_empty() && places.take() {
            let copy = format!("{name}{end}");
            if schemas.contains_key(&copy) {
                return;
            }
            let mut own = named.clone();
            if is_sent && end == "Request" {
                drop_read_only(&mut own);
            }
            added.insert(copy.clone(), own);
            schema.insert("$ref".to_owned(), json!(format!("{prefix}{copy}")));
        }
    });
    add_schemas(root, version, added);
}

/// Removes properties that only responses have (OpenAPI 3.0.4, 4.8.24: they are not sent in requests).
fn drop_read_only(schema: &mut Value) {
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    let dropped: Vec<String> =
        properties.iter().filter(|(_, own)| own["readOnly"] == true).map(|(name, _)| name.clone()).collect();
    properties.retain(|name, _| !dropped.contains(name));
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !name.as_str().is_some_and(|name| dropped.iter().any(|it| it == name)));
    }
}

/// Gives enums of properties a name.
fn name_enums(root: &mut Value, places: &mut Places, refer: fn(Value, &mut Map<String, Value>)) {
    if has_xml(root) || !can_move(root) {
        return;
    }
    let version = places.version;
    let mut added = Map::new();
    each(root, Node::Schema, |schema, path| {
        let is_property = path.iter().rev().nth(1).is_some_and(|step| step == "properties");
        let is_bare = schema.keys().all(|name| ["type", "enum", "description"].contains(&name.as_str()));
        if is_property && is_bare && schema.contains_key("enum") && !is_named(path) && places.take() {
            let name = format!("{}{}Enum", title(path.last().map_or("", String::as_str)).replace(' ', ""), added.len());
            let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
            let mut whole = std::mem::take(schema);
            if let Some(description) = whole.remove("description") {
                schema.insert("description".to_owned(), description);
            }
            added.insert(name.clone(), Value::Object(whole));
            refer(reference_to(version, &name), schema);
        }
    });
    add_schemas(root, version, added);
}

/// Writes the own properties of a derived schema into a part behind its base.
fn inherit(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let own = ["type", "properties", "required"];
        let is_plain =
            schema.keys().all(|name| own.contains(&name.as_str()) || name == "allOf" || name == "description");
        if is_plain && schema.contains_key("allOf") && schema.contains_key("properties") && places.take() {
            let part: Map<String, Value> =
                own.iter().filter_map(|name| Some(((*name).to_owned(), schema.remove(*name)?))).collect();
            if let Some(Value::Array(parts)) = schema.get_mut("allOf") {
                parts.push(Value::Object(part));
            }
        }
    });
}

fn rename_named(root: &mut Value, places: &mut Places, start: &str) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let version = places.version;
    let prefix = format!("#{}/", version.schemas());
    each(root, Node::Schema, |schema, _| {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(&prefix)) {
            let target = format!("{prefix}{start}{name}");
            schema.insert("$ref".to_owned(), json!(target));
        }
    });
    if let Some(Value::Object(schemas)) = root.pointer_mut(version.schemas()) {
        let all = std::mem::take(schemas);
        schemas.extend(all.into_iter().map(|(name, schema)| (format!("{start}{name}"), schema)));
    }
}
