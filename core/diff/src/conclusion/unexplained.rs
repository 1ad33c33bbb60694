//! Changed locations that no other facet explained: documentation, unused components, and unexplained changes.

use waybill_base::internal::table::Set;
use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KeyId, KnownKey, NodeId, ObjectKind, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DiffPlace, Event, Facet, Fact, Places, Relation};
use crate::pairing::sides::Sides;
use crate::reach::Reach;

/// Drops the facts about components that no operation uses.
pub(crate) fn drop_facts_of_unused_components(facts: &mut Vec<Fact>, reach: &Reach) {
    let unused =
        |affected| matches!(affected, Affected::DefinitionPair(definition_pair) if reach.is_unused(definition_pair));
    facts.retain(|fact| !unused(fact.affected));
}

/// Explains the remaining locations one by one.
#[derive(Debug, Default)]
pub(crate) struct PlaceExplainer {
    /// The claims of all locations before the first of them is explained.
    claims: Vec<Claim>,
    /// The unused component pairs that are already reported as changed.
    reported_unused: Set<(NodeId, NodeId)>,
}

impl PlaceExplainer {
    /// Records the claim of a location. A neutral location with a value of the wrong kind is reopened, because its
    /// meaning is unknown.
    pub(crate) fn record_claim(&mut self, sides: &Sides<'_>, places: &mut Places, at: usize) {
        let Some(&place) = places.all().get(at) else { return };
        let reopened = place.claim == Claim::Neutral && has_value_of_wrong_kind(sides, &place);
        if reopened {
            places.reopen(at);
        }
        self.claims.push(if reopened { Claim::Open } else { place.claim });
    }

    /// Reports a fact for a location that is still open, or claims it as neutral.
    pub(crate) fn explain_place(&mut self, context: &mut FacetContext<'_, '_>, reach: &Reach, at: usize) {
        let Some((&place, &claim)) = context.places.all().get(at).zip(self.claims.get(at)) else { return };
        let in_unused = claim == Claim::Fact && reach.is_unused(place.definition_pair);
        let open = claim == Claim::Open && context.places.is_open(place.old, place.new);
        if !open && !in_unused {
            return;
        }
        if reach.is_excluded(place.definition_pair) {
            // The location affects only excluded operations.
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
        // Ignored fields of another specification version are not compared.
        (ObjectKind::Ignored, ..) if context.sides.old.spec_version() != context.sides.new.spec_version() => {
            Explanation::Neutral
        }
        // The field is in both files. Only its effect changed.
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
        // The operations that inherit these have reported the effect.
        (ObjectKind::Security | ObjectKind::Servers, ..) => Explanation::UnusedDefault,
        (ObjectKind::Server, ..) if is_element(context, place) => Explanation::UnusedDefault,
        // The release's version is checked by the verdict. The format's version does not change the interface.
        (ObjectKind::Version, ..) => Explanation::Neutral,
        (ObjectKind::PathItem, Some(old), None) if is_without_operations(context.sides.old, old) => {
            Explanation::EmptyPath
        }
        (ObjectKind::PathItem, None, Some(new)) if is_without_operations(context.sides.new, new) => {
            Explanation::EmptyPath
        }
        // A component by itself has no effect, because the effect is reported for its users. A reference to a missing
        // component is an exception.
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
        // A path item without operations is documentation.
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

/// Returns true if either value has the wrong kind for its location.
fn has_value_of_wrong_kind(sides: &Sides<'_>, place: &DiffPlace) -> bool {
    // A moved value may be listed under another kind.
    let odd = |description: &ResolvedDescription<'_>, id| {
        let arena = description.arena();
        !place.kind.admits(arena, id) && !description.object_kind(id).admits(arena, id)
    };
    place.old.is_some_and(|id| odd(sides.old, id)) || place.new.is_some_and(|id| odd(sides.new, id))
}

/// Returns true for a Swagger 2.0 field that is in both files but has an effect on one side only. The cause has already
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

/// Returns true for a path item parameter on one side only. The operations that use it have reported it.
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

/// Returns true for the item of a path without operations.
fn is_without_operations(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let of_path = arena.parent(item).is_some_and(|parent| description.object_kind(parent) == ObjectKind::Paths);
    of_path && has_no_operation(description, item)
}

/// Returns true for a path item object without operations.
fn is_object_without_operations(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    description.arena().is_object(item) && has_no_operation(description, item)
}

/// Returns true for an element of a list. The server of a link is not one.
fn is_element(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    let key = |description: &ResolvedDescription<'_>, id: Option<NodeId>| id.map(|id| description.arena().key(id));
    let key = key(context.sides.new, place.new).or_else(|| key(context.sides.old, place.old));
    key == Some(KeyId::NONE)
}

/// Returns true if a path item neither contains operations nor refers to another path item.
fn has_no_operation(description: &ResolvedDescription<'_>, item: NodeId) -> bool {
    let arena = description.arena();
    let object_kind = |id| ObjectKind::PathItem.child(arena.key(id));
    let is_operation = |id| matches!(object_kind(id), ObjectKind::Operation | ObjectKind::AdditionalOperations);
    description.reference(item).is_none() && !arena.children(item).any(is_operation)
}

/// Returns true for a component on one side only.
fn is_unmatched_component(context: &FacetContext<'_, '_>, place: &DiffPlace) -> bool {
    match (place.old, place.new) {
        (Some(old), None) => context.sides.old.is_component(old),
        (None, Some(new)) => context.sides.new.is_component(new),
        (Some(_), Some(_)) | (None, None) => false,
    }
}

/// Returns true for a field of a server, or of one of its variables, in a list of servers.
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
    fn path_parameter_without_operation_is_unused() {
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
    fn encoding_of_json_content_is_documentation() {
        let body = |encoding: Value| {
            in_operation(&json!({"requestBody": {"content": {"application/json": {"encoding": {"a": encoding}}}}}))
        };
        let (before, after) = (body(json!({"contentType": "image/png"})), body(json!({"contentType": "image/jpeg"})));
        assert_eq!(facets(&before, &after), [Facet::Docs]);
    }
}
