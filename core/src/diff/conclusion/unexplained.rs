//! What no other facet explained: words for people, components nobody uses, and places that stay unexplained.

use crate::diff::differ::Differ;
use crate::diff::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, RawPlace, Relation};
use crate::diff::pairing::sides::Sides;
use crate::openapi::{Description, KnownKey, ObjectKind, SpecVersion};
use crate::tree::{KeyId, NodeId};

/// What is said about the values of a component concerns nobody where nobody uses it.
pub(crate) fn forget_unused(differ: &mut Differ<'_>) {
    let reach = &differ.reach;
    let unused = |affected| matches!(affected, Affected::Unit(unit) if reach.is_unused(unit));
    differ.facts.retain(|fact| !unused(fact.affected));
}

/// What has been claimed of a place so far, before the first is given a fact. Nobody knows what a value says that cannot
/// be what its place asks for.
pub(crate) fn prepare(differ: &mut Differ<'_>, at: usize) {
    let Some(&place) = differ.places.all().get(at) else { return };
    let reopened = place.claim == Claim::Neutral && is_odd(&differ.sides, &place);
    if reopened {
        differ.places.reopen(at);
    }
    differ.claims.push(if reopened { Claim::Open } else { place.claim });
}

/// Gives a place, if it is open, a fact, or says that it changes nothing by itself.
pub(crate) fn explain_place(differ: &mut Differ<'_>, at: usize) {
    let Some((&place, &claim)) = differ.places.all().get(at).zip(differ.claims.get(at)) else { return };
    let in_unused = claim == Claim::Fact && differ.reach.is_unused(place.unit);
    let open = claim == Claim::Open && differ.places.is_open(place.old, place.new);
    if !open && !in_unused {
        return;
    }
    let affected = Affected::Unit(place.unit);
    match kind(differ, &place) {
        Kind::Neutral => differ.places.claim(place.old, place.new, Claim::Neutral),
        Kind::Docs => push(differ, &place, Facet::Docs, affected),
        Kind::Extension => push(differ, &place, Facet::Extension, affected),
        Kind::UnusedDefault => push(differ, &place, Facet::UnusedDefault, Affected::Nobody),
        Kind::EmptyPath => push(differ, &place, Facet::EmptyPath, Affected::Nobody),
        Kind::UnusedEntry => push(differ, &place, Facet::UnusedComponent, Affected::Nobody),
        Kind::InUnused(old, new) => {
            differ.places.claim(place.old, place.new, Claim::Fact);
            if differ.reported_unused.add((old, new)) {
                let event = Event::Changed(Relation::Unknown);
                let fact = Fact::new(Facet::UnusedComponent, event, Some(old), Some(new), Affected::Nobody);
                differ.facts.push(fact);
            }
        }
        Kind::Unexplained => differ.facts.push(at_place(Facet::Unexplained, &place, affected)),
    }
}

fn push(differ: &mut Differ<'_>, place: &RawPlace, facet: Facet, affected: Affected) {
    differ.places.claim(place.old, place.new, Claim::Fact);
    differ.facts.push(at_place(facet, place, affected));
}

enum Kind {
    Neutral,
    Docs,
    Extension,
    UnusedDefault,
    EmptyPath,
    UnusedEntry,
    InUnused(NodeId, NodeId),
    Unexplained,
}

