//! A schema that became one of several alternatives, or the reverse.

use std::borrow::Cow;

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{has_substance, is_annotation, is_note};
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, ResolvedDescription};

use super::Walker;
use crate::model::{Claim, Side};
use crate::pairing::similarity::is_likely_same_schema;
use crate::prover::merged::ConjunctionPair;

impl Walker<'_, '_> {
    /// Compares a schema that became one of several alternatives, or the reverse, with that alternative. The other
    /// alternatives were added or removed. Returns true if the schemas were compared here.
    pub(crate) fn walk_wrapped_schema(
        &mut self,
        old: NodeId,
        new: NodeId,
        kind: ObjectKind,
        merged: &ConjunctionPair,
    ) -> bool {
        let (left, right) = self.choice_lists(merged);
        let (is_old_wrapper, list) = match (left.as_slice(), right.as_slice()) {
            ([list], []) => (true, *list),
            ([], [list]) => (false, *list),
            _ => return false,
        };
        let (description, wrapper, inner, inner_parts) = if is_old_wrapper {
            (self.sides.old, &merged.old, self.sides.new, &merged.new)
        } else {
            (self.sides.new, &merged.new, self.sides.old, &merged.old)
        };
        if !merged.references.is_empty()
            || wrapper.iter().any(|part| part.via_reference.is_some() || has_substance(description, part.object))
        {
            return false;
        }
        let choices: Vec<NodeId> = description.arena().children(list).list();
        let by_type = match inner_parts.as_slice() {
            parts if parts.iter().any(|part| has_substance(inner, part.object)) => None,
            [bare] => Some(only_of_type(description, &choices, inner.arena().string_at(bare.object, KnownKey::Type))),
            _ => return false,
        };
        if by_type == Some(None) {
            return false;
        }
        let whole = if is_old_wrapper { new } else { old };
        let digest = |choice| description.arena().digest(choice);
        let is_whole =
            |choice| if is_old_wrapper { self.sides.equal(choice, new) } else { self.sides.equal(old, choice) };
        let equal = choices.iter().copied().find(|&choice| is_whole(choice));
        let answering = equal.or(by_type.flatten()).or_else(|| {
            choices.iter().copied().find(|&choice| {
                let (from, to) = if is_old_wrapper { (choice, whole) } else { (whole, choice) };
                is_likely_same_schema(self.sides, from, to)
                    && description.resolve(choice) != Some(if is_old_wrapper { old } else { new })
            })
        });
        let wrapping = if is_old_wrapper { Side::Old } else { Side::New };
        let Some(answering) = answering else {
            self.add_place(Some(old), Some(new), kind);
            self.claim_annotations(&choices, wrapping);
            return true;
        };
        let (from, to) = if is_old_wrapper { (answering, whole) } else { (whole, answering) };
        self.walk(from, to, ObjectKind::Alternative);
        for choice in choices.into_iter().filter(|&choice| choice != answering) {
            let place = if is_old_wrapper { (Some(choice), None) } else { (None, Some(choice)) };
            if digest(choice) == digest(answering) && description.arena().key(list) == KnownKey::AnyOf.key() {
                // A repeated alternative has no effect, except in `oneOf`.
                self.add_neutral_place(place.0, place.1);
                continue;
            }
            self.add_place(place.0, place.1, ObjectKind::Alternative);
            self.claim_annotations(&[choice], wrapping);
        }
        let members = wrapper.iter().flat_map(|part| description.arena().children(part.object));
        let words = members.filter(|&member| member != list && is_annotation(description, member)).list();
        self.walk_annotations_around(wrapping, words, (answering, whole));
        self.add_neutral_place(Some(from), Some(to));
        true
    }

    /// Compares the documentation around an alternative with that of the schema it was compared with. If the
    /// alternative has its own documentation, the two are reported separately.
    fn walk_annotations_around(&mut self, wrapping: Side, words: Vec<NodeId>, (choice, whole): (NodeId, NodeId)) {
        for member in words {
            let description = self.sides.description(wrapping);
            let key = description.arena().key(member);
            let arena = description.arena();
            let is_kept = match wrapping {
                Side::Old => {
                    self.sides.namesake_in_new(whole, member).is_some_and(|other| self.sides.equal(member, other))
                }
                Side::New => {
                    self.sides.namesake_in_old(whole, member).is_some_and(|other| self.sides.equal(other, member))
                }
            };
            let repeats = arena.get(choice, key).is_some_and(|own| arena.digest(own) == arena.digest(member));
            if is_kept && repeats && !is_note(description, member) {
                let (old, new) = wrapping.in_order(Some(member), None);
                self.add_neutral_place(old, new);
                continue;
            }
            let in_choice = description.reference(choice).is_some() || description.arena().get(choice, key).is_some();
            let (old, new, unmatched) = match wrapping {
                Side::Old => {
                    let partner = self.sides.namesake_in_new(whole, member).filter(|_| !in_choice);
                    (Some(member), partner, (None, partner))
                }
                Side::New => {
                    let partner = self.sides.namesake_in_old(whole, member).filter(|_| !in_choice);
                    (partner, Some(member), (partner, None))
                }
            };
            match (old, new) {
                (Some(old), Some(new)) => {
                    self.places.claim(unmatched.0, unmatched.1, Claim::Neutral);
                    self.walk(old, new, ObjectKind::Schema.child(key));
                }
                (old, new) => self.walk_unmatched(old, new, ObjectKind::Schema.child(key)),
            }
        }
    }
}

/// Returns the only alternative that can have the given type. Returns `None` if there are several, or if the
/// alternative lists its values, which restricts the type further.
fn only_of_type(
    description: &ResolvedDescription<'_>,
    choices: &[NodeId],
    name: Option<Cow<'_, str>>,
) -> Option<NodeId> {
    let name = name?;
    let is_of_type = |&choice: &NodeId| {
        let schema = description.resolve(choice).unwrap_or(choice);
        description.arena().string_at(schema, KnownKey::Type).is_none_or(|known| known == name)
    };
    let mut found = choices.iter().copied().filter(is_of_type);
    let only = found.next().filter(|_| found.next().is_none())?;
    let member = |key| description.arena().member(description.resolve(only).unwrap_or(only), key);
    Some(only).filter(|_| member(KnownKey::Enum).is_none() && member(KnownKey::Const).is_none())
}
