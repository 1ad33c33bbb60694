//! `allOf`, `anyOf` and `oneOf`: added around a schema, split, joined, and nested.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::{add_schemas, can_move, has_discriminator, has_xml, is_named, reference_to};
use super::walk::{Node, each, targets};

const ALL: &str = "JSON Schema 2020-12, 10.2.1.1: valid against all";
const ANY: &str = "JSON Schema 2020-12, 10.2.1.2: valid against at least one";
const ONE: &str = "JSON Schema 2020-12, 10.2.1.3: valid against exactly one";
const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);

/// Keywords that are no assertions: they stay outside when a schema is wrapped.
const ANNOTATIONS: [&str; 12] = [
    "title",
    "description",
    "default",
    "example",
    "examples",
    "readOnly",
    "writeOnly",
    "deprecated",
    "externalDocs",
    "xml",
    "discriminator",
    "$comment",
];

pub(super) const KINDS: &[Kind] = &[
    Kind::places("wrapped-in-all-of", ALL, |root, places| wrap(root, places, "allOf")),
    Kind::places("wrapped-in-any-of", ANY, |root, places| wrap(root, places, "anyOf")).within(V3_X.0, V3_X.1),
    Kind::places("wrapped-in-one-of", ONE, |root, places| wrap(root, places, "oneOf")).within(V3_X.0, V3_X.1),
    Kind::places("wrapped-twice", ALL, |root, places| {
        wrap(root, places, "allOf");
        wrap(root, places, "allOf");
    }),
    Kind::places("properties-split-in-all-of", ALL, |root, places| split(root, places, Split::Properties)),
    Kind::places("required-split-off", ALL, |root, places| split(root, places, Split::Required)),
    Kind::places("keywords-split-off", ALL, split_keywords),
    Kind::places("all-of-flattened", ALL, flatten),
    Kind::places("all-of-nested", ALL, |root, places| nest(root, places, "allOf")),
    Kind::places("any-of-nested", ANY, |root, places| nest(root, places, "anyOf")).within(V3_X.0, V3_X.1),
    Kind::places("base-extracted", ALL, |root, places| extract_base(root, places, false)),
    Kind::places("base-takes-the-name", ALL, |root, places| extract_base(root, places, true)),
    Kind::places(
        "base-into-alternatives",
        "JSON Schema 2020-12, 10.2: A and (B or C) is (A and B) or (A and C)",
        distribute,
    )
    .within(V3_X.0, V3_X.1),
    Kind::places(
        "any-schema-in-all-of",
        "JSON Schema 2020-12, 4.3.2: an empty schema is always valid",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if let Some(Value::Array(parts)) = schema.get_mut("allOf")
                    && places.take()
                {
                    parts.push(json!({}));
                }
            });
        },
    ),
    Kind::places("description-in-all-of", "JSON Schema 2020-12, 9.1: description is an annotation", |root, places| {
        each(root, Node::Schema, |schema, _| {
            if let Some(Value::Array(parts)) = schema.get_mut("allOf")
                && places.take()
            {
                parts.push(json!({"description": "A part that only describes."}));
            }
        });
    }),
    Kind::places("alternative-twice", ANY, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if !schema.contains_key("discriminator")
                && let Some(Value::Array(parts)) = schema.get_mut("anyOf")
                && let Some(first) = parts.first().cloned()
                && places.take()
            {
                parts.push(first);
            }
        });
    })
    .within(V3_X.0, V3_X.1),
];

/// Splits a schema into its annotations and its assertions; the latter are empty if it cannot be split.
fn split_off_assertions(schema: &mut Map<String, Value>) -> Map<String, Value> {
    let all = std::mem::take(schema);
    let (outside, inside): (Map<_, _>, Map<_, _>) =
        all.into_iter().partition(|(name, _)| ANNOTATIONS.contains(&name.as_str()) || name.starts_with("x-"));
    *schema = outside;
    inside
}

/// True if keywords of the schema can move into a part of it.
fn is_movable(schema: &Map<String, Value>) -> bool {
    // Identifiers stay at the root of what they name, and a discriminator beside its alternatives.
    let fixed = ["$ref", "$defs", "$anchor", "$dynamicAnchor", "discriminator", "xml"];
    !schema.is_empty() && !fixed.iter().any(|name| schema.contains_key(*name))
}

