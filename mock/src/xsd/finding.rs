//! What the validator found, and what it said at those places, on the way to violations.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::SchemaSet;
use xsd_schema::ids::TypeKey;
use xsd_schema::validation::{ExpectedElement, SchemaInfo, ValidationRuntime, ValidationSink};

use super::drive::Observer;

/// An error of the validator's: of which node, of which of its attributes, which rule, in its words.
pub(super) struct Found {
    pub(super) node: usize,
    /// Counted from 1; 0 for the element itself.
    pub(super) attribute: usize,
    pub(super) rule: &'static str,
    pub(super) message: String,
}

/// Findings on their way to violations.
pub(super) struct Explanation<'a, 'input, 'set> {
    pub(super) set: &'set SchemaSet,
    pub(super) document: &'a roxmltree::Document<'input>,
    pub(super) top: Node<'a, 'input>,
    pub(super) asked: &'a Asked,
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
    pub(super) fn new(found: &[Found]) -> Self {
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
