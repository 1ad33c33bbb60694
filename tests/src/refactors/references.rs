//! References: schemas extracted, inlined, renamed, and reached in another spelling.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each, pointer, reference, targets};

const REFERENCE: &str = "OpenAPI 3.0.4, 4.8.23: a reference is replaced by its target";
const NAMES: &str = "OpenAPI 3.0.4, 4.8.7: components have no effect unless referred to";
const JSON_SCHEMA: (Version, Version) = (Version::V3_1, Version::V3_2);
/// Size of a schema that is inlined, as text.
const SMALL: usize = 3_000;

pub(super) const KINDS: &[Kind] = &[
    Kind::places("schema-extracted", REFERENCE, extract_schemas),
    Kind::places("schema-inlined", REFERENCE, inline_schemas),
    Kind::places("schema-renamed", NAMES, |root, places| rename(root, places, |name| format!("{name}Dto"))),
    Kind::places("schema-renamed-with-dots", NAMES, |root, places| {
        rename(root, places, |name| format!("api.v1.{name}"));
    }),
    Kind::places("schema-names-swapped", NAMES, swap_names),
    Kind::places("schema-behind-alias", REFERENCE, add_aliases),
    Kind::places("reference-in-all-of", "JSON Schema 2020-12, 10.2.1.1: valid against all", |root, places| {
        wrap_references(root, places, "allOf");
    }),
    Kind::places("reference-in-any-of", "JSON Schema 2020-12, 10.2.1.2: valid against at least one", |root, places| {
        wrap_references(root, places, "anyOf");
    })
    .within(Version::V3_0, Version::V3_2),
    Kind::places("reference-in-one-of", "JSON Schema 2020-12, 10.2.1.3: valid against exactly one", |root, places| {
        wrap_references(root, places, "oneOf");
    })
    .within(Version::V3_0, Version::V3_2),
    Kind::places(
        "reference-with-ignored-siblings",
        "OpenAPI 3.0.4, 4.8.23.1: members beside $ref are ignored",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if schema.contains_key("$ref") && schema.len() == 1 && places.take() {
                    schema.insert("description".to_owned(), json!("Ignored here."));
                    schema.insert("maxLength".to_owned(), json!(1));
                }
            });
        },
    )
    .within(Version::V2_0, Version::V3_0),
    Kind::places(
        "reference-with-description",
        "JSON Schema 2020-12, 9.1: description is an annotation",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                if schema.contains_key("$ref") && !schema.contains_key("description") && places.take() {
                    schema.insert("description".to_owned(), json!("Read here."));
                }
            });
        },
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "reference-percent-encoded",
        "RFC 3986, 2.3: an unreserved character and its escape are equivalent",
        |root, places| {
            each(root, Node::Schema, |schema, _| {
                let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit_once('/'));
                let Some((holder, name)) = target.filter(|(holder, _)| holder.starts_with("#/")) else { return };
                let Some(first) = name.chars().next().filter(char::is_ascii_alphabetic) else { return };
                if places.take() {
                    let escaped = format!("{holder}/%{:02X}{}", u32::from(first), name.get(1..).unwrap_or_default());
                    schema.insert("$ref".to_owned(), json!(escaped));
                }
            });
        },
    ),
    Kind::places("reference-by-anchor", "JSON Schema 2020-12, 8.2.2: an anchor names a subschema", add_anchors)
        .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places(
        "reference-to-definitions",
        "JSON Schema 2020-12, 8.2.4: $defs reserves a location for schemas",
        to_definitions,
    )
    .within(JSON_SCHEMA.0, JSON_SCHEMA.1),
    Kind::places("reference-to-first-use", "RFC 6901, 3 and 6: any place, with ~1 for a slash", refer_to_first_use),
    Kind::places("component-unused-added", NAMES, |root, places| {
        if let Some(schemas) = schemas_of(root, places)
            && places.take()
        {
            schemas.insert(
                "NobodyRefersToThis".to_owned(),
                json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            );
        }
    }),
    Kind::places("component-unused-removed", NAMES, remove_unused),
    Kind::places("component-copied-for-each-use", NAMES, copy_for_each_use),
];

