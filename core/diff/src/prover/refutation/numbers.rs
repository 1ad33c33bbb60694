//! Decides if a branch allows a number: within bounds, a multiple of some steps and not of others, and not excluded
//! (JSON Schema 2020-12 validation, section 6.2).

use waybill_openapi::internal::listed_values::value_nodes;
use waybill_openapi::internal::{Decimal, Kind, KnownKey, NodeId, least_common_multiple};

use super::branch::{Branch, Item};
use super::{Inhabitation, Refutation};
use crate::model::{SchemaRef, Side};
use crate::prover::known_formats::KnownFormat;

/// Maximum number of multiples to try one by one: a few common multiples of realistic steps.
const MAX_MULTIPLES: i128 = 1000;

/// One end of a range.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    is_upper: bool,
    value: Decimal,
    is_exclusive: bool,
}

/// The effect of a keyword on the end of a range.
#[derive(Debug, Clone)]
pub(super) enum End {
    At(Bound),
    /// A flag that modifies the keyword with the bound.
    Flag,
}

impl Bound {
    pub(super) fn allows(&self, number: &Decimal) -> bool {
        if *number == self.value { !self.is_exclusive } else { (*number < self.value) == self.is_upper }
    }

    /// Returns the bound of the numbers that it does not allow.
    fn opposite(self) -> Bound {
        Bound { is_upper: !self.is_upper, is_exclusive: !self.is_exclusive, ..self }
    }
}

/// The requirements for numbers.
#[derive(Debug, Clone, Default)]
struct Numbers {
    bounds: Vec<Bound>,
    steps: Vec<Decimal>,
    not_steps: Vec<Decimal>,
    not: Vec<Decimal>,
}

