//! One cause, one violation: a child in the wrong place makes those after it wrong as well, and its parent incomplete.

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use xsd_schema::SchemaSet;
use xsd_schema::compiler::{ContentModelMatcher, NfaTerm, compile_content_model_matcher};
use xsd_schema::ids::{ComplexTypeKey, TypeKey};

use super::finding::{Explanation, Found};
use super::types;
use crate::xml;

/// What was reported already, so that a cause is reported once.
#[derive(Default)]
pub(super) struct Causes {
    seen: BTreeSet<(usize, usize)>,
    /// Elements that have no place: nothing within them counts.
    rejected: BTreeSet<usize>,
    /// The names that the children of a type can have.
    names: BTreeMap<ComplexTypeKey, BTreeSet<(String, String)>>,
    /// What was expected where an element stood last that its parent knows nothing of, by the parent.
    stranger: BTreeMap<usize, String>,
    /// Elements whose children are known and not where they belong.
    out_of_order: BTreeSet<usize>,
}

impl Explanation<'_, '_, '_> {
    /// Whether nothing that was reported before is the cause of this.
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
        // Of an element whose type is wrong, nothing is known of its content.
        if found.rule == "cvc-elt.1" || found.rule.starts_with("cvc-elt.4") {
            causes.rejected.insert(found.node);
        }
        true
    }

    /// Whether a child without a place says something that its siblings did not say.
    fn is_new_child(&self, found: &Found, parent: Node<'_, '_>, node: Node<'_, '_>, causes: &mut Causes) -> bool {
        let parent_id = parent.id().get_usize();
        let expected = self.expected(self.asked.before.get(&found.node));
        if !self.is_known_child(parent, node, causes) {
            causes.stranger.insert(parent_id, expected);
            return true;
        }
        // A child that is known elsewhere in the content says that one before it is missing or out of order, and those
        // that follow report it again. Where an unexpected element stood there, it was reported for that one.
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

/// The names, with their namespaces, that a content model has anywhere.
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

/// Whether a child has no place where it stands.
pub(super) fn is_unexpected(found: &Found) -> bool {
    found.rule == "cvc-complex-type.2.4" && found.message.contains("not allowed at this position")
}

/// Whether the content of an element ends too early.
pub(super) fn is_incomplete(found: &Found) -> bool {
    found.rule == "cvc-complex-type.2.4" && !is_unexpected(found)
}
