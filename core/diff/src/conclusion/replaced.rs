//! Locations whose definition was replaced: a reference to another component, or a reference instead of an inline
//! schema, or the reverse. Neither definition changed, so their differences are reported at the location.

use waybill_base::internal::order;
use waybill_openapi::internal::conjuncts::Conjuncts;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::facets::is_null_decided_by_alternatives;
use crate::model::{
    Affected, Claim, DefinitionPair, DefinitionPairId, DisplayValue, Edges, Event, Facet, Fact, NodePair, Owner,
    Qualifier, Relation, Replacement, Replacements,
};
use crate::pairing::node_pairs::NodePairs;
use crate::pairing::sides::Sides;
use crate::pairing::similarity::is_likely_same_schema;

/// Returns true if a response replaced one of another status that covers it or is covered by it.
fn are_other_statuses(context: &FacetContext<'_, '_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let is_response = |description: &ResolvedDescription<'_>, id: NodeId| {
        description.arena().parent(id).is_some_and(|map| description.arena().key(map) == KnownKey::Responses.key())
    };
    old.zip(new).is_some_and(|(old, new)| {
        is_response(context.sides.old, old) && is_response(context.sides.new, new) && !context.sides.same_name(old, new)
    })
}

/// Finds the pairs that are compared only for a replacement, once all pairs are known.
pub(crate) fn resolve_replaced(context: &mut FacetContext<'_, '_>, replacements: &mut Replacements) {
    forget_words_of_other_statuses(context, replacements);
    drop_facts_of_moved(context, replacements);
    drop_null_of_other_alternatives(context, replacements);
    replacements.causes = causes(context.definition_pairs.all(), &replacements.by_edge);
    order::sort(&mut replacements.followed);
}

/// Claims the descriptions of responses of two statuses. Their difference is not a change of documentation.
fn forget_words_of_other_statuses(context: &mut FacetContext<'_, '_>, replacements: &Replacements) {
    for &Replacement { old, new, .. } in &replacements.all {
        if are_other_statuses(context, old, new)
            && let Some((old, new)) = old.zip(new)
            && let Some((old, new)) = context.sides.old.resolve(old).zip(context.sides.new.resolve(new))
        {
            let words = context.sides.member(old, new, KnownKey::Description);
            context.places.claim(words.0, words.1, Claim::Neutral);
        }
    }
}

/// Drops replacements whose definition only moved.
fn drop_facts_of_moved(context: &mut FacetContext<'_, '_>, replacements: &mut Replacements) {
    let mut pairs: Vec<(NodeId, NodeId)> = Vec::new();
    for &(_, target) in replacements.by_edge.keys() {
        pairs.extend(
            context.definition_pairs.get(target).map(|definition_pair| (definition_pair.old, definition_pair.new)),
        );
    }
    let by_old = order::groups(order::sorted_unique(pairs.iter().copied()));
    let by_new = order::groups(order::sorted_unique(pairs.iter().map(|&(old, new)| (new, old))));
    let is_sole = |groups: &[(NodeId, Vec<NodeId>)], id| order::find(groups, &id).is_some_and(|all| all.len() == 1);
    let (sides, definition_pairs) = (context.sides, context.definition_pairs.all());
    let is_moved = |target: DefinitionPairId| {
        definition_pairs.get(target.index()).is_some_and(|&DefinitionPair { old, new, .. }| {
            is_sole(&by_old, old)
                && is_sole(&by_new, new)
                && is_gone(sides.old, old, sides.new, new)
                && is_gone(sides.new, new, sides.old, old)
                && is_likely_same_schema(sides, old, new)
        })
    };
    let all = &replacements.all;
    let is_other = |at: &usize| !all.get(*at).is_some_and(|place| is_same_reference(sides, place.old, place.new));
    replacements.by_edge.retain(|&(_, target), places| {
        places.retain(is_other);
        !places.is_empty() && !is_moved(target)
    });
}

/// Drops facts about null of definitions that are compared only for alternatives, if the other alternatives decide
/// about null on both sides.
fn drop_null_of_other_alternatives(context: &mut FacetContext<'_, '_>, replacements: &Replacements) {
    let is_of_null = |fact: &Fact| fact.facet == Facet::Type && fact.has(Qualifier::Null);
    let mut decided: Vec<Affected> = Vec::new();
    let of_null = context.facts.iter().filter(|fact| is_of_null(fact)).map(|fact| fact.affected);
    for affected in of_null.collect::<Vec<_>>() {
        let Affected::DefinitionPair(id) = affected else { continue };
        let owners = context.definition_pairs.get(id).map(|pair| pair.owners.clone()).unwrap_or_default();
        let is_decided = owners.iter().all(|owner| {
            let Owner::DefinitionPair(by) = *owner else { return false };
            let Some(edges) = replacements.by_edge.get(&(by, id)) else { return false };
            edges.iter().all(|&edge| match replacements.all.get(edge) {
                Some(&Replacement { definition_pair, old: Some(old), new: Some(new), .. }) => {
                    is_null_decided_by_alternatives(context, NodePair { definition_pair, old, new })
                }
                _ => false,
            })
        });
        if is_decided {
            decided.push(affected);
        }
    }
    context.facts.retain(|fact| !is_of_null(fact) || !decided.contains(&fact.affected));
}

