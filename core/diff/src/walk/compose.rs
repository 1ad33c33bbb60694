//! The walk over a pair of schemas. Branches of `allOf`, references and their sibling keywords are one conjunction. A
//! keyword that moves between them has not changed. A schema that became one of several alternatives is compared with
//! that alternative.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{is_annotation, is_null, sole_alternatives};
use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{KeyId, Kind, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::Walker;
use super::equivalent::MAX_SMALL_NODES;
use crate::model::{Claim, DefinitionPairId, ObjectPair, Owner, Side};
use crate::pairing::{array_pairs, bytes};
use crate::prover::merged::{Conjunct, ConjunctionPair, have_reference_siblings_effect, is_renamed};

/// The kind of slot in which a member of a conjunct is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MemberKind {
    Property,
    Required,
    Null,
    Member,
}

/// Members of one slot on one side, each with its conjunct.
type Members = Vec<(NodeId, Conjunct)>;
/// The members of each slot, each with a flag that is true for old members.
type Slots = Vec<((MemberKind, String), Vec<(bool, (NodeId, Conjunct))>)>;

impl Walker<'_, '_> {
    /// Compares a schema or a part of one. Returns false if the caller has to walk it as an ordinary value.
    pub(crate) fn try_walk_schema(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) -> bool {
        let non_asserting = matches!(
            kind,
            ObjectKind::NonAssertingSchema
                | ObjectKind::NonAssertingSchemaMap
                | ObjectKind::DependentRequired
                | ObjectKind::Discriminator
        );
        if self.in_non_asserting || !(non_asserting || kind.is_schema()) {
            return false;
        }
        if non_asserting {
            let from = self.places.len();
            self.in_non_asserting = true;
            self.walk(old, new, kind);
            self.in_non_asserting = false;
            self.places.set_non_asserting((old, new), from);
        } else if let Some(references) = self.behind_references {
            self.enqueue_behind_references(old, new, kind, references);
        } else {
            self.walk_schema(old, new, kind);
        }
        true
    }

