//! Facets: each answers one question about a pair of values that differ, and claims the places its answer explains.

pub(super) mod context;
mod covered;
mod keyword;
mod lifecycle;
mod messages;
pub(super) mod operations;
mod parameters;
mod schemas;
pub(crate) mod security;
#[cfg(test)]
pub(super) mod tests;

pub(super) use schemas::structure::is_tag;
pub(super) use schemas::values::lists_none_of_its_types;

use waybill_openapi::internal::{KnownKey, NodeId, ObjectKind};

use self::context::FacetContext;
use super::model::{Claim, DefinitionPairId, ObjectPair, ParameterPairs, TextFindings};
use super::pairing::operation_pairing::OperationPairing;
use super::prover::merged::ConjunctionPair;

/// Asks the facets of a kind about a pair that differs, found in `definition_pair`.
pub(super) fn compare_objects(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    parameters: &mut ParameterPairs,
    texts: &mut TextFindings,
    definition_pair: DefinitionPairId,
    object_pair: &ObjectPair,
) {
    let &ObjectPair { kind: object_kind, old, new, .. } = object_pair;
    match object_kind {
        ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative => {
            compare_schemas(context, texts, definition_pair, object_pair);
        }
        ObjectKind::Xml => schemas::values::xml::compare_xml_objects(context, definition_pair, old, new),
        ObjectKind::Parameter => compare_parameters(context, pairing, parameters, definition_pair, old, new),
        ObjectKind::Root => {
            operations::identity::compare_versions(context, definition_pair, old, new);
            operations::tags::compare_declared_tags(context, definition_pair, old, new);
        }
        ObjectKind::Response => compare_responses(context, definition_pair, old, new),
        ObjectKind::Links => messages::links::compare_link_maps(context, definition_pair, old, new),
        ObjectKind::Link => messages::links::compare_links(context, pairing, definition_pair, old, new),
        _ => compare_messages(context, definition_pair, object_kind, old, new),
    }
}

/// Once every facet has looked at every branch: what is left of schemas that are composed differently.
pub(super) fn report_rest_of_objects(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    object_pair: &ObjectPair,
) {
    if matches!(object_pair.kind, ObjectKind::Schema | ObjectKind::Alternative) {
        schemas::structure::report_rest_of_structure(context, definition_pair, object_pair.old, object_pair.new);
    }
}

/// What is sent, and what holds it.
fn compare_messages(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    object_kind: ObjectKind,
    old: NodeId,
    new: NodeId,
) {
    match object_kind {
        ObjectKind::RequestBody => compare_request_bodies(context, definition_pair, old, new),
        ObjectKind::Operation => compare_operations(context, definition_pair, old, new),
        ObjectKind::Content => messages::content::compare_content_maps(context, definition_pair, old, new),
        ObjectKind::MediaType => {
            messages::schema_presence::compare_schema_presence(context, definition_pair, old, new);
            messages::parts::compare_parts(context, definition_pair, old, new);
        }
        ObjectKind::Responses => messages::statuses::compare_response_maps(context, definition_pair, old, new),
        ObjectKind::Headers => messages::headers::compare_header_maps(context, definition_pair, old, new),
        ObjectKind::Header => compare_headers(context, definition_pair, old, new),
        ObjectKind::Callback => messages::callbacks::compare_callbacks(context, definition_pair, old, new),
        ObjectKind::Encoding => {
            messages::headers::compare_response_headers(context, definition_pair, old, new);
            messages::parts::compare_encodings(context, definition_pair, old, new);
        }
        ObjectKind::SecurityScheme => compare_security_schemes(context, definition_pair, old, new),
        ObjectKind::Flows => security::schemes::compare_flow_maps(context, definition_pair, old, new),
        ObjectKind::Flow => security::schemes::compare_flows(context, definition_pair, old, new),
        // What no facet claims stays on the list, and is reported as unexplained.
        _ => {}
    }
}

/// Asks the facets of whole operations about a pair, what they inherit included.
pub(super) fn compare_operation_pair(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    parameters: &mut ParameterPairs,
    pair: usize,
) {
    let Some(entries) = pairing.get(context.sides, pair) else { return };
    operations::presence::compare_paths(context, pair, entries);
    parameters::lists::compare_parameter_lists(context, parameters, pair, entries);
    security::requirements::compare_security(context, pair, entries);
    operations::servers::compare_servers(context, pair, entries);
}

