//! Values at the limits of a schema. A stricter schema rejects them first.

use serde_json::{Number, Value, json};
use waybill_openapi::Description;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription, node_of, resolved};
use waybill_openapi::schema::Schema;

use super::edit::{escape, part_pointers, without};

/// Maximum length of a generated string. Longer strings are unreadable.
const MAX_TEXT: u64 = 200;

/// Maximum length of a generated array.
const MAX_ELEMENTS: u64 = 20;

/// Maximum number of listed values.
const MAX_LISTED: usize = 40;

/// Values with more parts are not tried.
const MAX_PARTS: usize = 99;

/// Returns values that both schemas suggest as a replacement for `value`, most promising first.
pub(super) fn edge_values(
    (previous, before): (&Description<'_>, Option<Schema>),
    (current, after): (&Description<'_>, Option<Schema>),
    value: &Value,
) -> Vec<Value> {
    let mut values = before.map(|schema| listed(resolved(previous), node_of(schema))).unwrap_or_default();
    let is_refused =
        |schema: &Schema| KnownKey::from_key(resolved(current).arena().key(node_of(*schema))) == Some(KnownKey::Not);
    values
        .extend(after.filter(is_refused).map(|schema| listed(resolved(current), node_of(schema))).unwrap_or_default());
    for (description, schema) in [(current, after), (previous, before)] {
        if let Some(schema) = schema {
            values.extend(beside_bounds(resolved(description), node_of(schema), value));
        }
    }
    values.push(Value::Null);
    match value {
        // Without one of its members, the value would still be too large.
        Value::Object(members) if members.len() > MAX_PARTS + 1 => {}
        Value::Object(members) => {
            values.extend(members.keys().filter_map(|name| without(value, &format!("/{}", escape(name)))));
            values.extend([json!("text"), json!(1)].into_iter().map(|other| {
                let mut wider = members.clone();
                wider.insert("other".to_owned(), other);
                Value::Object(wider)
            }));
        }
        Value::Array(elements) => {
            values.extend(elements.first().map(|first| json!([first, first])));
            values.push(json!([]));
        }
        _ => {}
    }
    values.extend([json!("text"), json!(""), json!(1), json!(0), json!(-1), json!(0.5), json!(true)]);
    values.extend([json!([]), json!({}), json!("1")]);
    values.retain(|edge| edge != value && part_pointers(edge).len() <= MAX_PARTS);
    values.dedup();
    values
}

/// Returns the values that the schema lists.
fn listed(description: &ResolvedDescription<'_>, schema: NodeId) -> Vec<Value> {
    let arena = description.arena();
    let listed = arena.member(schema, KnownKey::Enum).into_iter().flat_map(|list| arena.children(list));
    let all = listed.chain(arena.member(schema, KnownKey::Const)).take(MAX_LISTED);
    let read = |node| {
        let mut json = String::new();
        arena.write_json(node, 1_000, &mut json).then(|| serde_json::from_str(&json).ok()).flatten()
    };
    all.filter_map(read).collect()
}

/// Returns values just inside and just outside the limits of a schema.
fn beside_bounds(description: &ResolvedDescription<'_>, schema: NodeId, value: &Value) -> Vec<Value> {
    let arena = description.arena();
    let count = |key| arena.member(schema, key).and_then(|node| arena.count(node));
    let number = |key| arena.member(schema, key).and_then(|node| arena.source_text(node).parse::<f64>().ok());
    let mut values = Vec::new();
    for length in [KnownKey::MinLength, KnownKey::MaxLength].into_iter().filter_map(count) {
        values.extend(
            [length.checked_sub(1), Some(length), length.checked_add(1)]
                .into_iter()
                .flatten()
                .filter_map(|length| text(value, length)),
        );
    }
    for length in [KnownKey::MinItems, KnownKey::MaxItems].into_iter().filter_map(count) {
        values.extend(
            [length.checked_sub(1), Some(length), length.checked_add(1)]
                .into_iter()
                .flatten()
                .filter_map(|length| elements(value, length)),
        );
    }
    let bounds = [
        KnownKey::Minimum,
        KnownKey::Maximum,
        KnownKey::ExclusiveMinimum,
        KnownKey::ExclusiveMaximum,
        KnownKey::MultipleOf,
    ];
    for bound in bounds.into_iter().filter_map(number) {
        values.extend([bound - 1.0, bound, bound + 1.0, bound - 0.5, bound + 0.5].into_iter().filter_map(exact));
    }
    values
}

/// Returns a string of this length, based on the current value.
fn text(value: &Value, length: u64) -> Option<Value> {
    let length = usize::try_from(length).ok().filter(|_| length <= MAX_TEXT)?;
    let given = value.as_str().filter(|text| !text.is_empty()).unwrap_or("text");
    Some(Value::String(given.chars().cycle().take(length).collect()))
}

/// Returns an array of this length, based on the current elements.
fn elements(value: &Value, length: u64) -> Option<Value> {
    let length = usize::try_from(length).ok().filter(|_| length <= MAX_ELEMENTS)?;
    let given = value.as_array().filter(|given| length == 0 || !given.is_empty())?;
    Some(Value::Array(given.iter().cycle().take(length).cloned().collect()))
}

/// Converts a number, to an integer if possible.
fn exact(number: f64) -> Option<Value> {
    const LARGEST: f64 = 9_007_199_254_740_991.0;
    if number.fract() == 0.0 && number.abs() <= LARGEST {
        return serde_json::from_str(&format!("{number:.0}")).ok();
    }
    Number::from_f64(number).map(Value::Number)
}
