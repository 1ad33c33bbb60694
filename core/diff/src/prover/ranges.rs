//! The range of a schema's numbers: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` (JSON Schema 2020-12
//! validation, sections 6.2.2 to 6.2.5). In OpenAPI 3.0 the exclusive keywords are boolean modifiers of the others
//! (3.0.4 section 4.7.24).

use std::cmp::Ordering;

use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, ResolvedDescription, TypeSet};

/// One end of a range, and the two keywords that set it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End {
    pub(crate) inclusive: KnownKey,
    pub(crate) exclusive: KnownKey,
    pub(crate) is_upper: bool,
}

pub(crate) const ENDS: [End; 2] = [
    End { inclusive: KnownKey::Minimum, exclusive: KnownKey::ExclusiveMinimum, is_upper: false },
    End { inclusive: KnownKey::Maximum, exclusive: KnownKey::ExclusiveMaximum, is_upper: true },
];

/// A bound of a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The number as written.
    pub(crate) node: NodeId,
    /// True if the number is the value of the exclusive keyword itself.
    pub(crate) is_keyword_exclusive: bool,
    pub(crate) is_exclusive: bool,
    pub(crate) value: Decimal,
}

/// Returns the stricter bound of the two keywords, or an error if one of them is invalid.
pub(crate) fn read_bound(description: &ResolvedDescription<'_>, schema: NodeId, end: End) -> Result<Option<Bound>, ()> {
    let arena = description.arena();
    let number = |id: NodeId, is_keyword_exclusive: bool, is_exclusive: bool| {
        let value = description.arena().decimal(id).ok_or(())?;
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
    /// Returns true if a number is within the bound.
    pub(crate) fn allows(self, bound: &Bound, number: Option<&Decimal>) -> bool {
        number.is_some_and(|number| match bound.value.cmp(number) {
            Ordering::Less => !self.is_upper,
            Ordering::Equal => !bound.is_exclusive,
            Ordering::Greater => self.is_upper,
        })
    }

    /// Compares two bounds; less means stricter: a lower upper bound, or a higher lower bound.
    pub(crate) fn compare(self, left: &Bound, right: &Bound) -> Ordering {
        let values = left.value.cmp(&right.value);
        let outward = if self.is_upper { values } else { values.reverse() };
        outward.then_with(|| right.is_exclusive.cmp(&left.is_exclusive))
    }

    /// Returns the bound for values of some types. If only integers are allowed, this is the last integer inside.
    pub(crate) fn over(self, types: TypeSet, mut bound: Bound) -> Bound {
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

/// A bound, and true if it is exclusive.
pub(crate) type Limit = Option<(Decimal, bool)>;

/// Returns the bounds of a schema's range, or an error if they are invalid.
pub(crate) fn ends_of_range(description: &ResolvedDescription<'_>, schema: NodeId) -> Result<(Limit, Limit), ()> {
    let limit = |end| Ok(read_bound(description, schema, end)?.map(|bound| (bound.value, bound.is_exclusive)));
    let [lower, upper] = ENDS;
    Ok((limit(lower)?, limit(upper)?))
}

/// Returns true if no number is between the two bounds.
pub(crate) fn is_empty_range(description: &ResolvedDescription<'_>, schema: NodeId, types: TypeSet) -> bool {
    let [lower, upper] =
        ENDS.map(|end| read_bound(description, schema, end).ok().flatten().map(|bound| end.over(types, bound)));
    lower.zip(upper).is_some_and(|(lower, upper)| match upper.value.cmp(&lower.value) {
        Ordering::Less => true,
        Ordering::Equal => lower.is_exclusive || upper.is_exclusive,
        Ordering::Greater => false,
    })
}
