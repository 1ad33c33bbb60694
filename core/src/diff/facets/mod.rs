//! Facets: each answers one question about a pair of values that differ, and claims the places its answer explains.

mod address;
mod allow_reserved;
mod api_keys;
mod bodies;
mod callbacks;
mod content;
mod covered;
mod declared;
mod deprecation;
#[cfg(test)]
pub(super) mod examples;
mod exploded;
mod headers;
mod identity;
mod keyword;
mod link_values;
mod links;
mod moved_properties;
pub(super) mod operations;
mod parameters;
mod part_types;
mod parts;
mod properties;
mod required;
mod sample;
mod schema_presence;
mod schemes;
mod security;
mod servers;
mod stability;
mod statuses;
mod structure;
mod styles;
mod sunset;
#[cfg(test)]
pub(super) mod table;
mod tags;
mod texts;
mod types;
pub(super) mod unexplained;
mod values;
mod variables;

pub(super) use structure::is_tag;
pub(super) use values::{KnownFormat, lists_none_of_its_types};

use super::differ::{Differ, ObjectPair};
use super::merged::Merged;
use super::places::Claim;
use crate::openapi::{KnownKey, NodeId, ObjectKind};

/// Asks the facets of a kind about a pair that differs, found in `unit`.
pub(super) fn compare_objects(differ: &mut Differ<'_>, unit: usize, visit: &ObjectPair) {
    let &ObjectPair { kind: object_kind, old, new, .. } = visit;
    match object_kind {
        ObjectKind::Schema | ObjectKind::Branch | ObjectKind::Alternative => compare_schemas(differ, unit, visit),
        ObjectKind::Xml => values::xml::compare_xml_objects(differ, unit, old, new),
        ObjectKind::Parameter => compare_parameters(differ, unit, old, new),
        ObjectKind::Root => {
            identity::compare_versions(differ, unit, old, new);
            tags::compare_declared_tags(differ, unit, old, new);
        }
        _ => compare_messages(differ, unit, object_kind, old, new),
    }
}

/// Once every facet has looked at every branch: what is left of schemas that were put together differently.
pub(super) fn report_rest_of_objects(differ: &mut Differ<'_>, unit: usize, visit: &ObjectPair) {
    if matches!(visit.kind, ObjectKind::Schema | ObjectKind::Alternative) {
        structure::report_rest_of_structure(differ, unit, visit.old, visit.new);
    }
}

/// What is sent, and what holds it.
fn compare_messages(differ: &mut Differ<'_>, unit: usize, object_kind: ObjectKind, old: NodeId, new: NodeId) {
    match object_kind {
        ObjectKind::RequestBody => compare_request_bodies(differ, unit, old, new),
        ObjectKind::Operation => compare_operations(differ, unit, old, new),
        ObjectKind::Content => content::compare_content_maps(differ, unit, old, new),
        ObjectKind::MediaType => {
            schema_presence::compare_schema_presence(differ, unit, old, new);
            parts::compare_parts(differ, unit, old, new);
        }
        ObjectKind::Responses => statuses::compare_response_maps(differ, unit, old, new),
        ObjectKind::Response => compare_responses(differ, unit, old, new),
        ObjectKind::Headers => headers::compare_header_maps(differ, unit, old, new),
        ObjectKind::Header => compare_headers(differ, unit, old, new),
        ObjectKind::Callback => callbacks::compare_callbacks(differ, unit, old, new),
        ObjectKind::Links => links::compare_link_maps(differ, unit, old, new),
        ObjectKind::Link => links::compare_links(differ, unit, old, new),
        ObjectKind::Encoding => {
            headers::compare_response_headers(differ, unit, old, new);
            parts::compare_encodings(differ, unit, old, new);
        }
        ObjectKind::SecurityScheme => compare_security_schemes(differ, unit, old, new),
        ObjectKind::Flows => schemes::compare_flow_maps(differ, unit, old, new),
        ObjectKind::Flow => schemes::compare_flows(differ, unit, old, new),
        // What no facet speaks of stays on the list, and is reported as unexplained.
        _ => {}
    }
}