/// True if a schema is written there whose place nothing else names: no other reference leads into it.
pub(super) fn has_deep_references(root: &Value) -> bool {
    targets(root).iter().any(|target| {
        let steps = target.split('/').count();
        let names = if target.starts_with("#/components/") { 4 } else { 3 };
        !target.starts_with("#/") || steps > names
    })
}

/// True if names of schemas may be values of a discriminator.
pub(super) fn has_discriminator(root: &mut Value) -> bool {
    let mut found = false;
    each(root, Node::Schema, |schema, _| found |= schema.contains_key("discriminator"));
    found
}

/// True if a body is XML, whose elements can have the names of components (OpenAPI 3.1.1, 4.8.26).
pub(super) fn has_xml(root: &mut Value) -> bool {
    let text = root.to_string();
    text.contains("/xml\"") || text.contains("+xml\"") || text.contains("/*\"")
}

/// True if parts of schemas can move without a change of meaning elsewhere.
pub(super) fn can_move(root: &mut Value) -> bool {
    !has_deep_references(root) && !root.to_string().contains("\"$id\"")
}

fn schemas_of<'a>(root: &'a mut Value, places: &Places) -> Option<&'a mut Map<String, Value>> {
    root.pointer_mut(places.version.schemas())?.as_object_mut()
}

/// Adds named schemas, and the sections that hold them.
pub(super) fn add_schemas(root: &mut Value, version: Version, added: Map<String, Value>) {
    if added.is_empty() {
        return;
    }
    let Some(members) = root.as_object_mut() else { return };
    let holder = if version == Version::V2_0 {
        members.entry("definitions").or_insert(json!({}))
    } else {
        let components = members.entry("components").or_insert(json!({}));
        let Some(components) = components.as_object_mut() else { return };
        components.entry("schemas").or_insert(json!({}))
    };
    if let Some(holder) = holder.as_object_mut() {
        holder.extend(added);
    }
}

pub(super) fn reference_to(version: Version, name: &str) -> Value {
    json!({"$ref": format!("#{}/{name}", version.schemas())})
}

/// True for the root of a named schema.
pub(super) fn is_named(path: &[String]) -> bool {
    matches!(path, [section, _] if section == "definitions")
        || matches!(path, [components, section, _] if components == "components" && section == "schemas")
}

/// True if the schema has parts that are worth a name.
fn is_extractable(schema: &Map<String, Value>, path: &[String]) -> bool {
    let has_parts = ["properties", "enum", "allOf", "anyOf", "oneOf"].iter().any(|name| schema.contains_key(*name));
    // A discriminator may name elements of a list, and `if` affects its `then` and `else`.
    let is_free = !path.iter().any(|step| ["if", "then", "else", "not"].contains(&step.as_str()));
    has_parts && is_free && !is_named(path) && !schema.contains_key("$ref") && !schema.contains_key("xml")
}

fn extract_schemas(root: &mut Value, places: &mut Places) {
    if !can_move(root) || has_xml(root) {
        return;
    }
    let mut added = Map::new();
    let version = places.version;
    each(root, Node::Schema, |schema, path| {
        // Whether a property is sent is read beside its reference's siblings, which 3.0 ignores.
        let is_marked =
            ["readOnly", "writeOnly", "deprecated", "$defs", "default"].iter().any(|name| schema.contains_key(*name));
        if is_extractable(schema, path) && !is_marked && places.take() {
            let name = format!("Extracted{}", added.len() + 1);
            let target = reference_to(version, &name);
            if let Value::Object(target) = target {
                added.insert(name, Value::Object(std::mem::replace(schema, target)));
            }
        }
    });
    add_schemas(root, version, added);
}

