//! Facets. Each facet compares one aspect of two values that differ, and claims the locations it explains.

pub(super) mod context;
mod covered;
mod keyword;
mod lifecycle;
pub use lifecycle::stability::stability_around;
pub use lifecycle::sunset::moment;
mod messages;
pub(super) mod operations;
mod parameters;
mod schemas;
pub(crate) mod security;
#[cfg(test)]
pub(super) mod tests;

pub(super) use schemas::properties::{push_with_access_mode, report_undeclared_property};
pub use schemas::renamed_properties::is_same_spelling;
pub(super) use schemas::structure::is_tag;
pub use schemas::structure::name_alternative;
pub(super) use schemas::types::is_null_decided_by_alternatives;
pub(super) use schemas::values::lists_none_of_its_types;
pub(crate) use security::requirements::SharedSecurity;

use waybill_openapi::internal::{KnownKey, ObjectKind};

use self::context::FacetContext;
use super::model::{Claim, DefinitionPairId, NodePair, ObjectPair, ParameterPairs, TextFindings};
use super::pairing::operation_pairing::OperationPairing;
use super::prover::merged::ConjunctionPair;

/// Runs the facets for a kind of object on a pair that differs.
pub(super) fn compare_objects(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    parameters: &mut ParameterPairs,
    texts: &mut TextFindings,
    definition_pair: DefinitionPairId,
    object_pair: &ObjectPair,
) {
    let &ObjectPair { kind: object_kind, old, new, .. } = object_pair;
    let pair = NodePair { definition_pair, old, new };
    match object_kind {
        ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative => {
            compare_schemas(context, texts, pair, object_pair);
        }
        ObjectKind::Xml => schemas::values::xml::compare_xml_objects(context, pair),
        ObjectKind::Parameter => compare_parameters(context, pairing, parameters, pair),
        ObjectKind::Root => {
            operations::identity::compare_versions(context, pair);
            operations::tags::compare_declared_tags(context, pair);
        }
        ObjectKind::Response => compare_responses(context, pair),
        ObjectKind::Links => messages::links::compare_link_maps(context, pair),
        ObjectKind::Link => messages::links::compare_links(context, pairing, pair),
        _ => compare_messages(context, pair, object_kind),
    }
}

/// Reports what is left of schemas that are composed differently, once all facets have compared all branches.
pub(super) fn report_rest_of_objects(
    context: &mut FacetContext<'_, '_>,
    definition_pair: DefinitionPairId,
    object_pair: &ObjectPair,
) {
    let &ObjectPair { kind, old, new, .. } = object_pair;
    if matches!(kind, ObjectKind::Schema | ObjectKind::Alternative) {
        let pair = NodePair { definition_pair, old, new };
        schemas::structure::report_rest_of_structure(context, pair);
    }
}

/// Runs the facets of messages, operations and security schemes.
fn compare_messages(context: &mut FacetContext<'_, '_>, pair: NodePair, object_kind: ObjectKind) {
    match object_kind {
        ObjectKind::RequestBody => compare_request_bodies(context, pair),
        ObjectKind::Operation => compare_operations(context, pair),
        ObjectKind::Content => messages::content::compare_content_maps(context, pair),
        ObjectKind::MediaType => {
            messages::schema_presence::compare_schema_presence(context, pair);
            messages::parts::compare_parts(context, pair);
        }
        ObjectKind::Responses => messages::statuses::compare_response_maps(context, pair),
        ObjectKind::Headers => messages::headers::compare_header_maps(context, pair),
        ObjectKind::Header => compare_headers(context, pair),
        ObjectKind::Callback => messages::callbacks::compare_callbacks(context, pair),
        ObjectKind::Encoding => {
            messages::headers::compare_response_headers(context, pair);
            messages::parts::compare_encodings(context, pair);
        }
        ObjectKind::SecurityScheme => compare_security_schemes(context, pair),
        ObjectKind::Flows => security::schemes::compare_flow_maps(context, pair),
        ObjectKind::Flow => security::schemes::compare_flows(context, pair),
        // Unclaimed locations are reported as unexplained.
        _ => {}
    }
}

