//! Proves that two schemas have no value in common: by their types, listed values, tags, or because one requires what
//! the other forbids. The distinguishing features of a schema are cached, because each alternative may be compared with
//! each other one.

use std::rc::Rc;

use waybill_base::internal::order::Listed as _;
use waybill_base::internal::table::Table;
use waybill_openapi::internal::listed_values::{Tag, are_tags_apart, are_values_apart, closed_to, demanded, tags};
use waybill_openapi::internal::{Digest, NodeId, TypeSet};

use super::SubschemaProver;
use crate::model::{SchemaRef, Side};

/// Maximum number of alternatives that an alternative is compared with. If all changed, the number of comparisons is
/// the square of this. In longer lists, alternatives are treated as overlapping unless values distinguish them all.
const MAX_CHOICES: usize = 2000;

/// The features that distinguish schemas that all apply from others.
#[derive(Debug)]
pub(super) struct Distinctions {
    /// The lists of required values.
    values: Vec<Vec<Digest>>,
    tags: Vec<Tag>,
}

impl SubschemaProver<'_> {
    /// Returns true if the types and constants of two schemas prove that no value is allowed by both.
    pub(crate) fn are_disjoint(&mut self, one: SchemaRef, other: SchemaRef) -> bool {
        self.disjoint(one.0, &[one.1], other)
    }

    /// Returns true if an alternative may have a value in common with another one of its list.
    pub(crate) fn overlaps(&mut self, side: Side, choice: NodeId, list: NodeId) -> bool {
        if let Some(&known) = self.overlapping.get(&(side, choice)) {
            return known;
        }
        let arena = self.description(side).arena();
        let overlaps = !self.are_distinguished(side, list)
            && (arena.children(list).nth(MAX_CHOICES).is_some()
                || arena
                    .children(list)
                    .filter(|&other| other != choice)
                    .any(|other| !self.are_disjoint((side, choice), (side, other))));
        self.overlapping.insert((side, choice), overlaps);
        overlaps
    }

    /// Returns true if no two alternatives of a list have a value in common.
    pub(crate) fn are_all_apart(&mut self, side: Side, list: NodeId) -> bool {
        let choices: Vec<NodeId> = self.description(side).arena().children(list).list();
        let mut apart = choices.iter().enumerate();
        self.are_distinguished(side, list)
            || apart.all(|(at, &one)| {
                choices.iter().skip(at + 1).all(|&other| self.are_disjoint((side, one), (side, other)))
            })
    }

    /// Returns true if the alternatives of a list are distinguished by required values, or by values of the same tag.
    /// No value may belong to two of them.
    fn are_distinguished(&mut self, side: Side, list: NodeId) -> bool {
        if let Some(&known) = self.lists_of_distinct_choices.get(&(side, list)) {
            return known;
        }
        let choices: Vec<NodeId> = self.description(side).arena().children(list).list();
        let told: Vec<Rc<Distinctions>> = choices.iter().map(|&choice| self.distinctions(side, &[choice])).collect();
        let are_objects = choices.iter().all(|&choice| self.types(side, &[choice]) == TypeSet::OBJECT);
        let names = told.first().filter(|_| are_objects).map(|told| told.tags.as_slice()).unwrap_or_default();
        let are_told = is_each_once(&told, |told| told.values.first())
            || names.iter().any(|(name, _)| {
                is_each_once(&told, |told| told.tags.iter().find(|(known, _)| known == name).map(|(_, values)| values))
            });
        self.lists_of_distinct_choices.insert((side, list), are_told);
        are_told
    }

    /// Returns the features that distinguish schemas from others.
    fn distinctions(&mut self, side: Side, schemas: &[NodeId]) -> Rc<Distinctions> {
        let alone = if let [schema] = *schemas { Some((side, schema)) } else { None };
        if let Some(known) = alone.and_then(|schema| self.distinctions.get(&schema)) {
            return Rc::clone(known);
        }
        let objects = self.opened(side, schemas);
        let description = self.description(side);
        let told = Rc::new(Distinctions {
            values: demanded(description, &objects.objects),
            tags: tags(description, &objects.objects),
        });
        if let Some(schema) = alone {
            self.distinctions.insert(schema, Rc::clone(&told));
        }
        told
    }

    /// Returns true if no value can match both, because of types, required constants, or forbidden properties.
    pub(super) fn disjoint(&mut self, side: Side, schemas: &[NodeId], (other_side, other): SchemaRef) -> bool {
        let types = self.types(side, schemas).and(self.types(other_side, &[other]));
        if types == TypeSet::NONE {
            return true;
        }
        let (one, another) = (self.distinctions(side, schemas), self.distinctions(other_side, &[other]));
        if are_values_apart(&one.values, &another.values) {
            return true;
        }
        if types != TypeSet::OBJECT || are_tags_apart(&one.tags, &another.tags) {
            return types == TypeSet::OBJECT;
        }
        let (left, right) = (self.opened(side, schemas), self.opened(other_side, &[other]));
        let (one, another) = (self.description(side), self.description(other_side));
        closed_to(one, &left.objects, another, &right.objects) || closed_to(another, &right.objects, one, &left.objects)
    }
}

