//! Identifiers used by tools: `operationId`, and the version and schema dialect of a description (OpenAPI 3.1.1
//! sections 4.8.10.1 and 4.8.1.1).

use waybill_openapi::SpecVersion;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Claim, DisplayValue, Event, Facet, Fact, NodePair, Relation};

/// Compares the `operationId`, which generated clients use as a name.
pub(in crate::facets) fn compare_operation_ids(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::OperationId);
    if !context.places.is_open(before, after) {
        return;
    }
    let event = Event::from_presence(before, after, Event::Changed(Relation::Incomparable));
    context.claim(before, after);
    context.facts.push(Fact::for_changed_member(Facet::OperationId, event, pair, (before, after)));
}

/// Compares the specification version and the default schema dialect.
pub(in crate::facets) fn compare_versions(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let version = |description: &ResolvedDescription<'_>| {
        let arena = description.arena();
        arena.member(NodeId::ROOT, KnownKey::Openapi).or_else(|| arena.member(NodeId::ROOT, KnownKey::Swagger))
    };
    let (before, after) = (version(context.sides.old), version(context.sides.new));
    let same = before.zip(after).is_some_and(|(before, after)| context.sides.equal(before, after));
    let changed = Event::Changed(Relation::Unknown);
    if !same {
        context.facts.push(Fact::for_changed_member(Facet::SpecificationVersion, changed, pair, (before, after)));
        for (before, after) in [(before, after), (before, None), (None, after)] {
            context.claim(before, after);
        }
    }
    let (before, after) = context.sides.member(old, new, KnownKey::JsonSchemaDialect);
    if !context.places.is_open(before, after) {
        return;
    }
    if dialect(context.sides.old, before) == dialect(context.sides.new, after) {
        context.places.claim(before, after, Claim::Neutral);
    } else {
        context.claim(before, after);
        let shown = |id: Option<NodeId>, description: &ResolvedDescription<'_>| {
            id.map_or_else(|| DisplayValue::Default(own_dialect(description)), DisplayValue::Node)
        };
        let shown = (shown(before, context.sides.old), shown(after, context.sides.new));
        let fact = Fact::for_changed_member(Facet::Dialect, changed, pair, (before, after));
        context.facts.push(fact.showing(shown.0, shown.1));
    }
}

/// Returns the default schema dialect of the specification version.
fn own_dialect(description: &ResolvedDescription<'_>) -> &'static str {
    match description.spec_version() {
        SpecVersion::V2_0 | SpecVersion::V3_0 | SpecVersion::V3_1 => "https://spec.openapis.org/oas/3.1/dialect/base",
        SpecVersion::V3_2 => "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
    }
}

fn dialect(description: &ResolvedDescription<'_>, id: Option<NodeId>) -> String {
    let own = own_dialect(description);
    let written = id.and_then(|id| description.arena().string(id));
    let text = written.as_deref().unwrap_or(own);
    // All revisions of the specification's own dialect have the same meaning.
    if text.starts_with("https://spec.openapis.org/oas/3.") { "OpenAPI".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::{description, in_operation};

    #[test]
    fn generated_clients_call_an_operation_by_its_id() {
        let [list, find] = ["list", "find"].map(|id| in_operation(&json!({"operationId": id})));
        let none = in_operation(&json!({}));
        let changed = Event::Changed(Relation::Incomparable);
        for (before, after, expected) in
            [(&none, &list, Event::Added), (&list, &none, Event::Removed), (&list, &find, changed)]
        {
            assert_eq!(examples::events(Facet::OperationId, before, after), [expected]);
        }
    }

    #[test]
    fn the_dialect_of_the_specification_written_out_is_no_change() {
        let with = |dialect: &str| description(&json!({"jsonSchemaDialect": dialect}));
        let own = with("https://spec.openapis.org/oas/3.1/dialect/base");
        let draft = with("https://json-schema.org/draft/2020-12/schema");
        let none = description(&json!({}));
        assert_eq!(examples::facets(&none, &own), []);
        assert_eq!(examples::facets(&own, &none), []);
        assert_eq!(examples::events(Facet::Dialect, &none, &draft), [Event::Changed(Relation::Unknown)]);
    }

    #[test]
    fn specification_version_change_is_reported_once() {
        let with = |version: &str| description(&json!({"openapi": version}));
        assert_eq!(examples::facets(&with("3.0.3"), &with("3.1.0")), [Facet::SpecificationVersion]);
    }
}
