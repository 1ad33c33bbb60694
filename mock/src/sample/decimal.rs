//! Exact decimal numbers, for values a step from a bound and values between two bounds.

use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};

/// A decimal number, `mantissa / 10^scale`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal {
    mantissa: i128,
    scale: u32,
}

/// Maximum number of fraction digits. An `i128` has room for them and a whole number of one digit.
const SCALE: u32 = 36;

impl Decimal {
    /// Reads a number in the format of facets, such as `-12.50`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let scale = u32::try_from(fraction.len()).ok().filter(|scale| *scale <= SCALE)?;
        let mantissa: i128 = format!("0{whole}{fraction}").parse().ok()?;
        Some(Self { mantissa: if negative { -mantissa } else { mantissa }, scale })
    }

    /// Creates a whole number.
    pub(super) fn whole(number: i128) -> Self {
        Self { mantissa: number, scale: 0 }
    }

    /// Returns the number of fraction digits.
    pub(super) fn scale(self) -> u32 {
        self.scale
    }

    /// Adds `steps` units of the last of `scale` fraction digits.
    pub(super) fn step(self, steps: i128, scale: u32) -> Option<Self> {
        let scale = scale.clamp(self.scale, SCALE);
        let mantissa = self.at(scale)?.checked_add(steps)?;
        Some(Self { mantissa, scale })
    }

    /// Returns the number halfway between two numbers, truncated to `scale` fraction digits or those of `self`.
    pub(super) fn middle(self, other: Self, scale: u32) -> Option<Self> {
        let scale = scale.min(SCALE);
        let sum = self.at(scale.max(self.scale))?.checked_add(other.at(scale.max(self.scale))?)?;
        Some(Self { mantissa: sum / 2, scale: scale.max(self.scale) })
    }

    fn at(self, scale: u32) -> Option<i128> {
        if scale < self.scale {
            return Some(self.mantissa / 10_i128.checked_pow(self.scale - scale)?);
        }
        self.mantissa.checked_mul(10_i128.checked_pow(scale - self.scale)?)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        match (self.at(scale), other.at(scale)) {
            (Some(own), Some(others)) => own.cmp(&others),
            // A number that overflows with the other's digits is further from 0.
            (None, _) => self.mantissa.cmp(&0),
            (_, None) => 0.cmp(&other.mantissa),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.scale == 0 {
            return write!(f, "{}", self.mantissa);
        }
        let width = usize::try_from(self.scale).unwrap_or_default() + 1;
        let digits = format!("{:0>width$}", self.mantissa.unsigned_abs());
        let (whole, fraction) = digits.split_at(digits.len() - (width - 1));
        write!(f, "{}{whole}.{fraction}", if self.mantissa < 0 { "-" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_step_and_halve_exactly() {
        let number = |text: &str| Decimal::parse(text).unwrap();
        assert_eq!(number("0").step(1, 3).unwrap().to_string(), "0.001");
        assert_eq!(number("-0.5").step(-1, 0).unwrap().to_string(), "-0.6");
        assert_eq!(number("99999999999999999999").step(1, 0).unwrap().to_string(), "100000000000000000000");
        assert_eq!(number("1").middle(number("2"), 1).unwrap().to_string(), "1.5");
        assert_eq!(number("0.01").middle(number("0.02"), 0).unwrap().to_string(), "0.01");
        assert_eq!(Decimal::parse("1e5"), None);
    }
}
