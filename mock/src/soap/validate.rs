//! Holding a message to its schema: the body's parts, and those headers that the WSDL declares.

use std::collections::VecDeque;

use roxmltree::Node;

use super::envelope::Envelope;
use super::select::has_name;
use crate::wsdl::{Message, Part, PartContent};
use crate::xsd::{QName, Root, Schemas, Violation};

/// The namespace of `xsi:type` and `xsi:nil`.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// As many elements as are named one by one: each costs a walk through the text for its line and column.
const MOST: usize = 100;

/// Everything in which the message differs from what its schema allows.
pub(super) fn validate(schemas: &Schemas, message: &Message, envelope: &Envelope<'_>) -> Vec<Violation> {
    let mut violations = match &message.wrapper {
        Some(wrapper) => validate_rpc(schemas, wrapper, &message.parts, envelope),
        None => validate_document(schemas, &message.parts, envelope),
    };
    for header in &envelope.headers {
        if violations.len() < MOST
            && let Some(root) = declared_header(message, *header)
        {
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
    violations.extend(payload.take(MOST).map(|node| unexpected(*node, "nothing more in the body")));
    violations
}

/// The wrapper's children are the parts, without a namespace and in the order of the message (WSDL 1.1 section 3.5, Basic
/// Profile 1.1 R2735 and R2301).
fn validate_rpc(schemas: &Schemas, wrapper: &QName, parts: &[Part], envelope: &Envelope<'_>) -> Vec<Violation> {
    let Some(node) = envelope.payload.first() else { return vec![missing(envelope.body, &wrapper.local)] };
    let mut violations = check_wrapper(*node);
    let mut children: VecDeque<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    for part in parts {
        let accessor = QName::new("", &part.name);
        let Some(at) = children.iter().position(|child| has_name(*child, &accessor)) else {
            if violations.len() < MOST {
                violations.push(missing(*node, &part.name));
            }
            continue;
        };
        if at > 0
            && violations.len() < MOST
            && let Some(before) = children.front()
        {
            violations.push(below(wrapper, unexpected(*before, &format!("`{}` first", part.name))));
        }
        let Some(child) = children.remove(at) else { continue };
        let nil = if matches!(part.content, PartContent::Type(_)) { refuse_nil(child) } else { None };
        let found = schemas.validate(child, &part.content.root(&part.name));
        let found = nil.into_iter().chain(found);
        violations.extend(found.into_iter().map(|violation| below(wrapper, violation)));
    }
    let others = children.into_iter().take(MOST);
    violations.extend(others.map(|child| below(wrapper, unexpected(child, "no other part"))));
    let others = envelope.payload.iter().skip(1).take(MOST);
    violations.extend(others.map(|node| unexpected(*node, "nothing more in the body")));
    violations
}

/// No schema declares the wrapper: it holds the parts and nothing else.
fn check_wrapper(node: Node<'_, '_>) -> Vec<Violation> {
    let mut violations: Vec<Violation> = refuse_nil(node).into_iter().collect();
    for attribute in node.attributes().filter(|attribute| attribute.namespace() != Some(XSI)) {
        let name = attribute.name();
        let message = format!("attribute `{name}` is not allowed here: the element around the parts has no attributes");
        let found = violation(node, "no attributes", attribute.value(), message);
        violations.push(Violation { path: format!("{}/@{name}", found.path), rule: "cvc-complex-type.3.2.2", ..found });
    }
    let text: String = node.children().filter(Node::is_text).filter_map(|text| text.text()).collect();
    if !text.trim().is_empty() {
        let message = format!("`{}` holds text between the parts", node.tag_name().name());
        let found = violation(node, "the parts and no text between them", text.trim(), message);
        violations.push(Violation { rule: "cvc-complex-type.2.3", ..found });
    }
    violations
}

/// The element of a part, and the one around them, cannot be nil: no declaration says that they may (XML Schema Part 1,
/// cvc-elt.3.1).
fn refuse_nil(node: Node<'_, '_>) -> Option<Violation> {
    let nil = node.attribute((XSI, "nil"))?;
    let name = node.tag_name().name();
    let found = violation(node, "no xsi:nil", nil, format!("`{name}` cannot be nil: it is not declared nillable"));
    Some(Violation { path: format!("{}/@nil", found.path), rule: "cvc-elt.3.1", ..found })
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
