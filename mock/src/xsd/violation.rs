//! Violations with helpful messages: the location, the expected value and the actual value.

use std::collections::BTreeSet;

use roxmltree::{Attribute, Node};
use xsd_schema::ids::{NameId, TypeKey};
use xsd_schema::validation::ExpectedElement;

use super::attributes::{AttributeUse, attribute_uses};
use super::causes::{Causes, is_incomplete, is_unexpected};
use super::finding::{Explanation, Found};
use super::spaced_base64;
use super::types;
use crate::quoted::shorten;
use crate::xml;

/// Maximum number of violations.
pub(super) const MAX_VIOLATIONS: usize = 100;
/// The namespace of `xsi:type` and `xsi:nil`.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Maximum number of characters of a value that are shown.
const VALUE: usize = 80;

/// A violation in an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Violation {
    /// Path, such as `/Order/Items/Item[2]/Weight` or `/Order/@currency`. Steps have a position if siblings have the
    /// same name.
    pub(crate) path: String,
    /// Description of valid content.
    pub(crate) expected: String,
    /// Actual value, truncated. Empty if something is missing.
    pub(crate) value: String,
    /// Complete message, as a sentence without its full stop.
    pub(crate) message: String,
    /// Violated rule of XML Schema Part 1 or 2.
    pub(crate) rule: &'static str,
    /// Line of the element or attribute in the request, counted from 1.
    pub(crate) line: u32,
    /// Column in characters, counted from 1.
    pub(crate) column: u32,
}

