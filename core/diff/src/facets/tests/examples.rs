//! Examples for facets: two small descriptions, and the resulting facts.

use serde_json::{Value, json};
use waybill_openapi::internal::resolved;
use waybill_openapi::{Description, Limits, Loader};

use crate::differ::Differ;
use crate::model::Fact;
use crate::{Event, Exclusions, Facet, Renames};

/// Returns the result of `say` for each fact about two whole descriptions.
pub(crate) fn found<T>(old: &Value, new: &Value, say: impl FnMut(&Fact) -> T) -> Vec<T> {
    let (old, new) = (old.to_string(), new.to_string());
    let (old, new) = (read(&old), read(&new));
    let mut differ = Differ::new(resolved(&old), resolved(&new), &Exclusions::default(), &Renames::default());
    while differ.phase().is_some() {
        differ.step();
    }
    differ.facts.iter().map(say).collect()
}

fn read(text: &str) -> Description<'_> {
    Loader::new("example", text.as_bytes(), &Limits::default()).unwrap().finish()
}

/// Returns the events of the facts with this facet.
pub(crate) fn events(facet: Facet, old: &Value, new: &Value) -> Vec<Event> {
    let facts = found(old, new, |fact| (fact.facet, fact.event));
    facts.into_iter().filter(|(found, _)| *found == facet).map(|(_, event)| event).collect()
}

/// Returns the facets of all facts.
pub(crate) fn facets(old: &Value, new: &Value) -> Vec<Facet> {
    found(old, new, |fact| fact.facet)
}

/// Returns a description with these members.
pub(crate) fn description(members: &Value) -> Value {
    let mut description = json!({
        "openapi": "3.2.0",
        "info": {"title": "Shipments", "version": "1.0.0"},
        "paths": {"/shipments": {"get": {"responses": {"200": {"description": "A page"}}}}}
    });
    merge(&mut description, members);
    description
}

/// Returns a description whose only operation has these members.
pub(crate) fn in_operation(members: &Value) -> Value {
    description(&json!({"paths": {"/shipments": {"get": members}}}))
}

/// Returns a description with a parameter that has these members.
pub(in crate::facets) fn in_parameter(members: &Value) -> Value {
    let mut parameter = json!({"name": "limit", "in": "query", "schema": {"type": "integer"}});
    merge(&mut parameter, members);
    in_operation(&json!({"parameters": [parameter]}))
}

/// Returns a description with a property, both sent and received, that has these members.
pub(crate) fn in_property(members: &Value) -> Value {
    let mut property = json!({"type": "string"});
    merge(&mut property, members);
    let content = json!({"application/json": {"schema": {"$ref": "#/components/schemas/Shipment"}}});
    description(&json!({
        "components": {"schemas": {"Shipment": {"type": "object", "properties": {"note": property}}}},
        "paths": {"/shipments": {"post": {
            "requestBody": {"content": content.clone()},
            "responses": {"201": {"description": "Created", "content": content}}
        }}}
    }))
}

fn merge(into: &mut Value, members: &Value) {
    match (into, members) {
        (Value::Object(into), Value::Object(members)) => {
            for (name, value) in members {
                merge(into.entry(name.clone()).or_insert(Value::Null), value);
            }
        }
        (into, value) => *into = value.clone(),
    }
}
