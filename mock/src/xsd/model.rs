//! The declarations and references of a schema document before compilation. They show which names are declared twice or
//! never, and which namespaces a document uses.

use roxmltree::{Attribute, Node};

use super::collect::{Source, XS};
use super::qname::QName;
use crate::xml;

/// The symbol spaces of a schema (XML Schema Part 1, 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Element,
    Attribute,
    Type,
    Group,
    AttributeGroup,
    Notation,
}

impl Kind {
    /// Returns the name of the kind for messages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Attribute => "attribute",
            Self::Type => "type",
            Self::Group => "group",
            Self::AttributeGroup => "attribute group",
            Self::Notation => "notation",
        }
    }
}

/// The usage of a referenced component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// The type of an element, or any other component.
    Whole,
    /// The base of a complex type.
    Base,
    /// A type that must be simple.
    Simple,
}

/// A reference in a schema document.
pub(super) struct Reference<'a, 'input> {
    pub(super) element: Node<'a, 'input>,
    pub(super) attribute: Attribute<'a, 'input>,
    pub(super) kind: Kind,
    pub(super) name: QName,
    pub(super) usage: Use,
}

/// True if a node is the element `local` of XML Schema.
pub(super) fn is_xs(node: Node<'_, '_>, local: &str) -> bool {
    node.is_element() && node.tag_name().name() == local && xml::namespace(node) == Some(XS)
}

/// Returns the component that a child of `xs:schema` or `xs:redefine` declares.
pub(super) fn declaration(node: Node<'_, '_>, namespace: &str) -> Option<(Kind, QName)> {
    if !node.is_element() || xml::namespace(node) != Some(XS) {
        return None;
    }
    let kind = match node.tag_name().name() {
        "element" => Kind::Element,
        "attribute" => Kind::Attribute,
        "simpleType" | "complexType" => Kind::Type,
        "group" => Kind::Group,
        "attributeGroup" => Kind::AttributeGroup,
        "notation" => Kind::Notation,
        _ => return None,
    };
    Some((kind, QName::new(namespace, node.attribute("name")?.trim())))
}

/// Returns all references within a node, in order.
pub(super) fn references<'a, 'input>(node: Node<'a, 'input>, source: &Source) -> Vec<Reference<'a, 'input>> {
    let mut found = Vec::new();
    let elements = node.descendants().filter(|node| node.is_element() && xml::namespace(*node) == Some(XS));
    for element in elements {
        for attribute in element.attributes().filter(|attribute| attribute.namespace().is_none()) {
            let Some((kind, usage)) = meaning(element, attribute.name()) else { continue };
            for word in attribute.value().split_whitespace() {
                if let Some(name) = name(element, word, source) {
                    found.push(Reference { element, attribute, kind, name, usage });
                }
            }
        }
    }
    found
}

/// Returns the kind and usage of the components that an attribute refers to.
fn meaning(element: Node<'_, '_>, attribute: &str) -> Option<(Kind, Use)> {
    let local = element.tag_name().name();
    Some(match (local, attribute) {
        ("element", "type") => (Kind::Type, Use::Whole),
        ("element", "ref" | "substitutionGroup") => (Kind::Element, Use::Whole),
        ("attribute", "type") | ("list", "itemType") | ("union", "memberTypes") => (Kind::Type, Use::Simple),
        ("attribute", "ref") => (Kind::Attribute, Use::Whole),
        ("group", "ref") => (Kind::Group, Use::Whole),
        ("attributeGroup", "ref") => (Kind::AttributeGroup, Use::Whole),
        ("restriction" | "extension", "base") => {
            let complex = element.parent().is_some_and(|parent| is_xs(parent, "complexContent"));
            (Kind::Type, if complex { Use::Base } else { Use::Simple })
        }
        _ => return None,
    })
}

/// Resolves a `QName` of a document. Returns `None` if its prefix is undeclared.
pub(super) fn name(element: Node<'_, '_>, word: &str, source: &Source) -> Option<QName> {
    let (prefix, local) = word.split_once(':').map_or((None, word), |(prefix, local)| (Some(prefix), local));
    let namespace = match prefix {
        Some("xml") => super::collect::XML,
        Some(prefix) => element.lookup_namespace_uri(Some(prefix))?,
        None => match xml::default_namespace(element) {
            Some(namespace) => namespace,
            None if is_chameleon(element, source) => &source.namespace,
            None => "",
        },
    };
    Some(QName::new(namespace, local))
}

/// True if the document adopted the namespace of an including document.
fn is_chameleon(element: Node<'_, '_>, source: &Source) -> bool {
    let own = element.document().root_element().attribute("targetNamespace");
    own.is_none_or(str::is_empty) && !source.namespace.is_empty()
}

/// Returns the prefix of an element as written, with its colon.
pub(super) fn prefix<'input>(element: Node<'_, 'input>) -> &'input str {
    let text = element.document().input_text();
    let start = element.range().start + 1;
    let name =
        text.get(start..).unwrap_or_default().split([' ', '\t', '\r', '\n', '/', '>']).next().unwrap_or_default();
    name.find(':').and_then(|colon| name.get(..=colon)).unwrap_or_default()
}
