//! The raw comparison of one pair of values. It finds every changed location, and every pair of objects for the facets.
//!
//! The walk skips equal values. Targets of references are compared as separate pairs. The walk itself reports only one
//! kind of fact: keywords such as `unevaluatedProperties` whose JSON is equal but whose effect differs.

mod binary_data;
mod compose;
pub(crate) mod equivalent;
mod maps;
mod moved_keywords;
mod operations;
mod replaced_uses;
mod wrapped_schema;
use waybill_openapi::internal::{KeyId, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::model::{Claim, DefinitionPairId, DefinitionPairs, ObjectPair, Owner, Places, Replacements};
use super::pairing::alignment::Alignment;
use super::pairing::array_pairs;
use super::pairing::entry_pairs;
use super::pairing::operation_pairing::OperationPairing;
use super::pairing::sides::Sides;
use super::prover::Prover;
use super::prover::merged::is_renamed;

/// A walk over a definition pair: its inputs, its outputs, and its state.
pub(super) struct Walker<'w, 'd> {
    pub(super) sides: &'w Sides<'d>,
    pub(super) pairing: &'w OperationPairing,
    pub(super) prover: &'w mut Prover<'d>,
    pub(super) definition_pairs: &'w mut DefinitionPairs,
    /// The changed locations.
    pub(super) places: &'w mut Places,
    pub(super) replacements: &'w mut Replacements,
    /// The pairs of objects that were visited.
    pub(super) visited: &'w mut Vec<ObjectPair>,
    /// The definition pair that is being walked.
    pub(super) definition_pair: DefinitionPairId,
    /// True inside schemas that are proved to mean the same.
    pub(super) proven_equal: bool,
    /// True inside non-asserting schemas (`not`, `if` ...).
    pub(super) in_non_asserting: bool,
    /// The references without a partner, while a value behind them is walked.
    pub(super) behind_references: Option<(Option<NodeId>, Option<NodeId>)>,
}

impl<'d> Walker<'_, 'd> {
    /// Compares two values of the same kind.
    pub(super) fn walk(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        // Depth: the nesting of both descriptions, which `Limits::depth` limits. Targets of references are other pairs.
        if self.sides.equal(old, new) {
            return;
        }
        if self.delegate_to_own_pair(old, new, kind) || self.try_walk_schema(old, new, kind) {
            return;
        }
        let has_reference = |description: &ResolvedDescription<'_>, id| description.reference(id).is_some();
        if kind.is_referable() && (has_reference(self.sides.old, old) || has_reference(self.sides.new, new)) {
            self.walk_reference(old, new, kind);
            return;
        }
        let objects = self.sides.old.arena().is_object(old) && self.sides.new.arena().is_object(new);
        if kind == ObjectKind::Operation && (!objects || self.is_one_sided(old, new)) {
            // If clients have the operation on one side only, there is nothing to compare.
            self.add_place(Some(old), Some(new), kind);
            return;
        }
        if matches!(kind, ObjectKind::PathItem | ObjectKind::Operation) && !self.is_root_of_pair(old, new) {
            let owners = self.pairing.owners_of(old, new, kind, Some(self.definition_pair));
            self.definition_pairs.add(old, new, kind, &owners);
            return;
        }
        self.record_object_pair(kind, old, new);
        self.walk_inside(old, new, kind);
    }

    fn is_one_sided(&self, old: NodeId, new: NodeId) -> bool {
        let is_paired = !self.pairing.pairs_of_operation(old, new).is_empty();
        !is_paired && (self.sides.is_implemented_on_one(old, new) || self.pairing.is_one_sided(self.sides, old, new))
    }

    /// Returns true if references lead to this pair. It is then compared once for all its users, including this
    /// definition pair.
    fn delegate_to_own_pair(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) -> bool {
        let definable = kind.is_referable()
            && !matches!(kind, ObjectKind::PathItem | ObjectKind::Operation)
            && !self.in_non_asserting;
        let alone = definable && !self.is_root_of_pair(old, new) && self.definition_pairs.has(old, new);
        if alone && !self.proven_equal {
            self.definition_pairs.add(old, new, kind, &[Owner::DefinitionPair(self.definition_pair)]);
        }
        alone
    }

    fn walk_inside(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let objects = left.is_object(old) && right.is_object(new);
        let arrays = left.is_array(old) && right.is_array(new);
        match kind {
            ObjectKind::Docs | ObjectKind::Data | ObjectKind::Version | ObjectKind::Extension => {
                self.add_place(Some(old), Some(new), kind);
            }
            ObjectKind::Set => {
                if !self.sides.same_set(old, new) {
                    self.add_place(Some(old), Some(new), kind);
                } else if left.is_array(old) != right.is_array(new) {
                    self.add_neutral_place(Some(old), Some(new));
                }
            }
            ObjectKind::Required if arrays => {
                self.walk_alignment(kind, array_pairs::pair_as_sets(self.old_node(old), self.new_node(new)));
            }
            ObjectKind::Branches | ObjectKind::Alternatives if arrays => {
                self.walk_alignment(kind, array_pairs::pair_subschemas(self.sides, old, new));
            }
            ObjectKind::Parameters if arrays => self.walk_parameters(Some(old), Some(new)),
            ObjectKind::Servers if arrays => {
                let alignment = array_pairs::pair_servers(self.old_node(old), self.new_node(new), None);
                let in_order = alignment.is_in_order();
                self.walk_alignment(kind, alignment);
                if !in_order {
                    // The preferred server is compared for each operation.
                    self.add_neutral_place(Some(old), Some(new));
                }
            }
            ObjectKind::Tags if arrays => {
                let alignment = array_pairs::pair_tags(self.old_node(old), self.new_node(new));
                if !alignment.is_in_order() {
                    // Tools may show tags in this order (OpenAPI 3.1.1 section 4.8.1.1, `tags`).
                    self.add_place(Some(old), Some(new), ObjectKind::Docs);
                }
                self.walk_alignment(kind, alignment);
            }
            ObjectKind::Paths if objects => {
                let items = &self.pairing.path_items;
                self.walk_alignment(kind, entry_pairs::pair_paths(self.old_node(old), self.new_node(new), items));
            }
            ObjectKind::Tuple | ObjectKind::NonAssertingSchemaMap | ObjectKind::PrefixEncodings if arrays => {
                self.walk_alignment(kind, array_pairs::pair_by_position(self.old_node(old), self.new_node(new)));
            }
            ObjectKind::Callback if objects => self.walk_callback(old, new),
            ObjectKind::Operation if objects => self.walk_operation(old, new),
            ObjectKind::Root if objects => self.walk_root(old, new),
            ObjectKind::Content if objects => self.walk_content(old, new),
            ObjectKind::Responses if objects => self.walk_responses(old, new),
            ObjectKind::Headers if objects => self.walk_headers(old, new),
            ObjectKind::Parameter if objects && self.are_ignored(old, new) => {
                self.add_place(Some(old), Some(new), ObjectKind::Docs);
            }
            _ if objects => self.walk_members(old, new, kind, &[]),
            _ => self.add_place(Some(old), Some(new), kind),
        }
    }

    /// Adds a changed location.
    fn add_place(&mut self, old: Option<NodeId>, new: Option<NodeId>, kind: ObjectKind) {
        self.places.add(old, new, kind, self.definition_pair);
    }

    /// Adds a replacement; the pair `target` compares the two definitions.
    fn note_replaced(&mut self, target: DefinitionPairId, place: (Option<NodeId>, Option<NodeId>)) {
        self.replacements.add((self.sides.old, self.sides.new), self.definition_pair, target, place);
    }

    fn old_node(&self, id: NodeId) -> (&'d ResolvedDescription<'d>, NodeId) {
        (self.sides.old, id)
    }

    fn new_node(&self, id: NodeId) -> (&'d ResolvedDescription<'d>, NodeId) {
        (self.sides.new, id)
    }

    pub(super) fn walk_alignment(&mut self, kind: ObjectKind, alignment: Alignment) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        for (old, new) in alignment.pairs {
            self.walk(old, new, kind.child(right.key(new)));
        }
        for old in alignment.removed {
            self.walk_unmatched(Some(old), None, kind.child(left.key(old)));
        }
        for new in alignment.added {
            self.walk_unmatched(None, Some(new), kind.child(right.key(new)));
        }
    }

    /// Compares the members of two objects, except those with the keys in `except`.
    pub(super) fn walk_members(&mut self, old: NodeId, new: NodeId, kind: ObjectKind, except: &[KeyId]) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let (mut near_old, mut near_new) = (old, new);
        for child in right.children(new).filter(|&child| !except.contains(&right.key(child))) {
            let kind = kind.child(right.key(child));
            let Some(partner) = self.sides.namesake_in_old_near(old, child, near_old) else {
                self.walk_unmatched(None, Some(child), kind);
                continue;
            };
            near_old = left.after(partner);
            self.walk_member(partner, child, kind);
        }
        for child in left.children(old).filter(|&child| !except.contains(&left.key(child))) {
            match self.sides.namesake_in_new_near(new, child, near_new) {
                Some(partner) => near_new = right.after(partner),
                None => self.walk_unmatched(Some(child), None, kind.child(left.key(child))),
            }
        }
    }

    /// Compares two members. Components are added as separate definition pairs.
    fn walk_member(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        if self.sides.new.is_component(new) && self.sides.old.is_component(old) {
            if !self.sides.equal(old, new) {
                self.definition_pairs.add(old, new, kind, &[Owner::Component { old, new }]);
            }
        } else {
            self.walk(old, new, kind);
        }
    }

    /// Adds a value that is on one side only. If its entries have their own facts, the entries are added instead.
    pub(super) fn walk_unmatched(&mut self, old: Option<NodeId>, new: Option<NodeId>, kind: ObjectKind) {
        // Depth: the nesting of the description, which `Limits::depth` limits.
        let is_list = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
            id.is_none_or(|id| description.arena().is_array(id))
        };
        if kind == ObjectKind::Parameters && is_list(self.sides.old, old) && is_list(self.sides.new, new) {
            self.walk_parameters(old, new);
            return;
        }
        let is_empty = |description: &ResolvedDescription<'_>, id| description.arena().children(id).next().is_none();
        let has_no_effect = |description, id: Option<NodeId>| id.is_none_or(|id| is_empty(description, id));
        if kind == ObjectKind::Servers && has_no_effect(self.sides.old, old) && has_no_effect(self.sides.new, new) {
            // An empty list of servers means the same as a missing one (OpenAPI 3.1.1 section 4.8.1.1).
            self.add_neutral_place(old, new);
            return;
        }
        let is_reference = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
            kind.is_referable() && id.is_some_and(|id| description.reference(id).is_some())
        };
        let refers = is_reference(self.sides.old, old) || is_reference(self.sides.new, new);
        let is_component = old.is_some_and(|id| self.sides.old.is_component(id))
            || new.is_some_and(|id| self.sides.new.is_component(id));
        let taken_apart = !refers && !is_component && is_made_of_entries(kind);
        let parts: Vec<(Option<NodeId>, Option<NodeId>, KeyId)> = if taken_apart {
            let left = old.into_iter().flat_map(|id| self.sides.old.arena().children(id));
            let right = new.into_iter().flat_map(|id| self.sides.new.arena().children(id));
            let left = left.map(|id| (Some(id), None, self.sides.old.arena().key(id)));
            left.chain(right.map(|id| (None, Some(id), self.sides.new.arena().key(id)))).collect()
        } else {
            Vec::new()
        };
        if parts.is_empty() {
            self.add_place(old, new, kind);
            let empty = has_no_effect(self.sides.old, old) && has_no_effect(self.sides.new, new);
            if !is_component && empty && is_nothing_where_empty(kind) {
                self.places.claim(old, new, Claim::Neutral);
            }
        }
        for (old, new, key) in parts {
            self.walk_unmatched(old, new, kind.child(key));
        }
    }

    /// Compares two values of which at least one is a reference. The targets are compared as a separate pair.
    fn walk_reference(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        let members = self.sides.old.reference_member(old).zip(self.sides.new.reference_member(new));
        self.note_replaced_reference(old, new);
        // Both use the same keyword. A `$ref` that becomes a `$dynamicRef` differs as a whole.
        if let Some((from, to)) = members.filter(|&(from, to)| self.sides.same_name(from, to)) {
            let key = self.sides.new.arena().key(to);
            if self.sides.equal(from, to) {
                // The references are equal, so only their siblings differ.
                self.walk_members(old, new, kind, &[key]);
                return;
            }
            self.walk_members(old, new, kind, &[key]);
            self.add_place(Some(from), Some(to), ObjectKind::Data);
            if self.enqueue_targets(old, new, kind) {
                self.places.claim(Some(from), Some(to), Claim::Neutral);
            }
            return;
        }
        self.add_place(Some(old), Some(new), kind);
        if self.enqueue_targets(old, new, kind) {
            self.places.claim(Some(old), Some(new), Claim::Neutral);
            if kind == ObjectKind::PathItem {
                self.walk_reference_siblings(old, new);
            }
        }
    }

    /// Compares the siblings of `$ref` if only one of two path items is a reference. They belong to the path item as
    /// well.
    fn walk_reference_siblings(&mut self, old: NodeId, new: NodeId) {
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        let refers = (self.sides.old.reference(old).is_some(), self.sides.new.reference(new).is_some());
        for member in left.children(old).filter(|&id| refers.0 && left.key(id) != KnownKey::Ref.key()) {
            self.walk_unmatched(Some(member), None, ObjectKind::PathItem.child(left.key(member)));
        }
        for member in right.children(new).filter(|&id| refers.1 && right.key(id) != KnownKey::Ref.key()) {
            self.walk_unmatched(None, Some(member), ObjectKind::PathItem.child(right.key(member)));
        }
    }

    fn enqueue_targets(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) -> bool {
        // Targets of references in a non-asserting schema are not enqueued. The facet of the outer keyword compares
        // them as a whole.
        let targets = self.sides.old.resolve(old).zip(self.sides.new.resolve(new)).filter(|_| !self.in_non_asserting);
        let Some((from, to)) = targets else { return false };
        if !self.sides.equal(from, to) && (!self.proven_equal || self.prover.subschemas.are_equivalent(from, to)) {
            let target = self.definition_pairs.add(from, to, kind, &[Owner::DefinitionPair(self.definition_pair)]);
            let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
            // A value under another name, such as a status that covers another one, is a different location.
            let same_place = left.key(old) == right.key(new) || self.sides.same_name(old, new);
            if same_place && !is_renamed(self.sides, old, new) {
                self.note_replaced(target, (Some(old), Some(new)));
            }
        }
        true
    }

    fn is_root_of_pair(&self, old: NodeId, new: NodeId) -> bool {
        self.definition_pairs
            .get(self.definition_pair)
            .is_some_and(|definition_pair| (definition_pair.old, definition_pair.new) == (old, new))
    }
}

