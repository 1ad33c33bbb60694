//! Tables of examples: two schemas and the facts about them. The reverse change has the mirrored facts.

use waybill_openapi::internal::resolved;
use waybill_openapi::{Limits, Loader};

use crate::differ::Differ;
use crate::model::{Event, Facet, Relation};
use crate::{Exclusions, Renames};

/// Returns the facts about two schemas at the same location, including unexplained ones.
pub(crate) fn facts(old: &str, new: &str) -> Vec<(Facet, String, Event)> {
    facts_between(["3.1.0"; 2], old, new)
}

/// Returns the facts about two schemas in descriptions of these versions, except those about the change of version.
fn facts_between(versions: [&str; 2], old: &str, new: &str) -> Vec<(Facet, String, Event)> {
    let text = |version: &str, schema: &str| {
        format!(
            r##"{{"openapi":"{version}","paths":{{"/a":{{"get":{{"responses":{{"200":{{"description":"","content":
            {{"application/json":{{"schema":{{"$ref":"#/components/schemas/S"}}}}}}}}}}}}}}}},
            "components":{{"schemas":{{"S":{schema},"T":{{"type":"object"}}}}}}}}"##
        )
    };
    let read = |text: String| Loader::new("t", text.into_bytes(), &Limits::default()).unwrap().finish();
    let (old, new) = (read(text(versions[0], old)), read(text(versions[1], new)));
    let mut differ = Differ::new(resolved(&old), resolved(&new), &Exclusions::default(), &Renames::default());
    while differ.phase().is_some() {
        differ.step();
    }
    let facts = differ.facts.iter().filter(|fact| fact.facet != Facet::SpecificationVersion);
    let mut facts: Vec<_> = facts.map(|fact| (fact.facet, fact.name.clone(), fact.event)).collect();
    facts.sort_by(|left, right| (left.0, &left.1, order(left.2)).cmp(&(right.0, &right.1, order(right.2))));
    facts
}

fn order(event: Event) -> u8 {
    match event {
        Event::Added => 0,
        Event::Removed => 1,
        Event::Changed(_) => 2,
    }
}

fn mirrored(event: Event) -> Event {
    match event {
        Event::Added => Event::Removed,
        Event::Removed => Event::Added,
        Event::Changed(relation) => Event::Changed(relation.mirrored()),
    }
}

/// A row: the old schema, the new schema, and the facts as `Facet name event`, in order.
pub(in crate::facets) type Row = (&'static str, &'static str, &'static [&'static str]);

fn written((facet, name, event): &(Facet, String, Event)) -> String {
    let event = match event {
        Event::Added => "added".to_owned(),
        Event::Removed => "removed".to_owned(),
        Event::Changed(relation) => format!("{relation:?}").to_lowercase(),
    };
    format!("{facet:?} {name} {event}")
}

/// Checks every row and its mirror image.
pub(in crate::facets) fn holds(rows: &[Row]) {
    holds_between(["3.1.0"; 2], rows);
}

/// Checks every row and its mirror image, in descriptions of these versions.
pub(in crate::facets) fn holds_between(versions: [&str; 2], rows: &[Row]) {
    for (old, new, expected) in rows {
        let there = facts_between(versions, old, new);
        let found: Vec<String> = there.iter().map(written).collect();
        assert_eq!(found, *expected, "\nfrom {old}\nto   {new}");
        let mut back: Vec<String> = facts_between([versions[1], versions[0]], new, old)
            .into_iter()
            .map(|(facet, name, event)| written(&(facet, name, mirrored(event))))
            .collect();
        let mut there = found;
        there.sort();
        back.sort();
        assert_eq!(back, there, "\nthe other way round: from {new}\nto   {old}");
        assert!(!there.iter().any(|fact| fact.ends_with("same")), "a fact that changes nothing");
    }
}

#[test]
fn a_schema_that_is_the_same_has_no_facts() {
    holds(&[(r#"{"type":"string","title":"a"}"#, r#"{"title":"a","type":"string"}"#, &[])]);
    assert_eq!(Relation::Same.mirrored(), Relation::Same);
}