impl Refutation<'_> {
    /// Returns the value of a size keyword.
    pub(super) fn size(&self, side: Side, id: NodeId) -> Option<usize> {
        let number =
            self.description(side).arena().decimal(id).filter(|number| !number.is_negative() && number.is_integer())?;
        Some(number.floor().map_or(usize::MAX, |(size, _)| usize::try_from(size).unwrap_or(usize::MAX)))
    }

    /// Returns the end of a range that a keyword sets, or `None` if it is invalid.
    pub(super) fn bound(&self, (side, object): SchemaRef, member: NodeId) -> Option<End> {
        let arena = self.description(side).arena();
        let key = KnownKey::from_key(arena.key(member))?;
        let is_upper = matches!(key, KnownKey::Maximum | KnownKey::ExclusiveMaximum);
        let by_itself = matches!(key, KnownKey::ExclusiveMaximum | KnownKey::ExclusiveMinimum);
        if by_itself && matches!(arena.kind(member), Kind::True | Kind::False) {
            return Some(End::Flag);
        }
        let flag = if is_upper { KnownKey::ExclusiveMaximum } else { KnownKey::ExclusiveMinimum };
        let is_exclusive = by_itself || arena.is_true(object, flag);
        Some(End::At(Bound { is_upper, value: arena.decimal(member)?, is_exclusive }))
    }

    /// Decides if a branch allows a number.
    pub(super) fn decide_numbers(&mut self, branch: &Branch<'_>) -> Inhabitation {
        let mut left = Numbers::default();
        let mut uncertain = branch.uncertain;
        let (mut formats, mut others, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        for item in &branch.items {
            let Item::Keyword(literal, of) = item else { continue };
            let (side, member) = (literal.side, literal.schema);
            let arena = self.description(side).arena();
            let step = || self.description(side).arena().decimal(member).filter(Decimal::is_positive);
            match KnownKey::from_key(arena.key(member)) {
                Some(
                    KnownKey::Minimum | KnownKey::Maximum | KnownKey::ExclusiveMinimum | KnownKey::ExclusiveMaximum,
                ) => match (self.bound((side, *of), member), literal.negative) {
                    (Some(End::At(bound)), false) => left.bounds.push(bound),
                    (Some(End::At(bound)), true) => left.bounds.push(bound.opposite()),
                    (Some(End::Flag), false) => {}
                    (Some(End::Flag), true) => return Inhabitation::Empty,
                    (None, _) => uncertain = true,
                },
                Some(KnownKey::Type) if literal.negative => left.not_steps.push(Decimal::from(1)),
                Some(KnownKey::Type) => left.steps.push(Decimal::from(1)),
                Some(KnownKey::MultipleOf) => match step() {
                    Some(step) if literal.negative => left.not_steps.push(step),
                    Some(step) => left.steps.push(step),
                    None => uncertain = true,
                },
                Some(KnownKey::Enum | KnownKey::Const) if literal.negative => {
                    let listed = value_nodes(self.description(side), member);
                    left.not.extend(listed.into_iter().filter_map(|id| self.description(side).arena().decimal(id)));
                }
                Some(KnownKey::Format) => match self.format_of(side, member) {
                    Some(format) => {
                        match format.range() {
                            Some(range) if literal.negative => ranges.push(range),
                            Some(range) => left.within(range),
                            None => uncertain |= !format.is_of_numbers(),
                        }
                        if literal.negative { others.push(format) } else { formats.push(format) }
                    }
                    None => uncertain = true,
                },
                _ => uncertain = true,
            }
        }
        if others.iter().any(|other| formats.iter().any(|format| format.is_within(*other))) {
            return Inhabitation::Empty;
        }
        let ranges = outermost(ranges);
        let named = formats.iter().chain(&others).filter(|format| format.range().is_none()).count();
        let mut answer = left.clone().beside(&ranges);
        if answer.is_inhabited() && formats.iter().any(|format| format.range().is_some()) {
            // Whole numbers certainly have the format. For fractions this is unknown.
            left.steps.push(Decimal::from(1));
            answer = if left.beside(&ranges).is_inhabited() { Inhabitation::Inhabited } else { Inhabitation::Unknown };
        }
        // The exact numbers of a single format do not matter if infinitely many are left.
        let crowded = named > 1 || (named == 1 && answer != Inhabitation::Infinite);
        answer.unless(uncertain || crowded)
    }

    /// Returns the known format that a keyword names.
    pub(super) fn format_of(&self, side: Side, member: NodeId) -> Option<KnownFormat> {
        KnownFormat::named(&self.description(side).arena().string(member)?)
    }
}

impl Numbers {
    /// Restricts numbers to a range. Other keywords decide about fractions.
    fn within(&mut self, (least, greatest): (Decimal, Decimal)) {
        self.bounds.push(Bound { is_upper: false, value: least, is_exclusive: false });
        self.bounds.push(Bound { is_upper: true, value: greatest, is_exclusive: false });
    }

    /// Decides if numbers outside of these ranges of whole numbers exist.
    fn beside(self, ranges: &[(Decimal, Decimal)]) -> Inhabitation {
        let Some(((least, greatest), others)) = ranges.split_first() else { return self.decide() };
        let bound = |is_upper, value: &Decimal| Bound { is_upper, value: value.clone(), is_exclusive: true };
        let with = |bound: Bound| {
            let mut numbers = self.clone();
            numbers.bounds.push(bound);
            numbers.beside(others)
        };
        let outside = with(bound(true, least)).or(with(bound(false, greatest)));
        let mut fractions = self.clone();
        fractions.not_steps.push(Decimal::from(1));
        let inside = fractions.beside(others);
        outside.or(inside.unless(true))
    }

    /// Returns the strictest bound on one side.
    fn end(&self, is_upper: bool) -> Option<&Bound> {
        let ends = self.bounds.iter().filter(|bound| bound.is_upper == is_upper);
        ends.reduce(|one, other| {
            let closer =
                if one.value == other.value { other.is_exclusive } else { (other.value < one.value) == is_upper };
            if closer { other } else { one }
        })
    }