/// Returns true if a value of this kind consists only of its entries.
const fn is_made_of_entries(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::Properties
            | ObjectKind::Required
            | ObjectKind::SchemaMap
            | ObjectKind::Section(_)
            | ObjectKind::Components
            | ObjectKind::PathItems
            | ObjectKind::AdditionalOperations
            | ObjectKind::Tags
            | ObjectKind::Scopes
            | ObjectKind::Ignored
            | ObjectKind::Content
            | ObjectKind::Responses
            | ObjectKind::Headers
            | ObjectKind::Links
            | ObjectKind::Encodings
            | ObjectKind::PrefixEncodings
            | ObjectKind::Encoding
            | ObjectKind::Callbacks
            | ObjectKind::Callback
    )
}

/// Returns true if an empty map or list of this kind means the same as a missing one.
const fn is_nothing_where_empty(kind: ObjectKind) -> bool {
    matches!(
        kind,
        ObjectKind::Components
            | ObjectKind::Section(_)
            | ObjectKind::PathItems
            | ObjectKind::AdditionalOperations
            | ObjectKind::Callbacks
            | ObjectKind::Callback
            | ObjectKind::ServerVariables
            | ObjectKind::Examples
            | ObjectKind::Tags
            | ObjectKind::Properties
            | ObjectKind::Required
            | ObjectKind::SchemaMap
    )
}
