//! What no other facet explained: documentation, components nobody uses, and places that stay unexplained.

use waybill_base::internal::table::Set;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KeyId, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DiffPlace, Event, Facet, Fact, Places, Relation};
use crate::pairing::sides::Sides;
use crate::reach::Reach;

/// Drops the facts of components that no operation uses: they concern nobody.
pub(crate) fn drop_facts_of_unused_components(facts: &mut Vec<Fact>, reach: &Reach) {
    let unused =
        |affected| matches!(affected, Affected::DefinitionPair(definition_pair) if reach.is_unused(definition_pair));
    facts.retain(|fact| !unused(fact.affected));
}

/// Explains the places that are left, one by one.
#[derive(Debug, Default)]
pub(crate) struct PlaceExplainer {
    /// What had been claimed of each place before the first was given a fact.
    claims: Vec<Claim>,
    /// The pairs of components of which it has been reported that they changed and nobody uses them.
    reported_unused: Set<(NodeId, NodeId)>,
}

impl PlaceExplainer {
    /// Reads what has been claimed of a place so far. Nobody knows what a value says that cannot be what its place asks for.
    pub(crate) fn record_claim(&mut self, sides: &Sides<'_>, places: &mut Places, at: usize) {
        let Some(&place) = places.all().get(at) else { return };
        let reopened = place.claim == Claim::Neutral && has_value_of_wrong_kind(sides, &place);
        if reopened {
            places.reopen(at);
        }
        self.claims.push(if reopened { Claim::Open } else { place.claim });
    }

    /// Gives a place, if it is open, a fact, or says that it changes nothing by itself.
    pub(crate) fn explain_place(&mut self, context: &mut FacetContext<'_, '_>, reach: &Reach, at: usize) {
        let Some((&place, &claim)) = context.places.all().get(at).zip(self.claims.get(at)) else { return };
        let in_unused = claim == Claim::Fact && reach.is_unused(place.definition_pair);
        let open = claim == Claim::Open && context.places.is_open(place.old, place.new);
        if !open && !in_unused {
            return;
        }
        if reach.is_excluded(place.definition_pair) {
            // Whom it reaches is left out, and so is what it says.
            context.places.claim(place.old, place.new, Claim::Neutral);
            return;
        }
        let affected = Affected::DefinitionPair(place.definition_pair);
        match explain(context, reach, &place) {
            Explanation::Neutral => context.places.claim(place.old, place.new, Claim::Neutral),
            Explanation::Docs => report_place(context, &place, Facet::Docs, affected),
            Explanation::Extension => report_place(context, &place, Facet::Extension, affected),
            Explanation::UnusedDefault => report_place(context, &place, Facet::UnusedDefault, Affected::Nobody),
            Explanation::EmptyPath => report_place(context, &place, Facet::EmptyPath, Affected::Nobody),
            Explanation::UnusedEntry => report_place(context, &place, Facet::UnusedComponent, Affected::Nobody),
            Explanation::InUnused(old, new) => {
                context.places.claim(place.old, place.new, Claim::Fact);
                if self.reported_unused.add((old, new)) {
                    let event = Event::Changed(Relation::Unknown);
                    let fact = Fact::new(Facet::UnusedComponent, event, Some(old), Some(new), Affected::Nobody);
                    context.facts.push(fact);
                }
            }
            Explanation::Unexplained => context.facts.push(at_place(Facet::Unexplained, &place, affected)),
        }
    }
}

fn report_place(context: &mut FacetContext<'_, '_>, place: &DiffPlace, facet: Facet, affected: Affected) {
    context.places.claim(place.old, place.new, Claim::Fact);
    context.facts.push(at_place(facet, place, affected));
}

enum Explanation {
    Neutral,
    Docs,
    Extension,
    UnusedDefault,
    EmptyPath,
    UnusedEntry,
    InUnused(NodeId, NodeId),
    Unexplained,
}

