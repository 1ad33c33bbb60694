//! Properties that were renamed: one that was removed and one that was added to the same object, with a strong and
//! unique reason to treat them as one.
//!
//! A pair adds the name of the successor, and compares the component that both refer to. It never lowers a level: callers
//! have to use the other name whatever the reason.

use waybill_base::internal::order;
use waybill_openapi::internal::conjuncts::is_note;
use waybill_openapi::internal::{Digest, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::schemas::declared::{Entry, Names};
use crate::model::{DefinitionPairId, DisplayValue, Fact, Owner};
use crate::prover::merged::is_renamed;

/// Minimum number of words of a description that identifies a property. Shorter ones are often used twice, such as
/// "the id".
const LEAST_WORDS: usize = 3;

/// A property on one side only, and the index of the fact that reports it.
pub(in crate::facets) type Reported<'n, 'd> = (&'n Entry<'d>, usize);

/// Returns the text that identifies a property: the spelling of its name, or its description.
type ReadKey = fn(&ResolvedDescription<'_>, &str, NodeId) -> Option<String>;

/// Pairs removed properties of an object with added ones. The text that pairs two has to be unique among all properties
/// of either side.
pub(in crate::facets) fn pair_renamed_properties(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (left, right): (&Names<'_>, &Names<'_>),
    (removed, added): (&[Reported<'_, '_>], &[Reported<'_, '_>]),
) {
    if removed.is_empty() || added.is_empty() {
        return;
    }
    let reasons: [ReadKey; 2] = [|_, name, _| Some(spelling(name)), long_description];
    for key in reasons {
        let (here, there) = (context.sides.old, context.sides.new);
        let counts = |description, names: &Names<'_>| {
            let own = names.properties.iter().map(|entry| (&*entry.name, entry.node));
            let all = own.chain(names.shared.iter().copied());
            order::groups(all.filter_map(|(name, node)| Some((key(description, name, node)?, ()))))
        };
        let (of_old, of_new) = (counts(here, left), counts(there, right));
        let is_unique = |text: &String| {
            [&of_old, &of_new].iter().all(|known| order::find(known, text).is_some_and(|all| all.len() == 1))
        };
        let successors =
            order::groups(added.iter().filter_map(|found| Some((key(there, &found.0.name, found.0.node)?, *found))));
        for &(old, gone) in removed {
            let Some(text) = key(here, &old.name, old.node).filter(is_unique) else { continue };
            let Some(&[(new, come)]) = order::find(&successors, &text).map(Vec::as_slice) else { continue };
            // A property behind a reference belongs to another definition.
            if old.place() == old.node && new.place() == new.node && have_same_keywords(context, old.node, new.node) {
                mark_renamed(context, definition_pair, (old.node, new.node), [gone, come]);
            }
        }
    }
}

/// Returns true if two names differ only in case, `_` and `-`.
pub fn is_same_spelling(one: &str, other: &str) -> bool {
    spelling(one) == spelling(other)
}

/// Returns a name without case, `_` and `-`.
fn spelling(name: &str) -> String {
    name.chars().filter(|char| !matches!(char, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// Returns the description of a property if it is long enough to identify the property.
fn long_description(description: &ResolvedDescription<'_>, _name: &str, property: NodeId) -> Option<String> {
    let text = description.arena().string_at(property, KnownKey::Description)?;
    (text.split_whitespace().count() >= LEAST_WORDS).then(|| text.into_owned())
}

/// Returns true if two schemas have the same keywords, except notes, and at least one. A component may be renamed too.
fn have_same_keywords(context: &FacetContext<'_, '_>, old: NodeId, new: NodeId) -> bool {
    let keywords = |description: &ResolvedDescription<'_>, schema| -> Vec<Digest> {
        let arena = description.arena();
        let members = arena.children(schema).filter(|&member| !is_note(description, member));
        order::sorted_unique(members.map(|id| arena.keys().digest(arena.key(id)).with_next(arena.digest(id))))
    };
    let (left, right) = (keywords(context.sides.old, old), keywords(context.sides.new, new));
    !left.is_empty() && (left == right || is_renamed(context.sides, old, new))
}

/// Marks the facts about a property under its old and its new name, unless they were marked before or its values are
/// sent in other directions now. Compares the values.
fn mark_renamed(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    (old, new): (NodeId, NodeId),
    facts: [usize; 2],
) {
    let [Some(gone), Some(come)] = facts.map(|at| context.facts.get(at)) else { return };
    let is_marked = |fact: &Fact| fact.before != DisplayValue::Nothing;
    if is_marked(gone) || is_marked(come) || !gone.is_sent_like(come) {
        return;
    }
    for at in facts {
        if let Some(fact) = context.facts.get_mut(at) {
            (fact.before, fact.after) = (DisplayValue::Key(old), DisplayValue::Key(new));
        }
    }
    // References inside the two are uses on both sides.
    context.places.note_pair_behind(Some(old), None, definition_pair);
    context.places.note_pair_behind(None, Some(new), definition_pair);
    if !context.sides.equal(old, new) {
        context.definition_pairs.add(old, new, ObjectKind::Schema, &[Owner::DefinitionPair(definition_pair)]);
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_spelling;

    #[test]
    fn spelling_ignores_case_and_separators() {
        for (one, other, expected) in [
            ("trackingNumber", "tracking_number", true),
            ("TrackingNumber", "tracking-number", true),
            ("_links", "links", true),
            ("weigth", "weight", false),
            ("line1", "line2", false),
        ] {
            assert_eq!(is_same_spelling(one, other), expected, "{one} {other}");
        }
    }
}