/// Asks the facets of whole operations about a pair, what they inherit included.
pub(super) fn compare_operation_pair(differ: &mut Differ<'_>, pair: usize) {
    operations::compare_paths(differ, pair);
    parameters::compare_parameter_lists(differ, pair);
    security::compare_security(differ, pair);
    servers::compare_servers(differ, pair);
}

fn compare_schemas(differ: &mut Differ<'_>, unit: usize, visit: &ObjectPair) {
    let &ObjectPair { kind: object_kind, old, new, whole } = visit;
    let merged = Merged::new(&differ.sides, old, new);
    let null_is_nothing = texts::compare_texts(differ, unit, visit);
    // A branch by itself is no schema: its keywords are, those of all branches together.
    if object_kind != ObjectKind::Branch {
        if types::compare_types(differ, unit, (old, new), &merged, null_is_nothing) {
            properties::claim_of_other_type(differ, &merged);
        } else {
            properties::compare_properties(differ, unit, object_kind, (old, new), &merged);
        }
    }
    values::compare_value_keywords(differ, unit, (old, new), whole, null_is_nothing);
    styles::compare_element_styles(differ, unit, old, new);
    compare_lifecycles(differ, unit, old, new);
    sample::compare_examples(differ, old, new);
    structure::compare_structure(differ, unit, object_kind, (old, new), &merged);
}

fn compare_security_schemes(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    schemes::compare_schemes(differ, unit, old, new);
    compare_lifecycles(differ, unit, old, new);
}

fn compare_operations(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    bodies::compare_bodies(differ, unit, old, new);
    statuses::compare_statuses(differ, unit, old, new);
    identity::compare_operation_ids(differ, unit, old, new);
    tags::compare_operation_tags(differ, unit, old, new);
    compare_lifecycles(differ, unit, old, new);
}

fn compare_parameters(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    parameters::compare_locations(differ, unit, old, new);
    required::compare_required_parameter(differ, unit, old, new);
    styles::compare_parameter_styles(differ, unit, old, new);
    allow_reserved::compare_parameter_syntax(differ, unit, old, new);
    schema_presence::compare_schema_presence(differ, unit, old, new);
    compare_lifecycles(differ, unit, old, new);
    let answering = differ.paired_parameters.has(&(old, new));
    for (before, after) in [KnownKey::Name, KnownKey::In].map(|word| differ.sides.member(old, new, word)) {
        differ.renamed_parameters |= differ.places.is_open(before, after);
        if answering {
            // Whoever paired them has said what there is to say.
            differ.places.claim(before, after, Claim::Neutral);
        }
    }
}

fn compare_request_bodies(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    required::compare_required_body(differ, unit, old, new);
    content::compare_content(differ, unit, old, new);
}

fn compare_responses(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    content::compare_content(differ, unit, old, new);
    headers::compare_response_headers(differ, unit, old, new);
    links::compare_response_links(differ, unit, old, new);
}

fn compare_headers(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    required::compare_required_header(differ, unit, old, new);
    styles::compare_header_styles(differ, unit, old, new);
    schema_presence::compare_schema_presence(differ, unit, old, new);
    compare_lifecycles(differ, unit, old, new);
}

/// How long a thing is there to be used: asked of operations, parameters, headers and schemas alike.
fn compare_lifecycles(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    deprecation::compare_deprecation(differ, unit, old, new);
    sunset::compare_sunsets(differ, unit, old, new);
    stability::compare_stability(differ, unit, old, new);
}

/// The members that are on one side only.
fn lone_members(differ: &Differ<'_>, old: NodeId, new: NodeId) -> (Vec<NodeId>, Vec<NodeId>) {
    let sides = &differ.sides;
    let removed = sides.old.arena().children(old).filter(|&child| sides.in_new(new, child).is_none());
    let added = sides.new.arena().children(new).filter(|&child| sides.in_old(old, child).is_none());
    (removed.collect(), added.collect())
}

impl Differ<'_> {
    /// A fact explains this place.
    fn claim(&mut self, old: Option<NodeId>, new: Option<NodeId>) {
        self.places.claim(old, new, Claim::Fact);
    }
}
