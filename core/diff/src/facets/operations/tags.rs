//! Tags: those of operations, and those that a description declares (OpenAPI 3.1.1 sections 4.8.10.1 and 4.8.22).

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{KnownKey, NodeId, ResolvedDescription};

use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, Event, Facet, Fact, NodePair};

/// Compares the tags of an operation. A changed order stays open and is reported as documentation.
pub(in crate::facets) fn compare_operation_tags(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    let NodePair { old, new, .. } = pair;
    let (before, after) = context.sides.member(old, new, KnownKey::Tags);
    let empty = |description: &ResolvedDescription<'_>, id: NodeId| description.arena().children(id).next().is_none();
    let left = before.is_none_or(|id| empty(context.sides.old, id));
    if left && after.is_none_or(|id| empty(context.sides.new, id)) {
        // An empty list means the same as a missing one.
        context.places.claim(before, after, Claim::Neutral);
        return;
    }
    if context.places.is_open(before, after)
        && report_unmatched_tags(context, pair, &|arena, id| arena.arena().string(id))
    {
        context.claim(before, after);
    }
}

/// Compares the tags that a description declares.
pub(in crate::facets) fn compare_declared_tags(context: &mut FacetContext<'_, '_>, pair: NodePair) {
    report_unmatched_tags(context, pair, &|description, id| description.arena().string_at(id, KnownKey::Name));
}

type Name = dyn for<'s> Fn(&'s ResolvedDescription<'_>, NodeId) -> Option<std::borrow::Cow<'s, str>>;

/// Reports the tags that are on one side only. Returns true if there are any.
fn report_unmatched_tags(context: &mut FacetContext<'_, '_>, pair: NodePair, name: &Name) -> bool {
    let NodePair { definition_pair, old, new } = pair;
    let names = |description: &ResolvedDescription<'_>, id: NodeId| -> Vec<(NodeId, String)> {
        let list = description.arena().member(id, KnownKey::Tags).into_iter();
        let tags = list.flat_map(|list| description.arena().children(list));
        tags.filter_map(|tag| Some((tag, name(description, tag)?.into_owned()))).list()
    };
    let (left, right) = (names(context.sides.old, old), names(context.sides.new, new));
    let missing = |from: &[(NodeId, String)], tag: &str| from.iter().all(|(_, known)| known != tag);
    let before = context.facts.len();
    for (tag, name) in left.iter().filter(|(_, name)| missing(&right, name)) {
        context.claim(Some(*tag), None);
        let fact =
            Fact::new(Facet::Tag, Event::Removed, Some(*tag), Some(new), Affected::DefinitionPair(definition_pair));
        context.facts.push(fact.named(name.as_str()));
    }
    for (tag, name) in right.iter().filter(|(_, name)| missing(&left, name)) {
        context.claim(None, Some(*tag));
        let fact =
            Fact::new(Facet::Tag, Event::Added, Some(old), Some(*tag), Affected::DefinitionPair(definition_pair));
        context.facts.push(fact.named(name.as_str()));
    }
    context.facts.len() > before
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::facets::tests::examples;
    use crate::facets::tests::examples::{description, in_operation};

    fn declared(names: &[&str]) -> Value {
        let tags: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
        description(&json!({"tags": tags}))
    }

    #[test]
    fn tags_come_and_go_by_name() {
        let used = |names: &[&str]| in_operation(&json!({"tags": names}));
        for with in [&used as &dyn Fn(&[&str]) -> Value, &declared] {
            assert_eq!(examples::events(Facet::Tag, &with(&["a"]), &with(&["a", "b"])), [Event::Added]);
            assert_eq!(examples::events(Facet::Tag, &with(&["a", "b"]), &with(&["b"])), [Event::Removed]);
            assert_eq!(examples::events(Facet::Tag, &with(&["a"]), &with(&["b"])), [Event::Removed, Event::Added]);
            assert_eq!(examples::facets(&with(&["a", "b"]), &with(&["b", "a"])), [Facet::Docs]);
        }
        assert_eq!(examples::events(Facet::Tag, &in_operation(&json!({})), &used(&["a"])), [Event::Added]);
        assert_eq!(examples::events(Facet::Tag, &declared(&["a"]), &description(&json!({}))), [Event::Removed]);
    }

    #[test]
    fn tag_fields_are_documentation() {
        let with = |tag: Value| description(&json!({"tags": [{"name": "other"}, tag]}));
        let plain = with(json!({"name": "a"}));
        for (changed, facet) in [
            (json!({"name": "a", "description": "words"}), Facet::Docs),
            (json!({"name": "a", "parent": "other", "kind": "nav"}), Facet::Docs),
            (json!({"name": "a", "externalDocs": {"url": "https://a.example"}}), Facet::Docs),
            (json!({"name": "a", "x-icon": "box"}), Facet::Extension),
            (json!({"name": "a", "colour": "red"}), Facet::Unexplained),
        ] {
            let found = examples::facets(&plain, &with(changed.clone()));
            assert!(found.iter().all(|found| *found == facet) && !found.is_empty(), "{changed}: {found:?}");
        }
    }
}
