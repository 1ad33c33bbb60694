//! Pairs the elements of two arrays: subschemas, servers, tags, and plain values.

use waybill_openapi::internal::{Digest, KnownKey, NodeId, ResolvedDescription};

use super::alignment::{Alignment, MatchRule, Ordinals, children, pair_by_key};
use super::renamed_references::is_reference_to_new_name;
use super::server_url::normalize_server_url;
use super::sides::Sides;
use super::similarity::{has_same_constants, is_likely_same_schema, shares_most_property_names};

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
/// 4. the same tag
/// 5. a similar shape, if both are references or both are inline
/// 6. a similar shape of a reference and an inline schema
pub(crate) fn pair_subschemas(sides: &Sides<'_>, old: NodeId, new: NodeId) -> Alignment {
    let equal = (|id| Some(sides.old.arena().digest(id)), |id| Some(sides.new.arena().digest(id)));
    let named = (|id| name(sides.old, id), |id| name(sides.new, id));
    let renamed = |left, right| {
        let targets = sides.old.resolve(left).zip(sides.new.resolve(right));
        is_reference_to_new_name(sides, left, right)
            && targets.is_some_and(|(from, to)| is_likely_same_schema(sides, from, to))
    };
    let tagged = |left, right| {
        let targets = sides.old.resolve(left).zip(sides.new.resolve(right));
        targets.is_some_and(|(from, to)| {
            has_same_constants(sides, from, to) && shares_most_property_names(sides, from, to)
        })
    };
    let refers = |description: &ResolvedDescription<'_>, id| description.reference(id).is_some();
    let alike =
        |left, right| refers(sides.old, left) == refers(sides.new, right) && is_likely_same_schema(sides, left, right);
    let mixed =
        |left, right| refers(sides.old, left) != refers(sides.new, right) && is_likely_same_schema(sides, left, right);
    let (equal, named) = (MatchRule::ByKey(&equal.0, &equal.1), MatchRule::ByKey(&named.0, &named.1));
    let (renamed, tagged) = (MatchRule::ByPredicate(&renamed), MatchRule::ByPredicate(&tagged));
    let rounds = [equal, named, renamed, tagged, MatchRule::ByPredicate(&alike), MatchRule::ByPredicate(&mixed)];
    Alignment::with_rules(children((sides.old, old)), children((sides.new, new)), &rounds)
}

/// Returns the name of an alternative: the reference, or the title.
fn name(description: &ResolvedDescription<'_>, id: NodeId) -> Option<Digest> {
    let arena = description.arena();
    arena.member(id, KnownKey::Ref).or_else(|| arena.member(id, KnownKey::Title)).map(|id| arena.digest(id))
}

/// Pairs servers by URL apart from variable names, then by host, then by position.
pub(crate) fn pair_servers(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
) -> Alignment {
    let url = |(description, _): (&ResolvedDescription<'_>, NodeId), id| {
        normalize_server_url(&description.arena().string_at(id, KnownKey::Url).unwrap_or_default())
    };
    let host = |(description, at): (&ResolvedDescription<'_>, NodeId), id| {
        description.arena().string_at(id, KnownKey::Url)?;
        Some(url((description, at), id).split_once("://")?.1.split('/').next()?.to_owned())
    };
    let (all_old, all_new) = (children(old), children(new));
    let place = |all: &[NodeId], id| all.binary_search(&id).ok().map(Digest::from_ordinal);
    let both = || all_old.iter().map(|&id| (old, id)).chain(all_new.iter().map(|&id| (new, id)));
    let urls = Ordinals::new(both().map(|(side, id)| url(side, id)));
    let hosts = Ordinals::new(both().filter_map(|(side, id)| host(side, id)));
    let same = (|id| urls.digest(&url(old, id)), |id| urls.digest(&url(new, id)));
    let same_place = (|id| place(&all_old, id), |id| place(&all_new, id));
    let same_host = (|id| hosts.digest(&host(old, id)?), |id| hosts.digest(&host(new, id)?));
    let rounds = [
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
