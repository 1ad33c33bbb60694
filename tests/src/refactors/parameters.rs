//! Parameters, headers and media types: moved between operations and path items, and in other spellings.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::has_deep_references;
use super::walk::{Node, each, reference};

const PATH_ITEM: &str = "OpenAPI 3.0.4, 4.8.9: parameters for all operations of this path";
const FIELD_NAMES: &str = "RFC 9110, 5.1: field names are case-insensitive";
const MEDIA_TYPES: &str = "RFC 9110, 8.3.1: types, subtypes and parameter names are case-insensitive";
const IGNORED: &str = "OpenAPI 3.0.4, 4.8.12.2: Accept, Content-Type and Authorization are ignored";
const V3_X: (Version, Version) = (Version::V3_0, Version::V3_2);
const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

pub(super) const KINDS: &[Kind] = &[
    Kind::places("parameters-to-path-item", PATH_ITEM, to_path_item),
    Kind::places("parameters-to-operations", PATH_ITEM, to_operations),
    Kind::places(
        "parameter-overridden",
        "OpenAPI 3.0.4, 4.8.9: can be overridden at the operation level",
        add_overridden,
    ),
    Kind::places("parameter-headers-lower-case", FIELD_NAMES, |root, places| {
        each(root, Node::Parameter, |parameter, _| {
            let is_header = parameter.get("in").is_some_and(|location| location == "header");
            if is_header
                && let Some(Value::String(name)) = parameter.get_mut("name")
                && places.take()
            {
                name.make_ascii_lowercase();
            }
        });
    }),
    Kind::places("response-headers-lower-case", FIELD_NAMES, |root, places| {
        each(root, Node::Response, |response, _| {
            if let Some(Value::Object(headers)) = response.get_mut("headers") {
                let mut renamed = |name: String| if places.take() { name.to_lowercase() } else { name };
                *headers = std::mem::take(headers).into_iter().map(|(name, header)| (renamed(name), header)).collect();
            }
        });
    }),
    Kind::places("media-types-upper-case", MEDIA_TYPES, |root, places| media_types(root, places, str::to_uppercase))
        .within(V3_X.0, V3_X.1),
    Kind::places("media-type-lists-upper-case", MEDIA_TYPES, |root, places| {
        for node in [Node::Root, Node::Operation] {
            each(root, node, |members, _| {
                for name in ["consumes", "produces"] {
                    let list = members.get_mut(name).and_then(Value::as_array_mut);
                    for media in list.into_iter().flatten() {
                        if let Some(text) = media.as_str().map(str::to_uppercase)
                            && places.take()
                        {
                            *media = json!(text);
                        }
                    }
                }
            });
        }
    })
    .within(Version::V2_0, Version::V2_0),
    Kind::places(
        "media-type-parameters-spaced",
        "RFC 9110, 5.6.6: optional whitespace around the semicolon",
        |root, places| {
            media_types(root, places, |name| name.replace("; ", ";").replace(';', " ; "));
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places("ignored-headers-sent", IGNORED, |root, places| {
        each(root, Node::Operation, |operation, _| {
            let list = operation.entry("parameters").or_insert(json!([]));
            let Some(list) = list.as_array_mut() else { return };
            for name in ["Accept", "Content-Type", "Authorization"] {
                let is_there = list
                    .iter()
                    .any(|it| it.get("name").and_then(Value::as_str).is_some_and(|it| it.eq_ignore_ascii_case(name)));
                if !is_there && list.iter().all(|it| reference(it).is_none()) && places.take() {
                    list.push(json!({"name": name, "in": "header", "required": true, "schema": {"type": "string"}}));
                }
            }
        });
    })
    .within(V3_X.0, V3_X.1),
    Kind::places(
        "ignored-header-received",
        "OpenAPI 3.0.4, 4.8.17: a response header Content-Type is ignored",
        |root, places| {
            each(root, Node::Response, |response, path| {
                // A reference is the whole response.
                if !response.contains_key("$ref") && !path.is_empty() && places.take() {
                    let headers = response.entry("headers").or_insert(json!({}));
                    if let Some(headers) = headers
                        .as_object_mut()
                        .filter(|it| !it.keys().any(|name| name.eq_ignore_ascii_case("content-type")))
                    {
                        headers.insert("Content-Type".to_owned(), json!({"schema": {"type": "string", "enum": ["a"]}}));
                    }
                }
            });
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places(
        "path-parameter-renamed",
        "OpenAPI 3.0.4, 4.8.8.2: templates that differ in names are identical",
        rename_templates,
    ),
    Kind::places(
        "status-range-covered",
        "OpenAPI 3.0.4, 4.8.16.2: an explicit status has precedence over a range",
        |root, places| {
            each(root, Node::Operation, |operation, _| {
                let Some(Value::Object(responses)) = operation.get_mut("responses") else { return };
                // A range whose every status is the default's says the same as the default.
                let Some(default) = responses.get("default").cloned() else { return };
                let has_own = responses.keys().any(|status| status.starts_with('5'));
                if !has_own && places.take() {
                    responses.insert("5XX".to_owned(), default);
                }
            });
        },
    )
    .within(V3_X.0, V3_X.1),
    Kind::places(
        "body-of-every-media-type-by-reference",
        "OpenAPI 3.0.4, 4.8.23: a reference is replaced by its target",
        share_schemas,
    )
    .within(V3_X.0, V3_X.1),
];

fn identity(root: &Value, parameter: &Value) -> Option<(String, String)> {
    let target = reference(parameter).and_then(|target| root.pointer(target.strip_prefix('#')?));
    let parameter = target.unwrap_or(parameter);
    Some((parameter.get("name")?.as_str()?.to_owned(), parameter.get("in")?.as_str()?.to_owned()))
}

/// Moves parameters that every operation of a path has to the path item.
fn to_path_item(root: &mut Value, places: &mut Places) {
    if has_deep_references(root) {
        return;
    }
    let is_2_0 = places.version == Version::V2_0;
    each(root, Node::PathItem, |item, _| {
        let operations: Vec<&Value> = METHODS.iter().filter_map(|method| item.get(*method)).collect();
        if operations.is_empty() || item.contains_key("$ref") || item.contains_key("additionalOperations") {
            return;
        }
        let parameters =
            |operation: &&Value| operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
        let lists: Vec<Vec<Value>> = operations.iter().map(parameters).collect();
        let Some((first, rest)) = lists.split_first() else { return };
        // Bodies of 2.0 can be shared like this, and seldom are.
        let is_movable =
            |it: &&Value| !is_2_0 || it.get("in").is_some_and(|location| location != "body" && location != "formData");
        let shared: Vec<Value> =
            first.iter().filter(|it| rest.iter().all(|list| list.contains(it))).filter(is_movable).cloned().collect();
        if shared.is_empty() || !places.take() {
            return;
        }
        for method in METHODS {
            let list = item
                .get_mut(method)
                .and_then(|operation| operation.get_mut("parameters"))
                .and_then(Value::as_array_mut);
            if let Some(list) = list {
                list.retain(|parameter| !shared.contains(parameter));
            }
        }
        if let Some(list) = item.entry("parameters").or_insert(json!([])).as_array_mut() {
            list.extend(shared);
        }
    });
}

/// Copies the parameters of a path item to each operation that does not override them.
fn to_operations(root: &mut Value, places: &mut Places) {
    if has_deep_references(root) {
        return;
    }
    let whole = root.clone();
    each(root, Node::PathItem, |item, _| {
        let Some(Value::Array(shared)) = item.get("parameters").cloned() else { return };
        if shared.is_empty() || item.contains_key("additionalOperations") || !places.take() {
            return;
        }
        item.remove("parameters");
        for method in METHODS {
            let Some(Value::Object(operation)) = item.get_mut(method) else { continue };
            let Some(list) = operation.entry("parameters").or_insert(json!([])).as_array_mut() else { continue };
            let own: Vec<_> = list.iter().map(|parameter| identity(&whole, parameter)).collect();
            list.extend(shared.iter().filter(|parameter| !own.contains(&identity(&whole, parameter))).cloned());
        }
    });
}

/// Adds a parameter to path items whose every operation has another of that name.
fn add_overridden(root: &mut Value, places: &mut Places) {
    let is_2_0 = places.version == Version::V2_0;
    let whole = root.clone();
    each(root, Node::PathItem, |item, _| {
        let operations: Vec<&Value> = METHODS.iter().filter_map(|method| item.get(*method)).collect();
        if item.contains_key("additionalOperations") || operations.is_empty() {
            return;
        }
        let parameters = |operation: &&Value| {
            let list = operation.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
            list.iter().filter_map(|parameter| identity(&whole, parameter)).collect::<Vec<_>>()
        };
        let lists: Vec<Vec<(String, String)>> = operations.iter().map(parameters).collect();
        let Some((first, rest)) = lists.split_first() else { return };
        let is_query = |it: &&(String, String)| it.1 == "query" && rest.iter().all(|list| list.contains(it));
        let Some((name, location)) = first.iter().find(is_query).cloned() else { return };
        let there = item.get("parameters").and_then(Value::as_array).cloned().unwrap_or_default();
        if there.iter().all(|it| identity(&whole, it) != Some((name.clone(), location.clone()))) && places.take() {
            let overridden = if is_2_0 {
                json!({"name": name, "in": location, "type": "boolean"})
            } else {
                json!({"name": name, "in": location, "schema": {"type": "boolean"}})
            };
            if let Some(list) = item.entry("parameters").or_insert(json!([])).as_array_mut() {
                list.push(overridden);
            }
        }
    });
}

fn media_types(root: &mut Value, places: &mut Places, respell: fn(&str) -> String) {
    if has_deep_references(root) {
        return;
    }
    for node in [Node::RequestBody, Node::Response] {
        each(root, node, |members, _| {
            if let Some(Value::Object(content)) = members.get_mut("content") {
                let mut respelled = Map::new();
                for (name, media) in std::mem::take(content) {
                    // A boundary or a profile is case-sensitive.
                    let other = if name.contains(';') && respell(&name) == name.to_uppercase() {
                        name.clone()
                    } else {
                        respell(&name)
                    };
                    let name = if other != name && places.take() { other } else { name };
                    respelled.insert(name, media);
                }
                *content = respelled;
            }
        });
    }
}

/// Renames parameters in templates of paths that declare them in place.
fn rename_templates(root: &mut Value, places: &mut Places) {
    if has_deep_references(root) || root.to_string().contains("$request.path.") {
        return;
    }
    let Some(Value::Object(paths)) = root.get_mut("paths") else { return };
    for (path, mut item) in std::mem::take(paths) {
        let text = item.to_string();
        // The style `matrix` writes the name of the parameter.
        let has_references = text.contains("/parameters/") || text.contains("\"matrix\"") || item.get("$ref").is_some();
        let names: Vec<String> =
            path.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name.to_owned()).collect();
        if names.is_empty() || has_references || path.starts_with("x-") || !places.take() {
            paths.insert(path, item);
            continue;
        }
        let mut renamed = path;
        for name in names {
            renamed = renamed.replace(&format!("{{{name}}}"), &format!("{{{name}Key}}"));
            rename_parameter(&mut item, &name);
        }
        paths.insert(renamed, item);
    }
}

fn rename_parameter(item: &mut Value, name: &str) {
    let Some(item) = item.as_object_mut() else { return };
    let rename = |parameters: Option<&mut Value>| {
        for parameter in parameters.and_then(Value::as_array_mut).into_iter().flatten() {
            if parameter["in"] == "path" && parameter["name"] == name {
                parameter["name"] = json!(format!("{name}Key"));
            }
        }
    };
    rename(item.get_mut("parameters"));
    for method in METHODS {
        rename(item.get_mut(method).and_then(|operation| operation.get_mut("parameters")));
    }
}

/// The schema of a body's second media type, if it is the first one's, becomes a named schema for both.
fn share_schemas(root: &mut Value, places: &mut Places) {
    let mut added = Map::new();
    let version = places.version;
    for node in [Node::RequestBody, Node::Response] {
        each(root, node, |members, _| {
            let Some(Value::Object(content)) = members.get_mut("content") else { return };
            let schemas: Vec<Value> = content.values().filter_map(|media| media.get("schema")).cloned().collect();
            let Some((first, rest)) = schemas.split_first() else { return };
            let is_shared = !rest.is_empty() && rest.iter().all(|schema| schema == first) && first.is_object();
            let is_json = content.keys().all(|name| name.contains("json"));
            if is_shared && is_json && reference(first).is_none() && places.take() {
                let name = format!("Shared{}", added.len() + 1);
                added.insert(name.clone(), first.clone());
                for media in content.values_mut().filter_map(Value::as_object_mut) {
                    media.insert("schema".to_owned(), super::references::reference_to(version, &name));
                }
            }
        });
    }
    super::references::add_schemas(root, version, added);
}
