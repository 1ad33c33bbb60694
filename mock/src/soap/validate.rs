//! Holding a message to its schema: the body's parts, and those headers that the WSDL declares.

use std::collections::VecDeque;

use roxmltree::Node;

use super::envelope::Envelope;
use super::select::has_name;
use crate::wsdl::{Message, Part, PartContent};
use crate::xsd::{QName, Root, Schemas, Violation};

/// Everything in which the message differs from what its schema allows.
pub(super) fn validate(schemas: &Schemas, message: &Message, envelope: &Envelope<'_>) -> Vec<Violation> {
    let mut violations = match &message.wrapper {
        Some(wrapper) => validate_rpc(schemas, wrapper, &message.parts, envelope),
        None => validate_document(schemas, &message.parts, envelope),
    };
    for header in &envelope.headers {
        if let Some(root) = declared_header(message, *header) {
            violations.extend(schemas.validate(*header, &root));
        }
    }
    violations
}

/// The declaration of a header block, where the WSDL has one.
pub(super) fn declared_header(message: &Message, header: Node<'_, '_>) -> Option<Root> {
    message.headers.iter().find_map(|part| match &part.content {
        PartContent::Element(name) if has_name(header, name) => Some(Root::Element(name.clone())),
        _ => None,
    })
}

fn validate_document(schemas: &Schemas, parts: &[Part], envelope: &Envelope<'_>) -> Vec<Violation> {
    if let [Part { content: PartContent::Type(type_name), .. }] = parts {
        let root = Root::Type { element: name_of(envelope.body), type_name: type_name.clone() };
        return schemas.validate(envelope.body, &root);
    }
    let mut violations = Vec::new();
    let mut payload = envelope.payload.iter();
    for part in parts {
        let PartContent::Element(name) = &part.content else { continue };
        match payload.next() {
            Some(node) if has_name(*node, name) => {
                violations.extend(schemas.validate(*node, &Root::Element(name.clone())));
            }
            Some(node) => violations.push(unexpected(*node, &format!("`{}`", name.local))),
            None => violations.push(missing(envelope.body, &name.local)),
        }
    }
    violations.extend(payload.map(|node| unexpected(*node, "nothing more in the body")));
    violations
}

/// The wrapper's children are the parts, without a namespace and in the order of the message (WSDL 1.1 section 3.5, Basic
/// Profile 1.1 R2735 and R2301).
fn validate_rpc(schemas: &Schemas, wrapper: &QName, parts: &[Part], envelope: &Envelope<'_>) -> Vec<Violation> {
    let mut violations = Vec::new();
    let Some(node) = envelope.payload.first() else { return vec![missing(envelope.body, &wrapper.local)] };
    let mut children: VecDeque<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    for part in parts {
        let accessor = QName::new("", &part.name);
        let Some(at) = children.iter().position(|child| has_name(*child, &accessor)) else {
            violations.push(missing(*node, &part.name));
            continue;
        };
        if at > 0
            && let Some(before) = children.front()
        {
            violations.push(below(wrapper, unexpected(*before, &format!("`{}` first", part.name))));
        }
        let Some(child) = children.remove(at) else { continue };
        let found = schemas.validate(child, &part.content.root(&part.name));
        violations.extend(found.into_iter().map(|violation| below(wrapper, violation)));
    }
    violations.extend(children.into_iter().map(|child| below(wrapper, unexpected(child, "no other part"))));
    violations.extend(envelope.payload.iter().skip(1).map(|node| unexpected(*node, "nothing more in the body")));
    violations
}

fn below(wrapper: &QName, violation: Violation) -> Violation {
    Violation { path: format!("/{}{}", wrapper.local, violation.path), ..violation }
}

fn name_of(node: Node<'_, '_>) -> QName {
    let name = node.tag_name();
    QName { namespace: name.namespace().unwrap_or_default().to_owned(), local: name.name().to_owned() }
}

fn unexpected(node: Node<'_, '_>, expected: &str) -> Violation {
    let name = node.tag_name().name();
    violation(node, expected, name, format!("`{name}` is not expected here; expected {expected}"))
}

fn missing(parent: Node<'_, '_>, local: &str) -> Violation {
    let name = parent.tag_name().name();
    violation(parent, &format!("`{local}`"), "", format!("`{local}` is missing in `{name}`"))
}

fn violation(node: Node<'_, '_>, expected: &str, value: &str, message: String) -> Violation {
    let at = node.document().text_pos_at(node.range().start);
    Violation {
        path: format!("/{}", node.tag_name().name()),
        expected: expected.to_owned(),
        value: value.to_owned(),
        message,
        rule: "soap",
        line: at.row,
        column: at.col,
    }
}
