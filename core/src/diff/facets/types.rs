//! The JSON types a value may have, and which places changed them.

use crate::diff::align;
use crate::diff::differ::Differ;
use crate::diff::fact::{Event, Facet, Fact, Quality, Shown};
use crate::diff::places::Claim;
use crate::diff::reach::Affected;
use crate::diff::types::TypeSet;
use crate::openapi::{NodeId, Word};

/// A schema that describes the value at its own place, on both sides.
pub(super) fn of_schema(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    let (before, after) = (differ.old_types.of(Some(old)), differ.new_types.of(Some(new)));
    if before == after {
        spelling(differ, old, new);
    } else if explains(differ, old, new, before.differs_in_null_alone(after)) {
        let types = differ.sides.word(old, new, Word::Type);
        let said = differ.places.has(types.0, types.1);
        let cause = if said { (types.0.unwrap_or(old), types.1.unwrap_or(new)) } else { (old, new) };
        push(differ, unit, cause, (before, after));
        claim_types(differ, old, new);
    }
    one_sided(differ, unit, old, new, Word::Items);
}

/// A subschema that is on one side only, its absence allowing anything.
fn one_sided(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId, word: Word) {
    let (left, right) = differ.sides.word(old, new, word);
    if left.is_some() == right.is_some() || !differ.places.has(left, right) {
        return;
    }
    let (before, after) = (differ.old_types.of(left), differ.new_types.of(right));
    if before != after {
        differ.claim(left, right);
        push(differ, unit, (left.unwrap_or(old), right.unwrap_or(new)), (before, after));
    }
}

fn push(differ: &mut Differ<'_>, unit: usize, cause: (NodeId, NodeId), (before, after): (TypeSet, TypeSet)) {
    let event = Event::Changed(TypeSet::relation(before, after));
    let fact = Fact::new(Facet::Type, event, Some(cause.0), Some(cause.1), Affected::Unit(unit));
    let fact = fact.with(Quality::Null, before.differs_in_null_alone(after));
    differ.facts.push(fact.showing(Shown::Types(before), Shown::Types(after)));
}

/// `type` and `nullable` written differently and meaning the same: `nullable` for `[.., null]`, one type for a list of it,
/// a type that the listed values have anyway.
pub(super) fn spelling(differ: &mut Differ<'_>, old: NodeId, new: NodeId) {
    let declared = (differ.old_types.declared(old), differ.new_types.declared(new));
    let same = declared.0 == declared.1 || differ.old_types.of(Some(old)) == differ.new_types.of(Some(new));
    for word in [Word::Type, Word::Nullable].into_iter().filter(|_| same) {
        let (left, right) = differ.sides.word(old, new, word);
        differ.places.claim(left, right, Claim::Neutral);
    }
}

/// Whether a place at this schema changed its types, and not one inside a definition it refers to. A list of values
/// speaks for itself, null aside.
fn explains(differ: &Differ<'_>, old: NodeId, new: NodeId, only_null: bool) -> bool {
    let lists: &[Word] = if only_null { &[Word::Enum, Word::Const] } else { &[] };
    for &word in [Word::Type, Word::Nullable].iter().chain(lists) {
        let (left, right) = differ.sides.word(old, new, word);
        if differ.places.has(left, right) {
            return true;
        }
    }
    [Word::AllOf, Word::AnyOf, Word::OneOf].into_iter().any(|word| match differ.sides.word(old, new, word) {
        (None, None) => false,
        (Some(left), Some(right)) => {
            let alignment = align::branches((differ.sides.old, left), (differ.sides.new, right));
            let lone = !alignment.removed.is_empty() || !alignment.added.is_empty();
            lone || alignment.pairs.into_iter().any(|(left, right)| explains(differ, left, right, only_null))
        }
        (Some(_), None) | (None, Some(_)) => true,
    })
}

/// Claims what the types are made of: `type` and `nullable` where they changed, or else the values and alternatives.
fn claim_types(differ: &mut Differ<'_>, old: NodeId, new: NodeId) {
    let mut said = false;
    for word in [Word::Type, Word::Nullable] {
        let (left, right) = differ.sides.word(old, new, word);
        said |= differ.places.has(left, right);
        differ.claim(left, right);
    }
    if said {
        return;
    }
    for word in [Word::Enum, Word::Const] {
        let (left, right) = differ.sides.word(old, new, word);
        differ.claim(left, right);
    }
    for word in [Word::AllOf, Word::AnyOf, Word::OneOf] {
        match differ.sides.word(old, new, word) {
            (Some(left), Some(right)) => {
                let alignment = align::branches((differ.sides.old, left), (differ.sides.new, right));
                for left in alignment.removed {
                    differ.claim(Some(left), None);
                }
                for right in alignment.added {
                    differ.claim(None, Some(right));
                }
                for (left, right) in alignment.pairs {
                    claim_types(differ, left, right);
                }
            }
            (left, right) => differ.claim(left, right),
        }
    }
}