/// Attaches a fact to the replacements that caused it.
pub(crate) fn attach_to_replaced(
    context: &mut FacetContext<'_, '_>,
    replacements: &mut Replacements,
    node_pairs: &NodePairs,
    at: usize,
) {
    let Some(fact) = context.facts.get(at) else { return };
    let Affected::DefinitionPair(definition_pair) = fact.affected else { return };
    if fact.facet == Facet::Status && fact.has(Qualifier::Covered) {
        let same = |known: &Replacement| {
            (known.definition_pair, known.old, known.new) == (definition_pair, fact.old, fact.new)
        };
        if let Some(cause) = replacements.all.iter().position(same) {
            replacements.of_fact.insert(at, cause);
            add_replacement_fact(context, replacements, cause);
        }
        return;
    }
    let causes = replacements.causes.get(definition_pair.index()).cloned().flatten();
    let causes = causes
        .or_else(|| {
            attach_to_followed_reference(context, replacements, node_pairs, at, definition_pair)
                .map(|cause| vec![cause])
        })
        .unwrap_or_default();
    for cause in causes {
        add_replacement_fact(context, replacements, cause);
    }
}

/// Returns the replacement that caused a fact about a definition outside of its pair.
fn attach_to_followed_reference(
    context: &mut FacetContext<'_, '_>,
    replacements: &mut Replacements,
    node_pairs: &NodePairs,
    at: usize,
    definition_pair: DefinitionPairId,
) -> Option<usize> {
    let fact = context.facts.get(at)?;
    let pair = context.definition_pairs.get(definition_pair)?;
    let outside = |description: &ResolvedDescription<'_>, whole: NodeId, id: Option<NodeId>| {
        id.filter(|&id| !description.arena().contains(whole, id))
    };
    let old = outside(context.sides.old, pair.old, fact.old);
    let new = outside(context.sides.new, pair.new, fact.new);
    let reference = |description: &ResolvedDescription<'_>, is_old: bool, id: Option<NodeId>| {
        let id = id?;
        let all = &replacements.followed;
        let from = all.partition_point(|known| (known.0, known.1) < (definition_pair, is_old));
        let here = all.iter().skip(from).take_while(|known| (known.0, known.1) == (definition_pair, is_old));
        here.map(|known| known.2).find(|&reference| {
            let opened = Conjuncts::opened(description, &[reference]).objects;
            opened.iter().any(|&object| description.arena().contains(object, id))
        })
    };
    let place = (reference(context.sides.old, true, old), reference(context.sides.new, false, new));
    let place = match place {
        (None, None) => return None,
        (Some(old), None) => {
            (Some(old), followed_counterpart(context, replacements, node_pairs, definition_pair, true, old))
        }
        (None, Some(new)) => {
            (followed_counterpart(context, replacements, node_pairs, definition_pair, false, new), Some(new))
        }
        both => both,
    };
    let cause = replacements.find_or_add((context.sides.old, context.sides.new), definition_pair, place);
    replacements.of_fact.insert(at, cause);
    Some(cause)
}

/// Returns the branch of the other side that replaced this one, if each is the only one of its schema.
fn followed_counterpart(
    context: &FacetContext<'_, '_>,
    replacements: &Replacements,
    node_pairs: &NodePairs,
    definition_pair: DefinitionPairId,
    is_old: bool,
    reference: NodeId,
) -> Option<NodeId> {
    let answer = |is_old: bool, reference: NodeId| {
        let (partner, description) = if is_old {
            (node_pairs.around_in_new(context.sides.old, reference), context.sides.new)
        } else {
            (node_pairs.around_in_old(context.sides.new, reference), context.sides.old)
        };
        let all = replacements.followed.iter().filter(|known| (known.0, known.1) == (definition_pair, !is_old));
        let mut inside = all.map(|known| known.2).filter(|&id| description.arena().contains(partner, id));
        inside.next().filter(|_| inside.next().is_none())
    };
    let other = answer(is_old, reference)?;
    (answer(!is_old, other)? == reference).then_some(other)
}