fn inline_schemas(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let Some(schemas) = schemas_of(root, places).cloned() else { return };
    let prefix = format!("#{}/", places.version.schemas());
    let has_json_schema = places.has_json_schema();
    each(root, Node::Schema, |schema, _| {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(&prefix));
        let Some(named) = target.and_then(|name| schemas.get(name)) else { return };
        let is_whole = !has_json_schema || schema.len() == 1;
        // A schema that refers to others may refer to itself through them.
        let is_leaf = targets(named).is_empty() && named.to_string().len() < SMALL;
        if let Value::Object(named) = named
            && is_whole
            && is_leaf
            && places.take()
        {
            schema.clone_from(named);
        }
    });
}

/// Renames schemas, and every reference to them.
fn rename(root: &mut Value, places: &mut Places, new_name: fn(&str) -> String) {
    if has_discriminator(root) || has_xml(root) || has_deep_references(root) {
        return;
    }
    let Some(schemas) = schemas_of(root, places) else { return };
    let names: Vec<String> = schemas.keys().cloned().collect();
    let chosen: BTreeMap<String, String> =
        names.into_iter().filter(|_| places.take()).map(|name| (name.clone(), new_name(&name))).collect();
    apply_names(root, places.version, &chosen);
}

/// Two schemas take the names of each other.
fn swap_names(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || has_deep_references(root) {
        return;
    }
    let Some(schemas) = schemas_of(root, places) else { return };
    let names: Vec<&String> = schemas.keys().collect();
    let mut chosen = BTreeMap::new();
    for pair in names.chunks_exact(2) {
        if let [one, other] = pair
            && places.take()
        {
            chosen.insert((*one).clone(), (*other).clone());
            chosen.insert((*other).clone(), (*one).clone());
        }
    }
    apply_names(root, places.version, &chosen);
}

fn apply_names(root: &mut Value, version: Version, names: &BTreeMap<String, String>) {
    let prefix = format!("#{}/", version.schemas());
    let renamed = |target: &str| {
        let name = target.strip_prefix(&prefix)?;
        Some(format!("{prefix}{}", names.get(name)?))
    };
    each(root, Node::Schema, |schema, _| {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str).and_then(renamed) {
            schema.insert("$ref".to_owned(), json!(target));
        }
    });
    if let Some(schemas) = root.pointer_mut(version.schemas()).and_then(Value::as_object_mut) {
        let old = std::mem::take(schemas);
        schemas.extend(old.into_iter().map(|(name, schema)| (names.get(&name).cloned().unwrap_or(name), schema)));
    }
}

/// A named schema becomes a reference to another one that has its content.
fn add_aliases(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let version = places.version;
    let mut added = Map::new();
    if let Some(schemas) = schemas_of(root, places) {
        for (name, schema) in schemas.iter_mut() {
            if reference(schema).is_none() && schema.is_object() && places.take() {
                let target = format!("{name}Model");
                added.insert(target.clone(), std::mem::replace(schema, reference_to(version, &target)));
            }
        }
    }
    add_schemas(root, version, added);
}

fn wrap_references(root: &mut Value, places: &mut Places, keyword: &str) {
    let is_discriminated = has_discriminator(root);
    if has_deep_references(root) {
        return;
    }
    each(root, Node::Schema, |schema, path| {
        let is_listed =
            path.iter().rev().nth(1).is_some_and(|step| ["allOf", "anyOf", "oneOf"].contains(&step.as_str()));
        let is_whole = schema.contains_key("$ref") && schema.len() == 1 && !is_named(path);
        if is_whole && !(is_discriminated && is_listed) && places.take() {
            let inner = std::mem::take(schema);
            schema.insert(keyword.to_owned(), json!([inner]));
        }
    });
}

fn add_anchors(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || !can_move(root) {
        return;
    }
    let mut anchors = BTreeMap::new();
    let prefix = format!("#{}/", places.version.schemas());
    if let Some(schemas) = schemas_of(root, places) {
        for (at, (name, schema)) in schemas.iter_mut().enumerate() {
            if let Value::Object(schema) = schema
                && !schema.contains_key("$anchor")
                && places.take()
            {
                let anchor = format!("anchor{at}");
                schema.insert("$anchor".to_owned(), json!(anchor));
                anchors.insert(format!("{prefix}{name}"), format!("#{anchor}"));
            }
        }
    }
    each(root, Node::Schema, |schema, _| {
        let anchor = schema.get("$ref").and_then(Value::as_str).and_then(|target| anchors.get(target));
        if let Some(anchor) = anchor.cloned() {
            schema.insert("$ref".to_owned(), json!(anchor));
        }
    });
}

