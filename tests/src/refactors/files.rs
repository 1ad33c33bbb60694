//! One description in many files.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::places::Version;
use super::references::has_deep_references;
use super::{File, Kind};
use crate::styles::{Style, written};

const FILES: &str = "OpenAPI 3.0.4, 4.3: a description may be one document or several that refer to each other";

pub(super) const KINDS: &[Kind] = &[
    Kind::files("components-in-a-file", FILES, |root| split(root, &|_| "components.json".to_owned(), false)),
    Kind::files("each-schema-in-a-file", FILES, |root| split(root, &|name| format!("schemas/{name}.json"), false)),
    Kind::files("schemas-in-yaml-files", FILES, |root| split(root, &|name| format!("schemas/{name}.yaml"), true)),
    Kind::files("each-path-in-a-file", FILES, split_paths),
];

/// True for a name that is the same as a part of a URI.
fn is_file_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
}

/// Moves the named schemas into files. References to them lead there, and theirs back to the root.
fn split(root: &Value, file_of: &dyn Fn(&str) -> String, is_yaml: bool) -> Option<Vec<File>> {
    let version = Version::read(root)?;
    let schemas = root.pointer(version.schemas())?.as_object()?.clone();
    let has_discriminator = root.to_string().contains("\"discriminator\"");
    if has_deep_references(root)
        || has_discriminator
        || schemas.is_empty()
        || !schemas.keys().all(|name| is_file_name(name))
    {
        return None;
    }
    let prefix = format!("#{}/", version.schemas());
    let is_alone = file_of("A") != file_of("B");
    let target = |name: &str, from: &str| {
        let file = file_of(name);
        let up = "../".repeat(from.matches('/').count());
        if is_alone { format!("{up}{file}") } else { format!("{up}{file}#/schemas/{name}") }
    };
    let mut main = root.clone();
    if version == Version::V2_0 {
        main.as_object_mut()?.remove("definitions");
    } else {
        main.get_mut("components")?.as_object_mut()?.remove("schemas");
    }
    let rewrite = |value: &mut Value, from: &str| {
        redirect(value, &mut |old| match old.strip_prefix(&prefix) {
            Some(name) => Some(target(name, from)),
            None if from.is_empty() => None,
            None => Some(format!("{}openapi.json{old}", "../".repeat(from.matches('/').count()))),
        });
    };
    rewrite(&mut main, "");
    let mut files: BTreeMap<String, Value> = BTreeMap::new();
    for (name, mut schema) in schemas {
        let file = file_of(&name);
        rewrite(&mut schema, &file);
        if is_alone {
            files.insert(file, schema);
        } else {
            let holder = files.entry(file).or_insert_with(|| json!({"schemas": {}}));
            holder.get_mut("schemas")?.as_object_mut()?.insert(name, schema);
        }
    }
    let text =
        |value: &Value| if is_yaml && value.is_object() { written(value, Style::Double) } else { value.to_string() };
    let first = File { name: "openapi.json".to_owned(), text: main.to_string() };
    let others = files.iter().map(|(name, value)| File { name: name.clone(), text: text(value) });
    Some(std::iter::once(first).chain(others).collect())
}

/// Moves each path item into a file.
fn split_paths(root: &Value) -> Option<Vec<File>> {
    if has_deep_references(root) || root.to_string().contains("\"discriminator\"") {
        return None;
    }
    let mut main = root.clone();
    let mut files = Vec::new();
    for (at, (path, item)) in main.get_mut("paths")?.as_object_mut()?.iter_mut().enumerate() {
        if path.starts_with('/') && item.is_object() && item.get("$ref").is_none() {
            let name = format!("paths/{at}.json");
            let mut own = std::mem::replace(item, json!({"$ref": name}));
            redirect(&mut own, &mut |old| Some(format!("../openapi.json{old}")));
            files.push(File { name, text: own.to_string() });
        }
    }
    files.insert(0, File { name: "openapi.json".to_owned(), text: main.to_string() });
    (files.len() > 1).then_some(files)
}

/// Changes the targets of references that start with `#`.
fn redirect(value: &mut Value, change: &mut dyn FnMut(&str) -> Option<String>) {
    match value {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).filter(|target| target.starts_with('#'));
            if let Some(target) = target.and_then(&mut *change) {
                members.insert("$ref".to_owned(), json!(target));
            }
            members.values_mut().for_each(|member| redirect(member, change));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| redirect(element, change)),
        _ => {}
    }
}
