//! Added and removed parameters of an operation, including those of its path. An operation's parameter overrides the
//! path's parameter of the same name and location (OpenAPI 3.1.1 section 4.8.9.1).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind, OperationEntry, ResolvedDescription, erased_path};

use crate::facets::context::FacetContext;
use crate::facets::parameters::exploded;
use crate::facets::parameters::required::is_required;
use crate::facets::security::api_keys::is_key;
use crate::model::{
    Affected, Claim, DisplayValue, Event, Facet, Fact, MessageSide, NodePair, Owner, ParameterPairs, Places, Relation,
    Side,
};
use crate::pairing::alignment::Alignment;
use crate::pairing::entry_pairs::is_ignored_parameter;
use crate::pairing::operation_pairing::OperationPairing;
use crate::pairing::parameters;
use crate::pairing::parameters::{LEVELS, effective_parameters, parameter_identity, read_parameters};

/// Compares the parameters of an operation pair.
pub(in crate::facets) fn compare_parameter_lists(
    context: &mut FacetContext<'_, '_>,
    parameters: &mut ParameterPairs,
    pair: usize,
    (old, new): (&OperationEntry, &OperationEntry),
) {
    if !parameters.any_renamed && !may_differ(context, old, new) {
        return;
    }
    let mut alignment =
        parameters::pair_parameters(read_parameters(context.sides.old, old), read_parameters(context.sides.new, new));
    for (from, to) in std::mem::take(&mut alignment.pairs) {
        enqueue_parameter_pair(context, parameters, pair, from, to);
    }
    for (from, to) in pair_moved_parameters(context, &mut alignment, (old, new)) {
        report_moved_parameter(context, parameters, pair, from, to);
    }
    for (from, to) in exploded::renamed(context, &mut alignment) {
        enqueue_parameter_pair(context, parameters, pair, from, to);
    }
    exploded::compare_exploded_names_of_lists(context, pair, &mut alignment, (old.operation, new.operation));
    let identity = |description, entry: &OperationEntry, id| parameter_identity(description, id, &entry.path);
    let all_old =
        effective_parameters(context.sides.old, old).into_iter().map(|id| identity(context.sides.old, old, id)).list();
    let all_new =
        effective_parameters(context.sides.new, new).into_iter().map(|id| identity(context.sides.new, new, id)).list();
    for element in alignment.removed {
        if all_new.contains(&identity(context.sides.old, old, element)) {
            // The parameter was listed more than once.
            context.places.claim(Some(element), None, Claim::Neutral);
            continue;
        }
        if is_key((context.sides.old, element), (context.sides.new, new))
            || has_no_segment((context.sides.old, element), old)
        {
            report_as_docs(context, pair, (Some(element), None));
            continue;
        }
        let beside = if is_of(context.sides.old, element, old.operation) { new.operation } else { new.item };
        if is_in_template((context.sides.old, element), old) {
            report_path_parameter_declaration(context, pair, Side::Old, element, beside);
            continue;
        }
        report_unmatched_parameter(context, pair, Event::Removed, element, (Some(element), Some(beside)));
    }
    for element in alignment.added {
        if all_old.contains(&identity(context.sides.new, new, element)) {
            context.places.claim(None, Some(element), Claim::Neutral);
            continue;
        }
        if is_key((context.sides.new, element), (context.sides.old, old))
            || has_no_segment((context.sides.new, element), new)
        {
            report_as_docs(context, pair, (None, Some(element)));
            continue;
        }
        let beside = if is_of(context.sides.new, element, new.operation) { old.operation } else { old.item };
        if is_in_template((context.sides.new, element), new) {
            report_path_parameter_declaration(context, pair, Side::New, element, beside);
            continue;
        }
        report_unmatched_parameter(context, pair, Event::Added, element, (Some(beside), Some(element)));
    }
}

/// Reports a parameter whose presence does not change requests, as documentation. It is a security scheme on the other
/// side, or has no segment.
fn report_as_docs(context: &mut FacetContext<'_, '_>, pair: usize, (old, new): (Option<NodeId>, Option<NodeId>)) {
    context.claim(old, new);
    let event = if old.is_some() { Event::Removed } else { Event::Added };
    context.facts.push(Fact::new(Facet::Docs, event, old, new, Affected::Pair(pair)).showing_nodes(old, new));
}

