//! A schema that became one alternative of several, or the other way round.

use super::align;
use super::compose::has_substance;
use super::conjuncts::is_annotation;
use super::differ::Differ;
use super::inclusion::Side;
use super::merged::Merged;
use crate::openapi::{NodeId, Site, Word};
use crate::order::Listed as _;

impl Differ<'_> {
    /// A schema that became one alternative of several, or the other way round: it is held against that alternative, and
    /// the others came or went.
    pub(super) fn wrapped(&mut self, unit: usize, old: NodeId, new: NodeId, site: Site, merged: &Merged) -> bool {
        let (left, right) = self.unions(merged);
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
            || wrapper.iter().any(|part| part.through.is_some() || has_substance(description, part.object))
            || !inner_parts.iter().any(|part| has_substance(inner, part.object))
        {
            return false;
        }
        let choices: Vec<NodeId> = description.arena().children(list).list();
        let whole = if is_old_wrapper { new } else { old };
        let digest = |choice| description.arena().digest(choice);
        let whole_digest = inner.arena().digest(if is_old_wrapper { new } else { old });
        let equal = choices.iter().copied().find(|&choice| digest(choice) == whole_digest);
        let answering = equal.or_else(|| {
            choices.iter().copied().find(|&choice| {
                let (from, to) = if is_old_wrapper { (choice, whole) } else { (whole, choice) };
                align::is_alike(&self.sides, from, to)
                    && description.resolve(choice) != Some(if is_old_wrapper { old } else { new })
            })
        });
        let wrapping = if is_old_wrapper { Side::Old } else { Side::New };
        let Some(answering) = answering else {
            self.places.add(Some(old), Some(new), site, unit);
            self.words_of(unit, &choices, wrapping);
            return true;
        };
        let (from, to) = if is_old_wrapper { (answering, whole) } else { (whole, answering) };
        self.walk(unit, from, to, Site::Alternative);
        for choice in choices.into_iter().filter(|&choice| choice != answering) {
            let place = if is_old_wrapper { (Some(choice), None) } else { (None, Some(choice)) };
            if digest(choice) == digest(answering) && description.arena().key(list) == Word::AnyOf.key() {
                // The same alternative once more, which nothing but `oneOf` minds.
                self.note(unit, place.0, place.1);
                continue;
            }
            self.places.add(place.0, place.1, Site::Alternative, unit);
            self.words_of(unit, &[choice], wrapping);
        }
        for part in wrapper {
            let arena = description.arena();
            for member in
                arena.children(part.object).filter(|&member| member != list && is_annotation(description, member))
            {
                let place = if is_old_wrapper { (Some(member), None) } else { (None, Some(member)) };
                self.lone(unit, place.0, place.1, Site::Schema.child(arena.key(member)));
            }
        }
        self.note(unit, Some(from), Some(to));
        true
    }
}