    /// Compares two schemas that differ and are not inside a non-asserting schema.
    fn walk_schema(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        if bytes::is_same_binary_data(self.sides, Some(old), Some(new)) {
            self.walk_bytes(old, new, kind);
            return;
        }
        let (left, right) = (self.sides.old.arena(), self.sides.new.arena());
        if !left.is_object(old) || !right.is_object(new) {
            // If neither value is a schema, only their difference is known.
            let is_schema = |kind| matches!(kind, Kind::Object | Kind::True | Kind::False);
            if is_schema(left.kind(old)) || is_schema(right.kind(new)) {
                self.record_object_pair(kind, old, new);
            }
            self.add_place(Some(old), Some(new), kind);
            return;
        }
        let plain = |description: &ResolvedDescription<'_>, id| {
            description.reference(id).is_none() && description.arena().member(id, KnownKey::AllOf).is_none()
        };
        let unions = [KnownKey::AnyOf, KnownKey::OneOf].into_iter().all(|key| {
            let (from, to) = self.sides.member(old, new, key);
            from.is_some() == to.is_some()
        });
        if unions && plain(self.sides.old, old) && plain(self.sides.new, new) {
            if !self.proven_equal && self.may_be_equivalent(old, new) && self.means_the_same(old, new) {
                self.walk_as_equal(|walker| walker.walk_members(old, new, kind, &[]));
                return;
            }
            self.record_object_pair(kind, old, new);
            self.walk_members(old, new, kind, &[]);
            return;
        }
        let merged = ConjunctionPair::new(self.sides, old, new);
        if !self.proven_equal && !merged.is_renaming() && self.is_equivalent(old, new, &merged) {
            self.walk_as_equal(|walker| walker.walk_merged(old, new, kind, &merged));
        } else {
            self.walk_merged(old, new, kind, &merged);
        }
        self.add_empty_branches((old, new), &merged);
    }

    pub(crate) fn record_object_pair(&mut self, kind: ObjectKind, old: NodeId, new: NodeId) {
        self.record_branch_pair(kind, old, new, (old, new));
    }

    fn record_branch_pair(&mut self, kind: ObjectKind, old: NodeId, new: NodeId, whole: (NodeId, NodeId)) {
        if !self.proven_equal && !self.in_non_asserting {
            self.visited.push(ObjectPair { kind, old, new, composed: whole });
        }
    }

    fn walk_merged(&mut self, old: NodeId, new: NodeId, kind: ObjectKind, merged: &ConjunctionPair) {
        self.record_object_pair(kind, old, new);
        if let Some((from, to)) = merged.whole {
            self.note_replaced_uses(merged);
            self.add_place(Some(old), Some(new), kind);
            self.places.claim(Some(old), Some(new), Claim::Neutral);
            if let Some(target) = self.enqueue_unequal(from, to, kind) {
                self.note_replaced(target, (Some(old), Some(new)));
            }
            return;
        }
        for &(from, to) in &merged.broken {
            self.add_place(from, to, ObjectKind::Branch);
        }
        if merged.unresolved {
            // Keywords of the other side relate to unknown values.
            return;
        }
        for &(from, to) in &merged.circular {
            self.add_place(from, to, ObjectKind::Branch);
            self.places.claim(from, to, Claim::Neutral);
        }
        if merged.partial {
            self.add_place(Some(old), Some(new), kind);
        }
        for &(from, to) in &merged.references {
            self.walk_references(from, to, kind);
        }
        if self.walk_wrapped_schema(old, new, kind, merged) {
            return;
        }
        self.note_replaced_uses(merged);
        for left in &merged.old {
            for right in &merged.new {
                if (left.object, right.object) != (old, new) {
                    self.record_branch_pair(ObjectKind::Branch, left.object, right.object, (old, new));
                }
            }
        }
        for (parts, is_old) in [(&merged.old, true), (&merged.new, false)] {
            for through in parts.iter().filter_map(|part| part.via_reference) {
                self.replacements.note_followed(self.definition_pair, is_old, through);
            }
        }
        let unions = self.choice_lists(merged);
        for ((slot, _), members) in self.slots(merged) {
            let of = |old: bool| members.iter().filter(move |(is_old, _)| *is_old == old).map(|(_, member)| *member);
            self.walk_slot(slot, of(true).list(), of(false).list());
        }
        self.walk_choice_lists(unions);
        self.walk_choice_lists_behind(merged);
        self.note_moved_keywords(merged);
    }

    /// Compares two paired references. Their targets are compared as a separate pair.
    fn walk_references(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) {
        let (from, to) = self.sides.member(old, new, KnownKey::Ref);
        let same = from.zip(to).is_some_and(|(from, to)| self.sides.equal(from, to));
        if !same {
            self.add_place(from, to, ObjectKind::Data);
            let targets = self.sides.old.resolve(old).zip(self.sides.new.resolve(new));
            if let Some((target, other)) = targets {
                self.places.claim(from, to, Claim::Neutral);
                let unequal = self.enqueue_unequal(target, other, kind);
                if let Some(target) = unequal.filter(|_| !is_renamed(self.sides, old, new)) {
                    self.note_replaced(target, (Some(old), Some(new)));
                }
            }
        }
        if !have_reference_siblings_effect(self.sides) {
            // Siblings of `$ref` are ignored in OpenAPI 3.0, but people read them.
            let before = self.places.len();
            self.walk_members(old, new, ObjectKind::Schema, &[KnownKey::Ref.key()]);
            self.places.claim_open_from(before, Claim::Neutral);
        }
    }

    /// Enqueues two schemas behind references as a separate pair. A schema behind a reference may contain itself, and a
    /// pair is compared only once.
    fn enqueue_behind_references(
        &mut self,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
        references: (Option<NodeId>, Option<NodeId>),
    ) {
        if let Some(target) = self.enqueue_unequal(old, new, kind) {
            self.note_replaced(target, references);
        }
    }

    fn enqueue_unequal(&mut self, old: NodeId, new: NodeId, kind: ObjectKind) -> Option<DefinitionPairId> {
        // Inside schemas that are proved equal, only equivalent parts are compared. Other differences have no effect.
        let differs =
            !self.sides.equal(old, new) && (!self.proven_equal || self.prover.subschemas.are_equivalent(old, new));
        differs.then(|| self.definition_pairs.add(old, new, kind, &[Owner::DefinitionPair(self.definition_pair)]))
    }

    /// Returns the members of all conjuncts by slot, except alternatives.
    fn slots(&self, merged: &ConjunctionPair) -> Slots {
        let mut members = Vec::new();
        for (description, parts, is_old) in [(self.sides.old, &merged.old, true), (self.sides.new, &merged.new, false)]
        {
            for &part in parts {
                for_each_member(description, part, |slot, name, id| members.push(((slot, name), (is_old, (id, part)))));
            }
        }
        order::groups(members)
    }

    fn walk_slot(&mut self, slot: MemberKind, mut left: Members, mut right: Members) {
        let mut pairs = Vec::new();
        left.retain(|&(id, part)| {
            let at = right.iter().position(|&(other, _)| self.sides.equal(id, other));
            at.inspect(|&at| pairs.push(((id, part), right.remove(at)))).is_none()
        });
        let shorter = left.len().min(right.len());
        pairs.extend(left.drain(..shorter).zip(right.drain(..shorter)));
        for &((old, from), (new, to)) in &pairs {
            let kind = kind_of_slot(slot, self.sides.new.arena().key(new));
            let references = (from.via_reference, to.via_reference);
            match (references, kind) {
                ((None, None), _) => self.walk(old, new, kind),
                (_, ObjectKind::Schema) => self.enqueue_behind_references(old, new, kind, references),
                _ => {
                    let outer = self.behind_references.replace(references);
                    self.walk(old, new, kind);
                    self.behind_references = outer;
                }
            }
            self.add_moved_member((old, from), (new, to));
            if kind.is_schema() {
                for (old, new) in [(references.0, None), (None, references.1)] {
                    self.places.note_pair_behind(old, new, self.definition_pair);
                }
            }
        }
        for (old, part) in left {
            if pairs.iter().any(|&(_, (new, _))| self.is_implied_by_partner(slot, (Side::Old, old), (Side::New, new))) {
                self.add_implied_member(Some(old), None, part);
            } else {
                self.walk_unmatched_member(slot, Some(old), None, part);
            }
        }
        for (new, part) in right {
            if pairs.iter().any(|&((old, _), _)| self.is_implied_by_partner(slot, (Side::New, new), (Side::Old, old))) {
                self.add_implied_member(None, Some(new), part);
            } else {
                self.walk_unmatched_member(slot, None, Some(new), part);
            }
        }
    }

    /// Returns true if an unpaired keyword is implied by a keyword of the same slot on the other side.
    fn is_implied_by_partner(
        &mut self,
        slot: MemberKind,
        (side, id): (Side, NodeId),
        (other_side, other): (Side, NodeId),
    ) -> bool {
        let (old, new) = side.in_order(id, other);
        if let Some((here, there)) = self.holders_of_rest(old, new).filter(|_| slot == MemberKind::Member) {
            let (whole, partner) = side.in_order(here, there);
            return self.prover.subschemas.proves_by_keywords((other_side, partner), (side, whole));
        }
        let is_schema = match slot {
            MemberKind::Property => true,
            MemberKind::Member => kind_of_slot(slot, self.sides.new.arena().key(new)).is_schema(),
            MemberKind::Required | MemberKind::Null => false,
        };
        let is_small = !self.sides.are_larger(MAX_SMALL_NODES, &[old], &[new]);
        let (inner, outer) = ((other_side, other), (side, id));
        self.sides.equal(old, new)
            || (is_schema
                && (self.prover.subschemas.proves_by_keywords(inner, outer)
                    || is_small && self.prover.subschemas.within(inner, outer)))
    }

    /// Adds a keyword without effect. The reference to one is added later, because other keywords behind it may have an
    /// effect.
    fn add_implied_member(&mut self, old: Option<NodeId>, new: Option<NodeId>, part: Conjunct) {
        if part.via_reference.is_none() {
            self.add_neutral_place(old, new);
        }
    }

    fn walk_unmatched_member(&mut self, slot: MemberKind, old: Option<NodeId>, new: Option<NodeId>, part: Conjunct) {
        let key = match (old, new) {
            (Some(id), _) => self.sides.old.arena().key(id),
            (None, Some(id)) => self.sides.new.arena().key(id),
            (None, None) => return,
        };
        let kind = kind_of_slot(slot, key);
        match part.via_reference {
            None => self.walk_unmatched(old, new, kind),
            // The reference is the changed location. The annotations of its target are not reported here.
            Some(through) => {
                let (place, side, member) = match (old, new) {
                    (Some(old), _) => ((Some(through), None), Side::Old, old),
                    (None, Some(new)) => ((None, Some(through)), Side::New, new),
                    (None, None) => return,
                };
                let is_member = slot == MemberKind::Member;
                let is_rest = with_role(KeywordRole::Unlisted).iter().any(|known| known.key() == key);
                if is_member
                    && (is_annotation(self.sides.description(side), member)
                        || is_rest && self.prover.subschemas.is_trivial(side, member))
                {
                    return;
                }
                self.add_place(place.0, place.1, ObjectKind::Branch);
                if is_member {
                    // A property behind the same reference may explain the reference, but not this keyword.
                    self.walk_unmatched(old, new, kind);
                }
            }
        }
    }

    /// Returns the lists of alternatives on both sides that offer a choice.
    pub(crate) fn choice_lists(&self, merged: &ConjunctionPair) -> (Vec<NodeId>, Vec<NodeId>) {
        let lists = |description, parts: &[Conjunct]| {
            let own = parts.iter().filter(|part| part.via_reference.is_none());
            own.flat_map(|part| choices(description, part.object)).list()
        };
        (lists(self.sides.old, &merged.old), lists(self.sides.new, &merged.new))
    }

    /// Adds the lists of alternatives behind references that the other side does not have.
    fn walk_choice_lists_behind(&mut self, merged: &ConjunctionPair) {
        let lists = |description, parts: &[Conjunct]| -> Vec<(NodeId, bool)> {
            let of_part = |part: &Conjunct| {
                let is_behind = part.via_reference.is_some();
                choices(description, part.object).into_iter().map(move |list| (list, is_behind))
            };
            parts.iter().flat_map(of_part).list()
        };
        let (left, right) = (lists(self.sides.old, &merged.old), lists(self.sides.new, &merged.new));
        for &(old, _) in left.iter().filter(|(_, is_behind)| *is_behind) {
            if !right.iter().any(|&(new, _)| self.sides.equal(old, new)) {
                self.add_place(Some(old), None, ObjectKind::Alternatives);
            }
        }
        for &(new, _) in right.iter().filter(|(_, is_behind)| *is_behind) {
            if !left.iter().any(|&(old, _)| self.sides.equal(old, new)) {
                self.add_place(None, Some(new), ObjectKind::Alternatives);
            }
        }
    }

    fn walk_choice_lists(&mut self, (left, right): (Vec<NodeId>, Vec<NodeId>)) {
        let unions = array_pairs::pair_choice_lists(self.sides, left, right);
        for (old, new) in unions.pairs {
            if !self.sides.same_name(old, new) {
                self.add_place(Some(old), Some(new), ObjectKind::Alternatives);
            }
            self.walk(old, new, ObjectKind::Alternatives);
        }
        for old in unions.removed {
            self.add_place(Some(old), None, ObjectKind::Alternatives);
            let choices: Vec<NodeId> = self.sides.old.arena().children(old).list();
            self.claim_annotations(&choices, Side::Old);
        }
        for new in unions.added {
            self.add_place(None, Some(new), ObjectKind::Alternatives);
            let choices: Vec<NodeId> = self.sides.new.arena().children(new).list();
            self.claim_annotations(&choices, Side::New);
        }
    }
}

