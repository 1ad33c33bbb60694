//! Variables in a server's URL: allowed values and default (OpenAPI 3.1.1 section 4.8.6). Their names are local to the
//! server.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{Digest, KnownKey, NodeId, ResolvedDescription, erased_path};

use crate::facets::context::FacetContext;
use crate::model::{Claim, DisplayValue, Facet, Relation};
use crate::pairing::server_url::{default_address, server_variable, with_suffix};

/// A change of a variable.
pub(in crate::facets) struct Changed {
    pub(in crate::facets) facet: Facet,
    pub(in crate::facets) relation: Relation,
    pub(in crate::facets) name: String,
    pub(in crate::facets) old: Option<NodeId>,
    pub(in crate::facets) new: Option<NodeId>,
    pub(in crate::facets) shown: (DisplayValue, DisplayValue),
}

/// Compares the variables of two servers, paired by position in the URLs.
pub(in crate::facets) fn compare_variable_maps(
    context: &mut FacetContext<'_, '_>,
    (old, before): (NodeId, &str),
    (new, after): (NodeId, &str),
) -> Vec<Changed> {
    let (left, right) = (erased_path(before).1, erased_path(after).1);
    let mut found = Vec::new();
    let maps = context.sides.member(old, new, KnownKey::Variables);
    let whole = maps.0.is_some() != maps.1.is_some() && context.places.is_open(maps.0, maps.1);
    for (from, to) in left.into_iter().zip(right) {
        let variables = (server_variable(context.sides.old, old, from), server_variable(context.sides.new, new, to));
        compare_variables(context, to, variables, &mut found);
    }
    if whole && !found.is_empty() {
        context.claim(maps.0, maps.1);
    }
    found
}

/// Returns the relation of the addresses of two servers, one of which has variables for fixed parts of the other. A
/// variable with other values than its default adds addresses. The suffixes are part of the addresses.
pub(in crate::facets) fn relation_of_servers(
    context: &FacetContext<'_, '_>,
    (old, before): (NodeId, Option<&str>),
    (new, after): (NodeId, Option<&str>),
) -> Relation {
    let (left, right) = (default_address(context.sides.old, old), default_address(context.sides.new, new));
    let (Some(left), Some(right)) = (left, right) else { return Relation::Incomparable };
    if with_suffix(&left.url, before) != with_suffix(&right.url, after) {
        return Relation::Incomparable;
    }
    match (left.is_only, right.is_only) {
        (true, true) => Relation::Same,
        (true, false) => Relation::Widened,
        (false, true) => Relation::Narrowed,
        (false, false) => Relation::Incomparable,
    }
}

fn compare_variables(
    context: &mut FacetContext<'_, '_>,
    name: &str,
    (old, new): (Option<NodeId>, Option<NodeId>),
    found: &mut Vec<Changed>,
) {
    let fields = |key| {
        let member = |description: &ResolvedDescription<'_>, id: Option<NodeId>| description.arena().member(id?, key);
        (member(context.sides.old, old), member(context.sides.new, new))
    };
    let (defaults, enums) = (fields(KnownKey::Default), fields(KnownKey::Enum));
    let before = found.len();
    let mut push = |facet, relation, places: (Option<NodeId>, Option<NodeId>)| {
        let shown = (DisplayValue::from_node(places.0), DisplayValue::from_node(places.1));
        let (old, new) = (places.0.or(old), places.1.or(new));
        found.push(Changed { facet, relation, name: name.to_owned(), old, new, shown });
    };
    let digest = |description: &ResolvedDescription<'_>, id: Option<NodeId>| Some(description.arena().digest(id?));
    if digest(context.sides.old, defaults.0) != digest(context.sides.new, defaults.1) {
        push(Facet::ServerVariableDefault, Relation::Incomparable, defaults);
    }
    let (left, right) = (values(context.sides.old, enums.0), values(context.sides.new, enums.1));
    let relation = relation(left.as_deref(), right.as_deref());
    if relation != Relation::Same {
        push(Facet::ServerVariable, relation, enums);
    }
    let claim = if found.len() > before { Claim::Fact } else { Claim::Neutral };
    for (old, new) in [(old, None), (None, new), defaults, enums] {
        context.places.claim(old, new, claim);
    }
}

/// Returns the allowed values of a variable, or `None` if all are allowed.
fn values(description: &ResolvedDescription<'_>, list: Option<NodeId>) -> Option<Vec<Digest>> {
    let arena = description.arena();
    list.map(|list| arena.children(list).map(|value| arena.digest(value)).list())
}

fn relation(before: Option<&[Digest]>, after: Option<&[Digest]>) -> Relation {
    let within = |inner: Option<&[Digest]>, outer: Option<&[Digest]>| match (inner, outer) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(inner), Some(outer)) => inner.iter().all(|value| outer.contains(value)),
    };
    Relation::from_inclusions(within(after, before), within(before, after))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::facets::tests::examples;
    use crate::facets::tests::examples::description;
    use crate::{Event, Facet, Relation};

    fn with(url: &str, variables: &Value) -> Value {
        description(&json!({"servers": [{"url": url, "variables": variables}]}))
    }

    #[test]
    fn a_variable_is_the_values_it_may_have_and_the_one_it_has() {
        use Relation::{Incomparable, Narrowed, Widened};
        let variable = |variable: Value| with("https://{region}.example", &json!({"region": variable}));
        let two = variable(json!({"default": "eu", "enum": ["eu", "us"]}));
        for (after, facet, relation) in [
            (json!({"default": "eu", "enum": ["eu"]}), Facet::ServerVariable, Narrowed),
            (json!({"default": "eu", "enum": ["eu", "us", "ap"]}), Facet::ServerVariable, Widened),
            (json!({"default": "eu"}), Facet::ServerVariable, Widened),
            (json!({"default": "eu", "enum": ["eu", "ap"]}), Facet::ServerVariable, Incomparable),
            (json!({"default": "us", "enum": ["eu", "us"]}), Facet::ServerVariableDefault, Incomparable),
        ] {
            let new = variable(after.clone());
            assert_eq!(examples::facets(&two, &new), [facet], "{after}");
            assert_eq!(examples::events(facet, &two, &new), [Event::Changed(relation)], "{after}");
        }
        assert_eq!(examples::facets(&two, &variable(json!({"default": "eu", "enum": ["us", "eu"]}))), []);
    }

    #[test]
    fn the_name_of_a_variable_means_nothing() {
        let old = with("https://{region}.example", &json!({"region": {"default": "eu"}}));
        let new = with("https://{zone}.example", &json!({"zone": {"default": "eu"}}));
        assert_eq!(examples::facets(&old, &new), []);
        let other = with("https://{zone}.example", &json!({"zone": {"default": "us"}}));
        assert_eq!(examples::facets(&old, &other), [Facet::ServerVariableDefault]);
    }
}
