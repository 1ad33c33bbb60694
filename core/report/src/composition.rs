//! Describes the effect of a changed composition on callers, if the two schemas show it directly. Examples are values
//! of a list, or the required properties of one of several alternatives.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_diff::compat::Direction;
use waybill_diff::internal::{Event, Fact, Qualifier, Relation, Sides, name_alternative};
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use super::value_text::{list, value};

/// Maximum number of alternatives, and of properties of one, in a sentence.
const MAX_DEMANDED: usize = 4;

/// Returns the predicate for a changed composition: ``can now also be `true` ``. `None` if the two schemas are not
/// sufficient.
pub(super) fn describe_composition(sides: &Sides<'_>, fact: &Fact, direction: Option<Direction>) -> Option<String> {
    let Event::Changed(relation) = fact.event else { return None };
    let is_sent = direction? == Direction::Request;
    if fact.has(Qualifier::MatchedTwice) {
        return describe_matched_twice(sides, fact, relation, is_sent);
    }
    match (relation, fact.old, fact.new) {
        (Relation::Narrowed, old, Some(new))
            if is_list(sides.new, new) && !old.is_some_and(|old| is_list(sides.old, old)) =>
        {
            let verb = if is_sent { "now requires" } else { "now always contains" };
            Some(format!("{verb} {}", demanded(sides.new, new, false)?))
        }
        // A value that matches no alternative of `oneOf` may match two.
        (Relation::Widened, Some(old), new)
            if sides.old.arena().key(old) == KnownKey::AnyOf.key()
                && !new.is_some_and(|new| is_list(sides.new, new)) =>
        {
            let verb = if is_sent { "no longer requires" } else { "no longer always contains" };
            Some(format!("{verb} {}", demanded(sides.old, old, true)?))
        }
        (_, Some(old), Some(new)) => describe_values(sides, (old, new), relation, is_sent),
        _ => None,
    }
}

/// Describes a change of the values that match two alternatives of a `oneOf`.
fn describe_matched_twice(sides: &Sides<'_>, fact: &Fact, relation: Relation, is_sent: bool) -> Option<String> {
    let (description, verb) = match (relation, is_sent) {
        (Relation::Narrowed | Relation::Incomparable, true) => (sides.new, "no longer accepts"),
        (Relation::Narrowed, false) => (sides.new, "no longer contains"),
        (Relation::Widened, true) => (sides.old, "now also accepts"),
        (Relation::Widened, false) => (sides.old, "can now also contain"),
        (Relation::Incomparable, false) | (Relation::Same | Relation::Unknown, _) => return None,
    };
    let mut names: Vec<String> =
        fact.values.iter().map(|&choice| named_alone(&name_alternative(description, choice))).list();
    if order::sorted_unique(names.iter()).len() < names.len() {
        // Alternatives with the same properties often differ in the required ones.
        let demands = fact.values.iter().map(|&choice| required_names(description, choice));
        let demands = demands.map(|names| Some(format!("an object with {}", names?.join(" and "))));
        names = demands.collect::<Option<Vec<String>>>().unwrap_or(names);
    }
    let both = match names.as_slice() {
        [one, other] if one != other => format!("both {one} and {other}"),
        [_, _] => "two of its alternatives".to_owned(),
        [first @ .., last] if names.len() <= MAX_DEMANDED => {
            format!("more than one of {} and {last}", first.join(", "))
        }
        _ => format!("more than one of {} alternatives", names.len()),
    };
    Some(format!("{verb} values that match {both}"))
}

/// Returns the name of an alternative without comparing it to others: "a `string`" instead of "another `string`".
fn named_alone(name: &str) -> String {
    if let Some(names) = name.strip_prefix("anything with ") {
        return format!("an object with {names}");
    }
    match name.strip_prefix("another ") {
        Some(kind) if kind.starts_with(['`']) && kind.chars().nth(1).is_some_and(|first| "aeiou".contains(first)) => {
            format!("an {kind}")
        }
        Some(kind) => format!("a {kind}"),
        None => name.to_owned(),
    }
}

/// Describes the change of the values if at least one schema lists its values.
fn describe_values(
    sides: &Sides<'_>,
    (old, new): (NodeId, NodeId),
    relation: Relation,
    is_sent: bool,
) -> Option<String> {
    let besides = |all: &[String], other: &[String]| -> Option<String> {
        let left: Vec<String> = all.iter().filter(|value| !other.contains(value)).cloned().collect();
        (!left.is_empty()).then(|| list(&left))
    };
    let (before, after) = (values(sides.old, old), values(sides.new, new));
    match (relation, before, after) {
        (Relation::Narrowed, Some(before), Some(after)) if is_alone(sides.old, old) => {
            Some(format!("can no longer be {}", besides(&before, &after)?))
        }
        (Relation::Widened, Some(before), Some(after)) if is_alone(sides.new, new) => {
            Some(format!("can now also be {}", besides(&after, &before)?))
        }
        (Relation::Narrowed, None, Some(after)) if is_alone(sides.new, new) => {
            Some(format!("{} {}", if is_sent { "now has to be" } else { "is now always" }, list(&after)))
        }
        (Relation::Widened, Some(before), None) if is_alone(sides.old, old) => {
            Some(format!("can now be something other than {}", list(&before)))
        }
        _ => None,
    }
}

