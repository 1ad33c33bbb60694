//! One violation for each cause: a misplaced child also makes its later siblings wrong and its parent incomplete.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::SchemaSet;
use xsd_schema::compiler::{ContentModelMatcher, NfaTerm, compile_content_model_matcher};
use xsd_schema::ids::{ComplexTypeKey, TypeKey};

use super::finding::{Explanation, Found};
use super::types;
use crate::xml;

/// The reported errors, so that each cause is reported once.
#[derive(Default)]
pub(super) struct Causes {
    seen: BTreeSet<(usize, usize)>,
    /// Elements in invalid positions. Errors inside them are ignored.
    rejected: BTreeSet<usize>,
    /// Possible names of children, by type.
    names: BTreeMap<ComplexTypeKey, BTreeSet<(String, String)>>,
    /// Expected elements at the last unknown child of each parent.
    stranger: BTreeMap<usize, String>,
    /// Elements with known children in wrong positions.
    out_of_order: BTreeSet<usize>,
}

impl Explanation<'_, '_, '_> {
    /// True if no reported error is the cause of this one.
    pub(super) fn is_new(&self, found: &Found, node: Node<'_, '_>, causes: &mut Causes) -> bool {
        let within = node.ancestors().skip(1).any(|ancestor| causes.rejected.contains(&ancestor.id().get_usize()));
        if within || causes.rejected.contains(&found.node) || !causes.seen.insert((found.node, found.attribute)) {
            return false;
        }
        if is_unexpected(found) {
            causes.rejected.insert(found.node);
            return node.parent_element().is_none_or(|parent| self.is_new_child(found, parent, node, causes));
        }
        if is_incomplete(found) {
            return !causes.out_of_order.contains(&found.node);
        }
        // If the type of an element is wrong, its content cannot be validated.
        if found.rule == "cvc-elt.1" || found.rule.starts_with("cvc-elt.4") {
            causes.rejected.insert(found.node);
        }
        true
    }

    /// True if a misplaced child reports an error that its siblings did not report.
    fn is_new_child(&self, found: &Found, parent: Node<'_, '_>, node: Node<'_, '_>, causes: &mut Causes) -> bool {
        let parent_id = parent.id().get_usize();
        let expected = self.expected(self.asked.before.get(&found.node));
        if !self.is_known_child(parent, node, causes) {
            causes.stranger.insert(parent_id, expected);
            return true;
        }
        // A known child in a wrong position means that an earlier one is missing or misplaced. The children after it
        // report the same error again. If an unknown child was at this position, the error was reported for it.
        let first = causes.out_of_order.insert(parent_id);
        first && causes.stranger.get(&parent_id) != Some(&expected)
    }

    fn is_known_child(&self, parent: Node<'_, '_>, child: Node<'_, '_>, causes: &mut Causes) -> bool {
        let Some(TypeKey::Complex(key)) = self.asked.types.get(&parent.id().get_usize()) else { return false };
        let names = causes.names.entry(*key).or_insert_with(|| child_names(self.set, *key));
        let namespace = xml::namespace(child).unwrap_or_default();
        names.contains(&(namespace.to_owned(), child.tag_name().name().to_owned()))
    }
}

/// Returns all names in a content model, with their namespaces.
fn child_names(set: &SchemaSet, key: ComplexTypeKey) -> BTreeSet<(String, String)> {
    let definition = set.arenas.get_complex_type(key);
    let matcher = definition.and_then(|definition| compile_content_model_matcher(set, definition).ok());
    let name = |term: &NfaTerm| match term {
        NfaTerm::Element { name, namespace, .. } => {
            let namespace = namespace.map(|namespace| types::text(set, namespace)).unwrap_or_default();
            Some((namespace.to_owned(), types::text(set, *name).to_owned()))
        }
        NfaTerm::Wildcard { .. } => None,
    };
    match &matcher {
        Some(ContentModelMatcher::Nfa(table) | ContentModelMatcher::WithOpenContent { nfa: table, .. }) => {
            table.states.iter().filter_map(|state| state.term.as_ref()).filter_map(name).collect()
        }
        Some(ContentModelMatcher::AllGroup(model)) => {
            model.particles.iter().filter_map(|particle| name(&particle.term)).collect()
        }
        None => BTreeSet::new(),
    }
}

/// True if a child is not allowed at its position.
pub(super) fn is_unexpected(found: &Found) -> bool {
    found.rule == "cvc-complex-type.2.4" && found.message.contains("not allowed at this position")
}

/// True if the content of an element ends too early.
pub(super) fn is_incomplete(found: &Found) -> bool {
    found.rule == "cvc-complex-type.2.4" && !is_unexpected(found)
}
