//! Conversion of an element tree to events for the validator. Names that no schema contains are replaced by one unknown
//! name, because the validator never removes names from memory.

use std::cell::Cell;

use roxmltree::{Attribute, Node};
use xsd_schema::ids::NameId;
use xsd_schema::namespace::NameTable;
use xsd_schema::namespace::NamespaceContextSnapshot;
use xsd_schema::parser::location::SourceLocation;
use xsd_schema::validation::{SchemaInfo, ValidationRuntime, ValidationSink};

use crate::xml;

/// The namespace of `xsi:type` and `xsi:nil`.
pub(super) const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
/// Replacement for names that no schema contains. XML names cannot start with it.
const UNKNOWN: &str = "\u{1}";
/// Maximum size of the names that requests add to the validator's memory. Beyond it, new prefixes are treated as
/// undeclared.
pub(super) const LEARNED_BYTES: usize = 256 << 10;

/// An observer of a validation.
pub(super) trait Observer<S: ValidationSink> {
    /// Called before the validator gets an element.
    fn before_element(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>);
    /// Called after the validator has checked the start of the element.
    fn after_element(&mut self, node: Node<'_, '_>, info: &SchemaInfo);
    /// Called before the validator checks the content as a whole.
    fn before_end(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>);
}

/// An observer that does nothing.
pub(super) struct NoObserver;

