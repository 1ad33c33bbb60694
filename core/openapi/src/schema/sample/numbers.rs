//! Numbers of a sample: the one that the name suggests, or else one close to the bounds. The arithmetic is exact.

use super::conjunction::Conjunction;
use super::value::Value;
use super::{Sampler, names};
use crate::KnownKey;
use crate::schema::formats;
use crate::tree::{Decimal, NodeId, least_common_multiple};

/// The range of a number, in units of a power of ten.
struct Range {
    exponent: i64,
    least: Option<i128>,
    most: Option<i128>,
    /// The number must be a multiple of this.
    step: i128,
}

/// A number that a keyword sets.
struct Bound {
    number: Decimal,
    /// True if the bound itself is excluded.
    is_open: bool,
}

/// Maximum distance of samples from a bound, if several are wanted.
const SPREAD: u64 = 1_000;

impl Sampler<'_, '_> {
    pub(super) fn number(
        &mut self,
        roots: &[NodeId],
        conjunction: &Conjunction,
        name: &str,
        is_integer: bool,
    ) -> Option<Value> {
        let bounds = self.bounds(conjunction, is_integer);
        let hint =
            names::number(name, self.day).filter(|_| self.variant == 0 && self.mixed() == 0).and_then(Decimal::parse);
        let hint = hint.filter(|hint| !is_integer || hint.is_integer()).and_then(|hint| hint.text());
        let mut written = Vec::new();
        written.extend(hint);
        if let Some(bounds) = bounds {
            self.add_candidates(&bounds, &mut written);
        }
        if !is_integer {
            // Integers may match another alternative.
            written.push("0.5".to_owned());
        }
        written.into_iter().map(Value::Number).find(|value| self.holds(roots, value))
    }

    /// Adds numbers within bounds, in the order in which they are tried.
    fn add_candidates(&self, range: &Range, written: &mut Vec<String>) {
        let Range { exponent, least, most, step } = *range;
        let one = Decimal::from(1).in_units(exponent).unwrap_or(1);
        let spread = if self.seed == 0 && self.attempt < 2 { 0 } else { self.mixed() % SPREAD };
        let more = i128::from(spread.wrapping_add(self.variant));
        let lowest = least.map(|least| up(least, step));
        let highest = most.map(|most| most.div_euclid(step));
        let usual = up(one, step);
        let first = match (lowest, highest) {
            (Some(lowest), _) if usual < lowest => lowest,
            (_, Some(highest)) if usual > highest => lowest.unwrap_or(highest),
            _ => usual,
        };
        let room = highest.map_or(i128::MAX, |highest| highest.saturating_sub(first).saturating_add(1)).max(1);
        let middle = lowest.zip(highest).and_then(|(low, high)| Some(low + high.checked_sub(low)? / 2));
        let (varied, next) = (first.checked_add(more % room), first.checked_add(1));
        let starts = [varied, lowest, highest, middle, Some(0), first.checked_neg(), next];
        for count in starts.into_iter().flatten() {
            let number = count.checked_mul(step).and_then(|number| Decimal::from_units(number, exponent).text());
            written.extend(number);
        }
    }

    /// Returns the combined bounds of all schemas, or `None` if they exceed 128 bits.
    fn bounds(&self, conjunction: &Conjunction, is_integer: bool) -> Option<Range> {
        let mut lower = self.numbers(conjunction, KnownKey::Minimum, Some(KnownKey::ExclusiveMinimum));
        lower.append(&mut self.numbers(conjunction, KnownKey::ExclusiveMinimum, None));
        let mut upper = self.numbers(conjunction, KnownKey::Maximum, Some(KnownKey::ExclusiveMaximum));
        upper.append(&mut self.numbers(conjunction, KnownKey::ExclusiveMaximum, None));
        let mut steps = self.numbers(conjunction, KnownKey::MultipleOf, None);
        steps.retain(|step| step.number.is_positive());
        for format in conjunction.words(self.description, KnownKey::Format) {
            let name = self.description.arena().string(format).unwrap_or_default();
            if let Some((least, most)) = formats::integers(&name) {
                lower.push(Bound { number: Decimal::from(least), is_open: false });
                upper.push(Bound { number: Decimal::from(most), is_open: false });
            }
        }
        let is_plain = !is_integer && steps.is_empty();
        let mut exponent = 0;
        for bounds in [&lower, &upper, &steps] {
            for bound in bounds {
                exponent = bound.number.exponent().min(exponent);
            }
        }
        // If fractions are possible, one more digit ensures that there is a number between any two bounds.
        exponent = exponent.saturating_sub(i64::from(is_plain));
        let one = Decimal::from(1).in_units(exponent)?;
        let (mut least, mut most) = (None, None);
        for bound in lower {
            let at = bound.number.in_units(exponent)?.checked_add(i128::from(bound.is_open))?;
            least = Some(least.map_or(at, |least: i128| least.max(at)));
        }
        for bound in upper {
            let at = bound.number.in_units(exponent)?.checked_sub(i128::from(bound.is_open))?;
            most = Some(most.map_or(at, |most: i128| most.min(at)));
        }
        let mut step = if is_integer { one } else { 1 };
        for multiple in steps {
            step = least_common_multiple(step, multiple.number.in_units(exponent)?)?;
        }
        // Integers are preferred if nothing requires fractions.
        let whole = least.map_or(0, |least| up(least, one).saturating_mul(one));
        if is_plain && most.is_none_or(|most| whole <= most) {
            step = one;
        }
        Some(Range { exponent, least, most, step })
    }

    /// Returns the numbers that a keyword sets. Before OpenAPI 3.1, `flag` is the sibling keyword that makes a bound exclusive.
    fn numbers(&self, conjunction: &Conjunction, key: KnownKey, flag: Option<KnownKey>) -> Vec<Bound> {
        let arena = self.description.arena();
        let mut found = Vec::new();
        for &schema in &conjunction.schemas {
            if let Some(number) = arena.member(schema, key).and_then(|id| arena.decimal(id)) {
                let is_open = flag.map_or(key != KnownKey::MultipleOf, |flag| arena.is_true(schema, flag));
                found.push(Bound { number, is_open });
            }
        }
        found
    }
}

/// Divides a number by a step, rounded up.
fn up(number: i128, step: i128) -> i128 {
    number.div_euclid(step) + i128::from(number.rem_euclid(step) != 0)
}
