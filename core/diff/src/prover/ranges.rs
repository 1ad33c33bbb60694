//! Where the range of a schema's numbers begins and ends: `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum` (JSON
//! Schema 2020-12 validation, sections 6.2.2 to 6.2.5). In OpenAPI 3.0 the exclusive ones are booleans beside the others
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

/// Where a range ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The number as written.
    pub(crate) node: NodeId,
    /// Whether it stands under the exclusive keyword itself.
    pub(crate) is_keyword_exclusive: bool,
    pub(crate) is_exclusive: bool,
    pub(crate) value: Decimal,
}

/// The tighter of the two keywords; an error where one of them cannot be read.
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
    /// Whether a number is inside.
    pub(crate) fn allows(self, bound: &Bound, number: Option<&Decimal>) -> bool {
        number.is_some_and(|number| match bound.value.cmp(number) {
            Ordering::Less => !self.is_upper,
            Ordering::Equal => !bound.is_exclusive,
            Ordering::Greater => self.is_upper,
        })
    }

    /// Less is tighter: a lower upper end, a higher lower end.
    pub(crate) fn compare(self, left: &Bound, right: &Bound) -> Ordering {
        let values = left.value.cmp(&right.value);
        let outward = if self.is_upper { values } else { values.reverse() };
        outward.then_with(|| right.is_exclusive.cmp(&left.is_exclusive))
    }

    /// The bound at this end for values of some types: where only integers are allowed, the last integer inside.
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

/// A number that is an end of a range, and whether it is left out.
pub(crate) type Limit = Option<(Decimal, bool)>;

/// Where the range of a schema begins and ends; an error where that cannot be read.
pub(crate) fn ends_of_range(description: &ResolvedDescription<'_>, schema: NodeId) -> Result<(Limit, Limit), ()> {
    let limit = |end| Ok(read_bound(description, schema, end)?.map(|bound| (bound.value, bound.is_exclusive)));
    let [lower, upper] = ENDS;
    Ok((limit(lower)?, limit(upper)?))
}

/// Whether the two ends leave no number between them.
pub(crate) fn is_empty_range(description: &ResolvedDescription<'_>, schema: NodeId, types: TypeSet) -> bool {
    let [lower, upper] =
        ENDS.map(|end| read_bound(description, schema, end).ok().flatten().map(|bound| end.over(types, bound)));
    lower.zip(upper).is_some_and(|(lower, upper)| match upper.value.cmp(&lower.value) {
        Ordering::Less => true,
        Ordering::Equal => lower.is_exclusive || upper.is_exclusive,
        Ordering::Greater => false,
    })
}