fn explain(context: &FacetContext<'_, '_>, reach: &Reach, place: &DiffPlace) -> Explanation {
    if has_value_of_wrong_kind(context.sides, place) {
        return in_unused(context, reach, place).unwrap_or(Explanation::Unexplained);
    }
    match (place.kind, place.old, place.new) {
        // Where one of the two is of a newer version, it has no such thing to say.
        (ObjectKind::Ignored, ..) if context.sides.old.spec_version() != context.sides.new.spec_version() => {
            Explanation::Neutral
        }
        // What came to be heeded, or is not any more, has not changed in the files.
        (ObjectKind::Ignored, Some(old), None) if context.sides.new.has_same_source_text(context.sides.old, old) => {
            Explanation::Neutral
        }
        (ObjectKind::Ignored, None, Some(new)) if context.sides.old.has_same_source_text(context.sides.new, new) => {
            Explanation::Neutral
        }
        (ObjectKind::Docs | ObjectKind::Metadata | ObjectKind::Ignored, ..) => Explanation::Docs,
        (ObjectKind::Extension, ..) => Explanation::Extension,
        (ObjectKind::Examples | ObjectKind::Example, ..) if !is_unmatched_component(context, place) => {
            Explanation::Docs
        }
        // The operations that inherit these have reported what they mean to them.
        (ObjectKind::Security | ObjectKind::Servers, ..) => Explanation::UnusedDefault,
        (ObjectKind::Server, ..) if is_element(context, place) => Explanation::UnusedDefault,
        // What the release is called is the verdict's business; the version of the format changes no interface.
        (ObjectKind::Version, ..) => Explanation::Neutral,
        (ObjectKind::PathItem, Some(old), None) if is_without_operations(context.sides.old, old) => {
            Explanation::EmptyPath
        }
        (ObjectKind::PathItem, None, Some(new)) if is_without_operations(context.sides.new, new) => {
            Explanation::EmptyPath
        }
        // A component alone changes nothing: whoever refers to it says what it is to them, unless they refer to it
        // where it is not.
        (_, Some(old), None) if context.sides.new.dangles(&context.sides.old.arena().pointer(old)) => {
            Explanation::Unexplained
        }
        (_, None, Some(new)) if context.sides.old.dangles(&context.sides.new.arena().pointer(new)) => {
            Explanation::Unexplained
        }
        (_, Some(old), None) if context.sides.old.is_component(old) => {
            if reach.is_used_in_old(old) {
                Explanation::Neutral
            } else {
                Explanation::UnusedEntry
            }
        }
        (_, None, Some(new)) if context.sides.new.is_component(new) => {
            if reach.is_used_in_new(new) {
                Explanation::Neutral
            } else {
                Explanation::UnusedEntry
            }
        }
        // A path without operations is documentation.
        (ObjectKind::PathItem, Some(old), None) if is_object_without_operations(context.sides.old, old) => {
            Explanation::Docs
        }
        (ObjectKind::PathItem, None, Some(new)) if is_object_without_operations(context.sides.new, new) => {
            Explanation::Docs
        }
        _ if is_of_server(context, place) => Explanation::UnusedDefault,
        _ => in_unused(context, reach, place).unwrap_or_else(|| match place.kind {
            ObjectKind::Parameter if is_inherited(context, place) => Explanation::UnusedDefault,
            _ if is_as_written(context, place) => Explanation::Neutral,
            _ => Explanation::Unexplained,
        }),
    }
}

/// Whether either value is none that can stand there.
fn has_value_of_wrong_kind(sides: &Sides<'_>, place: &DiffPlace) -> bool {
    // What stands elsewhere now is listed under another kind.
    let odd = |description: &ResolvedDescription<'_>, id| {
        let arena = description.arena();
        !place.kind.admits(arena, id) && !description.object_kind(id).admits(arena, id)
    };
    place.old.is_some_and(|id| odd(sides.old, id)) || place.new.is_some_and(|id| odd(sides.new, id))
}

