//! Messages, port types and bindings of all files, by their qualified names (WSDL 1.1 section 2.1.1).

use std::collections::BTreeMap;

use roxmltree::Node;

use super::imports::Tree;
use super::model::{Part, PartContent};
use super::syntax::{children, name, qualified_name};
use crate::xsd::QName;

/// The components that bindings and services refer to.
pub(super) struct Components<'t> {
    messages: BTreeMap<QName, Vec<MessagePart>>,
    port_types: BTreeMap<QName, Node<'t, 't>>,
    bindings: BTreeMap<QName, Node<'t, 't>>,
}

/// A part of a message. Its content is `None` if it refers to nothing that can be resolved.
#[derive(Debug, Clone)]
pub(super) struct MessagePart {
    pub(super) name: String,
    pub(super) content: Option<PartContent>,
}

impl MessagePart {
    pub(super) fn part(&self) -> Option<Part> {
        Some(Part { name: self.name.clone(), content: self.content.clone()? })
    }
}

impl<'t> Components<'t> {
    pub(super) fn collect(trees: &'t [Tree<'_>]) -> Components<'t> {
        let mut components =
            Components { messages: BTreeMap::new(), port_types: BTreeMap::new(), bindings: BTreeMap::new() };
        for tree in trees {
            let root = tree.document.root_element();
            let namespace = root.attribute("targetNamespace").unwrap_or_default().trim();
            let qualified = |node| QName { namespace: namespace.to_owned(), local: name(node) };
            for message in children(root, "message") {
                let parts = children(message, "part").map(read_part).collect();
                components.messages.entry(qualified(message)).or_insert(parts);
            }
            for port_type in children(root, "portType") {
                components.port_types.entry(qualified(port_type)).or_insert(port_type);
            }
            for binding in children(root, "binding") {
                components.bindings.entry(qualified(binding)).or_insert(binding);
            }
        }
        components
    }

    pub(super) fn message(&self, name: &QName) -> Option<&[MessagePart]> {
        self.messages.get(name).map(Vec::as_slice)
    }

    pub(super) fn port_type(&self, name: &QName) -> Option<Node<'t, 't>> {
        self.port_types.get(name).copied()
    }

    pub(super) fn binding(&self, name: &QName) -> Option<Node<'t, 't>> {
        self.bindings.get(name).copied()
    }
}

fn read_part(node: Node<'_, '_>) -> MessagePart {
    let element = qualified_name(node, "element").map(PartContent::Element);
    let content = element.or_else(|| qualified_name(node, "type").map(PartContent::Type));
    MessagePart { name: name(node), content }
}