fn wrap(root: &mut Value, places: &mut Places, keyword: &str) {
    if !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, path| {
        // Unevaluated members are counted beside the parts, and a part may evaluate none.
        let is_counted = path.iter().any(|step| ["not", "if", "contains"].contains(&step.as_str()));
        let mut probe = schema.clone();
        let has_assertions = !split_off_assertions(&mut probe).is_empty();
        if is_movable(schema) && has_assertions && !is_counted && places.take() {
            let inside = split_off_assertions(schema);
            schema.insert(keyword.to_owned(), json!([inside]));
        }
    });
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Split {
    Properties,
    Required,
}

/// True for an object whose members are all named by `properties`, without keywords that count the others.
fn is_splittable(schema: &Map<String, Value>) -> bool {
    let plain = ["type", "properties", "required"];
    let is_plain = |name: &String| {
        plain.contains(&name.as_str()) || ANNOTATIONS.contains(&name.as_str()) || name.starts_with("x-")
    };
    let is_object = schema.get("type").is_some_and(|kind| kind == "object");
    let properties = schema.get("properties").and_then(Value::as_object);
    is_object && is_movable(schema) && schema.keys().all(is_plain) && properties.is_some_and(|it| it.len() > 1)
}

fn split(root: &mut Value, places: &mut Places, how: Split) {
    if has_xml(root) || !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        let names_required = schema.get("required").and_then(Value::as_array).is_some_and(|names| !names.is_empty());
        if !is_splittable(schema) || how == Split::Required && !names_required || !places.take() {
            return;
        }
        if how == Split::Required {
            let required = schema.remove("required");
            schema.insert("allOf".to_owned(), json!([{"required": required}]));
            return;
        }
        let mut inside = split_off_assertions(schema);
        let Some(Value::Object(properties)) = inside.remove("properties") else { return };
        let half = properties.len() / 2;
        let second: Map<String, Value> = properties.clone().into_iter().skip(half).collect();
        let first: Map<String, Value> = properties.into_iter().take(half).collect();
        inside.insert("properties".to_owned(), Value::Object(first));
        schema.insert("allOf".to_owned(), json!([inside, {"type": "object", "properties": second}]));
    });
}

/// Moves bounds of strings, numbers and lists into parts.
fn split_keywords(root: &mut Value, places: &mut Places) {
    if !can_move(root) {
        return;
    }
    let movable = ["minLength", "maxLength", "pattern", "minItems", "maxItems", "multipleOf"];
    each(root, Node::Schema, |schema, _| {
        let names: Vec<&str> = movable.into_iter().filter(|name| schema.contains_key(*name)).collect();
        if names.is_empty() || schema.contains_key("allOf") || !is_movable(schema) || !places.take() {
            return;
        }
        let parts: Vec<Value> = names.into_iter().map(|name| json!({name: schema.remove(name)})).collect();
        schema.insert("allOf".to_owned(), Value::Array(parts));
    });
}

/// Joins parts that are written in place and have different properties.
fn flatten(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let plain = ["type", "properties", "required", "description", "title", "example"];
    each(root, Node::Schema, |schema, _| {
        let Some(Value::Array(parts)) = schema.get("allOf") else { return };
        let outer_is_plain = schema.keys().all(|name| name == "allOf" || plain.contains(&name.as_str()));
        let mut joined = schema.clone();
        joined.remove("allOf");
        for part in parts {
            let Some(part) = part.as_object().filter(|part| part.keys().all(|name| plain.contains(&name.as_str())))
            else {
                return;
            };
            if !join(&mut joined, part) {
                return;
            }
        }
        if outer_is_plain && places.take() {
            *schema = joined;
        }
    });
}

