//! Describes replaced definitions: the previous and the current one.

use waybill_diff::internal::{DisplayValue, Event, Fact, Sides, allows_anything};
use waybill_openapi::internal::{KnownKey, Named as _, NodeId, Reference, ResolvedDescription, Status};

/// Returns the predicate for a replaced definition: ``is now `Company` instead of `Person` ``.
pub(super) fn describe_replacement(sides: &Sides<'_>, fact: &Fact) -> String {
    let (old, new) = (sides.old, sides.new);
    if let (DisplayValue::Key(before), DisplayValue::Key(after)) = (fact.before, fact.after) {
        let (before, after) = (old.arena().key_text(before), new.arena().key_text(after));
        return if Status::parse(after).covers(&Status::parse(before)) {
            format!("is no longer listed; `{after}` covers it")
        } else {
            format!("is now listed; `{before}` covered it")
        };
    }
    let before = name(old, fact.before);
    let after = name(new, fact.after);
    let among_others = is_among_others(old, fact.before) || is_among_others(new, fact.after);
    match (fact.event, before, after) {
        (Event::Added, _, Some(after)) => format!("now includes `{after}`"),
        (Event::Removed, Some(before), _) => format!("no longer includes `{before}`"),
        (_, Some(before), Some(after)) if among_others => format!("now includes `{after}` instead of `{before}`"),
        (_, Some(before), Some(after)) => format!("is now `{after}` instead of `{before}`"),
        (_, None, Some(after)) if is_alternative(old, fact.before, &after) => format!("is now always `{after}`"),
        (_, None, Some(after)) => format!("is now `{after}`"),
        (_, Some(before), None) if shows_anything(new, fact.after) => {
            format!("can now be anything; it was `{before}`")
        }
        (_, Some(before), None) if is_alternative(new, fact.after, &before) => {
            format!("is no longer always `{before}`")
        }
        (_, Some(before), None) => format!("is no longer `{before}`"),
        (_, None, None) => "has another definition".to_owned(),
    }
}

/// Returns true if a fact reports that a location now allows any value. Such a fact has no further consequences.
pub(super) fn is_anything(sides: &Sides<'_>, fact: &Fact) -> bool {
    matches!(fact.event, Event::Changed(_)) && shows_anything(sides.new, fact.after)
}

/// Returns the name of the referenced definition, or `None` for an inline one.
fn name(description: &ResolvedDescription<'_>, shown: DisplayValue) -> Option<String> {
    let arena = description.arena();
    let DisplayValue::Node(member) = shown else { return None };
    if arena.key(member) != KnownKey::Ref.key() {
        return None;
    }
    match description.target(member) {
        Reference::Local(target) => Some(description.definition_name(target)),
        Reference::Missing | Reference::External => arena.string(member).map(std::borrow::Cow::into_owned),
    }
}

/// Returns true if a reference is one of several branches of `allOf`.
fn is_among_others(description: &ResolvedDescription<'_>, shown: DisplayValue) -> bool {
    let arena = description.arena();
    let list = |member: NodeId| {
        let list = arena.parent(arena.parent(member)?)?;
        (arena.key(list) == KnownKey::AllOf.key() && arena.children(list).nth(1).is_some()).then_some(list)
    };
    matches!(shown, DisplayValue::Node(member) if arena.key(member) == KnownKey::Ref.key() && list(member).is_some())
}

/// Returns true if an inline definition has alternatives, and one of them is the definition of this name.
fn is_alternative(description: &ResolvedDescription<'_>, shown: DisplayValue, expected: &str) -> bool {
    let arena = description.arena();
    let DisplayValue::Node(schema) = shown else { return false };
    let mut choices = description.alternative_lists(schema).flat_map(|list| arena.children(list));
    choices.any(|choice| {
        let reference = arena.member(choice, KnownKey::Ref).map(DisplayValue::Node);
        reference.and_then(|shown| name(description, shown)).is_some_and(|name| name == expected)
    })
}

fn shows_anything(description: &ResolvedDescription<'_>, shown: DisplayValue) -> bool {
    matches!(shown, DisplayValue::Node(schema) if allows_anything(description, schema))
}