impl<S: ValidationSink> Observer<S> for NoObserver {
    fn before_element(&mut self, _: Node<'_, '_>, _: &ValidationRuntime<'_, S>) {}
    fn after_element(&mut self, _: Node<'_, '_>, _: &SchemaInfo) {}
    fn before_end(&mut self, _: Node<'_, '_>, _: &ValidationRuntime<'_, S>) {}
}

/// A tree during its validation.
pub(super) struct ValidationWalk<'a, 'set, S: ValidationSink, O> {
    pub(super) names: &'set NameTable,
    /// Maximum size of all names in bytes.
    pub(super) limit: usize,
    pub(super) runtime: &'a mut ValidationRuntime<'set, S>,
    pub(super) observer: &'a mut O,
    /// Last validated element. Errors without a location are attributed to it, such as an `xs:keyref` without a match.
    pub(super) judged: &'a Cell<usize>,
    /// Returns true if the validation can stop. Called before each node.
    pub(super) is_enough: &'a dyn Fn() -> bool,
}

impl<S: ValidationSink, O: Observer<S>> ValidationWalk<'_, '_, S, O> {
    /// Validates an element with its descendants.
    pub(super) fn run(&mut self, root: Node<'_, '_>) {
        let mut scope = Scope::default();
        let mut open: Vec<Node<'_, '_>> = Vec::new();
        let mut next = Some(root);
        while let Some(node) = next.filter(|_| !(self.is_enough)()) {
            if node.is_element() {
                self.start(node, &mut scope);
            } else if node.is_text() {
                self.text(node.text().unwrap_or_default());
            }
            if node.is_element()
                && let Some(child) = node.first_child()
            {
                open.push(node);
                next = Some(child);
                continue;
            }
            let mut done = node;
            next = loop {
                if done.is_element() {
                    self.end(done);
                }
                if done == root {
                    break None;
                }
                if let Some(sibling) = done.next_sibling() {
                    break Some(sibling);
                }
                match open.pop() {
                    Some(parent) => done = parent,
                    None => break None,
                }
            };
        }
    }

    fn start(&mut self, node: Node<'_, '_>, scope: &mut Scope) {
        scope.enter(node, self.names, self.limit);
        self.observer.before_element(node, self.runtime);
        self.runtime.set_location(place(node, None));
        let (local, namespace) = self.known(node.tag_name().name(), xml::namespace(node));
        let xsi_type = node.attribute((XSI, "type"));
        let xsi_nil = node.attribute((XSI, "nil"));
        let info = self.runtime.validate_element_by_id(local, namespace, xsi_type, xsi_nil, &scope.snapshot);
        self.observer.after_element(node, &info);
        for (index, attribute) in node.attributes().enumerate() {
            self.attribute(node, index, &attribute);
        }
        self.runtime.set_location(place(node, None));
        self.runtime.validate_end_of_attributes_novalue();
    }

    fn attribute(&mut self, node: Node<'_, '_>, index: usize, attribute: &Attribute<'_, '_>) {
        // The server chooses the schemas, so the request's hints are ignored.
        let hint = matches!(attribute.name(), "schemaLocation" | "noNamespaceSchemaLocation");
        if hint && attribute.namespace() == Some(XSI) {
            return;
        }
        self.runtime.set_location(place(node, Some(index)));
        match self.known(attribute.name(), attribute.namespace()) {
            (local, namespace) if local == self.names.add(UNKNOWN) => {
                // Several unknown attributes of an element need different names.
                let local = self.names.add(&format!("{UNKNOWN}{index}"));
                self.runtime.validate_attribute_by_id(local, namespace, attribute.value());
            }
            (local, namespace) => {
                self.runtime.validate_attribute_by_id(local, namespace, attribute.value());
            }
        }
    }

    fn text(&mut self, text: &str) {
        // White space of XML (XML 1.0, 2.3), not of Unicode.
        if text.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
            self.runtime.validate_whitespace(text);
        } else {
            self.runtime.validate_text(text);
        }
    }

    fn end(&mut self, node: Node<'_, '_>) {
        self.observer.before_end(node, self.runtime);
        self.judged.set(node.id().get_usize());
        self.runtime.set_location(place(node, None));
        self.runtime.validate_end_element_novalue();
    }

    fn known(&self, local: &str, namespace: Option<&str>) -> (NameId, Option<NameId>) {
        let known = |name: &str| self.names.get(name).unwrap_or_else(|| self.names.add(UNKNOWN));
        (known(local), namespace.map(known))
    }
}

/// Encodes a node and one of its attributes as a location, which the validator returns with its errors.
fn place(node: Node<'_, '_>, attribute: Option<usize>) -> SourceLocation {
    let column = attribute.map_or(0, |index| index + 1);
    SourceLocation { base_uri: String::new(), line: node.id().get_usize(), column }
}

/// The namespaces in scope of the current element.
#[derive(Default)]
struct Scope {
    snapshot: NamespaceContextSnapshot,
    /// Pointers to the namespaces that were read. Elements without declarations share the list of their parent.
    seen: Vec<*const u8>,
}

impl Scope {
    fn enter(&mut self, node: Node<'_, '_>, names: &NameTable, limit: usize) {
        let same = node.namespaces().len() == self.seen.len()
            && node.namespaces().zip(&self.seen).all(|(namespace, seen)| std::ptr::eq(namespace.uri().as_ptr(), *seen));
        if same && !self.seen.is_empty() {
            return;
        }
        self.seen = node.namespaces().map(|namespace| namespace.uri().as_ptr()).collect();
        self.snapshot = NamespaceContextSnapshot::default();
        for namespace in node.namespaces() {
            let uri =
                (!namespace.uri().is_empty()).then(|| names.get(namespace.uri()).unwrap_or_else(|| names.add(UNKNOWN)));
            match (namespace.name(), uri) {
                (None, uri) => self.snapshot.default_ns = uri,
                (Some("xml"), _) | (_, None) => {}
                (Some(prefix), Some(uri)) => {
                    if let Some(prefix) = learn(prefix, names, limit) {
                        self.snapshot.bindings.push((prefix, uri));
                    }
                }
            }
        }
    }
}

/// Returns the validator's number of a prefix. New prefixes are added only within the memory limit.
fn learn(prefix: &str, names: &NameTable, limit: usize) -> Option<NameId> {
    names.get(prefix).or_else(|| (names.heap_bytes() < limit).then(|| names.add(prefix)))
}