/// Adds a part to what is joined already; false if both have the same keyword or property.
fn join(joined: &mut Map<String, Value>, part: &Map<String, Value>) -> bool {
    for (name, value) in part {
        match (joined.get_mut(name), value) {
            (None, value) => drop(joined.insert(name.clone(), value.clone())),
            (Some(Value::Object(all)), Value::Object(own)) if name == "properties" => {
                if own.keys().any(|name| all.contains_key(name)) {
                    return false;
                }
                all.extend(own.clone());
            }
            (Some(Value::Array(all)), Value::Array(own)) if name == "required" => {
                let new: Vec<Value> = own.iter().filter(|name| !all.contains(name)).cloned().collect();
                all.extend(new);
            }
            (Some(there), value) if name == "type" && there != value => return false,
            _ => {}
        }
    }
    true
}

/// Puts all but the first part into a part.
fn nest(root: &mut Value, places: &mut Places, keyword: &str) {
    if has_discriminator(root) || !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        if let Some(Value::Array(parts)) = schema.get_mut(keyword)
            && parts.len() > 2
            && places.take()
        {
            let rest = parts.split_off(1);
            parts.push(json!({keyword: rest}));
        }
    });
}

/// Half of a named object's properties become a base; it has a new name, or it takes the name and the uses refer to the whole.
fn extract_base(root: &mut Value, places: &mut Places, takes_name: bool) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let version = places.version;
    let mut added = Map::new();
    each(root, Node::Schema, |schema, path| {
        let Some(name) = path.last().filter(|_| is_named(path)).cloned() else { return };
        if !is_splittable(schema) || !places.take() {
            return;
        }
        let Some(Value::Object(properties)) = schema.remove("properties") else { return };
        let half = properties.len().div_ceil(2);
        let base: Map<String, Value> = properties.clone().into_iter().take(half).collect();
        let rest: Map<String, Value> = properties.into_iter().skip(half).collect();
        schema.insert("properties".to_owned(), Value::Object(rest));
        let base = json!({"type": "object", "properties": base});
        let other = format!("{name}{}", if takes_name { "Full" } else { "Base" });
        let target = if takes_name { &name } else { &other };
        schema.insert("allOf".to_owned(), json!([reference_to(version, target)]));
        if takes_name && let Value::Object(base) = base {
            added.insert(other, Value::Object(std::mem::replace(schema, base)));
        } else {
            added.insert(other, base);
        }
    });
    if takes_name {
        let prefix = format!("#{}/", version.schemas());
        each(root, Node::Schema, |schema, _| {
            let name = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(&prefix));
            let whole = name.map(|name| format!("{name}Full")).filter(|whole| added.contains_key(whole));
            if let Some(whole) = whole {
                schema.insert("$ref".to_owned(), json!(format!("{prefix}{whole}")));
            }
        });
        // What was added was not visited: its own properties refer to the whole too.
        let names: Vec<String> = added.keys().cloned().collect();
        for (own, schema) in &mut added {
            rename_inside(schema, &prefix, &names, own);
        }
    }
    add_schemas(root, version, added);
}

fn rename_inside(schema: &mut Value, prefix: &str, names: &[String], own: &str) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(prefix));
            let whole = target.map(|name| format!("{name}Full")).filter(|whole| names.contains(whole));
            if let Some(whole) = whole {
                members.insert("$ref".to_owned(), json!(format!("{prefix}{whole}")));
            }
            for (name, member) in members.iter_mut() {
                // The reference to the base stays.
                if name != "allOf"
                    || targets(member).iter().all(|target| format!("{target}Full") != format!("{prefix}{own}"))
                {
                    rename_inside(member, prefix, names, own);
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| rename_inside(element, prefix, names, own)),
        _ => {}
    }
}

/// Moves the keywords beside alternatives into each of them.
fn distribute(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    each(root, Node::Schema, |schema, _| {
        for keyword in ["anyOf", "oneOf"] {
            let beside = ["type", "properties", "required"];
            let is_plain = schema
                .keys()
                .all(|name| name == keyword || beside.contains(&name.as_str()) || ANNOTATIONS.contains(&name.as_str()));
            if !is_plain || !schema.contains_key("properties") || !schema.contains_key(keyword) || !places.take() {
                continue;
            }
            let Some(Value::Array(alternatives)) = schema.remove(keyword) else { continue };
            let base = split_off_assertions(schema);
            let joined: Vec<Value> = alternatives.into_iter().map(|own| json!({"allOf": [base, own]})).collect();
            schema.insert(keyword.to_owned(), Value::Array(joined));
        }
    });
}