impl<'a, 'input> Explanation<'a, 'input, '_> {
    /// Returns one violation for each cause, in the order of the request.
    pub(super) fn violations<'f>(&self, found: impl Iterator<Item = &'f Found>) -> Vec<Violation> {
        let mut ordered: Vec<&Found> = found.collect();
        // Incomplete content comes after misplaced elements, which are often its cause.
        ordered.sort_by_key(|found| (is_incomplete(found), found.node, found.attribute));
        let mut causes = Causes::default();
        let mut violations = Vec::new();
        for found in ordered {
            let node = u32::try_from(found.node).ok().and_then(|id| self.document.get_node(roxmltree::NodeId::new(id)));
            let Some(node) = node.filter(Node::is_element) else { continue };
            if violations.len() >= MAX_VIOLATIONS {
                break;
            }
            if !self.is_spaced_base64(found, node) && self.is_new(found, node, &mut causes) {
                violations.push(self.violation(found, node));
            }
        }
        violations.sort_by_key(|violation| (violation.line, violation.column));
        violations
    }

    fn is_spaced_base64(&self, found: &Found, node: Node<'a, 'input>) -> bool {
        match found.attribute.checked_sub(1).and_then(|index| node.attributes().nth(index)) {
            Some(attribute) => {
                let key = self.declared(node, &attribute).and_then(|declared| declared.type_key);
                spaced_base64::is_allowed(found, self.set, key, attribute.value())
            }
            None => spaced_base64::is_allowed(found, self.set, self.type_of(node), &xml::own_text(node)),
        }
    }

    fn violation(&self, found: &Found, node: Node<'a, 'input>) -> Violation {
        let attribute = match found.attribute.checked_sub(1) {
            Some(index) => node.attributes().nth(index),
            None if found.rule.starts_with("cvc-elt.4") => node.attribute_node((XSI, "type")),
            None => None,
        };
        let place = attribute.map_or_else(|| node.range().start, |attribute| attribute.range().start);
        let (line, column) = xml::position(self.document.input_text(), place);
        let mut path = self.path(node);
        let details = match attribute {
            Some(attribute) => {
                path.push_str("/@");
                path.push_str(attribute.name());
                self.about_attribute(found, node, &attribute)
            }
            None => self.about_element(found, node, &mut path),
        };
        let ViolationParts { expected, value, message } = details;
        Violation { path, expected, value: cut(&value), message, rule: found.rule, line, column }
    }

    fn about_attribute(&self, found: &Found, node: Node<'_, '_>, attribute: &Attribute<'_, '_>) -> ViolationParts {
        let name = attribute.name();
        let value = attribute.value().to_owned();
        if matches!(found.rule, "cvc-complex-type.3.2.2" | "cvc-complex-type.3.2.1") {
            let names: Vec<String> = self.attributes(node).iter().map(|known| self.quoted(known.name)).collect();
            let expected = if names.is_empty() {
                "no attributes".to_owned()
            } else {
                format!("the attributes {}", listed(&names))
            };
            return ViolationParts {
                message: format!("attribute `{name}` is not allowed here: expected {expected}"),
                expected,
                value,
            };
        }
        self.about_value(found, node, self.declared(node, attribute).and_then(|known| known.type_key), value)
    }

    /// Returns the declaration of an element's attribute.
    fn declared(&self, node: Node<'_, '_>, attribute: &Attribute<'_, '_>) -> Option<AttributeUse> {
        self.attributes(node).into_iter().find(|known| {
            types::text(self.set, known.name) == attribute.name()
                && known.namespace.map(|namespace| types::text(self.set, namespace)) == attribute.namespace()
        })
    }

    fn about_element(&self, found: &Found, node: Node<'a, 'input>, path: &mut String) -> ViolationParts {
        let name = node.tag_name().name();
        let id = node.id().get_usize();
        match found.rule {
            _ if is_unexpected(found) => {
                let parent = node.parent().and_then(|parent| self.type_of(parent));
                let elements = self.asked.before.get(&id);
                let expected = match parent.filter(|key| types::simple_type(self.set, *key).is_some()) {
                    Some(key) => format!("text, {}", types::describe(self.set, key)),
                    None => match self.expected_elsewhere(node, elements) {
                        Some(details) => return details,
                        None => self.expected(elements),
                    },
                };
                ViolationParts {
                    message: format!("`{name}` is not allowed here: expected {expected}"),
                    expected,
                    value: name.to_owned(),
                }
            }
            _ if is_incomplete(found) => {
                let expected = self.expected(self.asked.at_end.get(&id));
                ViolationParts {
                    message: format!("`{name}` is incomplete: expected {expected}"),
                    expected,
                    value: String::new(),
                }
            }
            "cvc-complex-type.4" => self.about_missing_attribute(found, node, path),
            "cvc-complex-type.2.3" => {
                let expected = "only elements, without text between them".to_owned();
                let value =
                    node.children().filter(Node::is_text).filter_map(|text| text.text()).map(str::trim).collect();
                ViolationParts { message: format!("`{name}` contains text: expected {expected}"), expected, value }
            }
            "cvc-complex-type.2.1" => {
                let value = xml::own_text(node).trim().to_owned();
                ViolationParts {
                    message: format!("`{name}` is not empty: expected no content"),
                    expected: "no content".to_owned(),
                    value,
                }
            }
            "cvc-complex-type.2.2" | "cvc-type.3.1.2" => {
                let expected =
                    self.type_of(node).map_or_else(|| "text".to_owned(), |key| types::describe(self.set, key));
                ViolationParts {
                    message: format!("`{name}` contains elements: expected {expected}"),
                    expected,
                    value: String::new(),
                }
            }
            "cvc-elt.1" => {
                let message = found.message.clone();
                let expected = if node == self.top { message.clone() } else { "a declared element".to_owned() };
                let message = if node == self.top { message } else { format!("`{name}` is not declared") };
                ViolationParts { message, expected, value: shown_name(node) }
            }
            _ => self.about_value(found, node, self.type_of(node), xml::own_text(node)),
        }
    }

    /// Describes an element whose name is expected in another namespace.
    fn expected_elsewhere(
        &self,
        node: Node<'_, '_>,
        elements: Option<&Vec<ExpectedElement>>,
    ) -> Option<ViolationParts> {
        let name = node.tag_name().name();
        let namespace = |element: &ExpectedElement| element.namespace.map_or("", |name| types::text(self.set, name));
        let same = elements.into_iter().flatten().filter(|element| types::text(self.set, element.local_name) == name);
        let namespaces: BTreeSet<&str> = same.map(namespace).collect();
        let found = xml::namespace(node).unwrap_or_default();
        if namespaces.is_empty() || namespaces.contains(found) {
            return None;
        }
        let names: Vec<String> = namespaces
            .into_iter()
            .map(|namespace| match namespace {
                "" => format!("`{name}` of no namespace"),
                namespace => format!("`{name}` of `{namespace}`"),
            })
            .collect();
        let expected = listed(&names);
        let found = match found {
            "" => "no namespace".to_owned(),
            found => format!("the namespace `{}`", cut(found)),
        };
        Some(ViolationParts {
            message: format!("`{name}` of {found} is not allowed here: expected {expected}"),
            expected,
            value: name.to_owned(),
        })
    }

    fn about_missing_attribute(&self, found: &Found, node: Node<'_, '_>, path: &mut String) -> ViolationParts {
        let missing = found.message.split('\'').nth(1).unwrap_or_default();
        path.push_str("/@");
        path.push_str(missing);
        let known = self.attributes(node).into_iter().find(|known| types::text(self.set, known.name) == missing);
        let key = known.and_then(|known| known.type_key);
        let expected = key.map_or_else(|| "a value".to_owned(), |key| types::describe(self.set, key));
        ViolationParts {
            message: format!("attribute `{missing}` is missing: expected {expected}"),
            expected,
            value: String::new(),
        }
    }

    /// Describes a value that its type rejects, or that violates a rule for which the validator's message is used.
    fn about_value(&self, found: &Found, node: Node<'_, '_>, key: Option<TypeKey>, value: String) -> ViolationParts {
        let is_datatype = [
            "cvc-datatype-valid",
            "cvc-pattern",
            "cvc-enumeration",
            "cvc-min",
            "cvc-max",
            "cvc-length",
            "cvc-totalDigits",
            "cvc-fractionDigits",
            "cvc-simple-type",
            "cvc-type.3.1.3",
            "cvc-facet",
        ]
        .iter()
        .any(|start| found.rule.starts_with(start));
        if let Some(key) = key.filter(|_| is_datatype) {
            let expected = types::describe(self.set, key);
            let is_qualified = types::simple_type(self.set, key).is_some_and(|found| found.is_qualified());
            let meaning = if is_qualified { meaning(node, value.trim()) } else { String::new() };
            return ViolationParts {
                message: format!("`{}`{meaning} is not {expected}", cut(&value)),
                expected,
                value,
            };
        }
        if let Some(fixed) = fixed_value(&found.message) {
            let expected = format!("`{}`, which is fixed", cut(fixed));
            return ViolationParts { message: format!("`{}` is not {expected}", cut(&value)), expected, value };
        }
        // The validator quotes the complete value or item, which may be as long as the request and may be a credential.
        let expected = requoted(&found.message, &value, |_| "…".to_owned());
        let message = requoted(&found.message, &value, cut);
        ViolationParts { expected, value, message }
    }

    fn attributes(&self, node: Node<'_, '_>) -> Vec<AttributeUse> {
        match self.type_of(node) {
            Some(TypeKey::Complex(key)) => attribute_uses(self.set, key),
            _ => Vec::new(),
        }
    }

    fn type_of(&self, node: Node<'_, '_>) -> Option<TypeKey> {
        self.asked.types.get(&node.id().get_usize()).copied()
    }

    pub(super) fn expected(&self, elements: Option<&Vec<ExpectedElement>>) -> String {
        let mut names: Vec<String> =
            elements.into_iter().flatten().map(|element| self.quoted(element.local_name)).collect();
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        match names.as_slice() {
            [] => "no further element".to_owned(),
            names => listed(names),
        }
    }

    fn quoted(&self, name: NameId) -> String {
        format!("`{}`", types::text(self.set, name))
    }

    /// Returns the path of an element from the validated element.
    fn path(&self, node: Node<'_, '_>) -> String {
        let mut steps: Vec<String> = Vec::new();
        for ancestor in node.ancestors().take_while(Node::is_element) {
            let name = ancestor.tag_name();
            let namespace = xml::namespace(ancestor);
            let same = |other: &Node<'_, '_>| {
                other.is_element() && other.tag_name().name() == name.name() && xml::namespace(*other) == namespace
            };
            let before = ancestor.prev_siblings().skip(1).filter(same).count();
            let alone =
                ancestor == self.top || before == 0 && !ancestor.next_siblings().skip(1).any(|other| same(&other));
            steps.push(if alone { format!("/{}", name.name()) } else { format!("/{}[{}]", name.name(), before + 1) });
            if ancestor == self.top {
                break;
            }
        }
        steps.reverse();
        steps.concat()
    }
}

