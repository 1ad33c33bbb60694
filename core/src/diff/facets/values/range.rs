//! The least and the greatest number (`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`; JSON Schema 2020-12
//! validation, sections 6.2.2 to 6.2.5). In 3.0 the exclusive ones are booleans beside the others (section 4.7.24).

use std::cmp::Ordering;

use super::implied::{Implied, Satisfied};
use super::pair::{Bearing, Pair, decimal, relate_upper_ends};
use crate::diff::facets::context::FacetContext;
use crate::diff::model::{Affected, DisplayValue, Event, Facet, Fact, Relation};
use crate::openapi::{Description, KnownKey, TypeSet};
use crate::tree::{Decimal, Kind, NodeId};

/// One end of a range, and the two keywords that set it.
#[derive(Debug, Clone, Copy)]
struct End {
    inclusive: KnownKey,
    exclusive: KnownKey,
    is_upper: bool,
}

const ENDS: [End; 2] = [
    End { inclusive: KnownKey::Minimum, exclusive: KnownKey::ExclusiveMinimum, is_upper: false },
    End { inclusive: KnownKey::Maximum, exclusive: KnownKey::ExclusiveMaximum, is_upper: true },
];

/// Where a range ends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bound {
    /// The number as written.
    node: NodeId,
    /// Whether it stands under the exclusive keyword itself.
    is_keyword_exclusive: bool,
    is_exclusive: bool,
    value: Decimal,
}

pub(super) fn compare_range(context: &mut FacetContext<'_, '_>, pair: &Pair) {
    for end in ENDS {
        compare_end(context, pair, end);
    }
}

fn compare_end(context: &mut FacetContext<'_, '_>, pair: &Pair, end: End) {
    let keywords = [end.inclusive, end.exclusive].map(|word| pair.changed(context, word));
    let mut keywords = keywords.into_iter().flatten().peekable();
    if keywords.peek().is_none() {
        return;
    }
    let bearing = pair.bearing(TypeSet::NUMBER);
    if bearing != Bearing::Both {
        return keywords.for_each(|keyword| match bearing {
            Bearing::Types => keyword.claim_without_fact(context),
            Bearing::Both | Bearing::Neither => keyword.report_no_effect(context),
        });
    }
    let before = bound(context.sides.old, pair.old, end);
    let after = bound(context.sides.new, pair.new, end);
    let (Ok(before), Ok(after)) = (before, after) else { return };
    let (was, is) = (
        before.clone().map(|bound| end.over(pair.types.0, bound)),
        after.clone().map(|bound| end.over(pair.types.1, bound)),
    );
    let written = match (&was, &is) {
        (None, None) => Relation::Same,
        (None, Some(_)) => Relation::Narrowed,
        (Some(_), None) => Relation::Widened,
        (Some(was), Some(is)) => relate_upper_ends(end.compare(is, was)),
    };
    if written == Relation::Same {
        return keywords.for_each(|keyword| keyword.claim_as_equivalent(context));
    }
    let by_new =
        |all: &Description<'_>, id| Some(is.as_ref().is_none_or(|bound| end.allows(bound, decimal(all, id).as_ref())));
    let by_old =
        |all: &Description<'_>, id| Some(was.as_ref().is_none_or(|bound| end.allows(bound, decimal(all, id).as_ref())));
    let empty =
        (is_empty(context.sides.old, pair.old, pair.types.0), is_empty(context.sides.new, pair.new, pair.types.1));
    let no_values = Implied { old: Satisfied::when(empty.0), new: Satisfied::when(empty.1) };
    let implied = Implied::by_lists(context, pair, TypeSet::NUMBER, (&by_new, &by_old)).or(no_values);
    match implied.meant(written) {
        Relation::Same => keywords.for_each(|keyword| keyword.report_no_effect(context)),
        meant => {
            keywords.for_each(|keyword| keyword.claim_without_fact(context));
            context.facts.push(fact(pair, end, (before, after), meant));
        }
    }
}

/// A number that is an end of a range, and whether it is left out.
pub(in crate::diff::facets) type Limit = Option<(Decimal, bool)>;

/// Where the range of a schema begins and ends; an error where that cannot be read.
pub(in crate::diff::facets) fn ends(description: &Description<'_>, schema: NodeId) -> Result<(Limit, Limit), ()> {
    let limit = |end| Ok(bound(description, schema, end)?.map(|bound| (bound.value, bound.is_exclusive)));
    let [lower, upper] = ENDS;
    Ok((limit(lower)?, limit(upper)?))
}

