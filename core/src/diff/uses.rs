//! Where components are referred to, and what those places say of their values besides.

use super::prover::Prover;
use super::sides::Sides;
use super::types::TypeSet;
use crate::openapi::{Description, KnownKey, NodeId, Reference};
use crate::order::{self, Listed as _};

/// The references of both descriptions, by what they lead to.
#[derive(Debug)]
pub(super) struct Uses {
    old: Vec<(NodeId, Vec<NodeId>)>,
    new: Vec<(NodeId, Vec<NodeId>)>,
}

impl Uses {
    pub(super) fn collect(old: &Description<'_>, new: &Description<'_>) -> Uses {
        let uses = |description: &Description<'_>| {
            order::groups(description.references().iter().filter_map(|&member| match description.target(member) {
                Reference::Local(target) => Some((target, member)),
                Reference::Missing | Reference::External => None,
            }))
        };
        Uses { old: uses(old), new: uses(new) }
    }

    /// The references of the old description that lead to a value.
    pub(super) fn in_old(&self, target: NodeId) -> &[NodeId] {
        order::find(&self.old, &target).map(Vec::as_slice).unwrap_or_default()
    }

    /// The same of the new description.
    pub(super) fn in_new(&self, target: NodeId) -> &[NodeId] {
        order::find(&self.new, &target).map(Vec::as_slice).unwrap_or_default()
    }
}

impl Prover<'_> {
    /// Where the components of both sides are referred to.
    pub(super) fn uses(&mut self) -> &Uses {
        self.uses.get_or_insert_with(|| Uses::collect(self.old, self.new))
    }

    /// Whether a component came to allow null, or no longer does, while no place that uses it on both sides did: what
    /// stands around each reference allows null as before, or keeps it out.
    pub(super) fn is_null_decided_by_uses(&mut self, sides: &Sides<'_>, old: NodeId, new: NodeId) -> bool {
        if !self.old.is_component(old) || !self.new.is_component(new) {
            return false;
        }
        let (left, right) = (self.old, self.new);
        let uses = self.uses();
        let olds = uses.in_old(old).iter().filter_map(|&member| using_schema(left, member));
        let news = uses.in_new(new).iter().filter_map(|&member| using_schema(right, member));
        let mut pairs: Vec<_> = olds.filter_map(|schema| Some((schema, right.at_place_of(left, schema)?))).list();
        pairs.extend(news.filter_map(|schema| Some((left.at_place_of(right, schema)?, schema))));
        !pairs.is_empty()
            && pairs.into_iter().all(|(before, after)| {
                let had = self.old_types.allowed(Some(before)).meets(TypeSet::NULL);
                let has = self.new_types.allowed(Some(after)).meets(TypeSet::NULL);
                // By the letter, null beside `allOf` waits for its branches to allow it as well.
                had == has && (!has || !sides.equal(before, after))
            })
    }
}

/// The schema whose values a reference describes: the one around it, where it is one of several that all apply.
fn using_schema(description: &Description<'_>, member: NodeId) -> Option<NodeId> {
    let arena = description.arena();
    let reference = arena.parent(member)?;
    let list = arena.parent(reference).filter(|&list| arena.key(list) == KnownKey::AllOf.key());
    list.map_or(Some(reference), |list| arena.parent(list))
}