/// Adds the fact that reports a replacement.
fn add_replacement_fact(context: &mut FacetContext<'_, '_>, replacements: &mut Replacements, cause: usize) {
    let Some(&Replacement { definition_pair, old, new, fact: None }) = replacements.all.get(cause) else { return };
    let event = Event::from_presence(old, new, Event::Changed(Relation::Unknown));
    let is_other_status = are_other_statuses(context, old, new);
    let place = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
        let member = |id| description.arena().member(id, KnownKey::Ref).filter(|_| !is_other_status);
        id.map(|id| member(id).unwrap_or(id))
    };
    let places = (place(context.sides.old, old), place(context.sides.new, new));
    let shown = |id: Option<NodeId>| match id {
        Some(id) if is_other_status => DisplayValue::Key(id),
        Some(id) => DisplayValue::Node(id),
        None => DisplayValue::Nothing,
    };
    let fact = Fact::new(Facet::Definition, event, places.0, places.1, Affected::DefinitionPair(definition_pair));
    let fact = fact.showing(shown(places.0), shown(places.1));
    if let Some(replacement) = replacements.all.get_mut(cause) {
        replacement.fact = Some(context.facts.len());
    }
    context.facts.push(fact);
}

/// Returns true if both references name the same file and only its location moved. An anchor may have moved within the
/// file.
fn is_same_reference(sides: &Sides<'_>, old: Option<NodeId>, new: Option<NodeId>) -> bool {
    let text = |description: &ResolvedDescription<'_>, id: Option<NodeId>| {
        let object =
            id.filter(|&id| description.arena().is_object(id)).or(id.and_then(|id| description.arena().parent(id)));
        object.and_then(|object| Some(description.arena().string_at(object, KnownKey::Ref)?.into_owned()))
    };
    text(sides.old, old).is_some_and(|reference| !reference.starts_with('#') && text(sides.new, new) == Some(reference))
}

/// Returns true if a definition does not exist on the other side, or its location there has the definition's partner.
fn is_gone(here: &ResolvedDescription<'_>, id: NodeId, there: &ResolvedDescription<'_>, partner: NodeId) -> bool {
    let same_place = there.at_place_of(here, id);
    same_place.is_none_or(|place| place == partner || there.resolve(place) == Some(partner))
}

/// Returns for each pair the replacements it is compared for, or `None` if it is also compared independently.
fn causes(definition_pairs: &[DefinitionPair], by_edge: &Edges) -> Vec<Option<Vec<usize>>> {
    let mut held: Vec<Vec<DefinitionPairId>> = vec![Vec::new(); definition_pairs.len()];
    let mut waiting = Vec::new();
    for (at, definition_pair) in definition_pairs.iter().enumerate() {
        let id = DefinitionPairId::from_index(at);
        for owner in &definition_pair.owners {
            match *owner {
                Owner::DefinitionPair(by) => held.get_mut(by.index()).into_iter().for_each(|held| held.push(id)),
                Owner::Document | Owner::Component { .. } | Owner::Operation { .. } => {
                    waiting.push(id);
                }
            }
        }
    }
    let mut causes: Vec<Option<Vec<usize>>> = vec![Some(Vec::new()); definition_pairs.len()];
    // If a pair is compared independently, so are the pairs it owns, unless a replacement leads to them.
    while let Some(id) = waiting.pop() {
        if causes.get_mut(id.index()).and_then(Option::take).is_some() {
            waiting.extend(pairs_owned_by(&held, id).filter(|&inner| !by_edge.contains_key(&(id, inner))));
        }
    }
    let is_known =
        |causes: &[Option<Vec<usize>>], id: DefinitionPairId| causes.get(id.index()).is_some_and(Option::is_none);
    let mut waiting: Vec<(DefinitionPairId, usize)> = Vec::new();
    for (&(by, id), edges) in by_edge {
        if is_known(&causes, by) {
            waiting.extend(edges.iter().map(|&cause| (id, cause)));
        }
    }
    while let Some((id, cause)) = waiting.pop() {
        let Some(known) = causes.get_mut(id.index()).and_then(Option::as_mut) else { continue };
        if !known.contains(&cause) {
            known.push(cause);
            waiting.extend(pairs_owned_by(&held, id).map(|inner| (inner, cause)));
        }
    }
    for known in causes.iter_mut().flatten() {
        order::sort(known);
    }
    causes
}

/// Returns the pairs that a pair owns.
fn pairs_owned_by(held: &[Vec<DefinitionPairId>], id: DefinitionPairId) -> impl Iterator<Item = DefinitionPairId> + '_ {
    held.get(id.index()).into_iter().flatten().copied()
}
