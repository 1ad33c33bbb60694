//! Descriptions, examples, titles, tags and extensions: documentation, which changes no message.

use serde_json::{Value, json};

use super::Kind;
use super::places::Version;
use super::walk::{Node, each, visit};

const ANNOTATION: &str = "JSON Schema 2020-12, 7.7: annotations do not affect validation";
const TEXT: &str = "OpenAPI 3.0.4, 4.8: descriptions and summaries are text for readers";
const EXTENSION: &str = "OpenAPI 3.0.4, 4.9: extensions add data, and unknown ones may be ignored";

pub(super) const KINDS: &[Kind] = &[
    Kind::places("extension-of-schemas", EXTENSION, |root, places| {
        each(root, Node::Schema, |schema, path| {
            if !schema.contains_key("$ref") && places.take() {
                schema.insert("x-team".to_owned(), json!({"name": "core", "at": path.len()}));
            }
        });
    }),
    Kind::places("extension-everywhere", EXTENSION, |root, places| {
        visit(root, &mut |node, value, _| {
            let is_object = ![Node::Schema, Node::Callback, Node::Components].contains(&node);
            if let Value::Object(members) = value
                && is_object
                && !members.contains_key("$ref")
                && places.take()
            {
                members.insert("x-generated-by".to_owned(), json!(["tool", 1]));
            }
        });
    }),
    Kind::places("schema-titles", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, path| {
            if !schema.contains_key("$ref") && places.take() {
                schema.insert("title".to_owned(), json!(path.last().map_or("Any", String::as_str)));
            }
        });
    }),
    Kind::places("schema-descriptions", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if !schema.contains_key("$ref") && places.take() {
                schema.insert("description".to_owned(), json!("Written for readers.\n\nIn two paragraphs."));
            }
        });
    }),
    Kind::places("schema-comments", "JSON Schema 2020-12, 8.3: $comment has no effect", |root, places| {
        each(root, Node::Schema, |schema, _| {
            if places.take() {
                schema.insert("$comment".to_owned(), json!("generated"));
            }
        });
    })
    .within(Version::V3_1, Version::V3_2),
    Kind::places("schema-examples", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if !schema.contains_key("$ref") && places.take() {
                schema.insert("example".to_owned(), json!("an example"));
            }
        });
    }),
    Kind::places("schema-external-docs", ANNOTATION, |root, places| {
        each(root, Node::Schema, |schema, _| {
            if !schema.contains_key("$ref") && places.take() {
                schema.insert("externalDocs".to_owned(), json!({"url": "https://docs.example/schema"}));
            }
        });
    }),
    Kind::places("descriptions-reworded", TEXT, |root, places| {
        visit(root, &mut |node, value, _| {
            let has_text =
                matches!(node, Node::Operation | Node::Parameter | Node::Response | Node::RequestBody | Node::Header);
            if let Value::Object(members) = value
                && has_text
                && !members.contains_key("$ref")
                && places.take()
            {
                members.insert("description".to_owned(), json!("Reworded."));
            }
        });
    }),
    Kind::places("summaries-reworded", TEXT, |root, places| {
        each(root, Node::Operation, |operation, _| {
            if places.take() {
                operation.insert("summary".to_owned(), json!("Reworded"));
            }
        });
    }),
    Kind::places("operation-tags", "OpenAPI 3.0.4, 4.8.10: tags group operations in documentation", |root, places| {
        each(root, Node::Operation, |operation, _| {
            if places.take() {
                operation.insert("tags".to_owned(), json!(["regrouped"]));
            }
        });
    }),
    Kind::places("tags-declared", "OpenAPI 3.0.4, 4.8.1: not all tags have to be declared", |root, _| {
        let mut used = Vec::new();
        each(root, Node::Operation, |operation, _| {
            let tags = operation.get("tags").and_then(Value::as_array);
            used.extend(tags.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
        });
        used.sort();
        used.dedup();
        if !used.is_empty() {
            root["tags"] = used.into_iter().map(|name| json!({"name": name, "description": "Declared."})).collect();
        }
    }),
    Kind::places("info-reworded", TEXT, |root, _| {
        if let Some(Value::Object(info)) = root.get_mut("info") {
            info.insert("description".to_owned(), json!("Another text about the API."));
            info.insert("contact".to_owned(), json!({"name": "Desk", "email": "desk@api.example"}));
        }
        root["externalDocs"] = json!({"url": "https://docs.example/", "description": "more"});
    }),
    Kind::places("media-examples", "OpenAPI 3.0.4, 4.8.14: examples of the media type", |root, places| {
        each(root, Node::MediaType, |media, _| {
            if places.take() {
                media.remove("examples");
                media.insert("example".to_owned(), json!({"shown": "to readers"}));
            }
        });
    })
    .within(Version::V3_0, Version::V3_2),
    Kind::places("parameter-examples", "OpenAPI 3.0.4, 4.8.12: an example of the value", |root, places| {
        each(root, Node::Parameter, |parameter, _| {
            if !parameter.contains_key("$ref") && places.take() {
                parameter.remove("examples");
                parameter.insert("example".to_owned(), json!("shown"));
            }
        });
    })
    .within(Version::V3_0, Version::V3_2),
    Kind::places("scope-descriptions", "OpenAPI 3.0.4, 4.8.29: scopes with short descriptions", |root, places| {
        each(root, Node::SecurityScheme, |scheme, _| {
            scheme.insert("description".to_owned(), json!("How to sign in."));
            let flows = scheme.get_mut("flows").and_then(Value::as_object_mut);
            for scopes in
                flows.into_iter().flat_map(|flows| flows.values_mut()).filter_map(|flow| flow.get_mut("scopes"))
            {
                for text in scopes.as_object_mut().into_iter().flat_map(|scopes| scopes.values_mut()) {
                    if places.take() {
                        *text = json!("Reworded");
                    }
                }
            }
        });
    }),
];
