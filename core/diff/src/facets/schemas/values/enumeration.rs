//! Lists of values (`enum`, `const`; JSON Schema 2020-12 validation, sections 6.1.2 and 6.1.3), closed or, with
//! `x-extensible-enum`, open. Null is left to the type facet, and so are values of an added or removed type.

use waybill_base::internal::order;
use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Set;
use waybill_openapi::internal::{Digest, Kind, KnownKey, NodeId, ResolvedDescription, TypeSet, type_of};

use super::pair::TypedSchemaPair;
use crate::facets::context::FacetContext;
use crate::model::{Affected, Claim, DisplayValue, Event, Facet, Fact, Qualifier};
use crate::prover::types::declared_types;

const WORDS: [KnownKey; 3] = [KnownKey::Enum, KnownKey::Const, KnownKey::ExtensibleEnum];

/// The values that a schema lists.
#[derive(Debug)]
struct List {
    values: Vec<(Digest, NodeId)>,
    /// The keyword.
    place: NodeId,
    /// True if other values may occur.
    is_open: bool,
    /// True if none of the values has a declared type: `type: integer` with `enum: ["1"]`. Such a schema allows no
    /// value, but its list still shows what its authors intend.
    is_foreign: bool,
}

pub(super) fn compare_values(context: &mut FacetContext<'_, '_>, pair: &TypedSchemaPair) {
    let words = WORDS.map(|key| context.sides.member(pair.old, pair.new, key));
    if !words.into_iter().any(|(before, after)| context.places.is_open(before, after)) {
        return;
    }
    let types = (declared_types(context.sides.old, pair.old), declared_types(context.sides.new, pair.new));
    let before = list(context.sides.old, pair.old, types.0);
    let after = list(context.sides.new, pair.new, types.1);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let only_null = [pair.types.0, pair.types.1].iter().all(|types| types.without(TypeSet::NULL) == TypeSet::NONE);
    let is_foreign = |list: &Option<List>| list.as_ref().is_some_and(|list| list.is_foreign);
    let foreign = types.0.meets(types.1) && (is_foreign(&before) || is_foreign(&after));
    let facts = match (&before, &after) {
        // The fact about the types covers all of their values.
        _ if !foreign && (only_null || pair.is_of_other_types()) => Vec::new(),
        (None, None) => Vec::new(),
        (None, Some(list)) if list.is_open => vec![Lists::words(pair, Event::Added, list)],
        (Some(list), None) if list.is_open => vec![Lists::words(pair, Event::Removed, list)],
        _ => Lists { pair, types, before: before.as_ref(), after: after.as_ref() }.facts(context),
    };
    let claim = if facts.is_empty() && !pair.is_of_other_types() { Claim::Neutral } else { Claim::Fact };
    for (before, after) in words {
        context.places.claim(before, after, claim);
    }
    context.facts.extend(facts);
}

/// The lists of both sides. Either may be missing.
struct Lists<'p> {
    pair: &'p TypedSchemaPair,
    /// The types that each side declares with its list.
    types: (TypeSet, TypeSet),
    before: Option<&'p List>,
    after: Option<&'p List>,
}