/// Returns the kind of a value in a slot, given its key.
fn kind_of_slot(slot: MemberKind, key: KeyId) -> ObjectKind {
    match slot {
        MemberKind::Property => ObjectKind::Schema,
        MemberKind::Required => ObjectKind::Data,
        MemberKind::Null => ObjectKind::Alternative,
        MemberKind::Member => ObjectKind::Schema.child(key),
    }
}

/// Returns the lists of alternatives of one object that offer a choice.
fn choices(description: &ResolvedDescription<'_>, object: NodeId) -> Vec<NodeId> {
    let sole: Vec<NodeId> = sole_alternatives(description, object).map(|(list, _)| list).list();
    description.alternative_lists(object).filter(|list| !sole.contains(list)).list()
}

/// Calls `found` with each member of a conjunct and its slot.
fn for_each_member(
    description: &ResolvedDescription<'_>,
    part: Conjunct,
    mut found: impl FnMut(MemberKind, String, NodeId),
) {
    let arena = description.arena();
    for member in arena.children(part.object) {
        let name = arena.key_text(member);
        match KnownKey::from_key(arena.key(member)) {
            Some(KnownKey::Ref) if arena.is_string(member) => {}
            Some(KnownKey::AllOf) if arena.is_array(member) => {}
            Some(KnownKey::AnyOf | KnownKey::OneOf) => {
                for choice in arena.children(member).filter(|&choice| is_null(description, choice)) {
                    if sole_alternatives(description, part.object).any(|(list, _)| list == member) {
                        found(MemberKind::Null, String::new(), choice);
                    }
                }
            }
            Some(KnownKey::Properties) if arena.is_object(member) => {
                for property in arena.children(member) {
                    found(MemberKind::Property, arena.key_text(property).to_owned(), property);
                }
            }
            Some(KnownKey::Required) if arena.is_array(member) => {
                for element in arena.children(member) {
                    let text = arena.string(element).unwrap_or_default().into_owned();
                    found(MemberKind::Required, text, element);
                }
            }
            _ => found(MemberKind::Member, name.to_owned(), member),
        }
    }
}
