//! An element of a tree as the events that the validator takes.
//! Names that no schema has are not taught to it, as it would keep them for ever: they are all one unknown name.

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
/// What a name is to the validator that no schema has: no XML name starts like it.
const UNKNOWN: &str = "\u{1}";
/// What prefixes may take in the validator's memory before new ones are taken for undeclared.
pub(super) const LEARNED_BYTES: usize = 256 << 10;

/// Observes how an element is driven through the validator.
pub(super) trait Observer<S: ValidationSink> {
    /// Before the validator gets a child element.
    fn before_element(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>);
    /// After it has judged the element's own start.
    fn after_element(&mut self, node: Node<'_, '_>, info: &SchemaInfo);
    /// Before it judges the content as a whole.
    fn before_end(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>);
}

/// An observer that does nothing.
pub(super) struct NoObserver;

impl<S: ValidationSink> Observer<S> for NoObserver {
    fn before_element(&mut self, _: Node<'_, '_>, _: &ValidationRuntime<'_, S>) {}
    fn after_element(&mut self, _: Node<'_, '_>, _: &SchemaInfo) {}
    fn before_end(&mut self, _: Node<'_, '_>, _: &ValidationRuntime<'_, S>) {}
}

/// A tree on its way through the validator.
pub(super) struct ValidationWalk<'a, 'set, S: ValidationSink, O> {
    pub(super) names: &'set NameTable,
    /// How many bytes of names there may be at most.
    pub(super) limit: usize,
    pub(super) runtime: &'a mut ValidationRuntime<'set, S>,
    pub(super) observer: &'a mut O,
    /// The element that was judged last, for what the validator says of no place: an `xs:keyref` that finds nothing.
    pub(super) judged: &'a Cell<usize>,
    /// Asked after each element: whether enough is known to stop.
    pub(super) is_enough: &'a dyn Fn() -> bool,
}

impl<S: ValidationSink, O: Observer<S>> ValidationWalk<'_, '_, S, O> {
    /// Drives an element under a name, which may be another than its own.
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
        // Where to find a schema is the server's to say, not the request's.
        let hint = matches!(attribute.name(), "schemaLocation" | "noNamespaceSchemaLocation");
        if hint && attribute.namespace() == Some(XSI) {
            return;
        }
        self.runtime.set_location(place(node, Some(index)));
        match self.known(attribute.name(), attribute.namespace()) {
            (local, namespace) if local == self.names.add(UNKNOWN) => {
                // Two of them are two attributes, so each has a name of its own.
                let local = self.names.add(&format!("{UNKNOWN}{index}"));
                self.runtime.validate_attribute_by_id(local, namespace, attribute.value());
            }
            (local, namespace) => {
                self.runtime.validate_attribute_by_id(local, namespace, attribute.value());
            }
        }
    }

    fn text(&mut self, text: &str) {
        // XML's white space (XML 1.0, 2.3), not Unicode's.
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

/// Which node, and which of its attributes, the validator is given: it hands this back with what it finds.
fn place(node: Node<'_, '_>, attribute: Option<usize>) -> SourceLocation {
    let column = attribute.map_or(0, |index| index + 1);
    SourceLocation { base_uri: String::new(), line: node.id().get_usize(), column }
}

/// The namespaces in scope of the element that was entered last.
#[derive(Default)]
struct Scope {
    snapshot: NamespaceContextSnapshot,
    /// What they were read from: elements that declare nothing share the list of their parent.
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

/// The validator's number of a prefix, as long as there is room.
fn learn(prefix: &str, names: &NameTable, limit: usize) -> Option<NameId> {
    names.get(prefix).or_else(|| (names.heap_bytes() < limit).then(|| names.add(prefix)))
}