/// Returns true if all have values, and no value belongs to two of them.
fn is_each_once(told: &[Rc<Distinctions>], values: impl Fn(&Distinctions) -> Option<&Vec<Digest>>) -> bool {
    let mut seen: Table<Digest, usize> = Table::default();
    told.iter().enumerate().all(|(at, told)| {
        values(told)
            .is_some_and(|values| values.iter().all(|&value| seen.get_or_insert(value, at).is_some_and(|by| *by == at)))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::MAX_CHOICES;
    use crate::Qualifier;
    use crate::facets::tests::examples::{description, found};

    /// Returns true if a changed value of the first of these alternatives may match another one as well.
    fn overlaps(before: &Value, after: &Value, others: &[Value]) -> bool {
        let of = |first: &Value| {
            let list: Vec<&Value> = std::iter::once(first).chain(others).collect();
            let content = json!({"application/json": {"schema": {"oneOf": list}}});
            let post = json!({"requestBody": {"content": content}, "responses": {"204": {"description": ""}}});
            description(&json!({"paths": {"/a": {"post": post}}}))
        };
        let found = found(&of(before), &of(after), |fact| fact.has(Qualifier::Overlapping));
        assert!(!found.is_empty(), "{before} {after}");
        found.contains(&true)
    }

    #[test]
    fn values_and_tags_separate_any_number_of_alternatives() {
        let tagged = |kind: usize, longest: usize| {
            let properties = json!({"kind": {"const": kind}, "text": {"type": "string", "maxLength": longest}});
            json!({"type": "object", "required": ["kind"], "properties": properties})
        };
        let listed = |value: usize, most: usize| json!({"type": "integer", "enum": [value], "maximum": most});
        for count in [2, MAX_CHOICES + 2] {
            let others: Vec<Value> = (1..count).map(|kind| tagged(kind, 5)).collect();
            assert!(!overlaps(&tagged(0, 5), &tagged(0, 9), &others), "{count} tags");
            // The schemas around two alternatives decide.
            let is_open = overlaps(&tagged(1, 5), &tagged(1, 9), &others);
            assert_eq!(is_open, count > 2, "{count} tags, one of them twice");
            let others: Vec<Value> = (1..count).map(|value| listed(value, 50)).collect();
            assert!(!overlaps(&listed(0, 50), &listed(0, 90), &others), "{count} values");
        }
    }

    #[test]
    fn overlap_of_too_many_alternatives_is_undecided() {
        let closed = |at: usize, least: usize| {
            let properties = json!({format!("k{at}"): {"type": "string", "minLength": least}});
            json!({"type": "object", "required": [format!("k{at}")], "properties": properties, "additionalProperties": false})
        };
        let with = |count: usize| {
            let others: Vec<Value> = (1..count).map(|at| closed(at, 1)).collect();
            overlaps(&closed(0, 1), &closed(0, 2), &others)
        };
        assert!(!with(3));
        assert!(with(MAX_CHOICES + 1));
    }
}
