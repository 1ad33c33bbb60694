//! Keywords that restrict single values, with one facet each (JSON Schema 2020-12 validation, sections 6 to 9).

mod access;
mod content;
mod default;
mod enumeration;
mod format;
mod implied;
mod multiple_of;
mod pair;
mod pattern;
mod range;
mod sizes;
mod unique_items;
pub(in crate::facets) mod xml;

pub(crate) use enumeration::lists_none_of_its_types;

use waybill_openapi::internal::NodeId;

use crate::facets::context::FacetContext;
use crate::model::NodePair;
use pair::TypedSchemaPair;

/// Runs all facets of values on two schemas at the same location, or on two branches of the schemas `whole`.
pub(in crate::facets) fn compare_value_keywords(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    whole: (NodeId, NodeId),
    is_text: bool,
) {
    let NodePair { definition_pair, old, new } = pair;
    let types = context.prover.allowed_types(whole.0, whole.1);
    let pair = TypedSchemaPair { definition_pair, old, new, types, is_text };
    enumeration::compare_values(context, &pair);
    range::compare_range(context, &pair);
    multiple_of::compare_multiple_of(context, &pair);
    sizes::compare_sizes(context, &pair);
    unique_items::compare_unique_items(context, &pair);
    pattern::compare_patterns(context, &pair);
    format::compare_formats(context, &pair);
    content::compare_content(context, &pair);
    default::compare_defaults(context, &pair);
    access::compare_access(context, &pair);
    xml::compare_xml(context, &pair);
}