impl Lists<'_> {
    fn facts(&self, context: &FacetContext<'_, '_>) -> Vec<Fact> {
        let closed = |list: Option<&List>| list.is_some_and(|list| !list.is_open);
        let open = [self.before, self.after].into_iter().flatten().any(|list| list.is_open);
        let mut facts = Vec::new();
        if closed(self.before) != closed(self.after) {
            let event = if closed(self.after) { Event::Added } else { Event::Removed };
            let list = if closed(self.after) { self.after } else { self.before };
            let values = list.into_iter().flat_map(|list| &list.values).map(|(_, id)| *id).list();
            facts.push(self.fact(Facet::Enum, event, values).with(Qualifier::Extensible, open));
        }
        let (Some(before), Some(after)) = (self.before, self.after) else { return facts };
        let removed = missing(context.sides.old, before, after, self.types.1);
        let added = missing(context.sides.new, after, before, self.types.0);
        for (event, values) in [(Event::Removed, removed), (Event::Added, added)] {
            if !values.is_empty() {
                facts.push(self.fact(Facet::EnumValue, event, values).with(Qualifier::Extensible, open));
            }
        }
        facts
    }

    fn fact(&self, facet: Facet, event: Event, values: Vec<NodeId>) -> Fact {
        let place = |list: Option<&List>, schema| Some(list.map_or(schema, |list| list.place));
        let cause = (place(self.before, self.pair.old), place(self.after, self.pair.new));
        Fact::new(facet, event, cause.0, cause.1, Affected::DefinitionPair(self.pair.definition_pair))
            .listing(values)
            .showing_nodes(self.before.map(|list| list.place), self.after.map(|list| list.place))
    }

    /// Creates a fact about an open list without another list. It documents known values and allows all others.
    fn words(pair: &TypedSchemaPair, event: Event, list: &List) -> Fact {
        let (cause, shown) = match event {
            Event::Added => ((pair.old, list.place), (DisplayValue::Nothing, DisplayValue::Node(list.place))),
            Event::Removed | Event::Changed(_) => {
                ((list.place, pair.new), (DisplayValue::Node(list.place), DisplayValue::Nothing))
            }
        };
        Fact::new(Facet::Docs, event, Some(cause.0), Some(cause.1), Affected::DefinitionPair(pair.definition_pair))
            .showing(shown.0, shown.1)
    }
}

/// Returns true if a schema lists only values of types it does not declare.
pub(crate) fn lists_none_of_its_types(description: &ResolvedDescription<'_>, schema: NodeId, types: TypeSet) -> bool {
    list(description, schema, types).ok().flatten().is_some_and(|list| list.is_foreign)
}

/// Returns the values of one list that the other does not have, although it allows their types.
fn missing(description: &ResolvedDescription<'_>, list: &List, other: &List, types: TypeSet) -> Vec<NodeId> {
    let known = order::sorted_unique(other.values.iter().map(|(digest, _)| *digest));
    let is_known = |digest: &Digest| known.binary_search(digest).is_ok();
    let of_type = |id: NodeId| list.is_foreign || type_of(description.arena(), id).meets(types);
    list.values.iter().filter(|(digest, id)| !is_known(digest) && of_type(*id)).map(|(_, id)| *id).list()
}

/// Returns the listed values if a schema allows no others, without null and values of other types.
pub(super) fn closed_list(
    description: &ResolvedDescription<'_>,
    schema: NodeId,
    types: TypeSet,
) -> Option<Vec<NodeId>> {
    let list = list(description, schema, types).ok().flatten().filter(|list| !list.is_open)?;
    let values = list.values.into_iter().filter(|_| !list.is_foreign);
    Some(values.map(|(_, id)| id).list())
}

