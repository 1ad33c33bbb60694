//! Visits the objects of a description by what they are, each after those inside.

use serde_json::{Map, Value};

/// Kind of an object, by the names of OpenAPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    Root,
    Components,
    PathItem,
    Operation,
    Parameter,
    RequestBody,
    Response,
    MediaType,
    Encoding,
    Header,
    Schema,
    Callback,
    Link,
    Example,
    SecurityScheme,
    Server,
    Tag,
}

/// Relation of a member to the objects in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    One,
    List,
    Map,
}

use Node::{
    Callback, Components, Encoding, Example, Header, Link, MediaType, Operation, Parameter, PathItem, RequestBody,
    Response, Root, Schema, SecurityScheme, Server, Tag,
};
use Shape::{List, One};

const MEMBERS: [(Node, &str, Shape, Node); 72] = [
    (Root, "paths", Shape::Map, PathItem),
    (Root, "webhooks", Shape::Map, PathItem),
    (Root, "components", One, Components),
    (Root, "servers", List, Server),
    (Root, "tags", List, Tag),
    (Root, "definitions", Shape::Map, Schema),
    (Root, "parameters", Shape::Map, Parameter),
    (Root, "responses", Shape::Map, Response),
    (Root, "securityDefinitions", Shape::Map, SecurityScheme),
    (Components, "schemas", Shape::Map, Schema),
    (Components, "responses", Shape::Map, Response),
    (Components, "parameters", Shape::Map, Parameter),
    (Components, "requestBodies", Shape::Map, RequestBody),
    (Components, "headers", Shape::Map, Header),
    (Components, "callbacks", Shape::Map, Callback),
    (Components, "pathItems", Shape::Map, PathItem),
    (Components, "links", Shape::Map, Link),
    (Components, "examples", Shape::Map, Example),
    (Components, "securitySchemes", Shape::Map, SecurityScheme),
    (PathItem, "get", One, Operation),
    (PathItem, "put", One, Operation),
    (PathItem, "post", One, Operation),
    (PathItem, "delete", One, Operation),
    (PathItem, "options", One, Operation),
    (PathItem, "head", One, Operation),
    (PathItem, "patch", One, Operation),
    (PathItem, "trace", One, Operation),
    (PathItem, "query", One, Operation),
    (PathItem, "additionalOperations", Shape::Map, Operation),
    (PathItem, "parameters", List, Parameter),
    (PathItem, "servers", List, Server),
    (Operation, "parameters", List, Parameter),
    (Operation, "requestBody", One, RequestBody),
    (Operation, "responses", Shape::Map, Response),
    (Operation, "callbacks", Shape::Map, Callback),
    (Operation, "servers", List, Server),
    (Parameter, "schema", One, Schema),
    (Parameter, "content", Shape::Map, MediaType),
    (Parameter, "examples", Shape::Map, Example),
    (RequestBody, "content", Shape::Map, MediaType),
    (Response, "content", Shape::Map, MediaType),
    (Response, "headers", Shape::Map, Header),
    (Response, "links", Shape::Map, Link),
    (Response, "schema", One, Schema),
    (MediaType, "schema", One, Schema),
    (MediaType, "itemSchema", One, Schema),
    (MediaType, "examples", Shape::Map, Example),
    (MediaType, "encoding", Shape::Map, Encoding),
    (Encoding, "headers", Shape::Map, Header),
    (Header, "schema", One, Schema),
    (Header, "content", Shape::Map, MediaType),
    (Header, "examples", Shape::Map, Example),
    (Schema, "properties", Shape::Map, Schema),
    (Schema, "patternProperties", Shape::Map, Schema),
    (Schema, "dependentSchemas", Shape::Map, Schema),
    (Schema, "$defs", Shape::Map, Schema),
    (Schema, "allOf", List, Schema),
    (Schema, "anyOf", List, Schema),
    (Schema, "oneOf", List, Schema),
    (Schema, "prefixItems", List, Schema),
    (Schema, "items", One, Schema),
    (Schema, "not", One, Schema),
    (Schema, "if", One, Schema),
    (Schema, "then", One, Schema),
    (Schema, "else", One, Schema),
    (Schema, "contains", One, Schema),
    (Schema, "propertyNames", One, Schema),
    (Schema, "additionalProperties", One, Schema),
    (Schema, "unevaluatedProperties", One, Schema),
    (Schema, "unevaluatedItems", One, Schema),
    (Schema, "contentSchema", One, Schema),
    (Link, "server", One, Server),
];

type Act<'a> = dyn FnMut(Node, &mut Value, &[String]) + 'a;

/// Calls `act` with each object of a description: what it is, the object, and the steps of its pointer.
pub(super) fn visit(root: &mut Value, act: &mut Act<'_>) {
    enter(Root, root, &mut Vec::new(), act);
}

/// Calls `act` with each object of one kind.
pub(super) fn each(root: &mut Value, wanted: Node, mut act: impl FnMut(&mut Map<String, Value>, &[String])) {
    visit(root, &mut |node, value, path| {
        if node == wanted
            && let Value::Object(members) = value
        {
            act(members, path);
        }
    });
}

fn enter(node: Node, value: &mut Value, path: &mut Vec<String>, act: &mut Act<'_>) {
    if reference(value).is_none() {
        for (_, name, shape, inner) in MEMBERS.iter().filter(|(holder, ..)| *holder == node) {
            if let Some(member) = value.get_mut(name) {
                path.push((*name).to_owned());
                members(*shape, *inner, member, path, act);
                path.pop();
            }
        }
        if node == Callback {
            members(Shape::Map, PathItem, value, path, act);
        }
    }
    act(node, value, path);
}

fn members(shape: Shape, node: Node, value: &mut Value, path: &mut Vec<String>, act: &mut Act<'_>) {
    match value {
        // Swagger 2.0 and OpenAPI 3.0 allow no list in `items`, and authors write it.
        Value::Array(elements) if shape == List => {
            for (at, element) in elements.iter_mut().enumerate() {
                path.push(at.to_string());
                enter(node, element, path, act);
                path.pop();
            }
        }
        Value::Object(named) if shape == Shape::Map => {
            // Extensions beside patterned fields are no objects of the kind; in other maps the name is a name.
            let is_patterned = matches!(node, PathItem | Response);
            for (name, element) in named.iter_mut().filter(|(name, _)| !(is_patterned && name.starts_with("x-"))) {
                path.push(name.clone());
                enter(node, element, path, act);
                path.pop();
            }
        }
        Value::Object(_) | Value::Bool(_) if shape == One => enter(node, value, path, act),
        _ => {}
    }
}

/// Returns the target of a reference.
pub(super) fn reference(value: &Value) -> Option<&str> {
    value.get("$ref")?.as_str()
}

/// Returns a JSON Pointer of these steps (RFC 6901).
pub(super) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for step in path {
        pointer.push('/');
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// Returns the target of every reference of a description, in examples and extensions too.
pub(super) fn targets(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect_targets(value, &mut found);
    found
}

fn collect_targets(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            found.extend(reference(value).map(str::to_owned));
            members.values().for_each(|member| collect_targets(member, found));
        }
        Value::Array(elements) => elements.iter().for_each(|element| collect_targets(element, found)),
        _ => {}
    }
}
