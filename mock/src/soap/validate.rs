//! Validation of a message against its schema: the parts in the body, and the headers that the WSDL declares.

use std::collections::VecDeque;

use roxmltree::Node;

use super::envelope::Envelope;
use super::select::has_name;
use crate::wsdl::{Message, Part, PartContent};
use crate::xml;
use crate::xsd::{MessageElement, QName, Root, Schemas, Violation};

/// Namespace of `xsi:type` and `xsi:nil`.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Maximum number of elements that are reported individually. Each requires a scan of the text for its line and column.
const MAX_ELEMENTS: usize = 100;

/// A finding about a message, in the order of reporting.
enum Finding<'a, 'w> {
    Violation(Violation),
    /// An element for the schema to validate. Its violations are located below the wrapper, if there is one.
    Element(MessageElement<'a, 'a>, Option<&'w QName>),
}

/// Returns all violations of a message.
pub(super) fn validate(schemas: &Schemas, message: &Message, envelope: &Envelope<'_>) -> Vec<Violation> {
    let mut findings = match &message.wrapper {
        Some(wrapper) => examine_rpc(wrapper, &message.parts, envelope),
        None => examine_document(&message.parts, envelope),
    };
    for header in &envelope.headers {
        if let Some(root) = declared_header(message, *header) {
            findings.push(Finding::Element(MessageElement { node: *header, root }, None));
        }
    }
    tell(schemas, findings)
}

/// Returns the violations of all findings. Elements are validated together, as one message.
fn tell(schemas: &Schemas, findings: Vec<Finding<'_, '_>>) -> Vec<Violation> {
    let mut elements = Vec::new();
    let mut told = Vec::new();
    for finding in findings {
        match finding {
            Finding::Violation(violation) => told.push(Err(violation)),
            Finding::Element(element, wrapper) => {
                elements.push(element);
                told.push(Ok(wrapper));
            }
        }
    }
    let mut found = schemas.validate(&elements).into_iter();
    let mut violations = Vec::new();
    for told in told {
        match told {
            Err(violation) => violations.push(violation),
            Ok(wrapper) => {
                let found = found.next().unwrap_or_default().into_iter();
                violations.extend(found.map(|violation| match wrapper {
                    Some(wrapper) => below(wrapper, violation),
                    None => violation,
                }));
            }
        }
    }
    violations
}

/// Returns the declaration of a header block, if the WSDL has one.
pub(super) fn declared_header(message: &Message, header: Node<'_, '_>) -> Option<Root> {
    message.headers.iter().find_map(|part| match &part.content {
        PartContent::Element(name) if has_name(header, name) => Some(Root::Element(name.clone())),
        _ => None,
    })
}

fn examine_document<'a>(parts: &[Part], envelope: &Envelope<'a>) -> Vec<Finding<'a, 'static>> {
    if let [Part { content: PartContent::Type(type_name), .. }] = parts {
        let root = Root::Type { element: name_of(envelope.body), type_name: type_name.clone() };
        return vec![Finding::Element(MessageElement { node: envelope.body, root }, None)];
    }
    let mut findings = Vec::new();
    let mut payload = envelope.payload.iter();
    for part in parts {
        let PartContent::Element(name) = &part.content else { continue };
        findings.push(match payload.next() {
            Some(node) if has_name(*node, name) => {
                Finding::Element(MessageElement { node: *node, root: Root::Element(name.clone()) }, None)
            }
            Some(node) if node.tag_name().name() == name.local => Finding::Violation(misplaced(*node, name)),
            Some(node) => Finding::Violation(unexpected(*node, &format!("`{}`", name.local))),
            None => Finding::Violation(missing(envelope.body, &name.local)),
        });
    }
    findings.extend(
        payload.take(MAX_ELEMENTS).map(|node| Finding::Violation(unexpected(*node, "nothing more in the body"))),
    );
    findings
}

