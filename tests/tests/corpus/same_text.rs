//! The same text where it means something else: under another version, and behind a template that names its parameters in
//! another order. Whatever a hash of the text cannot see is found.

use std::path::Path;

use serde_json::{Value, json};
use waybill_core::compat::Level;
use waybill_core::report::{CompareOptions, compare};

/// Larger files say no more kinds of things, and take long without optimisation.
const BYTES: u64 = 400_000;

/// Every description at hand in one file of JSON: published ones, and both sides of each vector.
fn descriptions() -> Vec<(String, Value)> {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/compare");
    let folders = std::fs::read_dir(vectors).unwrap().map(|entry| entry.unwrap().path());
    let sides = folders.flat_map(|folder| [folder.join("old.json"), folder.join("new.json")]);
    let files = super::published().into_iter().chain(sides.filter(|file| file.is_file()));
    let small = files.filter(|file| {
        file.extension().is_some_and(|e| e == "json") && file.metadata().is_ok_and(|data| data.len() < BYTES)
    });
    // Some vectors are no JSON that other readers take.
    let read = |file: &Path| serde_json::from_slice(&std::fs::read(file).unwrap()).ok();
    small.filter_map(|file| Some((file.display().to_string(), read(&file)?))).collect()
}

/// What is said beyond words: rule, message and places.
fn said(old: &Value, new: &Value) -> Vec<(String, [String; 2])> {
    let Ok(report) = compare(old.to_string().as_bytes(), new.to_string().as_bytes(), &CompareOptions::default()) else {
        return Vec::new();
    };
    let changes = report.changes.into_iter().filter(|change| change.level > Level::Docs);
    changes
        .map(|change| {
            let places = [change.old, change.new].map(|place| place.map(|place| place.pointer).unwrap_or_default());
            (format!("{} {}", change.rule, change.message), places)
        })
        .collect()
}

/// The keywords that OpenAPI 3.0 does not know and 3.1 does.
const SINCE_3_1: [&str; 17] = [
    "const",
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "patternProperties",
    "prefixItems",
    "dependentSchemas",
    "dependentRequired",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
];
const WORDS: [&str; 7] = ["$ref", "description", "summary", "title", "example", "examples", "externalDocs"];

/// The fields that OpenAPI 3.0 does not know and a later version does.
const NEWER_FIELDS: [&str; 8] = [
    "webhooks",
    "query",
    "additionalOperations",
    "itemSchema",
    "prefixEncoding",
    "itemEncoding",
    "deviceAuthorization",
    "oauth2MetadataUrl",
];

/// Parameters that go where none did in OpenAPI 3.0, or as none did; by name or in a list.
fn newer_parameters(parameters: &Value, pointer: &str, found: &mut Vec<String>) {
    let (listed, named) = (parameters.as_array(), parameters.as_object());
    let listed = listed.into_iter().flatten().enumerate().map(|(at, parameter)| (at.to_string(), parameter));
    let named = named.into_iter().flatten().map(|(name, parameter)| (name.clone(), parameter));
    for (name, parameter) in listed.chain(named) {
        let at = format!("{pointer}/{name}");
        if parameter["in"] == "querystring" || parameter["style"] == "cookie" {
            found.push(at.clone());
        }
        sensitive(parameter, &at, false, found);
    }
}

/// The pointers of the schemas whose text says something else in 3.0 than in 3.1: a plain reading that knows of schemas
/// only where they can be, by the names around them.
fn sensitive(value: &Value, pointer: &str, is_schema: bool, found: &mut Vec<String>) {
    let Value::Object(members) = value else {
        if let Value::Array(elements) = value {
            for (at, element) in elements.iter().enumerate() {
                sensitive(element, &format!("{pointer}/{at}"), is_schema, found);
            }
        }
        return;
    };
    if is_schema {
        let refers = members.get("$ref").is_some_and(Value::is_string);
        // 3.0 knows no anchors.
        let names_anchor = members.get("$ref").and_then(Value::as_str).is_some_and(|text| !text.contains('/'));
        let beside = |name: &String| !WORDS.contains(&name.as_str()) && !name.starts_with("x-");
        let differs = members.keys().any(|name| SINCE_3_1.contains(&name.as_str()))
            || members.get("nullable").is_some()
            || ["exclusiveMinimum", "exclusiveMaximum"].iter().any(|name| members.contains_key(*name))
            || members.get("discriminator").is_some_and(|it| it.get("defaultMapping").is_some())
            || members.get("xml").is_some_and(|it| it.get("nodeType").is_some())
            || names_anchor
            || refers && members.keys().any(beside);
        if differs {
            found.push(pointer.to_owned());
        }
    }
    // 3.0 knows no components of media types, and nothing of what they say about streams.
    if members.get("$ref").and_then(Value::as_str).is_some_and(|text| text.contains("/mediaTypes/")) {
        found.push(pointer.to_owned());
    }
    for (name, inner) in members {
        let at = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        match name.as_str() {
            "example" | "examples" | "default" | "enum" | "const" => {}
            "properties" | "patternProperties" | "schemas" | "dependentSchemas" | "$defs" | "definitions"
                if is_schema || name == "schemas" =>
            {
                for (key, schema) in inner.as_object().into_iter().flatten() {
                    let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                    sensitive(schema, &at, true, found);
                }
            }
            "schema" => sensitive(inner, &at, true, found),
            "parameters" if !is_schema => newer_parameters(inner, &at, found),
            name if !is_schema && NEWER_FIELDS.contains(&name) => found.push(at),
            // How parts are written counts in `multipart/form-data` since 3.1.
            "encoding" if !is_schema => found.push(at),
            _ => sensitive(inner, &at, is_schema, found),
        }
    }
}

