//! The structure of a schema, except types and listed properties: other properties, elements, conditions, alternatives.
//!
//! Each facet reports the relation of a keyword's old and new values. If no relation is proved, it reports a
//! composition with an unknown relation.

mod alternatives;
mod composition;
mod conditions;
mod contains;
mod dependents;
mod discriminator;
mod elements;
mod other_properties;
mod pair;
mod tagged;
mod unlisted;

use waybill_openapi::internal::ObjectKind;

use crate::facets::context::FacetContext;
use crate::model::NodePair;
use crate::prover::merged::ConjunctionPair;
pub use alternatives::name_alternative;
pub(crate) use discriminator::is_tag;
pub(in crate::facets) use tagged::is_met_by_tag;

/// Runs the facets on a pair of schemas.
pub(in crate::facets) fn compare_structure(
    context: &mut FacetContext<'_, '_>,
    pair: NodePair,
    kind: ObjectKind,
    merged: &ConjunctionPair,
) {
    other_properties::compare_other_properties(context, pair);
    dependents::compare_dependents(context, pair);
    elements::compare_elements(context, pair);
    contains::compare_contains(context, pair);
    conditions::compare_conditions(context, pair);
    discriminator::compare_discriminators(context, pair);
    if kind != ObjectKind::Branch {
        alternatives::compare_alternatives(context, pair, merged);
        unlisted::compare_unlisted_keywords(context, pair, merged);
    }
    composition::compare_composition(context, pair, merged);
}

/// Compares keywords that no facet could judge within their branch.
pub(in crate::facets) fn report_rest_of_structure(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    composition::report_rest(context, pair);
}
