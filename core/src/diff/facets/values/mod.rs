//! The keywords of a schema that bound single values, one facet each (JSON Schema 2020-12 validation, sections 6 to 9).

mod access;
mod content;
mod default;
mod enumeration;
mod format;
mod implied;
mod multiple_of;
mod pattern;
mod range;
mod sizes;
mod unique_items;
pub(super) mod xml;

use std::cmp::Ordering;

pub(in crate::diff) use enumeration::lists_none_of_its_types;
pub(in crate::diff) use format::KnownFormat;
pub(super) use range::ends as ends_of_range;
pub(super) use sizes::size as size_of;

use super::keyword::Keyword;
use crate::diff::facets::context::FacetContext;
use crate::diff::fact::{Event, Facet, Relation};
use crate::diff::types::TypeSet;
use crate::openapi::{Decimal, Description, Kind, NodeId};

/// A pair of schemas: the unit they are in, and what they describe.
#[derive(Debug, Clone, Copy)]
struct Pair {
    unit: usize,
    old: NodeId,
    new: NodeId,
    /// The types each allows.
    types: (TypeSet, TypeSet),
    /// Whether their values are texts, for which null is nothing.
    is_text: bool,
}

/// Asks every facet of values about two schemas that stand in the same place, or two branches of the schemas `whole`.
pub(super) fn compare_value_keywords(
    context: &mut FacetContext<'_, '_>,
    unit: usize,
    (old, new): (NodeId, NodeId),
    whole: (NodeId, NodeId),
    is_text: bool,
) {
    let types = context.prover.allowed_types(whole.0, whole.1);
    let pair = Pair { unit, old, new, types, is_text };
    enumeration::compare_values(context, &pair);
    range::compare_range(context, &pair);
    multiple_of::compare_multiple_of(context, &pair);
    sizes::compare_sizes(context, &pair);
    unique_items::compare_unique_items(context, &pair);
    pattern::compare_patterns(context, &pair);
    format::compare_formats(context, &pair);
    content::compare_content(context, &pair);
    default::compare_defaults(context, &pair);
    access::compare_access(context, &pair);
    xml::compare_xml(context, &pair);
}

/// What a keyword for values of some types has to do with a pair of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bearing {
    /// Both allow such values.
    Both,
    /// One of them does not: what became of the values is what became of the types.
    Types,
    /// Neither does: the keyword says nothing.
    Neither,
}

impl Pair {
    fn bearing(&self, kind: TypeSet) -> Bearing {
        match (self.types.0.meets(kind), self.types.1.meets(kind)) {
            (true, true) => Bearing::Both,
            (false, false) => Bearing::Neither,
            (true, false) | (false, true) => Bearing::Types,
        }
    }

    fn both_meet(&self, kind: TypeSet) -> bool {
        self.bearing(kind) == Bearing::Both
    }

    /// Whether the two allow no common type but null: every value is another one.
    fn is_of_other_types(&self) -> bool {
        let (before, after) = (self.types.0.without(TypeSet::NULL), self.types.1.without(TypeSet::NULL));
        !before.meets(after) && before != after
    }

    fn changed(&self, context: &FacetContext<'_, '_>, word: crate::openapi::KnownKey) -> Option<Keyword> {
        Keyword::changed(context, self.unit, (self.old, self.new), word)
    }
}

/// How a keyword for values of some types changed which of them are allowed.
#[derive(Debug, Clone, Copy)]
struct Change {
    facet: Facet,
    kind: TypeSet,
    /// As the keyword says by itself.
    written: Relation,
    /// As it does beside the rest of the schema.
    meant: Relation,
}

impl Change {
    /// A change the rest of the schema says nothing of.
    fn plain(facet: Facet, kind: TypeSet, written: Relation) -> Change {
        Change { facet, kind, written, meant: written }
    }

    /// Says it.
    fn report(self, context: &mut FacetContext<'_, '_>, pair: &Pair, keyword: &Keyword) {
        match (pair.bearing(self.kind), self.meant) {
            _ if self.written == Relation::Same => keyword.claim_as_equivalent(context),
            (Bearing::Types, _) => keyword.claim_without_fact(context),
            (Bearing::Neither, _) | (Bearing::Both, Relation::Same) => keyword.report_no_effect(context),
            (Bearing::Both, Relation::Narrowed | Relation::Widened | Relation::Incomparable | Relation::Unknown) => {
                let found = keyword.fact(context, self.facet, Event::Changed(self.meant));
                context.facts.push(found);
            }
        }
    }
}

/// The number a keyword is; `None` where it is no number that can be read.
fn decimal(description: &Description<'_>, id: NodeId) -> Option<Decimal> {
    let arena = description.arena();
    (arena.kind(id) == Kind::Number).then(|| Decimal::parse(arena.written(id))).flatten()
}

/// The relation of two upper ends: a lower one allows fewer values.
fn relate_upper_ends(after_to_before: Ordering) -> Relation {
    Relation::from_inclusions(after_to_before.is_le(), after_to_before.is_ge())
}
