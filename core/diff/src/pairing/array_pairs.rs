//! Pairs the elements of two arrays: subschemas, servers, tags, and plain values.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::conjuncts::{Conjuncts, has_substance};
use waybill_openapi::internal::{Digest, KnownKey, NodeId, ResolvedDescription};

use super::alignment::{Alignment, MatchRule, Ordinals, children, pair_by_key};
use super::renamed_references::is_reference_to_new_name;
use super::server_url::with_suffix;
use super::sides::Sides;
use super::similarity::{count_differences, has_same_constants, is_likely_same_schema, shares_most_property_names};

/// Pairs equal elements whose order has no meaning, such as names and values.
pub(crate) fn pair_as_sets(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
) -> Alignment {
    let (left, right) = (|id| Some(old.0.arena().digest(id)), |id| Some(new.0.arena().digest(id)));
    Alignment::with_rules(children(old), children(new), &[MatchRule::ByKey(&left, &right)])
}

/// Pairs elements at the same position.
pub(crate) fn pair_by_position(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
) -> Alignment {
    let (mut left, mut right) = (children(old), children(new));
    let shorter = left.len().min(right.len());
    let pairs = left.drain(..shorter).zip(right.drain(..shorter)).collect();
    Alignment { pairs, removed: left, added: right }
}

/// Pairs the subschemas of a composition, whose order has no meaning. The rules are applied in turn:
///
/// 1. equal schemas
/// 2. the same name, of a component or a title
/// 3. renamed components
/// 4. the same tag, and most properties
/// 5. the same tag, and a similar shape
/// 6. a similar shape, if both are references or both are inline
/// 7. a similar shape of a reference and an inline schema
///
/// If a schema has several partners by one of the last five rules, the one with the fewest differences is its pair.
pub(crate) fn pair_subschemas(sides: &Sides<'_>, old: NodeId, new: NodeId) -> Alignment {
    let equal = (|id| Some(sides.old.arena().digest(id)), |id| Some(sides.new.arena().digest(id)));
    let titles = repeated_titles(sides.old, old).chain(repeated_titles(sides.new, new)).list();
    let named = (|id| name(sides.old, id, &titles), |id| name(sides.new, id, &titles));
    let targets = |left, right| sides.old.resolve(left).zip(sides.new.resolve(right));
    let renamed = |left, right| {
        is_reference_to_new_name(sides, left, right)
            && targets(left, right).is_some_and(|(from, to)| is_likely_same_schema(sides, from, to))
    };
    let tagged = |left, right| targets(left, right).filter(|&(from, to)| has_same_constants(sides, from, to));
    let tagged_mostly =
        |left, right| tagged(left, right).is_some_and(|(from, to)| shares_most_property_names(sides, from, to));
    let likely = |left, right| is_likely_same_schema(sides, left, right);
    let tagged_likely = |left, right| tagged(left, right).is_some() && likely(left, right);
    let is_alike = |left, right| sides.old.reference(left).is_some() == sides.new.reference(right).is_some();
    let distance = |is_pair: bool, left, right| {
        targets(left, right).filter(|_| is_pair).map(|(from, to)| count_differences(sides, from, to))
    };
    let renamed = |left, right| distance(renamed(left, right), left, right);
    let tagged_mostly = |left, right| distance(tagged_mostly(left, right), left, right);
    let tagged_likely = |left, right| distance(tagged_likely(left, right), left, right);
    let alike = |left, right| distance(is_alike(left, right) && likely(left, right), left, right);
    let mixed = |left, right| distance(!is_alike(left, right) && likely(left, right), left, right);
    let rounds = [
        MatchRule::ByKey(&equal.0, &equal.1),
        MatchRule::ByKey(&named.0, &named.1),
        MatchRule::Nearest(&renamed),
        MatchRule::Nearest(&tagged_mostly),
        MatchRule::Nearest(&tagged_likely),
        MatchRule::Nearest(&alike),
        MatchRule::Nearest(&mixed),
    ];
    Alignment::with_rules(children((sides.old, old)), children((sides.new, new)), &rounds)
}

/// Pairs the lists of alternatives of two schemas: equal ones, then those with the same keyword, then any. The lists
/// with the fewest differing alternatives are paired first.
pub(crate) fn pair_choice_lists(sides: &Sides<'_>, left: Vec<NodeId>, right: Vec<NodeId>) -> Alignment {
    let is_single = left.len() == 1 && right.len() == 1;
    let distance = |old, new| {
        if is_single {
            return 0;
        }
        let choices = pair_subschemas(sides, old, new);
        let differing = choices.pairs.iter().filter(|&&(old, new)| !sides.equal(old, new)).count();
        differing + choices.removed.len() + choices.added.len()
    };
    let same = |old, new| sides.same_name(old, new) && sides.equal(old, new);
    let same_word = |old, new| sides.same_name(old, new).then(|| distance(old, new));
    let equal = |old, new| sides.equal(old, new);
    let any = |old, new| Some(distance(old, new));
    let rounds = [
        MatchRule::ByPredicate(&same),
        MatchRule::Nearest(&same_word),
        MatchRule::ByPredicate(&equal),
        MatchRule::Nearest(&any),
    ];
    Alignment::with_rules(left, right, &rounds)
}

