//! Keywords for unlisted members, which apply to what sibling keywords do not list (`additionalProperties`, `items`;
//! JSON Schema 2020-12 core, sections 10.3 and 11). The effect of an equal keyword changes if a listed property or
//! element moved to another branch.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, ignores_siblings};
use waybill_openapi::internal::keywords::{KeywordRole, with_role};
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Event, Facet, Fact, NodePair, Relation, Side};
use crate::pairing::alignment::{Alignment, MatchRule};
use crate::prover::merged::{Conjunct, ConjunctionPair};

/// The members that such a keyword does not apply to: names, name patterns, and positions.
type ListedMembers = Vec<String>;

/// Reports keywords for unlisted members that are equal on both sides but apply to other members.
pub(super) fn compare_unlisted_keywords(context: &mut FacetContext<'_, '_>, pair: NodePair, merged: &ConjunctionPair) {
    if merged.old.len().max(merged.new.len()) < 2 {
        return;
    }
    for &key in with_role(KeywordRole::Unlisted) {
        for (before, after) in equal_unlisted_keywords(context, key, merged) {
            let left = (
                members_excluded_by(context.sides.old, key, before),
                members_excluded_by(context.sides.new, key, after),
            );
            let all = (all(context.sides.old, key, &merged.old), all(context.sides.new, key, &merged.new));
            let moved = |name: &String| left.0.contains(name) != left.1.contains(name);
            if !all.0.iter().any(|name| all.1.contains(name) && moved(name)) {
                continue;
            }
            let relation = context.prover.subschemas.relation(pair.old, pair.new);
            if relation != Relation::Same {
                let places =
                    (context.sides.old.arena().member(before, key), context.sides.new.arena().member(after, key));
                let event = Event::Changed(relation);
                let fact = Fact::for_changed_member(Facet::Composition, event, pair, places);
                context.facts.push(fact.named(key.text()));
            }
        }
    }
}

/// Returns the objects of both sides that have an equal keyword for unlisted members which excludes something.
fn equal_unlisted_keywords(
    context: &mut FacetContext<'_, '_>,
    key: KnownKey,
    merged: &ConjunctionPair,
) -> Vec<(NodeId, NodeId)> {
    let objects = |description: &ResolvedDescription<'_>, parts: &[Conjunct]| -> Vec<NodeId> {
        let all = parts.iter().map(|part| part.object);
        all.filter(|&object| description.arena().member(object, key).is_some()).list()
    };
    let (left, right) = (context.sides.old.arena(), context.sides.new.arena());
    let equal = |one: NodeId, other: NodeId| {
        let both = left.member(one, key).zip(right.member(other, key));
        both.is_some_and(|(before, after)| context.sides.equal(before, after))
    };
    let leaves_the_same = |one: NodeId, other: NodeId| {
        equal(one, other)
            && members_excluded_by(context.sides.old, key, one) == members_excluded_by(context.sides.new, key, other)
    };
    let (all_old, all_new) = (objects(context.sides.old, &merged.old), objects(context.sides.new, &merged.new));
    let mut pairs = Alignment::with_rules(
        all_old,
        all_new,
        &[MatchRule::ByPredicate(&leaves_the_same), MatchRule::ByPredicate(&equal)],
    )
    .pairs;
    pairs.retain(|&(object, _)| {
        left.member(object, key).is_some_and(|rest| !context.prover.subschemas.is_trivial(Side::Old, rest))
    });
    pairs
}

/// Returns the members that an object's keyword for unlisted members does not apply to.
fn members_excluded_by(description: &ResolvedDescription<'_>, key: KnownKey, object: NodeId) -> ListedMembers {
    let sees_branches = matches!(key, KnownKey::UnevaluatedProperties | KnownKey::UnevaluatedItems);
    if sees_branches && !ignores_siblings(description) {
        return listed_members(description, key, &Conjuncts::opened(description, &[object]).objects);
    }
    listed_members(description, key, &[object])
}

fn all(description: &ResolvedDescription<'_>, key: KnownKey, parts: &[Conjunct]) -> ListedMembers {
    listed_members(description, key, &parts.iter().map(|part| part.object).collect::<Vec<_>>())
}

/// Returns the members that objects list.
fn listed_members(description: &ResolvedDescription<'_>, key: KnownKey, objects: &[NodeId]) -> ListedMembers {
    let arena = description.arena();
    let members = |key: KnownKey| {
        let maps = objects.iter().filter_map(move |&object| arena.member(object, key));
        maps.flat_map(|map| arena.children(map))
    };
    if matches!(key, KnownKey::Items | KnownKey::UnevaluatedItems) {
        return order::sorted_unique(members(KnownKey::PrefixItems).map(|id| arena.ordinal(id).to_string()));
    }
    let names = members(KnownKey::Properties).map(|id| arena.key_text(id).to_owned());
    order::sorted_unique(
        names.chain(members(KnownKey::PatternProperties).map(|id| format!("/{}/", arena.key_text(id)))),
    )
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::facts;

    #[test]
    fn closing_keyword_means_something_else_in_another_branch() {
        let properties = r#""properties":{"a":{"type":"integer"},"b":{"type":"integer"}}"#;
        let tuple = r#""prefixItems":[{"type":"integer"}]"#;
        for (one, other) in [
            (
                format!(r#"{{"type":"object",{properties},"additionalProperties":false}}"#),
                format!(r#"{{"type":"object","allOf":[{{{properties}}},{{"additionalProperties":false}}]}}"#),
            ),
            (
                format!(r#"{{"type":"array",{tuple},"items":{{"type":"string"}}}}"#),
                format!(r#"{{"type":"array","allOf":[{{{tuple}}},{{"items":{{"type":"string"}}}}]}}"#),
            ),
            (
                r#"{"allOf":[{"type":"object","properties":{"a":{}}},{"properties":{"b":{}}}],"unevaluatedProperties":false}"#
                    .to_owned(),
                r#"{"allOf":[{"type":"object","properties":{"a":{}},"unevaluatedProperties":false},{"properties":{"b":{}}}]}"#
                    .to_owned(),
            ),
        ] {
            assert_ne!(facts(&one, &other), [], "{one} {other}");
            assert_ne!(facts(&other, &one), [], "{other} {one}");
        }
    }

    #[test]
    fn closed_branch_may_change_its_position() {
        let one = r#"{"allOf":[{"type":"object","properties":{"a":{}},"additionalProperties":false},{"title":"x"}]}"#;
        let other = r#"{"allOf":[{"title":"x"},{"type":"object","properties":{"a":{}},"additionalProperties":false}]}"#;
        assert_eq!(facts(one, other), []);
    }
}
