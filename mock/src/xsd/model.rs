//! What a schema document declares and what it refers to, before anything is compiled: enough to see what is declared
//! twice, what is declared nowhere, and which namespaces a document uses.

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
    /// The word for it in a sentence.
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

/// How a reference uses what it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// As the type of an element, or as any other component.
    Whole,
    /// As what another complex type is derived from.
    Base,
    /// Where only a simple type can be.
    Simple,
}

/// A name that a schema document uses.
pub(super) struct Reference<'a, 'input> {
    pub(super) element: Node<'a, 'input>,
    pub(super) attribute: Attribute<'a, 'input>,
    pub(super) kind: Kind,
    pub(super) name: QName,
    pub(super) usage: Use,
}

/// Whether a node is that element of XML Schema.
pub(super) fn is_xs(node: Node<'_, '_>, local: &str) -> bool {
    node.is_element() && node.tag_name().name() == local && xml::namespace(node) == Some(XS)
}

/// What a child of `xs:schema` or `xs:redefine` declares.
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

/// Every name that is used within a node, in its order.
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

/// What an attribute of a schema element refers to.
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

/// A `QName` as a document writes it; `None` for a prefix that is not declared.
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

/// Whether the document took its namespace over from one that includes it.
fn is_chameleon(element: Node<'_, '_>, source: &Source) -> bool {
    let own = element.document().root_element().attribute("targetNamespace");
    own.is_none_or(str::is_empty) && !source.namespace.is_empty()
}

/// The prefix of an element with its colon, as it is written.
pub(super) fn prefix<'input>(element: Node<'_, 'input>) -> &'input str {
    let text = element.document().input_text();
    let start = element.range().start + 1;
    let name =
        text.get(start..).unwrap_or_default().split([' ', '\t', '\r', '\n', '/', '>']).next().unwrap_or_default();
    name.find(':').and_then(|colon| name.get(..=colon)).unwrap_or_default()
}
