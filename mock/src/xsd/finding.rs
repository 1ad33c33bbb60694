//! Errors of the validator, with the information that is needed to explain them.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::SchemaSet;
use xsd_schema::ids::TypeKey;
use xsd_schema::validation::{ExpectedElement, SchemaInfo, ValidationRuntime, ValidationSink};

use super::drive::Observer;

/// An error of the validator: the node, the attribute, the rule and the message.
pub(super) struct Found {
    pub(super) node: usize,
    /// Number of the attribute, counted from 1. 0 for the element itself.
    pub(super) attribute: usize,
    pub(super) rule: &'static str,
    pub(super) message: String,
}

/// The context for converting errors to violations.
pub(super) struct Explanation<'a, 'input, 'set> {
    pub(super) set: &'set SchemaSet,
    pub(super) document: &'a roxmltree::Document<'input>,
    pub(super) top: Node<'a, 'input>,
    pub(super) asked: &'a Asked,
}

/// Information about the elements with errors, collected during another validation.
#[derive(Default)]
pub(super) struct Asked {
    nodes: BTreeSet<usize>,
    /// Elements that the parent expected in place of this element.
    pub(super) before: BTreeMap<usize, Vec<ExpectedElement>>,
    /// Elements that are still expected at the end of this element.
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
        // The type of a parent determines the possible names of its children.
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
