//! An element is held to a root: driven through the validator once where it is valid. One that is not is driven again,
//! with somebody looking on who asks at the places in question what would have been right.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::ids::TypeKey;
use xsd_schema::validation::{
    ExpectedElement, SchemaInfo, SchemaValidator, ValidationError, ValidationFlags, ValidationRoot, ValidationRuntime,
    ValidationSink, ValidationWarning,
};

use super::drive::{Drive, LEARNED_BYTES, Nobody, Observer};
use super::violation::{Explanation, MOST, Violation};
use super::{Resolved, Root, Schemas};
use crate::xml;

/// An error of the validator's: of which node, of which of its attributes, which rule, in its words.
pub(super) struct Found {
    pub(super) node: usize,
    /// Counted from 1; 0 for the element itself.
    pub(super) attribute: usize,
    pub(super) rule: &'static str,
    pub(super) message: String,
}

/// Where the validator reports to.
pub(super) struct Sink<'a> {
    found: &'a mut Vec<Found>,
}

impl ValidationSink for Sink<'_> {
    fn on_error(&mut self, error: ValidationError) {
        // More than are shown, as several may have one cause.
        if self.found.len() < 20 * MOST {
            let (node, attribute) = error.location.map_or((0, 0), |location| (location.line, location.column));
            self.found.push(Found { node, attribute, rule: error.constraint, message: error.message });
        }
    }

    fn on_warning(&mut self, _: ValidationWarning) {}
}

/// See [`Schemas::validate`].
pub(super) fn validate(schemas: &Schemas, element: Node<'_, '_>, root: &Root) -> Vec<Violation> {
    let validator = SchemaValidator::new(&schemas.set, ValidationFlags::empty());
    let found = run(schemas, &validator, element, root, &mut Nobody);
    if found.is_empty() {
        return Vec::new();
    }
    let mut asked = Asked::new(&found);
    let found = run(schemas, &validator, element, root, &mut asked);
    Explanation { set: &schemas.set, document: element.document(), top: element, asked: &asked }.violations(&found)
}

/// The first thing that is wrong with a text: its path and a sentence.
pub(crate) fn first_violation(
    schemas: &Schemas,
    validator: &SchemaValidator<'_>,
    text: &str,
    root: &Root,
) -> Option<(String, String)> {
    let tree = match xml::parse(text) {
        Ok(tree) => tree,
        Err(error) => return Some(("/".to_owned(), error.to_string())),
    };
    let found = run(schemas, validator, tree.root_element(), root, &mut Nobody);
    if found.is_empty() {
        return None;
    }
    let first = validate(schemas, tree.root_element(), root).into_iter().next();
    Some(first.map_or_else(Default::default, |violation| (violation.path, violation.message)))
}

fn run<'run, O: for<'a> Observer<Sink<'a>>>(
    schemas: &'run Schemas,
    validator: &'run SchemaValidator<'run>,
    element: Node<'_, '_>,
    root: &Root,
    observer: &mut O,
) -> Vec<Found> {
    let mut found = Vec::new();
    let name = element.tag_name();
    let expected = root.element();
    let named = name.name() == expected.local && name.namespace().unwrap_or_default() == expected.namespace;
    let Some(resolved) = schemas.resolve(root).filter(|_| named) else {
        let message = format!("the element is expected to be {expected}");
        found.push(Found { node: element.id().get_usize(), attribute: 0, rule: "cvc-elt.1", message });
        return found;
    };
    let mut runtime = validator.start_run(Sink { found: &mut found });
    runtime.set_validation_root(match resolved {
        Resolved::Element(key) => ValidationRoot::Element(key),
        Resolved::Type(key) => ValidationRoot::Type(key),
    });
    let limit = schemas.name_bytes + LEARNED_BYTES;
    Drive { names: &schemas.set.name_table, limit, runtime: &mut runtime, observer }.run(element);
    let unfinished = runtime.end_validation().err();
    drop(runtime);
    if found.is_empty()
        && let Some(error) = unfinished
    {
        found.push(Found {
            node: element.id().get_usize(),
            attribute: 0,
            rule: error.constraint,
            message: error.message,
        });
    }
    found
}

/// What is asked at the places where something is wrong.
#[derive(Default)]
pub(super) struct Asked {
    nodes: BTreeSet<usize>,
    /// Which children the parent would have taken instead of this element.
    pub(super) before: BTreeMap<usize, Vec<ExpectedElement>>,
    /// Which children the element still wants at its end.
    pub(super) at_end: BTreeMap<usize, Vec<ExpectedElement>>,
    pub(super) types: BTreeMap<usize, TypeKey>,
}

impl Asked {
    fn new(found: &[Found]) -> Self {
        Self { nodes: found.iter().map(|found| found.node).collect(), ..Self::default() }
    }
}

impl<S: ValidationSink> Observer<S> for Asked {
    fn before_element(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>) {
        let id = node.id().get_usize();
        if self.nodes.contains(&id) {
            self.before.insert(id, runtime.get_expected_elements());
        }
    }

    fn after_element(&mut self, node: Node<'_, '_>, info: &SchemaInfo) {
        let id = node.id().get_usize();
        // The type of a parent says which names its children can have at all.
        if let Some(key) = info.schema_type {
            self.types.insert(id, key);
        }
    }

    fn before_end(&mut self, node: Node<'_, '_>, runtime: &ValidationRuntime<'_, S>) {
        let id = node.id().get_usize();
        if self.nodes.contains(&id) {
            self.at_end.insert(id, runtime.get_expected_elements());
        }
    }
}
