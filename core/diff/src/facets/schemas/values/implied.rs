//! Keywords that the rest of a schema implies. If one side lists its values or allows none, all its values may satisfy
//! a keyword of the other side. That keyword then excludes nothing.

use waybill_base::internal::order::Listed as _;
use waybill_openapi::internal::{NodeId, ResolvedDescription, TypeSet, type_of};

use super::enumeration::closed_list;
use super::pair::TypedSchemaPair;
use crate::facets::context::FacetContext;
use crate::model::Relation;

/// The result of checking the values of one side against the keyword of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Satisfied {
    Yes,
    /// Listed values, not all of which can be checked.
    Perhaps,
    /// No possible check, or a value that fails it.
    Unknown,
}

impl Satisfied {
    pub(super) fn when(known: bool) -> Satisfied {
        if known { Satisfied::Yes } else { Satisfied::Unknown }
    }

    pub(super) fn or(self, other: Satisfied) -> Satisfied {
        match (self, other) {
            (Satisfied::Yes, _) | (_, Satisfied::Yes) => Satisfied::Yes,
            (Satisfied::Perhaps, _) | (_, Satisfied::Perhaps) => Satisfied::Perhaps,
            (Satisfied::Unknown, Satisfied::Unknown) => Satisfied::Unknown,
        }
    }

    fn by_list(
        description: &ResolvedDescription<'_>,
        values: Option<&[NodeId]>,
        satisfies: Satisfies<'_>,
    ) -> Satisfied {
        let Some(values) = values else { return Satisfied::Unknown };
        let mut all = Satisfied::Yes;
        for &value in values {
            match satisfies(description, value) {
                Some(true) => {}
                Some(false) => return Satisfied::Unknown,
                None => all = Satisfied::Perhaps,
            }
        }
        all
    }
}

/// Returns true if a value satisfies a keyword, or `None` if that is unknown.
type Satisfies<'s> = &'s dyn Fn(&ResolvedDescription<'_>, NodeId) -> Option<bool>;

/// The results for both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Implied {
    /// The result for the old values and the new keyword.
    pub(super) old: Satisfied,
    /// The result for the new values and the old keyword.
    pub(super) new: Satisfied,
}

impl Implied {
    /// Checks the values of `kind` that each side lists against the new and the old keyword. A keyword that excludes no
    /// value of the list beside it has no effect. Changes of the list are reported separately.
    pub(super) fn by_lists(
        context: &FacetContext<'_, '_>,
        pair: &TypedSchemaPair,
        kind: TypeSet,
        (by_new, by_old): (Satisfies<'_>, Satisfies<'_>),
    ) -> Implied {
        let (left, right) = (context.sides.old, context.sides.new);
        let listed = |values: Option<Vec<NodeId>>, is_old: bool| {
            let arena = if is_old { left.arena() } else { right.arena() };
            values.map(|values| values.into_iter().filter(|&id| type_of(arena, id).meets(kind)).list())
        };
        let before = listed(closed_list(left, pair.old, pair.types.0), true);
        let after = listed(closed_list(right, pair.new, pair.types.1), false);
        let own = |satisfied: Satisfied| Satisfied::when(satisfied == Satisfied::Yes);
        Implied {
            old: Satisfied::by_list(left, before.as_deref(), by_new).or(own(Satisfied::by_list(
                right,
                after.as_deref(),
                by_new,
            ))),
            new: Satisfied::by_list(right, after.as_deref(), by_old).or(own(Satisfied::by_list(
                left,
                before.as_deref(),
                by_old,
            ))),
        }
    }

    pub(super) fn or(self, other: Implied) -> Implied {
        Implied { old: self.old.or(other.old), new: self.new.or(other.new) }
    }

    /// Returns the relation of the values, given that of the keyword alone.
    pub(super) fn meant(self, written: Relation) -> Relation {
        let (loses, gains) = match written {
            Relation::Same => return Relation::Same,
            Relation::Narrowed => (Satisfied::Unknown, Satisfied::Yes),
            Relation::Widened => (Satisfied::Yes, Satisfied::Unknown),
            Relation::Incomparable => (Satisfied::Unknown, Satisfied::Unknown),
            Relation::Unknown => (Satisfied::Perhaps, Satisfied::Perhaps),
        };
        match (loses.or(self.old), gains.or(self.new)) {
            (Satisfied::Perhaps, _) | (_, Satisfied::Perhaps) => Relation::Unknown,
            (kept, within) => Relation::from_inclusions(within == Satisfied::Yes, kept == Satisfied::Yes),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::facets::tests::table::holds;

    #[test]
    fn a_keyword_that_every_listed_value_satisfies_takes_none_away() {
        holds(&[
            (r#"{"enum":["a","b"]}"#, r#"{"enum":["a","b"],"maxLength":1}"#, &["KeywordWithoutEffect maxLength added"]),
            (r#"{"enum":["a","bb"]}"#, r#"{"enum":["a","bb"],"maxLength":1}"#, &["Length maxLength narrowed"]),
            (r#"{"const":"ä"}"#, r#"{"const":"ä","maxLength":1}"#, &["KeywordWithoutEffect maxLength added"]),
            (
                r#"{"type":"string"}"#,
                r#"{"enum":["a","b"],"maxLength":1}"#,
                &["Enum  added", "KeywordWithoutEffect maxLength added"],
            ),
            (
                r#"{"enum":["a"],"maxLength":1}"#,
                r#"{"enum":["a","bb"],"maxLength":2}"#,
                &["EnumValue  added", "KeywordWithoutEffect maxLength unknown"],
            ),
            (
                r#"{"type":"string","minLength":1}"#,
                r#"{"type":"string","enum":["a"]}"#,
                &["Enum  added", "KeywordWithoutEffect minLength removed"],
            ),
            (
                r#"{"type":"integer","enum":[1,2]}"#,
                r#"{"type":"integer","minimum":1,"maximum":3}"#,
                &["Enum  removed", "KeywordWithoutEffect maximum added", "KeywordWithoutEffect minimum added"],
            ),
            (r#"{"enum":[2,4]}"#, r#"{"enum":[2,4],"multipleOf":2}"#, &["KeywordWithoutEffect multipleOf added"]),
            (r#"{"enum":[2,5]}"#, r#"{"enum":[2,5],"multipleOf":2}"#, &["MultipleOf multipleOf narrowed"]),
            (
                r#"{"const":[1,2]}"#,
                r#"{"const":[1,2],"maxItems":2,"uniqueItems":true}"#,
                &["KeywordWithoutEffect maxItems added", "KeywordWithoutEffect uniqueItems added"],
            ),
            (r#"{"const":[1,1]}"#, r#"{"const":[1,1],"uniqueItems":true}"#, &["UniqueItems uniqueItems narrowed"]),
        ]);
    }

    #[test]
    fn enum_values_against_a_new_pattern_or_format_are_undecided() {
        holds(&[
            (r#"{"enum":["a"]}"#, r#"{"enum":["a"],"pattern":"(?=a)"}"#, &["Pattern pattern unknown"]),
            (
                r#"{"type":"string","enum":["a"]}"#,
                r#"{"type":"string","format":"uuid"}"#,
                &["Enum  removed", "Format format unknown"],
            ),
            (
                r#"{"type":["string","integer"],"enum":[1]}"#,
                r#"{"type":["string","integer"],"enum":[1],"pattern":"a"}"#,
                &["KeywordWithoutEffect pattern added"],
            ),
        ]);
    }
}
