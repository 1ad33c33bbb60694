//! Which elements of two arrays, or members of two maps, answer to one another.

use std::collections::{BTreeMap, VecDeque};

use crate::openapi::{Description, Digest, NodeId, Word, erased_path};

/// Elements that answer to one another, and those without a partner on either side.
#[derive(Debug, Default)]
pub(crate) struct Alignment {
    pub(crate) pairs: Vec<(NodeId, NodeId)>,
    pub(crate) removed: Vec<NodeId>,
    pub(crate) added: Vec<NodeId>,
}

impl Alignment {
    /// Pairs what `matches` in turn; each round pairs what the rounds before left over, in order.
    fn in_rounds(old: Vec<NodeId>, new: Vec<NodeId>, rounds: &[&dyn Fn(NodeId, NodeId) -> bool]) -> Alignment {
        let mut alignment = Alignment { pairs: Vec::new(), removed: old, added: new };
        for matches in rounds {
            let mut left = Vec::new();
            for old in std::mem::take(&mut alignment.removed) {
                match alignment.added.iter().position(|&new| matches(old, new)) {
                    Some(at) => alignment.pairs.push((old, alignment.added.remove(at))),
                    None => left.push(old),
                }
            }
            alignment.removed = left;
        }
        alignment
    }
}

/// Elements whose order means nothing and that are nothing but themselves: names, values.
pub(crate) fn sets(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let equal = |left, right| old.0.arena().digest(left) == new.0.arena().digest(right);
    Alignment::in_rounds(children(old), children(new), &[&equal])
}

/// The subschemas of a composition: equal ones, then those that refer to the same name or carry the same title, then
/// those that are written out, then the rest; each in order.
pub(crate) fn branches(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let equal = |left, right| old.0.arena().digest(left) == new.0.arena().digest(right);
    let name = |(description, _): (&Description<'_>, NodeId), id| {
        let arena = description.arena();
        arena.word(id, Word::Ref).or_else(|| arena.word(id, Word::Title)).map(|id| arena.digest(id))
    };
    let same_name = |left, right| name(old, left).is_some_and(|digest| Some(digest) == name(new, right));
    let same_form = |left, right| old.0.reference(left).is_some() == new.0.reference(right).is_some();
    let any = |_, _| true;
    Alignment::in_rounds(children(old), children(new), &[&equal, &same_name, &same_form, &any])
}

/// Elements whose order means something: equal ones at both ends stay together, those between are paired in order.
pub(crate) fn sequences(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let (left, right) = (children(old), children(new));
    let equal = |left: NodeId, right: NodeId| old.0.arena().digest(left) == new.0.arena().digest(right);
    let common_end =
        left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| equal(**left, **right)).count();
    let start = left.iter().zip(&right).take_while(|(left, right)| equal(**left, **right)).count();
    let shorter = left.len().min(right.len());
    let middle = if start >= shorter { shorter } else { shorter.saturating_sub(common_end).max(start) };
    let tail = |all: &[NodeId]| all.len() - (shorter - middle);
    let pairs = left.iter().zip(&right).take(middle).map(|(left, right)| (*left, *right)).collect();
    let rest = |all: &[NodeId]| all.get(middle..tail(all)).unwrap_or_default().to_vec();
    Alignment { pairs, removed: rest(&left), added: rest(&right) }
}

/// The entries of `paths`: written the same way, then the same but for parameter names.
pub(crate) fn paths(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let path = |(description, _): (&Description<'_>, NodeId), id| -> Digest {
        let arena = description.arena();
        arena.keys().digest(arena.key(id))
    };
    let shape = |(description, _): (&Description<'_>, NodeId), id| {
        Digest::of(0, erased_path(description.arena().key_text(id)).0.as_bytes())
    };
    by_identity(children(old), children(new), &|id| path(old, id), &|id| path(new, id))
        .refined(&|id| shape(old, id), &|id| shape(new, id))
}