/// Whether the two ends leave no number between them.
fn is_empty(description: &Description<'_>, schema: NodeId, types: TypeSet) -> bool {
    let [lower, upper] =
        ENDS.map(|end| bound(description, schema, end).ok().flatten().map(|bound| end.over(types, bound)));
    lower.zip(upper).is_some_and(|(lower, upper)| match upper.value.cmp(&lower.value) {
        Ordering::Less => true,
        Ordering::Equal => lower.is_exclusive || upper.is_exclusive,
        Ordering::Greater => false,
    })
}

fn fact(pair: &Pair, end: End, (before, after): (Option<Bound>, Option<Bound>), relation: Relation) -> Fact {
    let own_keyword = [&before, &after].into_iter().flatten().all(|bound| bound.is_keyword_exclusive);
    let name = if own_keyword { end.exclusive } else { end.inclusive };
    let shown = |bound: &Option<Bound>| match bound {
        None => DisplayValue::Nothing,
        Some(bound) if !bound.is_exclusive || own_keyword => DisplayValue::Node(bound.node),
        Some(bound) if end.is_upper => DisplayValue::Below(bound.node),
        Some(bound) => DisplayValue::Above(bound.node),
    };
    let (showing_before, showing_after) = (shown(&before), shown(&after));
    let place = |bound: Option<Bound>, schema: NodeId| Some(bound.map_or(schema, |bound| bound.node));
    let cause = (place(before, pair.old), place(after, pair.new));
    Fact::new(Facet::Range, Event::Changed(relation), cause.0, cause.1, Affected::Unit(pair.unit))
        .named(name.text())
        .showing(showing_before, showing_after)
}

/// The tighter of the two keywords; an error where one of them cannot be read.
fn bound(description: &Description<'_>, schema: NodeId, end: End) -> Result<Option<Bound>, ()> {
    let arena = description.arena();
    let number = |id: NodeId, is_keyword_exclusive: bool, is_exclusive: bool| {
        let value = decimal(description, id).ok_or(())?;
        Ok(Bound { node: id, is_keyword_exclusive, is_exclusive, value })
    };
    let exclusive = arena.member(schema, end.exclusive);
    let flag = exclusive.is_some_and(|id| arena.kind(id) == Kind::True);
    let inclusive = arena.member(schema, end.inclusive).map(|id| number(id, false, flag)).transpose()?;
    let exclusive = exclusive.filter(|&id| !matches!(arena.kind(id), Kind::True | Kind::False));
    let exclusive = exclusive.map(|id| number(id, true, true)).transpose()?;
    Ok(match (inclusive, exclusive) {
        (Some(inclusive), Some(exclusive)) => {
            Some(if end.compare(&exclusive, &inclusive).is_le() { exclusive } else { inclusive })
        }
        (inclusive, exclusive) => inclusive.or(exclusive),
    })
}

impl End {
    /// Whether a number is inside.
    fn allows(self, bound: &Bound, number: Option<&Decimal>) -> bool {
        number.is_some_and(|number| match bound.value.cmp(number) {
            Ordering::Less => !self.is_upper,
            Ordering::Equal => !bound.is_exclusive,
            Ordering::Greater => self.is_upper,
        })
    }

    /// Less is tighter: a lower upper end, a higher lower end.
    fn compare(self, left: &Bound, right: &Bound) -> Ordering {
        let values = left.value.cmp(&right.value);
        let outward = if self.is_upper { values } else { values.reverse() };
        outward.then_with(|| right.is_exclusive.cmp(&left.is_exclusive))
    }

    /// The same end where only integers are allowed: the last integer inside.
    fn over(self, types: TypeSet, mut bound: Bound) -> Bound {
        let integers = types.meets(TypeSet::NUMBER) && !types.meets(TypeSet::FRACTION);
        if let Some((floor, exact)) = bound.value.floor().filter(|_| integers) {
            let step = i128::from(exact && bound.is_exclusive);
            let last =
                if self.is_upper { floor.checked_sub(step) } else { floor.checked_add(step + i128::from(!exact)) };
            if let Some(last) = last {
                bound.value = Decimal::from(last);
                bound.is_exclusive = false;
            }
        }
        bound
    }
}

#[cfg(test)]
mod tests {
    use crate::diff::facets::tests::table::{holds, holds_between};