/// Returns the titles that several elements of a list have.
fn repeated_titles(description: &ResolvedDescription<'_>, list: NodeId) -> impl Iterator<Item = Digest> {
    let arena = description.arena();
    let titles = arena.children(list).filter_map(|id| arena.member(id, KnownKey::Title));
    let mut titles = titles.map(|title| arena.digest(title)).list();
    order::sort(&mut titles);
    let repeated = titles.windows(2).filter(|pair| matches!(pair, [one, other] if one == other));
    repeated.filter_map(|pair| pair.first().copied()).list().into_iter()
}

/// Returns the name of an alternative: the only reference in it, or a title that no other one has.
fn name(description: &ResolvedDescription<'_>, id: NodeId, repeated_titles: &[Digest]) -> Option<Digest> {
    let arena = description.arena();
    let conjuncts = Conjuncts::collect(description, id);
    let referring = match conjuncts.references.as_slice() {
        [only] if conjuncts.objects.iter().all(|&object| !has_substance(description, object)) => Some(*only),
        _ => None,
    };
    let reference = referring.and_then(|only| arena.member(only, KnownKey::Ref));
    let title = || arena.member(id, KnownKey::Title).map(|title| arena.digest(title));
    let unique = || title().filter(|title| !repeated_titles.contains(title));
    reference.map(|reference| arena.digest(reference)).or_else(unique)
}

/// Pairs equal servers, then servers by URL apart from variable names, then by host, then by position. The suffixes are the start of the paths,
/// as far as the other side has it in the URLs.
pub(crate) fn pair_servers(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
    suffixes: Option<(&str, &str)>,
) -> Alignment {
    let url_with = |(description, _): (&ResolvedDescription<'_>, NodeId), id, suffix| {
        with_suffix(&description.arena().string_at(id, KnownKey::Url).unwrap_or_default(), suffix)
    };
    let host = |(description, at): (&ResolvedDescription<'_>, NodeId), id| {
        description.arena().string_at(id, KnownKey::Url)?;
        Some(url_with((description, at), id, None).split_once("://")?.1.split('/').next()?.to_owned())
    };
    let (all_old, all_new) = (children(old), children(new));
    let place = |all: &[NodeId], id| all.binary_search(&id).ok().map(Digest::from_ordinal);
    let both = || all_old.iter().map(|&id| (old, id)).chain(all_new.iter().map(|&id| (new, id)));
    let (left, right) =
        (|id| url_with(old, id, suffixes.map(|both| both.0)), |id| url_with(new, id, suffixes.map(|both| both.1)));
    let urls = Ordinals::new(all_old.iter().map(|&id| left(id)).chain(all_new.iter().map(|&id| right(id))));
    let hosts = Ordinals::new(both().filter_map(|(side, id)| host(side, id)));
    let same = (|id| urls.digest(&left(id)), |id| urls.digest(&right(id)));
    // With suffixes, equal servers may have different addresses.
    let digest = |(description, _): (&ResolvedDescription<'_>, NodeId), id| {
        suffixes.is_none().then(|| description.arena().digest(id))
    };
    let equal = (|id| digest(old, id), |id| digest(new, id));
    let same_place = (|id| place(&all_old, id), |id| place(&all_new, id));
    let same_host = (|id| hosts.digest(&host(old, id)?), |id| hosts.digest(&host(new, id)?));
    let rounds = [
        MatchRule::ByKey(&equal.0, &equal.1),
        MatchRule::ByKey(&same.0, &same.1),
        MatchRule::ByKey(&same_host.0, &same_host.1),
        MatchRule::ByKey(&same_place.0, &same_place.1),
    ];
    Alignment::with_rules(all_old.clone(), all_new.clone(), &rounds)
}

/// Pairs the tags that a description declares, by name.
pub(crate) fn pair_tags(old: (&ResolvedDescription<'_>, NodeId), new: (&ResolvedDescription<'_>, NodeId)) -> Alignment {
    let name = |(description, _): (&ResolvedDescription<'_>, NodeId), id| {
        let arena = description.arena();
        arena.digest(arena.member(id, KnownKey::Name).unwrap_or(id))
    };
    pair_by_key(children(old), children(new), &|id| name(old, id), &|id| name(new, id))
}