/// Returns true for a parameter that the path template names. It is sent with every request, even if it is not
/// described (OpenAPI 3.1.1 section 4.8.8).
fn is_in_template(parameter: (&ResolvedDescription<'_>, NodeId), entry: &OperationEntry) -> bool {
    has_segment(parameter, entry) == Some(true)
}

/// Returns true for a path parameter that the path template does not name. No request can contain it (OpenAPI 3.1.1
/// section 4.8.12.2.1, `name`).
fn has_no_segment(parameter: (&ResolvedDescription<'_>, NodeId), entry: &OperationEntry) -> bool {
    has_segment(parameter, entry) == Some(false)
}

/// Returns true if the path template names a path parameter. `None` for other parameters.
fn has_segment((description, element): (&ResolvedDescription<'_>, NodeId), entry: &OperationEntry) -> Option<bool> {
    let arena = description.arena();
    let text = |key| description.resolve(element).and_then(|id| arena.string_at(id, key));
    let name = text(KnownKey::Name).filter(|_| text(KnownKey::In).as_deref() == Some("path"))?;
    Some(erased_path(&entry.path).1.iter().any(|known| *known == name))
}

/// Reports a path parameter that only one side describes. Without a description, any string is allowed.
fn report_path_parameter_declaration(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    side: Side,
    element: NodeId,
    beside: NodeId,
) {
    let description = context.sides.description(side);
    let resolved = description.resolve(element).unwrap_or(element);
    let schema = description.arena().member(resolved, KnownKey::Schema);
    let Some(schema) = schema.filter(|&schema| !context.prover.allows_any_text((side, schema))) else {
        report_as_docs(context, pair, side.in_order(Some(element), None));
        return;
    };
    let (relation, old, new) = match side {
        Side::Old => (Relation::Widened, schema, beside),
        Side::New => (Relation::Narrowed, beside, schema),
    };
    let claim = if side == Side::Old { Places::claim_old } else { Places::claim_new };
    claim(context.places, element, Claim::Fact);
    let fact = Fact::new(Facet::Schema, Event::Changed(relation), Some(old), Some(new), Affected::Pair(pair));
    context.facts.push(fact.named("schema"));
}

/// Returns true if a parameter belongs to the operation and not to its path.
fn is_of(description: &ResolvedDescription<'_>, element: NodeId, operation: NodeId) -> bool {
    let arena = description.arena();
    arena.parent(element).and_then(|list| arena.parent(list)) == Some(operation)
}

/// Returns true if the lists of parameters may differ. They are the same if the lists of operation and path are equal,
/// and the path templates have the same parameter names.
fn may_differ(context: &FacetContext<'_, '_>, old: &OperationEntry, new: &OperationEntry) -> bool {
    let list = |description: &ResolvedDescription<'_>, entry: &OperationEntry, level| {
        description.arena().member(entry.level(level)?, KnownKey::Parameters)
    };
    let unchanged = LEVELS.into_iter().all(|level| {
        match (list(context.sides.old, old, level), list(context.sides.new, new, level)) {
            (None, None) => true,
            (Some(left), Some(right)) => context.sides.equal(left, right),
            (Some(_), None) | (None, Some(_)) => false,
        }
    });
    !unchanged || erased_path(&old.path).1 != erased_path(&new.path).1
}

fn enqueue_parameter_pair(
    context: &mut FacetContext<'_, '_>,
    parameters: &mut ParameterPairs,
    pair: usize,
    old: NodeId,
    new: NodeId,
) {
    // A parameter that moved between path and operation is on one side only in both locations.
    context.places.claim(Some(old), None, Claim::Neutral);
    context.places.claim(None, Some(new), Claim::Neutral);
    if !context.sides.equal(old, new) {
        context.definition_pairs.add(
            old,
            new,
            ObjectKind::Parameter,
            &[Owner::Operation { pair, side: MessageSide::Request }],
        );
    }
    let resolved = context.sides.old.resolve(old).zip(context.sides.new.resolve(new));
    if let Some((from, to)) = resolved {
        // The name of a path parameter is local to the template, and header names are case-insensitive.
        let names = context.sides.member(from, to, KnownKey::Name);
        context.places.claim(names.0, names.1, Claim::Neutral);
        parameters.paired.add((from, to));
    }
}

/// Pairs parameters whose location changed but not their name. Removes them from the alignment.
fn pair_moved_parameters(
    context: &FacetContext<'_, '_>,
    alignment: &mut Alignment,
    (old_entry, new_entry): (&OperationEntry, &OperationEntry),
) -> Vec<(NodeId, NodeId)> {
    let name = |description: &ResolvedDescription<'_>, entry: &OperationEntry, id: NodeId| {
        if has_no_segment((description, id), entry) {
            return None;
        }
        let resolved = description.resolve(id).filter(|&id| !is_ignored_parameter(description, id))?;
        let arena = description.arena();
        arena.member(resolved, KnownKey::In)?;
        Some(arena.digest(arena.member(resolved, KnownKey::Name)?))
    };
    let (mut found, mut left) = (Vec::new(), Vec::new());
    for old in std::mem::take(&mut alignment.removed) {
        let same = |&new: &NodeId| {
            name(context.sides.old, old_entry, old)
                .is_some_and(|digest| Some(digest) == name(context.sides.new, new_entry, new))
        };
        match alignment.added.iter().position(same) {
            Some(at) => found.push((old, alignment.added.remove(at))),
            None => left.push(old),
        }
    }
    alignment.removed = left;
    found
}

/// Reports a parameter whose location changed. Its other fields are compared as usual.
fn report_moved_parameter(
    context: &mut FacetContext<'_, '_>,
    parameters: &mut ParameterPairs,
    pair: usize,
    old: NodeId,
    new: NodeId,
) {
    let Some((from, to)) = context.sides.old.resolve(old).zip(context.sides.new.resolve(new)) else { return };
    enqueue_parameter_pair(context, parameters, pair, old, new);
    let (Some(before), Some(after)) = context.sides.member(from, to, KnownKey::In) else { return };
    context.places.claim_old(before, Claim::Fact);
    context.places.claim_new(after, Claim::Fact);
    let name = context.sides.new.arena().string_at(to, KnownKey::Name).unwrap_or_default().into_owned();
    let event = Event::Changed(Relation::Incomparable);
    let fact = Fact::new(Facet::ParameterLocation, event, Some(before), Some(after), Affected::Pair(pair));
    context.facts.push(fact.named(name).showing(DisplayValue::Node(before), DisplayValue::Node(after)));
}

/// Claims a changed name that identifies the same parameter. The name of a path parameter is local to the path
/// template.
pub(in crate::facets) fn compare_locations(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pair: NodePair,
) {
    let NodePair { definition_pair, old, new } = pair;
    let owner = context
        .definition_pairs
        .get(definition_pair)
        .and_then(|definition_pair| definition_pair.owners.first().copied());
    let Some((before, after)) = owner.and_then(|owner| pairing.templates(context.sides, &owner)) else { return };
    let identities =
        (parameter_identity(context.sides.old, old, before), parameter_identity(context.sides.new, new, after));
    if identities.0 == identities.1 {
        let names = context.sides.member(old, new, KnownKey::Name);
        context.places.claim(names.0, names.1, Claim::Neutral);
    }
}

fn report_unmatched_parameter(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    event: Event,
    element: NodeId,
    (old, new): (Option<NodeId>, Option<NodeId>),
) {
    let is_old = event == Event::Removed;
    let description = if is_old { context.sides.old } else { context.sides.new };
    let resolved = description.resolve(element).unwrap_or(element);
    let arena = description.arena();
    let name = arena.string_at(resolved, KnownKey::Name).unwrap_or_default().into_owned();
    let required = is_required(description, resolved);
    // The location may be the element, or the renamed or moved component it refers to.
    let nodes = [Some(element), arena.member(resolved, KnownKey::Name), arena.member(resolved, KnownKey::In)];
    for node in nodes.into_iter().flatten() {
        let claim = if is_old { Places::claim_old } else { Places::claim_new };
        claim(context.places, node, Claim::Fact);
    }
    let goes_nowhere = goes_where_no_parameter_does(description, resolved);
    if goes_nowhere && context.sides.old.spec_version() != context.sides.new.spec_version() {
        // The other version knows that location, and the change has been reported.
        return;
    }
    let has_no_effect = goes_nowhere || is_ignored_parameter(description, resolved);
    let thing = if has_no_effect { Facet::Docs } else { Facet::Parameter };
    let fact = Fact::new(thing, event, old, new, Affected::Pair(pair));
    context.facts.push(fact.named(name).required(required));
}

/// Returns true if this specification version does not know the parameter's location.
fn goes_where_no_parameter_does(description: &ResolvedDescription<'_>, parameter: NodeId) -> bool {
    let arena = description.arena();
    arena.children(parameter).any(|id| arena.key(id).is_ignored() && arena.key_text(id) == KnownKey::In.text())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples::{facets, in_operation};

    #[test]
    fn a_parameter_that_keeps_its_name_has_moved() {
        let with = |parameters: &[(&str, &str)]| -> Value {
            let parameter = |(name, location): &(&str, &str)| json!({"name": name, "in": location});
            in_operation(&json!({"parameters": parameters.iter().map(parameter).collect::<Vec<_>>()}))
        };
        let query = with(&[("limit", "query")]);
        for (after, expected) in [
            (with(&[("limit", "header")]), vec![Facet::ParameterLocation]),
            (with(&[("size", "query")]), vec![Facet::Parameter, Facet::Parameter]),
            (with(&[("limit", "query"), ("limit", "header")]), vec![Facet::Parameter]),
            (with(&[("limit", "cookie"), ("size", "query")]), vec![Facet::Parameter, Facet::ParameterLocation]),
        ] {
            let mut found = facets(&query, &after);
            found.sort_unstable();
            assert_eq!(found, expected, "{after}");
        }
    }

    #[test]
    fn one_that_moved_is_compared_all_the_same() {
        let with = |value| in_operation(&json!({"parameters": [value]}));
        let before = with(json!({"name": "limit", "in": "query", "style": "form", "schema": {"type": "integer"}}));
        let after = with(json!({"name": "limit", "in": "header", "required": true, "schema": {"type": "string"}}));
        let mut found = facets(&before, &after);
        found.sort_unstable();
        assert_eq!(found, [Facet::ParameterLocation, Facet::ParameterRequired, Facet::Type]);
    }
}