/// Moves schemas of properties into `$defs` of the named schema around them.
fn to_definitions(root: &mut Value, places: &mut Places) {
    if has_xml(root) || !can_move(root) {
        return;
    }
    let mut moved: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    each(root, Node::Schema, |schema, path| {
        if let [components, schemas, name, .., holder, _] = path
            && (components == "components" && schemas == "schemas" && holder == "properties")
            && is_extractable(schema, path)
            && places.take()
        {
            let own = moved.entry(name.clone()).or_default();
            let local = format!("Local{}", own.len());
            let holder = path.get(..3).map(pointer).unwrap_or_default();
            let target = format!("#{holder}/$defs/{local}");
            let schema = std::mem::replace(schema, Map::from_iter([("$ref".to_owned(), json!(target))]));
            own.insert(local, Value::Object(schema));
        }
    });
    if let Some(schemas) = schemas_of(root, places) {
        for (name, local) in moved {
            if let Some(Value::Object(schema)) = schemas.get_mut(&name)
                && let Some(definitions) = schema.entry("$defs").or_insert(json!({})).as_object_mut()
            {
                definitions.extend(local);
            }
        }
    }
}

/// A schema that is written a second time becomes a reference to the first place.
fn refer_to_first_use(root: &mut Value, places: &mut Places) {
    if has_xml(root) || !can_move(root) {
        return;
    }
    let mut first: BTreeMap<String, String> = BTreeMap::new();
    each(root, Node::Schema, |schema, path| {
        if !is_extractable(schema, path) || path.iter().any(|step| step == "callbacks") {
            return;
        }
        let text = Value::Object(schema.clone()).to_string();
        if let Some(target) = first.get(&text) {
            if places.take() {
                *schema = Map::from_iter([("$ref".to_owned(), json!(target))]);
            }
        } else {
            first.insert(text, format!("#{}", fragment(&pointer(path))));
        }
    });
}

/// Writes a pointer as the fragment of a URI (RFC 6901, 6).
fn fragment(pointer: &str) -> String {
    let mut text = String::new();
    for byte in pointer.bytes() {
        if byte.is_ascii_alphanumeric() || b"/~-._!$&'()*+,;=:@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

fn remove_unused(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_deep_references(root) {
        return;
    }
    let used: BTreeSet<String> = targets(root).into_iter().collect();
    let prefix = format!("#{}/", places.version.schemas());
    if let Some(schemas) = schemas_of(root, places) {
        schemas.retain(|name, _| used.contains(&format!("{prefix}{name}")) || !places.take());
    }
}

/// Each use outside of named schemas refers to a copy, as generators write that name models for input and output.
fn copy_for_each_use(root: &mut Value, places: &mut Places) {
    if has_discriminator(root) || has_xml(root) || has_deep_references(root) {
        return;
    }
    let Some(schemas) = schemas_of(root, places).cloned() else { return };
    let version = places.version;
    let prefix = format!("#{}/", version.schemas());
    let mut added = Map::new();
    each(root, Node::Schema, |schema, path| {
        let is_inside = path.first().is_some_and(|step| ["components", "definitions"].contains(&step.as_str()));
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix(&prefix));
        let Some((name, named)) = target.and_then(|name| Some((name.to_owned(), schemas.get(name)?))) else { return };
        if !is_inside && places.take() {
            let copy = format!("{name}Copy{}", added.len());
            added.insert(copy.clone(), named.clone());
            schema.insert("$ref".to_owned(), json!(format!("{prefix}{copy}")));
        }
    });
    add_schemas(root, version, added);
}