/// The parts of a violation's message.
struct ViolationParts {
    expected: String,
    value: String,
    message: String,
}

fn shown_name(node: Node<'_, '_>) -> String {
    match xml::namespace(node) {
        Some(namespace) => format!("{} of {namespace}", node.tag_name().name()),
        None => node.tag_name().name().to_owned(),
    }
}

/// Explains the namespace of a qualified name, for the middle of a sentence.
fn meaning(node: Node<'_, '_>, value: &str) -> String {
    let (prefix, local) = value.split_once(':').map_or((None, value), |(prefix, local)| (Some(prefix), local));
    match node.lookup_namespace_uri(prefix) {
        Some(namespace) if !namespace.is_empty() => format!(", which is `{}` of {},", cut(local), cut(namespace)),
        None if prefix.is_some() => ", whose prefix is not declared,".to_owned(),
        _ => ", which is of no namespace,".to_owned(),
    }
}

/// Lists the first few names as alternatives: "`a`, `b` or `c`".
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let rest = names.len().saturating_sub(SHOWN);
    match names.get(..names.len().min(SHOWN)).unwrap_or_default() {
        shown if rest > 0 => format!("one of {} and {rest} more", shown.join(", ")),
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        shown => shown.concat(),
    }
}

/// Returns the fixed value in a validator message.
fn fixed_value(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("' has fixed value '")?;
    rest.split_once("' but ").map(|(fixed, _)| fixed)
}

/// Replaces the quotation marks in a validator message. Quoted parts of the value are replaced with the result of
/// `shown`.
fn requoted(message: &str, value: &str, shown: impl Fn(&str) -> String) -> String {
    let whole = value.trim();
    let quoted = |text: &str| format!("'{text}'");
    let message = message.replace("\\\"", "\"").replace(&quoted(whole), &format!("`{}`", shown(whole)));
    let parts = message.split('\'').enumerate().map(|(at, part)| match at % 2 {
        1 if value.contains(part) => shown(part),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

fn cut(value: &str) -> String {
    shorten(value, VALUE)
}