    #[test]
    fn the_ends_of_a_range() {
        const NARROWED: &[&str] = &["Range maximum narrowed"];
        const WIDENED: &[&str] = &["Range maximum widened"];
        holds(&[
            (r#"{"maximum":100}"#, r#"{"maximum":50}"#, NARROWED),
            (r#"{"maximum":0.3}"#, r#"{"maximum":0.30000000000000000001}"#, WIDENED),
            (r#"{"maximum":100}"#, r#"{"maximum":1e2}"#, &[]),
            ("{}", r#"{"maximum":50}"#, NARROWED),
            ("{}", r#"{"exclusiveMaximum":50}"#, &["Range exclusiveMaximum narrowed"]),
            (r#"{"minimum":1}"#, r#"{"minimum":2}"#, &["Range minimum narrowed"]),
            (r#"{"minimum":-1}"#, r#"{"minimum":-2}"#, &["Range minimum widened"]),
            (r#"{"exclusiveMinimum":1}"#, r#"{"exclusiveMinimum":2}"#, &["Range exclusiveMinimum narrowed"]),
            (
                r#"{"minimum":1,"maximum":9}"#,
                r#"{"minimum":0,"maximum":8}"#,
                &["Range maximum narrowed", "Range minimum widened"],
            ),
        ]);
    }

    #[test]
    fn an_exclusive_end_is_tighter_than_an_inclusive_one() {
        holds(&[
            (r#"{"maximum":10}"#, r#"{"exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
            (r#"{"maximum":10}"#, r#"{"exclusiveMaximum":11}"#, &["Range maximum widened"]),
            (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":20}"#, &[]),
            (r#"{"maximum":10}"#, r#"{"maximum":20,"exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
        ]);
    }

    #[test]
    fn an_end_is_exclusive_by_a_flag_in_3_0_and_by_a_number_since() {
        holds_between(
            ["3.0.3"; 2],
            &[
                (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":true}"#, &["Range maximum narrowed"]),
                (r#"{"maximum":10}"#, r#"{"maximum":10,"exclusiveMaximum":false}"#, &[]),
            ],
        );
        holds_between(
            ["3.0.3", "3.1.0"],
            &[
                (r#"{"maximum":10,"exclusiveMaximum":true}"#, r#"{"exclusiveMaximum":10}"#, &[]),
                (r#"{"minimum":1,"exclusiveMinimum":true}"#, r#"{"exclusiveMinimum":1.0}"#, &[]),
                (
                    r#"{"minimum":1,"exclusiveMinimum":true}"#,
                    r#"{"minimum":1,"exclusiveMinimum":true}"#,
                    &["Range minimum widened"],
                ),
            ],
        );
    }

    #[test]
    fn between_integers_there_is_nothing() {
        const I: &str = r#"{"type":"integer","maximum":10}"#;
        holds(&[
            (I, r#"{"type":"integer","exclusiveMaximum":11}"#, &[]),
            (I, r#"{"type":"integer","maximum":10.9}"#, &[]),
            (I, r#"{"type":"integer","exclusiveMaximum":10.5}"#, &[]),
            (I, r#"{"type":"integer","exclusiveMaximum":10}"#, &["Range maximum narrowed"]),
            (r#"{"type":"integer","minimum":1}"#, r#"{"type":"integer","exclusiveMinimum":0}"#, &[]),
            (r#"{"type":"integer","minimum":-1.5}"#, r#"{"type":"integer","minimum":-1}"#, &[]),
            (
                r#"{"type":"integer","minimum":1}"#,
                r#"{"type":"integer","exclusiveMinimum":1}"#,
                &["Range minimum narrowed"],
            ),
            (
                r#"{"type":"number","maximum":10}"#,
                r#"{"type":"number","exclusiveMaximum":11}"#,
                &["Range maximum widened"],
            ),
        ]);
    }

    #[test]
    fn among_no_numbers_there_is_nothing_to_lose() {
        holds(&[
            (r#"{"minimum":5,"maximum":1}"#, r#"{"minimum":6,"maximum":1}"#, &["Inert minimum unknown"]),
            (
                r#"{"minimum":5,"maximum":1}"#,
                r#"{"minimum":6,"maximum":9}"#,
                &["Range maximum widened", "Inert minimum unknown"],
            ),
            (r#"{"exclusiveMinimum":5,"maximum":5}"#, r#"{"maximum":5}"#, &["Range exclusiveMinimum widened"]),
            (r#"{"minimum":5,"maximum":5}"#, r#"{"maximum":5}"#, &["Range minimum widened"]),
        ]);
    }

    #[test]
    fn what_is_no_number_stays_unexplained() {
        holds(&[("{}", r#"{"maximum":"ten"}"#, &["Unexplained  added"])]);
    }
}