/// Adds a definition pair for an operation that moved. Returns true if it was added now.
pub(super) fn enqueue_moved_operation(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pair: usize,
) -> bool {
    pairing.get(context.sides, pair).is_some_and(|entries| operations::presence::enqueue_moved(context, pair, entries))
}

/// Runs the facets of whole operations, including what they inherit.
pub(super) fn compare_operation_pair<'d>(
    context: &mut FacetContext<'_, 'd>,
    pairing: &OperationPairing,
    parameters: &mut ParameterPairs,
    security: &mut SharedSecurity<'d>,
    pair: usize,
) {
    let Some(entries) = pairing.get(context.sides, pair) else { return };
    operations::presence::report_moved(context, pairing, pair, entries);
    parameters::lists::compare_parameter_lists(context, parameters, pair, entries);
    security::requirements::compare_security(context, security, pair, entries);
    operations::servers::compare_servers(context, pairing, pair, entries);
}

fn compare_schemas(
    context: &mut FacetContext<'_, '_>,
    texts: &mut TextFindings,
    pair: NodePair,
    object_pair: &ObjectPair,
) {
    let &ObjectPair { kind: object_kind, old, new, composed: whole } = object_pair;
    let merged = ConjunctionPair::new(context.sides, old, new);
    let null_is_nothing = schemas::texts::compare_texts(context, texts, pair, object_pair);
    // A branch is not a schema by itself, so its keywords are compared together with all other branches.
    if object_kind != ObjectKind::Branch {
        if schemas::types::compare_types(context, pair, &merged, null_is_nothing) {
            schemas::properties::claim_of_other_type(context, &merged);
        } else {
            schemas::properties::compare_properties(context, pair, object_kind, &merged);
        }
    }
    schemas::values::compare_value_keywords(context, pair, whole, null_is_nothing);
    parameters::styles::compare_element_styles(context, pair);
    compare_lifecycles(context, pair);
    schemas::sample::compare_examples(context, old, new);
    schemas::structure::compare_structure(context, pair, object_kind, &merged);
}

fn compare_security_schemes(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    security::schemes::compare_schemes(context, pair);
    compare_lifecycles(context, pair);
}

fn compare_operations(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    messages::bodies::compare_bodies(context, pair);
    messages::statuses::compare_statuses(context, pair);
    operations::identity::compare_operation_ids(context, pair);
    operations::tags::compare_operation_tags(context, pair);
    compare_lifecycles(context, pair);
}

fn compare_parameters(
    context: &mut FacetContext<'_, '_>,
    pairing: &OperationPairing,
    pairs: &mut ParameterPairs,
    pair: NodePair,
) {
    let NodePair { old, new, .. } = pair;
    parameters::lists::compare_locations(context, pairing, pair);
    parameters::required::compare_required_parameter(context, pair);
    parameters::styles::compare_parameter_styles(context, pair);
    parameters::allow_reserved::compare_parameter_syntax(context, pair);
    messages::schema_presence::compare_schema_presence(context, pair);
    compare_lifecycles(context, pair);
    let answering = pairs.paired.has(&(old, new));
    for (before, after) in [KnownKey::Name, KnownKey::In].map(|key| context.sides.member(old, new, key)) {
        pairs.any_renamed |= context.places.is_open(before, after);
        if answering {
            // The code that paired these parameters has reported the change.
            context.places.claim(before, after, Claim::Neutral);
        }
    }
}

fn compare_request_bodies(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    parameters::required::compare_required_body(context, pair);
    messages::content::compare_content(context, pair);
}

fn compare_responses(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    messages::content::compare_content(context, pair);
    messages::headers::compare_response_headers(context, pair);
    messages::links::compare_response_links(context, pair);
}

fn compare_headers(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    parameters::required::compare_required_header(context, pair);
    parameters::styles::compare_header_styles(context, pair);
    messages::schema_presence::compare_schema_presence(context, pair);
    compare_lifecycles(context, pair);
}

/// Runs the lifecycle facets of operations, parameters, headers and schemas.
fn compare_lifecycles(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    lifecycle::deprecation::compare_deprecation(context, pair);
    lifecycle::sunset::compare_sunsets(context, pair);
    lifecycle::stability::compare_stability(context, pair);
}