#[test]
fn version_change_alone_reports_only_changed_meanings() {
    let mut wrong = Vec::new();
    for (name, base) in descriptions() {
        let Some(version) = base["openapi"].as_str() else { continue };
        let other = if version.starts_with("3.0") { "3.1.0" } else { "3.0.3" };
        let mut changed = base.clone();
        changed["openapi"] = json!(other);
        let mut places = Vec::new();
        sensitive(&base, "", false, &mut places);
        for (old, new) in [(&base, &changed), (&changed, &base)] {
            let is_near = |pointer: &String| {
                let near = |place: &String| pointer.starts_with(place.as_str()) || place.starts_with(pointer.as_str());
                places.iter().any(near)
            };
            for (change, both) in said(old, new) {
                if !both.iter().any(is_near) {
                    wrong.push(format!("{name} as {other}: {change} at {both:?}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn keywords_that_a_version_starts_to_respect_are_reported() {
    let mut missed = Vec::new();
    for (name, base) in descriptions() {
        let Some(version) = base["openapi"].as_str().filter(|version| version.starts_with("3.")) else { continue };
        let Some(pointer) = a_property(&base) else { continue };
        let is_3_0 = version.starts_with("3.0");
        for (keyword, value) in [("const", json!("x")), ("nullable", json!(true)), ("if", json!(false))] {
            let mut old = base.clone();
            old["openapi"] = json!(if is_3_0 { version } else { "3.0.3" });
            let schema = old.pointer_mut(&pointer).unwrap();
            *schema = json!({"type": "string", "minLength": 1});
            schema[keyword] = value;
            if keyword == "if" {
                schema["else"] = json!({"maxLength": 3});
            }
            let mut new = old.clone();
            new["openapi"] = json!("3.1.0");
            let about = |(_, places): &(String, [String; 2])| places.iter().any(|place| place.starts_with(&pointer));
            if !said(&old, &new).iter().any(about) || !said(&new, &old).iter().any(about) {
                missed.push(format!("{name}: `{keyword}` at {pointer}"));
            }
        }
    }
    assert!(missed.is_empty(), "{}:\n{}", missed.len(), missed.join("\n"));
}

/// A property of the body or the answer of an operation that is written out there.
fn a_property(base: &Value) -> Option<String> {
    let mut found = Vec::new();
    schemas_of_bodies(base.get("paths")?, "/paths", &mut found);
    let first = |pointer: &String| {
        let properties = base.pointer(pointer)?.get("properties")?.as_object()?;
        let name = properties.keys().next()?;
        Some(format!("{pointer}/properties/{}", name.replace('~', "~0").replace('/', "~1")))
    };
    found.iter().find_map(first)
}

fn schemas_of_bodies(value: &Value, pointer: &str, found: &mut Vec<String>) {
    let Some(members) = value.as_object() else { return };
    for (name, inner) in members {
        let at = format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"));
        if name == "application/json" && pointer.ends_with("/content") {
            found.push(format!("{at}/schema"));
        } else if !name.starts_with("x-") && name != "callbacks" {
            schemas_of_bodies(inner, &at, found);
        }
    }
}

#[test]
fn swapped_names_in_a_path_template_are_reported() {
    let mut wrong = Vec::new();
    for (name, base) in descriptions() {
        let Some(paths) = base["paths"].as_object() else { continue };
        for path in paths.keys().filter(|path| path.matches('{').count() == 2) {
            let names: Vec<&str> = path.split('{').skip(1).filter_map(|part| part.split('}').next()).collect();
            let [first, second] = names.as_slice() else { continue };
            let types = [first, second].map(|name| declared(&base, &paths[path], name));
            let swapped =
                path.replace(&format!("{{{first}}}"), "{}").replace(&format!("{{{second}}}"), &format!("{{{first}}}"));
            let swapped = swapped.replacen("{}", &format!("{{{second}}}"), 1);
            let mut new = base.clone();
            let members = new["paths"].as_object_mut().unwrap();
            let item = members.remove(path).unwrap();
            members.insert(swapped.clone(), item);
            let [Some(one), Some(other)] = types else { continue };
            let is_said = !said(&base, &new).is_empty() && !said(&new, &base).is_empty();
            if is_said != (one != other) {
                wrong.push(format!("{name}: {path} as {swapped}: {one} and {other}, said: {:?}", said(&base, &new)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The type of a path parameter that every operation of a path declares alike, written out and without anything else;
/// `None` where it is not so simple.
fn declared(base: &Value, item: &Value, name: &str) -> Option<String> {
    let methods = ["get", "put", "post", "delete", "patch", "options", "head", "trace"];
    let lists = item.as_object()?.iter().filter(|(key, _)| *key == "parameters" || methods.contains(&key.as_str()));
    let lists = lists.map(|(key, value)| if key == "parameters" { value } else { &value["parameters"] });
    let mut found = Vec::new();
    for parameter in lists.filter_map(Value::as_array).flatten() {
        let target = parameter.get("$ref").and_then(Value::as_str).and_then(|text| text.strip_prefix('#'));
        let parameter = target.map_or(Some(parameter), |target| base.pointer(target))?;
        if parameter["in"] == "path" && parameter["name"] == name {
            found.push(parameter.get("schema").unwrap_or(parameter));
        }
    }
    let simple = |schema: &Value| {
        let members = schema.as_object()?;
        let plain = ["type", "description", "in", "name", "required", "title", "example"];
        members.keys().all(|key| plain.contains(&key.as_str())).then(|| schema["type"].to_string())
    };
    let types: Option<Vec<String>> = found.into_iter().map(simple).collect();
    let types = types?;
    let first = types.first()?.clone();
    types.iter().all(|kind| *kind == first).then_some(first)
}