fn compare_schemas(
    context: &mut FacetContext<'_, '_>,
    texts: &mut TextFindings,
    definition_pair: DefinitionPairId,
    object_pair: &ObjectPair,
) {
    let &ObjectPair { kind: object_kind, old, new, composed: whole } = object_pair;
    let merged = ConjunctionPair::new(context.sides, old, new);
    let null_is_nothing = schemas::texts::compare_texts(context, texts, definition_pair, object_pair);
    // A branch by itself is no schema: its keywords are, those of all branches together.
    if object_kind != ObjectKind::Branch {
        if schemas::types::compare_types(context, definition_pair, (old, new), &merged, null_is_nothing) {
            schemas::properties::claim_of_other_type(context, &merged);
        } else {
            schemas::properties::compare_properties(context, definition_pair, object_kind, (old, new), &merged);
        }
    }
    schemas::values::compare_value_keywords(context, definition_pair, (old, new), whole, null_is_nothing);
    parameters::styles::compare_element_styles(context, definition_pair, old, new);
    compare_lifecycles(context, definition_pair, old, new);
    schemas::sample::compare_examples(context, old, new);
    schemas::structure::compare_structure(context, definition_pair, object_kind, (old, new), &merged);
}

fn compare_security_schemes(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    old: NodeId,
    new: NodeId,
) {
    security::schemes::compare_schemes(context, definition_pair, old, new);
    compare_lifecycles(context, definition_pair, old, new);
}

fn compare_operations(context: &mut FacetContext<'_, '_>, definition_pair: DefinitionPairId, old: NodeId, new: NodeId) {
    messages::bodies::compare_bodies(context, definition_pair, old, new);
    messages::statuses::compare_statuses(context, definition_pair, old, new);
    operations::identity::compare_operation_ids(context, definition_pair, old, new);
    operations::tags::compare_operation_tags(context, definition_pair, old, new);
    compare_lifecycles(context, definition_pair, old, new);
}

fn compare_parameters(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pairs: &mut ParameterPairs,
    definition_pair: DefinitionPairId,
    old: NodeId,
    new: NodeId,
) {
    parameters::lists::compare_locations(context, pairing, definition_pair, old, new);
    parameters::required::compare_required_parameter(context, definition_pair, old, new);
    parameters::styles::compare_parameter_styles(context, definition_pair, old, new);
    parameters::allow_reserved::compare_parameter_syntax(context, definition_pair, old, new);
    messages::schema_presence::compare_schema_presence(context, definition_pair, old, new);
    compare_lifecycles(context, definition_pair, old, new);
    let answering = pairs.paired.has(&(old, new));
    for (before, after) in [KnownKey::Name, KnownKey::In].map(|key| context.sides.member(old, new, key)) {
        pairs.any_renamed |= context.places.is_open(before, after);
        if answering {
            // The code that paired them has reported what changed.
            context.places.claim(before, after, Claim::Neutral);
        }
    }
}

fn compare_request_bodies(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    old: NodeId,
    new: NodeId,
) {
    parameters::required::compare_required_body(context, definition_pair, old, new);
    messages::content::compare_content(context, definition_pair, old, new);
}

fn compare_responses(context: &mut FacetContext<'_, '_>, definition_pair: DefinitionPairId, old: NodeId, new: NodeId) {
    messages::content::compare_content(context, definition_pair, old, new);
    messages::headers::compare_response_headers(context, definition_pair, old, new);
    messages::links::compare_response_links(context, definition_pair, old, new);
}

fn compare_headers(context: &mut FacetContext<'_, '_>, definition_pair: DefinitionPairId, old: NodeId, new: NodeId) {
    parameters::required::compare_required_header(context, definition_pair, old, new);
    parameters::styles::compare_header_styles(context, definition_pair, old, new);
    messages::schema_presence::compare_schema_presence(context, definition_pair, old, new);
    compare_lifecycles(context, definition_pair, old, new);
}

/// How long a thing is there to be used: asked of operations, parameters, headers and schemas alike.
fn compare_lifecycles(context: &mut FacetContext<'_, '_>, definition_pair: DefinitionPairId, old: NodeId, new: NodeId) {
    lifecycle::deprecation::compare_deprecation(context, definition_pair, old, new);
    lifecycle::sunset::compare_sunsets(context, definition_pair, old, new);
    lifecycle::stability::compare_stability(context, definition_pair, old, new);
}
