//! Examples for facets of structure: two schemas of one property, sent and received, and the resulting facts.

use serde_json::{Value, json};
use waybill_openapi::internal::resolved;
use waybill_openapi::{Limits, Loader};

use crate::differ::Differ;
use crate::model::{Event, Facet, Relation};
use crate::{Exclusions, Renames};

fn description(schema: &Value) -> String {
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Holder"}}});
    json!({
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {"/p": {"post": {"requestBody": {"content": content}, "responses": {"200": {"description": "d", "content": content}}}}},
        "components": {"schemas": {
            "Holder": {"type": "object", "properties": {"it": schema, "other": {"oneOf": [{"$ref": "#/components/schemas/Half"}, {"$ref": "#/components/schemas/Inline"}]}}},
            "Half": {"type": "object", "properties": {"a": {"type": "string"}}},
            "Inline": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}},
        }}
    })
    .to_string()
}

/// Returns the facts in order, without documentation. Unexplained locations are facts too.
pub(in crate::facets) fn events(before: &str, after: &str) -> Vec<(Facet, Event)> {
    let schema = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (old, new) = (description(&schema(before)), description(&schema(after)));
    let read = |text: String| Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish();
    let (old, new) = (read(old), read(new));
    let mut differ = Differ::new(resolved(&old), resolved(&new), &Exclusions::default(), &Renames::default());
    while differ.phase().is_some() {
        differ.step();
    }
    differ.facts.iter().map(|fact| (fact.facet, fact.event)).filter(|(facet, _)| *facet != Facet::Docs).collect()
}

/// Returns the relations of the facts, and checks that all have this facet.
pub(in crate::facets) fn relations(facet: Facet, before: &str, after: &str) -> Vec<Relation> {
    let relation = |(found, event)| match event {
        Event::Changed(relation) if found == facet => relation,
        _ => panic!("{before} to {after}: {found:?} {event:?}"),
    };
    events(before, after).into_iter().map(relation).collect()
}

/// Checks the relation of the schemas of each row, each with the members of `base`, and that the reverse change mirrors
/// it.
pub(in crate::facets) fn table(facet: Facet, base: &str, rows: &[(&str, &str, Relation)]) {
    let with = |members: &str| {
        let mut schema: Value = serde_json::from_str(base).unwrap();
        let members: Value = serde_json::from_str(members).unwrap();
        schema.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        schema.to_string()
    };
    for (before, after, relation) in rows {
        let (before, after) = (with(before), with(after));
        let expected = |relation: Relation| if relation == Relation::Same { vec![] } else { vec![relation] };
        assert_eq!(relations(facet, &before, &after), expected(*relation), "{before} to {after}");
        assert_eq!(relations(facet, &after, &before), expected(relation.mirrored()), "{after} to {before}");
    }
}