fn kind(differ: &Differ<'_>, place: &RawPlace) -> Kind {
    if is_odd(&differ.sides, place) {
        return in_unused(differ, place).unwrap_or(Kind::Unexplained);
    }
    match (place.kind, place.old, place.new) {
        // Where one of the two is of a newer version, it has no such thing to say.
        (ObjectKind::Ignored, ..) if differ.sides.old.spec_version() != differ.sides.new.spec_version() => {
            Kind::Neutral
        }
        // What came to be heeded, or is not any more, has not changed in the files.
        (ObjectKind::Ignored, Some(old), None) if differ.sides.new.writes_the_same(differ.sides.old, old) => {
            Kind::Neutral
        }
        (ObjectKind::Ignored, None, Some(new)) if differ.sides.old.writes_the_same(differ.sides.new, new) => {
            Kind::Neutral
        }
        (ObjectKind::Docs | ObjectKind::Notes | ObjectKind::Ignored, ..) => Kind::Docs,
        (ObjectKind::Extension, ..) => Kind::Extension,
        (ObjectKind::Examples | ObjectKind::Example, ..) if !is_lone_component(differ, place) => Kind::Docs,
        // Whoever inherits these has said what they mean to it.
        (ObjectKind::Security | ObjectKind::Servers, ..) => Kind::UnusedDefault,
        (ObjectKind::Server, ..) if is_element(differ, place) => Kind::UnusedDefault,
        // What the release is called is the verdict's business; the version of the format changes no interface.
        (ObjectKind::Version, ..) => Kind::Neutral,
        (ObjectKind::PathItem, Some(old), None) if is_without_operations(differ.sides.old, old) => Kind::EmptyPath,
        (ObjectKind::PathItem, None, Some(new)) if is_without_operations(differ.sides.new, new) => Kind::EmptyPath,
        // A component alone changes nothing: whoever refers to it says what it is to them, unless they refer to it
        // where it is not.
        (_, Some(old), None) if differ.sides.new.dangles(&differ.sides.old.arena().pointer(old)) => Kind::Unexplained,
        (_, None, Some(new)) if differ.sides.old.dangles(&differ.sides.new.arena().pointer(new)) => Kind::Unexplained,
        (_, Some(old), None) if differ.sides.old.is_component(old) => {
            if differ.reach.is_used_in_old(old) {
                Kind::Neutral
            } else {
                Kind::UnusedEntry
            }
        }
        (_, None, Some(new)) if differ.sides.new.is_component(new) => {
            if differ.reach.is_used_in_new(new) {
                Kind::Neutral
            } else {
                Kind::UnusedEntry
            }
        }
        // A path without operations is there for people.
        (ObjectKind::PathItem, Some(old), None) if has_no_operation(differ.sides.old, old) => Kind::Docs,
        (ObjectKind::PathItem, None, Some(new)) if has_no_operation(differ.sides.new, new) => Kind::Docs,
        _ if is_of_server(differ, place) => Kind::UnusedDefault,
        _ => in_unused(differ, place).unwrap_or_else(|| match place.kind {
            ObjectKind::Parameter if is_inherited(differ, place) => Kind::UnusedDefault,
            _ if is_as_written(differ, place) => Kind::Neutral,
            _ => Kind::Unexplained,
        }),
    }
}

/// Whether either value is none that can stand there.
fn is_odd(sides: &Sides<'_>, place: &RawPlace) -> bool {
    // What stands elsewhere now is listed under another kind.
    let odd = |description: &Description<'_>, id| {
        let arena = description.arena();
        !place.kind.admits(arena, id) && !description.object_kind(id).admits(arena, id)
    };
    place.old.is_some_and(|id| odd(sides.old, id)) || place.new.is_some_and(|id| odd(sides.new, id))
}

/// Whether it is a field of Swagger 2.0 that is there on both sides and is heeded on one: what made the difference has
/// been said.
fn is_as_written(differ: &Differ<'_>, place: &RawPlace) -> bool {
    let (old, new) = (differ.sides.old, differ.sides.new);
    let older = [old, new].iter().all(|side| side.spec_version() == SpecVersion::V2_0);
    older
        && match (place.old, place.new) {
            (Some(id), None) => new.writes_the_same(old, id),
            (None, Some(id)) => old.writes_the_same(new, id),
            (Some(_), Some(_)) | (None, None) => false,
        }
}

/// Whether it is a parameter of a path that is on one side only: operations that take it have said so.
fn is_inherited(differ: &Differ<'_>, place: &RawPlace) -> bool {
    let of_path = |description: &Description<'_>, id: NodeId| {
        let arena = description.arena();
        let holder = arena.parent(id).and_then(|list| arena.parent(list));
        holder.is_some_and(|holder| description.object_kind(holder) == ObjectKind::PathItem)
    };
    match (place.old, place.new) {
        (Some(old), None) => of_path(differ.sides.old, old),
        (None, Some(new)) => of_path(differ.sides.new, new),
        (Some(_), Some(_)) | (None, None) => false,
    }
}

/// Whether it is the item of a path that nobody can call.
fn is_without_operations(description: &Description<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let of_path = arena.parent(item).is_some_and(|parent| description.object_kind(parent) == ObjectKind::Paths);
    let says = |id| {
        !matches!(ObjectKind::PathItem.child(arena.key(id)), ObjectKind::Operation | ObjectKind::AdditionalOperations)
    };
    of_path && description.reference(item).is_none() && arena.children(item).all(says)
}