/// Servers: those with the same URL but for the names of its variables, then what is left over at the same place.
pub(crate) fn servers(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let url = |(description, _): (&Description<'_>, NodeId), id| {
        description.arena().string_at(id, Word::Url).unwrap_or_default().into_owned()
    };
    let same = |left, right| same_server(&url(old, left), &url(new, right));
    let at = |(description, _): (&Description<'_>, NodeId), id| description.arena().ordinal(id);
    let same_place = |left, right| at(old, left) == at(new, right);
    Alignment::in_rounds(children(old), children(new), &[&same, &same_place])
}

/// Whether two URLs of servers are the same but for the names of variables and the case of what has none
/// (RFC 3986 section 6.2.2.1).
pub(crate) fn same_server(left: &str, right: &str) -> bool {
    let normal = |url: &str| {
        let erased = erased_path(url).0;
        let authority = erased.find("://").map_or(0, |at| at + 3);
        let end = erased.get(authority..).and_then(|rest| rest.find('/')).map_or(erased.len(), |at| authority + at);
        match (authority, erased.split_at_checked(end)) {
            (1.., Some((origin, path))) => origin.to_ascii_lowercase() + path,
            (_, _) => erased,
        }
    };
    normal(left) == normal(right)
}

/// The tags a description declares, by name.
pub(crate) fn tags(old: (&Description<'_>, NodeId), new: (&Description<'_>, NodeId)) -> Alignment {
    let name = |(description, _): (&Description<'_>, NodeId), id| {
        let arena = description.arena();
        arena.digest(arena.word(id, Word::Name).unwrap_or(id))
    };
    by_identity(children(old), children(new), &|id| name(old, id), &|id| name(new, id))
}

/// What identifies a parameter: where it goes and what it is called; in a path, which of the path's parameters it is.
pub(crate) fn parameter_identity(description: &Description<'_>, element: NodeId, template: &str) -> Digest {
    let arena = description.arena();
    let resolved = description.resolve(element);
    let text = |word| resolved.and_then(|id| arena.string_at(id, word));
    let (Some(location), Some(name)) = (text(Word::In), text(Word::Name)) else { return arena.digest(element) };
    if location == "path"
        && let Some(ordinal) = erased_path(template).1.iter().position(|known| *known == name)
    {
        return Digest::of(1, format!("path {ordinal}").as_bytes());
    }
    let name = match &*location {
        // Header names do not depend on case (RFC 9110 section 5.1).
        "header" => name.to_ascii_lowercase(),
        // There is one query string, whatever it is called (OpenAPI 3.2.0 section 4.12.2).
        "querystring" => String::new(),
        _ => name.into_owned(),
    };
    Digest::of(1, format!("{location} {name}").as_bytes())
}

/// One side's parameters: the elements, and the template of the path they belong to.
pub(crate) struct Parameters<'d> {
    pub(crate) description: &'d Description<'d>,
    pub(crate) elements: Vec<NodeId>,
    pub(crate) template: &'d str,
}

/// Parameters that answer to one another.
pub(crate) fn parameters(old: Parameters<'_>, new: Parameters<'_>) -> Alignment {
    let identity = |description, template| move |id| parameter_identity(description, id, template);
    let (left, right) = (identity(old.description, old.template), identity(new.description, new.template));
    by_identity(old.elements, new.elements, &left, &right)
}

fn children((description, id): (&Description<'_>, NodeId)) -> Vec<NodeId> {
    description.arena().children(id).collect()
}

fn by_identity(
    old: Vec<NodeId>,
    new: Vec<NodeId>,
    left: &dyn Fn(NodeId) -> Digest,
    right: &dyn Fn(NodeId) -> Digest,
) -> Alignment {
    Alignment { pairs: Vec::new(), removed: old, added: new }.refined(left, right)
}

impl Alignment {
    /// Whether the elements that are on both sides have the same order there.
    pub(crate) fn is_in_order(&self) -> bool {
        let mut pairs = self.pairs.clone();
        pairs.sort_unstable();
        pairs.is_sorted_by_key(|(_, new)| *new)
    }

    /// Pairs what is left over by identity, in order where several have the same.
    fn refined(mut self, left: &dyn Fn(NodeId) -> Digest, right: &dyn Fn(NodeId) -> Digest) -> Alignment {
        let mut waiting: BTreeMap<Digest, VecDeque<NodeId>> = BTreeMap::new();
        for id in std::mem::take(&mut self.removed) {
            waiting.entry(left(id)).or_default().push_back(id);
        }
        for id in std::mem::take(&mut self.added) {
            match waiting.get_mut(&right(id)).and_then(VecDeque::pop_front) {
                Some(partner) => self.pairs.push((partner, id)),
                None => self.added.push(id),
            }
        }
        self.removed = waiting.into_values().flatten().collect();
        self.removed.sort_unstable();
        self
    }
}
