//! Lists whose order has no meaning, reversed.

use serde_json::{Map, Value};

use super::Kind;
use super::places::{Places, Version};
use super::walk::{Node, each};

const V2_0: Version = Version::V2_0;
const V3_0: Version = Version::V3_0;

pub(super) const KINDS: &[Kind] = &[
    Kind::places("required-reversed", "JSON Schema Validation 2020-12, 6.5.3: names, each unique", |root, places| {
        reverse(root, places, Node::Schema, "required");
    }),
    Kind::places(
        "enum-reversed",
        "JSON Schema Validation 2020-12, 6.1.2: equal to one of the elements",
        |root, places| {
            reverse(root, places, Node::Schema, "enum");
        },
    ),
    Kind::places("types-reversed", "JSON Schema Validation 2020-12, 6.1.1: any of the types", |root, places| {
        reverse(root, places, Node::Schema, "type");
    })
    .within(Version::V3_1, Version::V3_2),
    Kind::places("all-of-reversed", "JSON Schema 2020-12, 10.2.1.1: valid against all", |root, places| {
        reverse(root, places, Node::Schema, "allOf");
    }),
    Kind::places("any-of-reversed", "JSON Schema 2020-12, 10.2.1.2: valid against at least one", |root, places| {
        reverse(root, places, Node::Schema, "anyOf");
    }),
    Kind::places("one-of-reversed", "JSON Schema 2020-12, 10.2.1.3: valid against exactly one", |root, places| {
        reverse(root, places, Node::Schema, "oneOf");
    }),
    Kind::places("parameters-reversed", "OpenAPI 3.0.4, 4.8.10: unique by name and location", |root, places| {
        reverse(root, places, Node::Operation, "parameters");
        reverse(root, places, Node::PathItem, "parameters");
    }),
    Kind::places(
        "security-reversed",
        "OpenAPI 3.0.4, 4.8.30: only one requirement has to be satisfied",
        |root, places| {
            reverse(root, places, Node::Root, "security");
            reverse(root, places, Node::Operation, "security");
        },
    ),
    Kind::places(
        "scopes-reversed",
        "OpenAPI 3.0.4, 4.8.30: scopes required; RFC 6749, 3.3: order does not matter",
        scopes,
    ),
    Kind::places("media-types-reversed", "OpenAPI 2.0, Swagger Object: a list of MIME types", |root, places| {
        for node in [Node::Root, Node::Operation] {
            for name in ["consumes", "produces", "schemes"] {
                reverse(root, places, node, name);
            }
        }
    })
    .within(V2_0, V2_0),
    Kind::places(
        "tags-reversed",
        "OpenAPI 3.0.4, 4.8.1: the order may be used by tools to present tags",
        |root, places| {
            reverse(root, places, Node::Root, "tags");
            reverse(root, places, Node::Operation, "tags");
        },
    ),
    Kind::places(
        "server-values-reversed",
        "OpenAPI 3.0.4, 4.8.6: values if the substitution is from a set",
        |root, places| {
            each(root, Node::Server, |server, _| {
                let variables = server.get_mut("variables").and_then(Value::as_object_mut);
                variables.into_iter().flat_map(Map::values_mut).for_each(|variable| {
                    reverse_member(variable.as_object_mut(), places, "enum");
                });
            });
        },
    )
    .within(V3_0, Version::V3_2),
];

fn reverse(root: &mut Value, places: &mut Places, node: Node, name: &str) {
    each(root, node, |members, _| reverse_member(Some(members), places, name));
}

fn reverse_member(members: Option<&mut Map<String, Value>>, places: &mut Places, name: &str) {
    if let Some(Value::Array(list)) = members.and_then(|members| members.get_mut(name))
        && list.len() > 1
        && places.take()
    {
        list.reverse();
    }
}

fn scopes(root: &mut Value, places: &mut Places) {
    for node in [Node::Root, Node::Operation] {
        each(root, node, |members, _| {
            let security = members.get_mut("security").and_then(Value::as_array_mut);
            for requirement in security.into_iter().flatten().filter_map(Value::as_object_mut) {
                for scopes in requirement.values_mut().filter_map(Value::as_array_mut) {
                    if scopes.len() > 1 && places.take() {
                        scopes.reverse();
                    }
                }
            }
        });
    }
}