/// Whether it is an element of a list: a link has a server of its own, which is none.
fn is_element(differ: &Differ<'_>, place: &RawPlace) -> bool {
    let key = |description: &Description<'_>, id: Option<NodeId>| id.map(|id| description.arena().key(id));
    let key = key(differ.sides.new, place.new).or_else(|| key(differ.sides.old, place.old));
    key == Some(KeyId::NONE)
}

fn has_no_operation(description: &Description<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let object_kind = |id| ObjectKind::PathItem.child(arena.key(id));
    let holds = |id| matches!(object_kind(id), ObjectKind::Operation | ObjectKind::AdditionalOperations);
    description.reference(item).is_none() && arena.is_object(item) && !arena.children(item).any(holds)
}

/// Whether it is an entry of the components on one side only.
fn is_lone_component(differ: &Differ<'_>, place: &RawPlace) -> bool {
    match (place.old, place.new) {
        (Some(old), None) => differ.sides.old.is_component(old),
        (None, Some(new)) => differ.sides.new.is_component(new),
        (Some(_), Some(_)) | (None, None) => false,
    }
}

/// Whether it is a field of a server, or of one of its variables, that no operation is served by.
fn is_of_server(differ: &Differ<'_>, place: &RawPlace) -> bool {
    let is_field = |description: &Description<'_>, id: NodeId| {
        let arena = description.arena();
        let known = [KnownKey::Url, KnownKey::Variables, KnownKey::Default, KnownKey::Enum]
            .into_iter()
            .any(|word| arena.key(id) == word.key());
        let parent = arena.parent(id).map(|parent| description.object_kind(parent));
        let inside = matches!(parent, Some(ObjectKind::Server | ObjectKind::ServerVariable));
        let listed =
            std::iter::successors(Some(id), |&id| arena.parent(id)).any(|id| arena.key(id) == KnownKey::Servers.key());
        listed && (place.kind == ObjectKind::ServerVariable || (known && inside))
    };
    match (place.old, place.new) {
        (_, Some(new)) => is_field(differ.sides.new, new),
        (Some(old), None) => is_field(differ.sides.old, old),
        (None, None) => false,
    }
}

fn in_unused(differ: &Differ<'_>, place: &RawPlace) -> Option<Kind> {
    let unit = differ.worklist.get(place.unit).filter(|_| differ.reach.is_unused(place.unit))?;
    Some(Kind::InUnused(unit.old, unit.new))
}

fn at_place(facet: Facet, place: &RawPlace, affected: Affected) -> Fact {
    let event = match (place.old, place.new) {
        (None, Some(_)) => Event::Added,
        (Some(_), None) => Event::Removed,
        (Some(_), Some(_)) | (None, None) => Event::Changed(Relation::Unknown),
    };
    let shown = |id: Option<NodeId>| id.map_or(DisplayValue::Nothing, DisplayValue::Node);
    Fact::new(facet, event, place.old, place.new, affected).showing(shown(place.old), shown(place.new))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::diff::Facet;
    use crate::diff::facets::tests::examples::{description, facets, in_operation};

    #[test]
    fn a_parameter_of_a_path_that_no_operation_takes_is_for_nobody() {
        let of = |members: Value| description(&json!({"paths": {"/labels/{id}": members}}));
        let parameter = json!([{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}]);
        for (before, after) in [
            (json!({}), json!({"parameters": parameter.clone()})),
            (
                json!({"get": {"parameters": parameter}}),
                json!({"get": {"parameters": parameter}, "parameters": parameter}),
            ),
        ] {
            let (before, after) = (of(before), of(after));
            assert_eq!(facets(&before, &after), [Facet::UnusedDefault], "{after}");
            assert_eq!(facets(&after, &before), [Facet::UnusedDefault], "{after}");
        }
    }

    #[test]
    fn an_encoding_of_what_has_no_parts_is_for_readers() {
        let body = |encoding: Value| {
            in_operation(&json!({"requestBody": {"content": {"application/json": {"encoding": {"a": encoding}}}}}))
        };
        let (before, after) = (body(json!({"contentType": "image/png"})), body(json!({"contentType": "image/jpeg"})));
        assert_eq!(facets(&before, &after), [Facet::Docs]);
    }
}
