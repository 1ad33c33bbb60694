//! The address of a Swagger 2.0 API: `host` and `basePath`, which all its servers share (Swagger 2.0, section "Swagger
//! Object"). A change is reported once, and not for each resulting URL.

use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, Relation};
use crate::pairing::addresses::AddressChange;

/// Returns true if both descriptions use `host` and `basePath`.
pub(in crate::facets) fn are_both_swagger_2(context: &FacetContext<'_, '_>) -> bool {
    let is_older = |description: &ResolvedDescription<'_>| description.spec_version() == SpecVersion::V2_0;
    is_older(context.sides.old) && is_older(context.sides.new)
}

/// Compares the address. Returns true if it changed and the servers are not compared. The path is left out if its change is
/// none of the addresses, or is reported already.
pub(in crate::facets) fn compare_addresses(
    context: &mut FacetContext<'_, '_>,
    pair: usize,
    change: &AddressChange,
) -> bool {
    let mut is_another = false;
    for key in [KnownKey::Host, KnownKey::BasePath] {
        let (before, after) = context.sides.member(NodeId::ROOT, NodeId::ROOT, key);
        if written_address(context.sides.old, before) == written_address(context.sides.new, after) {
            context.places.claim(before, after, Claim::Neutral);
            continue;
        }
        is_another = true;
        let is_respelled = matches!(change, AddressChange::Respelled(..)) && key == KnownKey::BasePath;
        context.places.claim(before, after, if is_respelled { Claim::Neutral } else { Claim::Fact });
        if key == KnownKey::BasePath && *change != AddressChange::Same {
            continue;
        }
        let shown = |id: Option<NodeId>| id.map_or(DisplayValue::Default(HERE), DisplayValue::Node);
        let place = |id: Option<NodeId>| Some(id.unwrap_or(NodeId::ROOT));
        let changed = Event::Changed(Relation::Incomparable);
        let fact = Fact::new(Facet::ServerUrl, changed, place(before), place(after), Affected::Pair(pair));
        context.facts.push(fact.showing(shown(before), shown(after)));
    }
    is_another
}

/// The default: the address from which the description was loaded.
const HERE: &str = "/";

fn written_address(description: &ResolvedDescription<'_>, id: Option<NodeId>) -> Option<String> {
    Some(description.arena().string(id?)?.into_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;

    fn at(members: &Value) -> Value {
        let mut description = json!({"swagger": "2.0", "info": {"title": "t", "version": "1"}, "paths": {
            "/a": {"get": {"responses": {"200": {"description": "ok"}}}},
            "/b": {"get": {"schemes": ["https"], "responses": {"200": {"description": "ok"}}}},
        }});
        description.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        description
    }

    #[test]
    fn changed_host_or_base_path_is_one_server_change() {
        let base = at(&json!({"host": "a.example", "basePath": "/v1", "schemes": ["https", "http"]}));
        for (members, expected) in [
            (json!({"host": "b.example", "basePath": "/v1", "schemes": ["https", "http"]}), &[Facet::ServerUrl][..]),
            (json!({"host": "a.example", "basePath": "/v2", "schemes": ["http", "https"]}), &[Facet::PathPrefix]),
            (json!({"host": "b.example", "schemes": ["https", "http"]}), &[Facet::ServerUrl]),
            (json!({"basePath": "/v1", "schemes": ["https", "http"]}), &[Facet::ServerUrl]),
            (json!({"host": "a.example", "basePath": "/v1", "schemes": ["http", "https"]}), &[]),
            (json!({"host": "a.example", "basePath": "/v1", "schemes": ["https"]}), &[Facet::Server]),
            (json!({"host": "b.example", "basePath": "/v1", "schemes": ["https"]}), &[Facet::ServerUrl, Facet::Server]),
        ] {
            let mut found = examples::facets(&base, &at(&members));
            found.dedup();
            assert!(expected.iter().all(|facet| found.contains(facet)), "{members} {found:?}");
            assert!(found.iter().all(|facet| expected.contains(facet)), "{members} {found:?}");
        }
        let root = at(&json!({"host": "a.example", "basePath": "/"}));
        assert_eq!(examples::facets(&root, &at(&json!({"host": "a.example"}))), []);
    }
}