/// Returns the listed values of the schema's types, without null. Returns `None` if the schema lists nothing or all
/// possible values, and an error if the keyword is invalid.
fn list(description: &ResolvedDescription<'_>, schema: NodeId, types: TypeSet) -> Result<Option<List>, ()> {
    let arena = description.arena();
    let [closed, constant, extensible] = WORDS.map(|key| arena.member(schema, key));
    let mark = extensible.filter(|&id| arena.kind(id) == Kind::True);
    let place = closed.or(constant).or(extensible.filter(|&id| arena.is_array(id)));
    let Some(place) = place else { return Ok(None) };
    let is_constant = closed.is_none() && constant.is_some();
    if !is_constant && !arena.is_array(place) {
        return Err(());
    }
    let mut values: Vec<NodeId> = if is_constant { vec![place] } else { arena.children(place).list() };
    if let (Some(_), Some(constant)) = (closed, constant) {
        values.retain(|&id| arena.digest(id) == arena.digest(constant));
    }
    let types = types.without(TypeSet::NULL);
    values.retain(|&id| type_of(arena, id) != TypeSet::NULL);
    let of_type = |&id: &NodeId| type_of(arena, id).meets(types);
    let is_foreign = !values.is_empty() && !values.iter().any(of_type);
    values.retain(|id| is_foreign || of_type(id));
    let is_open = mark.is_some() || (closed.is_none() && constant.is_none());
    let mut values: Vec<(Digest, NodeId)> = values.into_iter().map(|id| (arena.digest(id), id)).collect();
    let all =
        types == TypeSet::BOOLEAN && values.windows(2).any(|two| matches!(two, [(one, _), (other, _)] if one != other));
    let nothing_to_list = types == TypeSet::NONE || all;
    let mut seen = Set::default();
    values.retain(|(digest, _)| seen.add(*digest));
    Ok((!nothing_to_list).then_some(List { values, place, is_open, is_foreign }))
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn values_that_came_and_went() {
        holds(&[
            (r#"{"enum":["a","b"]}"#, r#"{"enum":["b","a"]}"#, &[]),
            (r#"{"enum":["a"]}"#, r#"{"enum":["a","b"]}"#, &["EnumValue  added"]),
            (r#"{"enum":["a","b"]}"#, r#"{"enum":["b","c"]}"#, &["EnumValue  added", "EnumValue  removed"]),
            (r#"{"enum":[1]}"#, r#"{"enum":[1.0]}"#, &[]),
            (r#"{"type":"string"}"#, r#"{"type":"string","enum":["a"]}"#, &["Enum  added"]),
            ("{}", r#"{"enum":["a"]}"#, &["Enum  added"]),
        ]);
    }

    #[test]
    fn a_constant_is_a_list_of_one() {
        holds(&[
            (r#"{"enum":["a"]}"#, r#"{"const":"a"}"#, &[]),
            (r#"{"enum":["a","b"]}"#, r#"{"const":"a"}"#, &["EnumValue  removed"]),
            (r#"{"enum":["a","b"]}"#, r#"{"enum":["a","b"],"const":"a"}"#, &["EnumValue  removed"]),
            (r#"{"const":{"a":[1,2]}}"#, r#"{"const":{"a":[2,1]}}"#, &["EnumValue  added", "EnumValue  removed"]),
        ]);
    }

    #[test]
    fn extensible_enum_allows_unlisted_values() {
        holds(&[
            (r#"{"x-extensible-enum":["a"]}"#, r#"{"x-extensible-enum":["a","b"]}"#, &["EnumValue  added"]),
            (r#"{"type":"string"}"#, r#"{"type":"string","x-extensible-enum":["a"]}"#, &["Docs  added"]),
            (r#"{"enum":["a"]}"#, r#"{"x-extensible-enum":["a"]}"#, &["Enum  removed"]),
            (r#"{"enum":["a"]}"#, r#"{"enum":["a"],"x-extensible-enum":true}"#, &["Enum  removed"]),
            (r#"{"enum":["a"]}"#, r#"{"x-extensible-enum":["a","b"]}"#, &["Enum  removed", "EnumValue  added"]),
        ]);
    }

    #[test]
    fn values_of_no_type_that_is_named_are_meant_all_the_same() {
        holds(&[
            (r#"{"type":"integer","enum":["1"]}"#, r#"{"type":"integer","enum":["1","2"]}"#, &["EnumValue  added"]),
            (r#"{"type":"integer","enum":["1","2"]}"#, r#"{"type":"integer"}"#, &["Enum  removed"]),
            (r#"{"type":"string","enum":[1]}"#, r#"{"type":"string","enum":[1,2]}"#, &["EnumValue  added"]),
            (r#"{"type":"integer","enum":["1"]}"#, r#"{"type":"integer","enum":["1",null]}"#, &[]),
        ]);
    }

    #[test]
    fn enum_values_of_new_types_are_part_of_the_type_change() {
        holds(&[
            (
                r#"{"type":["string","null"],"enum":["a"]}"#,
                r#"{"type":["string","null"],"enum":["a",null]}"#,
                &["Type  widened"],
            ),
            (r#"{"type":"string","enum":["a"]}"#, r#"{"type":"string","enum":["a",1]}"#, &[]),
            (r#"{"type":"string","enum":["1"]}"#, r#"{"type":"integer","enum":[1]}"#, &["Type  incomparable"]),
            (r#"{"type":"boolean"}"#, r#"{"type":"boolean","enum":[true,false]}"#, &[]),
            (r#"{"type":"boolean"}"#, r#"{"type":"boolean","const":true}"#, &["Enum  added"]),
            (r#"{"type":"null"}"#, r#"{"const":null}"#, &[]),
            (
                r#"{"type":"string","enum":["a"]}"#,
                r#"{"type":["string","integer"],"enum":["a","b",1]}"#,
                &["Type  widened", "EnumValue  added"],
            ),
        ]);
    }
}
