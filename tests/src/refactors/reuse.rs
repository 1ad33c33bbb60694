//! Responses, parameters, bodies and other parts moved to components, and written out where they are used.

use serde_json::{Map, Value, json};

use super::Kind;
use super::places::{Places, Version};
use super::references::has_deep_references;
use super::walk::{Node, reference, visit};

const REFERENCE: &str = "OpenAPI 3.0.4, 4.8.23: a reference is replaced by its target";

macro_rules! extracted {
    ($name:literal, $node:ident) => {
        Kind::places($name, REFERENCE, |root, places| extract(root, places, Node::$node))
    };
}

macro_rules! inlined {
    ($name:literal, $node:ident) => {
        Kind::places($name, REFERENCE, |root, places| inline(root, places, Node::$node))
    };
}

pub(super) const KINDS: &[Kind] = &[
    extracted!("response-extracted", Response),
    inlined!("response-inlined", Response),
    extracted!("parameter-extracted", Parameter),
    inlined!("parameter-inlined", Parameter),
    extracted!("body-extracted", RequestBody),
    inlined!("body-inlined", RequestBody),
    extracted!("header-extracted", Header),
    inlined!("header-inlined", Header),
    extracted!("callback-extracted", Callback),
    inlined!("callback-inlined", Callback),
    extracted!("link-extracted", Link),
    extracted!("example-extracted", Example),
    extracted!("path-item-extracted", PathItem).within(Version::V3_1, Version::V3_2),
];

/// The section for parts of a kind.
fn section(node: Node, version: Version) -> Option<&'static str> {
    let in_2_0 = match node {
        Node::Response => Some("/responses"),
        Node::Parameter => Some("/parameters"),
        _ => None,
    };
    let in_3 = match node {
        Node::Response => "/components/responses",
        Node::Parameter => "/components/parameters",
        Node::RequestBody => "/components/requestBodies",
        Node::Header => "/components/headers",
        Node::Callback => "/components/callbacks",
        Node::Link => "/components/links",
        Node::Example => "/components/examples",
        Node::PathItem => "/components/pathItems",
        _ => return None,
    };
    if version == Version::V2_0 { in_2_0 } else { Some(in_3) }
}

fn extract(root: &mut Value, places: &mut Places, wanted: Node) {
    let Some(section) = section(wanted, places.version) else { return };
    if has_deep_references(root) {
        return;
    }
    let mut added = Map::new();
    visit(root, &mut |node, value, path| {
        let is_component = path.first().is_some_and(|step| step == "components") && path.len() == 3
            || path.len() == 2 && path.first().is_some_and(|step| section.ends_with(step.as_str()));
        // Path items of callbacks are in a component themselves once it moves.
        let is_free = node == wanted && !is_component && value.is_object() && reference(value).is_none();
        if is_free && !value.as_object().is_some_and(Map::is_empty) && places.take() {
            let name = format!("Extracted{}", added.len() + 1);
            let target = json!({"$ref": format!("#{section}/{name}")});
            added.insert(name, std::mem::replace(value, target));
        }
    });
    if added.is_empty() {
        return;
    }
    let mut holder = root;
    for step in section.split('/').skip(1) {
        let Some(members) = holder.as_object_mut() else { return };
        holder = members.entry(step).or_insert(json!({}));
    }
    if let Some(members) = holder.as_object_mut() {
        members.extend(added);
    }
}

fn inline(root: &mut Value, places: &mut Places, wanted: Node) {
    let Some(section) = section(wanted, places.version) else { return };
    let Some(named) = root.pointer(section).and_then(Value::as_object).cloned() else { return };
    let prefix = format!("#{section}/");
    visit(root, &mut |node, value, _| {
        let name = reference(value).and_then(|target| target.strip_prefix(&prefix));
        let Some(target) = name.filter(|_| node == wanted).and_then(|name| named.get(name)) else { return };
        // 3.1 allows descriptions beside these references, which override the target's.
        let is_whole = value.as_object().is_some_and(|members| members.len() == 1);
        if is_whole && reference(target).is_none() && places.take() {
            value.clone_from(target);
        }
    });
}