/// Checks an rpc message (WSDL 1.1 section 3.5, Basic Profile 1.1 R2735 and R2301). The wrapper's children are the
/// parts, without a namespace and in the order of the message.
fn examine_rpc<'a, 'w>(wrapper: &'w QName, parts: &[Part], envelope: &Envelope<'a>) -> Vec<Finding<'a, 'w>> {
    let Some(node) = envelope.payload.first() else {
        return vec![Finding::Violation(missing(envelope.body, &wrapper.local))];
    };
    let mut findings: Vec<Finding<'_, '_>> = check_wrapper(*node).into_iter().map(Finding::Violation).collect();
    let mut named = findings.len();
    let mut children: VecDeque<Node<'_, '_>> = node.children().filter(Node::is_element).collect();
    for part in parts {
        let accessor = QName::new("", &part.name);
        let Some(at) = children.iter().position(|child| has_name(*child, &accessor)) else {
            // An element in the wrong namespace is a more helpful report than a missing element.
            let namesake = children.iter().position(|child| child.tag_name().name() == part.name);
            let namesake = namesake.and_then(|at| children.remove(at));
            if named < MAX_ELEMENTS {
                named += 1;
                findings.push(Finding::Violation(match namesake {
                    Some(child) => below(wrapper, misplaced(child, &accessor)),
                    None => missing(*node, &part.name),
                }));
            }
            continue;
        };
        if at > 0
            && named < MAX_ELEMENTS
            && let Some(before) = children.front()
        {
            named += 1;
            let violation = unexpected(*before, &format!("`{}` first", part.name));
            findings.push(Finding::Violation(below(wrapper, violation)));
        }
        let Some(child) = children.remove(at) else { continue };
        if matches!(part.content, PartContent::Type(_))
            && let Some(violation) = refuse_nil(child)
        {
            findings.push(Finding::Violation(below(wrapper, violation)));
        }
        let element = MessageElement { node: child, root: part.content.root(&part.name) };
        findings.push(Finding::Element(element, Some(wrapper)));
    }
    let others = children.into_iter().take(MAX_ELEMENTS);
    findings.extend(others.map(|child| Finding::Violation(below(wrapper, unexpected(child, "no other part")))));
    let others = envelope.payload.iter().skip(1).take(MAX_ELEMENTS);
    findings.extend(others.map(|node| Finding::Violation(unexpected(*node, "nothing more in the body"))));
    findings
}

/// Checks the wrapper, which no schema declares. It contains the parts and nothing else.
fn check_wrapper(node: Node<'_, '_>) -> Vec<Violation> {
    let mut violations: Vec<Violation> = refuse_nil(node).into_iter().collect();
    for attribute in node.attributes().filter(|attribute| attribute.namespace() != Some(XSI)) {
        let name = attribute.name();
        let message = format!("attribute `{name}` is not allowed here: the element around the parts has no attributes");
        let found = violation(node, "no attributes", attribute.value(), message);
        violations.push(Violation { path: format!("{}/@{name}", found.path), rule: "cvc-complex-type.3.2.2", ..found });
    }
    let text = xml::own_text(node);
    if !text.trim().is_empty() {
        let message = format!("`{}` contains text between the parts", node.tag_name().name());
        let found = violation(node, "only the parts, without text between them", text.trim(), message);
        violations.push(Violation { rule: "cvc-complex-type.2.3", ..found });
    }
    violations
}

/// Rejects `xsi:nil` on the wrapper and on elements of parts, because no declaration makes them nillable (XML Schema
/// Part 1, cvc-elt.3.1).
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
    QName::new(xml::namespace(node).unwrap_or_default(), node.tag_name().name())
}

fn unexpected(node: Node<'_, '_>, expected: &str) -> Violation {
    let name = node.tag_name().name();
    violation(node, expected, name, format!("`{name}` is not expected here; expected {expected}"))
}

/// Creates the violation for an element with the right name in the wrong namespace.
fn misplaced(node: Node<'_, '_>, expected: &QName) -> Violation {
    let told = |namespace: &str| match namespace {
        "" => "no namespace".to_owned(),
        namespace => format!("the namespace `{namespace}`"),
    };
    let local = &expected.local;
    let (found, wanted) = (told(xml::namespace(node).unwrap_or_default()), told(&expected.namespace));
    let message = format!("`{local}` of {found} is not expected here; expected `{local}` of {wanted}");
    violation(node, &format!("`{local}` of {wanted}"), local, message)
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
