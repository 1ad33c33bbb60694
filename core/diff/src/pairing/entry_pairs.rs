//! Pairs the entries of two maps whose keys are not compared literally: media types, statuses, headers, paths and
//! callback expressions.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{
    Digest, KnownKey, MediaRange, Named, NodeId, ResolvedDescription, Status, erased_path, is_extension,
};

use super::alignment::{Alignment, Ordinals, children, pair_by_key};
use super::coverage::Coverage;
use super::sides::Sides;

/// Pairs the media types of two `content` objects.
pub(crate) fn pair_media_types(sides: &Sides<'_>, old: NodeId, new: NodeId) -> Coverage {
    let both = |of| (named(sides.old, Some(old), of), named(sides.new, Some(new), of));
    let (left, right) = both(MediaRange::parse);
    if !is_distinct(&left) || !is_distinct(&right) {
        // If several names have the same meaning, compare them as written.
        let (left, right) = both(MediaRange::as_written);
        return Coverage::new(&left, &right);
    }
    Coverage::new(&left, &right)
}

/// Pairs the statuses of two `responses` objects.
pub(crate) fn pair_statuses(sides: &Sides<'_>, old: Option<NodeId>, new: Option<NodeId>) -> Coverage {
    let statuses = |description, map| {
        let mut found = named(description, map, Status::parse);
        found.retain(|(status, _)| !matches!(status, Status::Other(_)));
        let others: Vec<Status> = found.iter().map(|(status, _)| status.clone()).collect();
        found.into_iter().map(|(status, id)| (status.beside(&others), id)).collect::<Vec<_>>()
    };
    Coverage::new(&statuses(sides.old, old), &statuses(sides.new, new))
}

/// Pairs the headers of two maps.
pub(crate) fn pair_headers(sides: &Sides<'_>, old: Option<NodeId>, new: Option<NodeId>) -> Alignment {
    let entries = |description: &ResolvedDescription<'_>, id: Option<NodeId>| -> Vec<(String, NodeId)> {
        let arena = description.arena();
        let children = id.into_iter().flat_map(|id| arena.children(id));
        children.map(|child| (arena.key_text(child).to_ascii_lowercase(), child)).list()
    };
    pair_by_name(entries(sides.old, old), entries(sides.new, new))
}

/// Pairs the entries of `paths`: those whose operations are paired first, then equal paths, then paths that differ only in
/// parameter names.
pub(crate) fn pair_paths(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
    path_items: &[(NodeId, NodeId)],
) -> Alignment {
    let path = |(description, _): (&ResolvedDescription<'_>, NodeId), id| -> Digest {
        let arena = description.arena();
        arena.keys().digest(arena.key(id))
    };
    let shape =
        |(description, _): (&ResolvedDescription<'_>, NodeId), id| erased_path(description.arena().key_text(id)).0;
    let (mut removed, mut added) = (children(old), children(new));
    let is_inside = |(from, to): &&(NodeId, NodeId)| {
        old.0.arena().parent(*from) == Some(old.1) && new.0.arena().parent(*to) == Some(new.1)
    };
    let mut pairs = path_items.iter().filter(is_inside).map(|&(from, to)| (to, from)).list();
    order::sort(&mut pairs);
    let known = order::sorted_unique(pairs.iter().map(|pair| pair.1));
    removed.retain(|id| known.binary_search(id).is_err());
    added.retain(|id| order::find(&pairs, id).is_none());
    let pairs = pairs.into_iter().map(|(to, from)| (from, to)).list();
    let alignment = Alignment { pairs, removed, added };
    let alignment = alignment.with_rest_paired_by_key(&|id| path(old, id), &|id| path(new, id));
    let (left, right) =
        (alignment.removed.iter().map(|&id| shape(old, id)), alignment.added.iter().map(|&id| shape(new, id)));
    let shapes = Ordinals::new(left.chain(right));
    let key = |side, id| shapes.digest(&shape(side, id)).unwrap_or_default();
    alignment.with_rest_paired_by_key(&|id| key(old, id), &|id| key(new, id))
}

/// Pairs the entries of a callback by expression. If one entry is left on each side, they are paired too, unless they
/// are extensions.
pub(crate) fn pair_callback_expressions(
    old: (&ResolvedDescription<'_>, NodeId),
    new: (&ResolvedDescription<'_>, NodeId),
) -> Alignment {
    let expression = |(description, _): (&ResolvedDescription<'_>, NodeId), id| -> Digest {
        let arena = description.arena();
        arena.keys().digest(arena.key(id))
    };
    let mut alignment = pair_by_key(children(old), children(new), &|id| expression(old, id), &|id| expression(new, id));
    let is_entry = |(description, _): (&ResolvedDescription<'_>, NodeId), id: NodeId| {
        description.arena().is_object(id) && !is_extension(description.arena().key(id))
    };
    if let ([removed], [added]) = (alignment.removed.as_slice(), alignment.added.as_slice())
        && is_entry(old, *removed)
        && is_entry(new, *added)
    {
        alignment.pairs.push((*removed, *added));
        (alignment.removed, alignment.added) = (Vec::new(), Vec::new());
    }
    alignment
}

/// Returns true for a header parameter named `Accept`, `Content-Type` or `Authorization`, whose definition is ignored
/// (OpenAPI 3.1.1 section 4.8.12.2, `name`). Swagger 2.0 ignores none.
pub(crate) fn is_ignored_parameter(description: &ResolvedDescription<'_>, parameter: NodeId) -> bool {
    if description.spec_version() == SpecVersion::V2_0 {
        return false;
    }
    let text = |key| description.arena().string_at(parameter, key);
    let ignored = ["accept", "content-type", "authorization"];
    text(KnownKey::In).is_some_and(|location| location == "header")
        && text(KnownKey::Name).is_some_and(|name| ignored.iter().any(|known| name.eq_ignore_ascii_case(known)))
}

/// Returns true if a header of a response or part is described elsewhere (OpenAPI 3.1.1 section 4.8.17.1, `headers`).
pub(crate) fn is_ignored_header(name: &str) -> bool {
    name.eq_ignore_ascii_case("content-type")
}

fn named<N: Named>(description: &ResolvedDescription<'_>, map: Option<NodeId>, of: fn(&str) -> N) -> Vec<(N, NodeId)> {
    let arena = description.arena();
    let entries = map.into_iter().flat_map(|map| arena.children(map)).map(|id| (arena.key_text(id), id));
    entries.filter(|(name, _)| !is_extension_entry(name)).map(|(name, id)| (of(name), id)).list()
}

/// Returns true if no two entries represent the same set.
fn is_distinct<N: Named>(entries: &[(N, NodeId)]) -> bool {
    entries.iter().enumerate().all(|(at, (name, _))| entries.iter().take(at).all(|(other, _)| other != name))
}

pub(crate) fn pair_by_name(old: Vec<(String, NodeId)>, mut new: Vec<(String, NodeId)>) -> Alignment {
    let mut alignment = Alignment::default();
    for (name, id) in old {
        match new.iter().position(|(other, _)| *other == name) {
            Some(at) => alignment.pairs.push((id, new.remove(at).1)),
            None => alignment.removed.push(id),
        }
    }
    alignment.added = new.into_iter().map(|(_, id)| id).collect();
    alignment
}

/// Returns true if a member of a map of statuses or media types is an extension. A media type may start with `x-` too.
pub(crate) fn is_extension_entry(name: &str) -> bool {
    name.starts_with("x-") && !name.contains('/')
}