/// Whether it is a field of Swagger 2.0 that is there on both sides and has a meaning on one: what made the difference has
/// been reported.
fn is_as_written(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    let (old, new) = (context.sides.old, context.sides.new);
    let older = [old, new].iter().all(|side| side.spec_version() == SpecVersion::V2_0);
    older
        && match (place.old, place.new) {
            (Some(id), None) => new.has_same_source_text(old, id),
            (None, Some(id)) => old.has_same_source_text(new, id),
            (Some(_), Some(_)) | (None, None) => false,
        }
}

/// Whether it is a parameter of a path that is on one side only: operations that take it have reported it.
fn is_inherited(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    let of_path = |description: &ResolvedDescription<'_>, id: NodeId| {
        let arena = description.arena();
        let holder = arena.parent(id).and_then(|list| arena.parent(list));
        holder.is_some_and(|holder| description.object_kind(holder) == ObjectKind::PathItem)
    };
    match (place.old, place.new) {
        (Some(old), None) => of_path(context.sides.old, old),
        (None, Some(new)) => of_path(context.sides.new, new),
        (Some(_), Some(_)) | (None, None) => false,
    }
}

/// Whether it is the item of a path that nobody can call.
fn is_without_operations(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let of_path = arena.parent(item).is_some_and(|parent| description.object_kind(parent) == ObjectKind::Paths);
    of_path && has_no_operation(description, item)
}

/// Whether it is an object of operations that holds none.
fn is_object_without_operations(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    description.arena().is_object(item) && has_no_operation(description, item)
}

/// Whether it is an element of a list: a link has a server of its own, which is none.
fn is_element(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    let key = |description: &ResolvedDescription<'_>, id: Option<NodeId>| id.map(|id| description.arena().key(id));
    let key = key(context.sides.new, place.new).or_else(|| key(context.sides.old, place.old));
    key == Some(KeyId::NONE)
}

/// Whether a path item holds no operation and refers to none that does.
fn has_no_operation(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let object_kind = |id| ObjectKind::PathItem.child(arena.key(id));
    let is_operation = |id| matches!(object_kind(id), ObjectKind::Operation | ObjectKind::AdditionalOperations);
    description.reference(item).is_none() && !arena.children(item).any(is_operation)
}

/// Whether it is an entry of the components on one side only.
fn is_unmatched_component(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    match (place.old, place.new) {
        (Some(old), None) => context.sides.old.is_component(old),
        (None, Some(new)) => context.sides.new.is_component(new),
        (Some(_), Some(_)) | (None, None) => false,
    }
}

/// Whether it is a field of a server, or of one of its variables, that no operation is served by.
fn is_of_server(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    let is_field = |description: &ResolvedDescription<'_>, id: NodeId| {
        let arena = description.arena();
        let known = [KnownKey::Url, KnownKey::Variables, KnownKey::Default, KnownKey::Enum]
            .into_iter()
            .any(|key| arena.key(id) == key.key());
        let parent = arena.parent(id).map(|parent| description.object_kind(parent));
        let inside = matches!(parent, Some(ObjectKind::Server | ObjectKind::ServerVariable));
        let listed = arena.ancestors(id).any(|id| arena.key(id) == KnownKey::Servers.key());
        listed && (place.kind == ObjectKind::ServerVariable || (known && inside))
    };
    match (place.old, place.new) {
        (_, Some(new)) => is_field(context.sides.new, new),
        (Some(old), None) => is_field(context.sides.old, old),
        (None, None) => false,
    }
}

fn in_unused(context: &FacetContext<'_, '_>, reach: &Reach, place: &DiffPlace) -> Option<Explanation> {
    let definition_pair =
        context.definition_pairs.get(place.definition_pair).filter(|_| reach.is_unused(place.definition_pair))?;
    Some(Explanation::InUnused(definition_pair.old, definition_pair.new))
}

fn at_place(facet: Facet, place: &DiffPlace, affected: Affected) -> Fact {
    let event = Event::from_presence(place.old, place.new, Event::Changed(Relation::Unknown));
    Fact::new(facet, event, place.old, place.new, affected).showing_nodes(place.old, place.new)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::Facet;
    use crate::facets::tests::examples::{description, facets, in_operation};

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