fn is_list(description: &ResolvedDescription<'_>, id: NodeId) -> bool {
    let arena = description.arena();
    let keys = [KnownKey::AnyOf.key(), KnownKey::OneOf.key()];
    arena.is_array(id) && keys.contains(&arena.key(id))
}

/// Returns the properties that the alternatives require: `` `id`, or `owner` and `repo` ``. `None` if an alternative
/// requires none or, with `all`, has any other keyword.
fn demanded(description: &ResolvedDescription<'_>, alternatives: NodeId, all: bool) -> Option<String> {
    let arena = description.arena();
    let mut demands: Vec<String> = Vec::new();
    for branch in arena.children(alternatives) {
        let branch = description.resolve(branch)?;
        let names = required_names(description, branch)?;
        if all && arena.children(branch).nth(1).is_some() {
            return None;
        }
        let demand = names.join(" and ");
        if !demands.contains(&demand) {
            demands.push(demand);
        }
    }
    if demands.is_empty() || demands.len() > MAX_DEMANDED {
        return None;
    }
    let several = demands.iter().any(|demand| demand.contains(" and "));
    Some(if several { demands.join(", or ") } else { list(&demands) })
}

/// Returns the properties that a schema requires, if they are few.
fn required_names(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<Vec<String>> {
    let arena = description.arena();
    let required = arena.member(description.resolve(schema)?, KnownKey::Required)?;
    let names: Vec<String> = arena.children(required).map(|name| value(description, name)).list();
    (!names.is_empty() && names.len() <= MAX_DEMANDED).then_some(names)
}

/// Returns all values that a schema allows, if it lists them and no other keyword restricts or extends them.
fn values(description: &ResolvedDescription<'_>, schema: NodeId) -> Option<Vec<String>> {
    let arena = description.arena();
    let schema = description.resolve(schema)?;
    let mut found = None;
    for member in arena.children(schema) {
        match KnownKey::from_key(arena.key(member)) {
            Some(KnownKey::Enum) if arena.is_array(member) => {
                found = Some(arena.children(member).map(|id| value(description, id)).list());
            }
            Some(KnownKey::Const) => found = Some(vec![value(description, member)]),
            Some(KnownKey::Type) => {
                let is_boolean = arena.string(member).as_deref() == Some("boolean");
                found = found.or_else(|| is_boolean.then(|| vec!["`true`".to_owned(), "`false`".to_owned()]));
            }
            Some(KnownKey::Description | KnownKey::Title | KnownKey::Default | KnownKey::Example) | None => {}
            Some(_) => return None,
        }
    }
    found
}

/// Returns true if a schema is not inside an `allOf`, where other branches may restrict it.
fn is_alone(description: &ResolvedDescription<'_>, schema: NodeId) -> bool {
    let arena = description.arena();
    !arena.ancestors(schema).any(|id| arena.key(id) == KnownKey::AllOf.key())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{CompareOptions, compare};

    fn messages(before: &Value, after: &Value) -> Vec<String> {
        let description = |schema: &Value| {
            let content = json!({"content": {"application/json": {"schema": schema}}, "description": ""});
            let post = json!({"requestBody": content, "responses": {"200": content}});
            json!({"openapi": "3.1.0", "paths": {"/a": {"post": post}}}).to_string()
        };
        let (old, new) = (description(before), description(after));
        let report = compare(old.as_bytes(), new.as_bytes(), &CompareOptions::default()).unwrap();
        report.changes.into_iter().map(|change| change.message).collect()
    }

    #[test]
    fn alternatives_that_demand_properties_are_named_by_them() {
        let free = json!({"type": "object", "properties": {"a": {}, "b": {}, "c": {}}});
        let mut bound = free.clone();
        bound["anyOf"] = json!([{"required": ["a"]}, {"required": ["b", "c"]}]);
        let narrowed = messages(&free, &bound);
        let says = "the request body of `POST /a` now requires `a`, or `b` and `c`".to_owned();
        assert!(narrowed.contains(&says), "{narrowed:?}");
        let widened = messages(&bound, &free);
        let says = "the 200 response of `POST /a` no longer always contains `a`, or `b` and `c`".to_owned();
        assert!(widened.contains(&says), "{widened:?}");
    }

    #[test]
    fn values_are_named_where_one_side_lists_them() {
        let property = |schema: Value| json!({"type": "object", "properties": {"locked": schema}});
        let plain = json!({"type": "object", "properties": {"locked": {"type": "boolean"}, "at": {"type": "string"}}});
        let all = |first: Value, second: Value| json!({"allOf": [first, second]});
        let old = all(plain.clone(), property(json!({"type": "boolean", "enum": [false]})));
        let texts = messages(&old, &plain);
        let says = "`locked` in the 200 response of `POST /a` can now also be `true`".to_owned();
        assert!(texts.contains(&says), "{texts:?}");
    }
}