    fn allow(&self, number: &Decimal) -> Option<bool> {
        if self.not.contains(number) || !self.bounds.iter().all(|bound| bound.allows(number)) {
            return Some(false);
        }
        super::matches::all(
            self.steps
                .iter()
                .map(|step| number.is_multiple_of(step))
                .chain(self.not_steps.iter().map(|step| number.is_multiple_of(step).map(|is| !is))),
        )
    }

    fn decide(&self) -> Inhabitation {
        let (low, high) = (self.end(false), self.end(true));
        if let Some((low, high)) = low.zip(high) {
            if high.value < low.value || (high.value == low.value && (high.is_exclusive || low.is_exclusive)) {
                return Inhabitation::Empty;
            }
            if high.value == low.value {
                return super::matches::inhabitation(self.allow(&low.value));
            }
        }
        if self.steps.is_empty() {
            // Between two different numbers there are infinitely many others, whatever steps are excluded.
            return Inhabitation::Infinite;
        }
        self.multiples(low, high).unwrap_or(Inhabitation::Unknown)
    }

    /// Tries the common multiples of all steps, starting at a bound.
    fn multiples(&self, low: Option<&Bound>, high: Option<&Bound>) -> Option<Inhabitation> {
        let exponent = self.steps.iter().chain(&self.not_steps).map(Decimal::exponent).min()?.min(0);
        let least = |from: i128, steps: &[Decimal]| {
            steps.iter().try_fold(from, |multiple, step| least_common_multiple(multiple, step.in_units(exponent)?))
        };
        let step = least(1, &self.steps)?;
        // The multiples of the excluded steps repeat after this many multiples of `step`.
        let circle = least(step, &self.not_steps)?.checked_div(step)?;
        let divides = |other: &Decimal| other.in_units(exponent).is_some_and(|other| step % other == 0);
        if self.not_steps.iter().any(divides) {
            return Some(Inhabitation::Empty);
        }
        let width = Decimal::from_units(step, exponent);
        let over = |end: Option<&Bound>| end.map(|end| end.value.div_ceil(&width));
        let (first, until) = (over(low), over(high));
        let nth = |at: i128| step.checked_mul(at).map(|number| Decimal::from_units(number, exponent));
        let (from, by) = match (first, until) {
            (Some(first), _) => (first?, 1),
            (None, Some(until)) => (until?, -1),
            (None, None) => (0, 1),
        };
        let is_past = |number: &Decimal| {
            let end = if by > 0 { high } else { low };
            end.is_some_and(|end| (*number > end.value) == end.is_upper && *number != end.value)
        };
        let is_endless = first.is_none() || until.is_none();
        for count in 0..MAX_MULTIPLES {
            let number = nth(from.checked_add(by * count)?)?;
            if is_past(&number) {
                return Some(Inhabitation::Empty);
            }
            match self.allow(&number) {
                Some(true) => return Some(if is_endless { Inhabitation::Infinite } else { Inhabitation::Inhabited }),
                Some(false) => {}
                None => return None,
            }
            let excluded = i128::try_from(self.not.len()).unwrap_or(MAX_MULTIPLES);
            if is_endless && count > circle.checked_mul(excluded + 1)?.checked_add(2)? {
                return Some(Inhabitation::Empty);
            }
        }
        None
    }
}

/// Returns the ranges that are not within another one. Numbers outside of these are outside of all.
fn outermost(ranges: Vec<(Decimal, Decimal)>) -> Vec<(Decimal, Decimal)> {
    let is_within = |one: &(Decimal, Decimal), other: &(Decimal, Decimal)| other.0 <= one.0 && one.1 <= other.1;
    let mut found: Vec<(Decimal, Decimal)> = Vec::new();
    for range in ranges {
        if !found.iter().any(|known| is_within(&range, known)) {
            found.retain(|known| !is_within(known, &range));
            found.push(range);
        }
    }
    found
}
