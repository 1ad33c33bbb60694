//! Facets: each answers one question about a pair of values that differ, and claims the places its answer explains.

mod address;
mod api_keys;
mod bodies;
mod callbacks;
mod content;
mod covered;
mod declared;
mod deprecation;
mod described;
#[cfg(test)]
pub(super) mod examples;
mod exploded;
mod forms;
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
pub(super) mod rest;
mod sample;
mod schemes;
mod security;
mod servers;
mod stability;
mod statuses;
mod structure;
mod sunset;
mod syntax;
#[cfg(test)]
pub(super) mod table;
mod tags;
mod texts;
mod types;
mod values;
mod variables;

pub(super) use structure::is_tag;
pub(super) use values::{KnownFormat, lists_none_of_its_types};

use super::differ::{Differ, Visit};
use super::merged::Merged;
use super::places::Claim;
use crate::openapi::{NodeId, Site, Word};

/// Asks the facets of a site about a pair that differs, found in `unit`.
pub(super) fn of_pair(differ: &mut Differ<'_>, unit: usize, visit: &Visit) {
    let &Visit { site, old, new, .. } = visit;
    match site {
        Site::Schema | Site::Branch | Site::Alternative => of_schema(differ, unit, visit),
        Site::Xml => values::xml::of_object(differ, unit, old, new),
        Site::Parameter => of_parameter(differ, unit, old, new),
        Site::Root => {
            identity::of_description(differ, unit, old, new);
            tags::of_description(differ, unit, old, new);
        }
        _ => of_message(differ, unit, site, old, new),
    }
}

/// Once every facet has looked at every branch: what is left of schemas that were put together differently.
pub(super) fn of_rest_of_pair(differ: &mut Differ<'_>, unit: usize, visit: &Visit) {
    if matches!(visit.site, Site::Schema | Site::Alternative) {
        structure::of_rest_of_schema(differ, unit, visit.old, visit.new);
    }
}

/// What is sent, and what holds it.
fn of_message(differ: &mut Differ<'_>, unit: usize, site: Site, old: NodeId, new: NodeId) {
    match site {
        Site::RequestBody => of_body(differ, unit, old, new),
        Site::Operation => of_operation(differ, unit, old, new),
        Site::Content => content::of_content(differ, unit, old, new),
        Site::MediaType => {
            described::of(differ, unit, old, new);
            parts::of_holder(differ, unit, old, new);
        }
        Site::Responses => statuses::of_responses(differ, unit, old, new),
        Site::Response => of_response(differ, unit, old, new),
        Site::Headers => headers::of_headers(differ, unit, old, new),
        Site::Header => of_header(differ, unit, old, new),
        Site::Callback => callbacks::of_callback(differ, unit, old, new),
        Site::Links => links::of_links(differ, unit, old, new),
        Site::Link => links::of_link(differ, unit, old, new),
        Site::Encoding => {
            headers::of_holder(differ, unit, old, new);
            parts::of_encoding(differ, unit, old, new);
        }
        Site::SecurityScheme => of_scheme(differ, unit, old, new),
        Site::Flows => schemes::of_flows(differ, unit, old, new),
        Site::Flow => schemes::of_flow(differ, unit, old, new),
        // What no facet speaks of stays on the list, and is reported as unexplained.
        _ => {}
    }
}

/// Asks the facets of whole operations about a pair, what they inherit included.
pub(super) fn of_contract(differ: &mut Differ<'_>, pair: usize) {
    operations::of_contract(differ, pair);
    parameters::of_contract(differ, pair);
    security::of_contract(differ, pair);
    servers::of_contract(differ, pair);
}

fn of_schema(differ: &mut Differ<'_>, unit: usize, visit: &Visit) {
    let &Visit { site, old, new, whole } = visit;
    let merged = Merged::of(&differ.sides, old, new);
    let null_is_nothing = texts::of_schema(differ, unit, visit);
    // A branch by itself is no schema: its keywords are, those of all branches together.
    if site != Site::Branch {
        if types::of_schema(differ, unit, (old, new), &merged, null_is_nothing) {
            properties::of_other_type(differ, &merged);
        } else {
            properties::of_schema(differ, unit, site, (old, new), &merged);
        }
    }
    values::of_schema(differ, unit, (old, new), whole, null_is_nothing);
    forms::of_elements(differ, unit, old, new);
    of_life(differ, unit, old, new);
    sample::of_schema(differ, old, new);
    structure::of_schema(differ, unit, site, (old, new), &merged);
}

fn of_scheme(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    schemes::of_scheme(differ, unit, old, new);
    of_life(differ, unit, old, new);
}

fn of_operation(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    bodies::of_operation(differ, unit, old, new);
    statuses::of_operation(differ, unit, old, new);
    identity::of_operation(differ, unit, old, new);
    tags::of_operation(differ, unit, old, new);
    of_life(differ, unit, old, new);
}

fn of_parameter(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    parameters::of_parameter(differ, unit, old, new);
    required::of_parameter(differ, unit, old, new);
    forms::of_parameter(differ, unit, old, new);
    syntax::of_parameter(differ, unit, old, new);
    described::of(differ, unit, old, new);
    of_life(differ, unit, old, new);
    let answering = differ.answering.has(&(old, new));
    for (before, after) in [Word::Name, Word::In].map(|word| differ.sides.word(old, new, word)) {
        differ.renamed_parameters |= differ.places.is_open(before, after);
        if answering {
            // Whoever paired them has said what there is to say.
            differ.places.claim(before, after, Claim::Neutral);
        }
    }
}

fn of_body(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    required::of_body(differ, unit, old, new);
    content::of_holder(differ, unit, old, new);
}

fn of_response(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    content::of_holder(differ, unit, old, new);
    headers::of_holder(differ, unit, old, new);
    links::of_response(differ, unit, old, new);
}

fn of_header(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    required::of_header(differ, unit, old, new);
    forms::of_header(differ, unit, old, new);
    described::of(differ, unit, old, new);
    of_life(differ, unit, old, new);
}

/// How long a thing is there to be used: asked of operations, parameters, headers and schemas alike.
fn of_life(differ: &mut Differ<'_>, unit: usize, old: NodeId, new: NodeId) {
    deprecation::of(differ, unit, old, new);
    sunset::of(differ, unit, old, new);
    stability::of(differ, unit, old, new);
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
