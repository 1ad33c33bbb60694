//! Decimal numbers with exact comparison. JSON does not limit the size of numbers (RFC 8259 section 6), and binary fractions
//! cannot represent `0.1`.

use std::cmp::Ordering;

use super::number::write_significant_digits;

/// A decimal number: digits without leading and trailing zeros, times a power of ten. Zero has no digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Parses a number. Returns `None` if it is not a number (`.inf`) or its exponent does not fit into 64 bits.
    pub fn parse(text: &str) -> Option<Decimal> {
        let mut digits = String::new();
        let (negative, exponent) = write_significant_digits(text, &mut digits)?;
        if digits.is_empty() {
            return Some(Decimal { negative: false, digits, exponent: 0 });
        }
        Some(Decimal { negative, digits, exponent: i64::try_from(exponent).ok()? })
    }

    /// Returns true if it is greater than zero.
    pub fn is_positive(&self) -> bool {
        !self.negative && !self.digits.is_empty()
    }

    /// Returns true if it is less than zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns the absolute value.
    #[must_use]
    pub fn absolute(self) -> Decimal {
        Decimal { negative: false, ..self }
    }

    /// Returns true if it is an integer.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns the number in shortest plain notation, or `None` if that has very many zeros.
    pub fn text(&self) -> Option<String> {
        // Numbers such as `1e999999999` are possible.
        const MAX_ZEROS: usize = 40;
        let sign = if self.negative { "-" } else { "" };
        if self.digits.is_empty() {
            return Some("0".to_owned());
        }
        if let Ok(zeros) = usize::try_from(self.exponent) {
            return (zeros <= MAX_ZEROS).then(|| format!("{sign}{}{}", self.digits, "0".repeat(zeros)));
        }
        let places = usize::try_from(self.exponent.unsigned_abs()).ok()?;
        if let Some(whole) = self.digits.len().checked_sub(places).filter(|whole| *whole > 0) {
            let (whole, fraction) = self.digits.split_at_checked(whole)?;
            return Some(format!("{sign}{whole}.{fraction}"));
        }
        let zeros = places - self.digits.len();
        (zeros <= MAX_ZEROS).then(|| format!("{sign}0.{}{}", "0".repeat(zeros), self.digits))
    }

    /// Returns the greatest integer that is not greater, and true if it is equal. Returns `None` beyond 128 bits.
    pub fn floor(&self) -> Option<(i128, bool)> {
        let split = usize::try_from(self.integer_digit_count().max(0)).ok()?;
        let whole = self.digits.get(..split.min(self.digits.len()))?;
        let exact = split >= self.digits.len();
        let zeros = u32::try_from(split - whole.len()).ok()?;
        let whole: i128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let whole = whole.checked_mul(10_i128.checked_pow(zeros)?)?;
        let floor = if self.negative { -whole - i128::from(!exact) } else { whole };
        Some((floor, exact))
    }

    /// Returns both numbers and 1 in units of a common power of ten, or `None` beyond 128 bits or below zero.
    pub fn to_common_unit(&self, other: &Decimal) -> Option<(u128, u128, u128)> {
        let unit = self.exponent.min(other.exponent).min(0);
        let scaled = |number: &Decimal| -> Option<u128> {
            let digits: u128 = if number.digits.is_empty() { 0 } else { number.digits.parse().ok()? };
            digits.checked_mul(power(number.exponent.checked_sub(unit)?)?).filter(|_| !number.negative)
        };
        Some((scaled(self)?, scaled(other)?, power(unit.checked_neg()?)?))
    }

    /// Returns the exponent of the power of ten.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Returns the number in units of a power of ten, or `None` if it is not a multiple or exceeds 128 bits.
    pub fn in_units(&self, exponent: i64) -> Option<i128> {
        if self.digits.is_empty() {
            return Some(0);
        }
        let digits: i128 = self.digits.parse().ok()?;
        let number = digits.checked_mul(i128::try_from(power(self.exponent.checked_sub(exponent)?)?).ok()?)?;
        Some(if self.negative { -number } else { number })
    }

    /// Creates a number from units of a power of ten.
    pub fn from_units(number: i128, exponent: i64) -> Decimal {
        let whole = Decimal::from(number);
        if whole.digits.is_empty() {
            return whole;
        }
        Decimal { exponent: whole.exponent.saturating_add(exponent), ..whole }
    }

    /// Returns true if it is a multiple of a positive number, for any exponents. Returns `None` if that number has more digits
    /// than fit into 64 bits.
    pub fn is_multiple_of(&self, step: &Decimal) -> Option<bool> {
        if self.digits.is_empty() {
            return Some(true);
        }
        let modulus = u128::from(step.digits.parse::<u64>().ok()?);
        // The last digit is not zero, so it is not a multiple of a number that ends with one.
        let Ok(mut zeros) = u64::try_from(self.exponent.checked_sub(step.exponent)?) else { return Some(false) };
        let digits = self.digits.bytes().map(|digit| u128::from(digit - b'0'));
        let mut rest = digits.fold(0, |rest, digit| (rest * 10 + digit) % modulus);
        let mut power = 10 % modulus;
        while zeros > 0 {
            if zeros & 1 == 1 {
                rest = rest * power % modulus;
            }
            power = power * power % modulus;
            zeros >>= 1;
        }
        Some(rest == 0)
    }

    /// Divides by a positive number and rounds up. Returns `None` beyond 128 bits.
    pub fn div_ceil(&self, step: &Decimal) -> Option<i128> {
        let unit = self.exponent.min(step.exponent);
        let (number, step) = (self.in_units(unit)?, step.in_units(unit)?);
        let whole = number.checked_div_euclid(step)?;
        Some(whole + i128::from(number.checked_rem_euclid(step)? != 0))
    }

    /// Returns the number of digits before the point, or minus the number of zeros after it.
    fn integer_digit_count(&self) -> i64 {
        self.exponent.saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn cmp_absolute(&self, other: &Decimal) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .integer_digit_count()
                .cmp(&other.integer_digit_count())
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

fn power(exponent: i64) -> Option<u128> {
    10_u128.checked_pow(u32::try_from(exponent).ok()?)
}

impl From<i128> for Decimal {
    fn from(number: i128) -> Decimal {
        let digits = number.unsigned_abs().to_string();
        let kept = digits.trim_end_matches('0');
        let exponent = i64::try_from(digits.len() - kept.len()).unwrap_or(0);
        if kept.is_empty() {
            return Decimal { negative: false, digits: String::new(), exponent: 0 };
        }
        Decimal { negative: number < 0, digits: kept.to_owned(), exponent }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Decimal) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_absolute(other),
            (true, true) => other.cmp_absolute(self),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Decimal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn decimals_are_ordered_by_value_not_notation() {
        let ordered = [
            "-1e400",
            "-70",
            "-7.5",
            "-7",
            "-0.05",
            "0",
            "5e-3",
            "0.05",
            "0.1",
            "0.10000000000000000001",
            "7",
            "7.5",
            "9007199254740992",
            "9007199254740993",
            "1e400",
        ];
        for (at, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(decimal(left).cmp(&decimal(right)), at.cmp(&other), "{left} {right}");
            }
        }
        for same in [["1", "1.0"], ["100", "1e2"], ["0", "-0.0"], ["+5", "5"], ["0x1f", "31"]] {
            assert_eq!(decimal(same[0]), decimal(same[1]));
        }
    }

    #[test]
    fn invalid_decimal_is_none() {
        for text in [".inf", ".nan", "0x", "1e99999999999999999999", "10e9223372036854775807"] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_integer_below() {
        for (text, expected) in [
            ("10", Some((10, true))),
            ("10.5", Some((10, false))),
            ("-10.5", Some((-11, false))),
            ("-10", Some((-10, true))),
            ("0.05", Some((0, false))),
            ("-0.05", Some((-1, false))),
            ("1200", Some((1200, true))),
            ("0", Some((0, true))),
            ("1e60", None),
        ] {
            assert_eq!(decimal(text).floor(), expected, "{text}");
        }
        for number in [0, 10, -12, 1_000_001, i128::MAX] {
            assert_eq!(Decimal::from(number), decimal(&number.to_string()));
        }
    }

    #[test]
    fn multiples() {
        for (number, step, expected) in
            [("0.3", "0.1", true), ("0.75", "0.1", false), ("-6", "1.5", true), ("0", "7", true), ("1e3", "8", true)]
        {
            assert_eq!(decimal(number).is_multiple_of(&decimal(step)), Some(expected), "{number} {step}");
        }
        assert_eq!(decimal("1e60").is_multiple_of(&decimal("3")), Some(false));
        assert_eq!(decimal("3e999999").is_multiple_of(&decimal("0.03")), Some(true));
        assert_eq!(decimal("7").is_multiple_of(&decimal("123456789012345678901")), None);
        for (number, step, expected) in [("7", "2", 4), ("-7", "2", -3), ("6", "2", 3), ("0.25", "0.1", 3)] {
            assert_eq!(decimal(number).div_ceil(&decimal(step)), Some(expected), "{number} {step}");
        }
        assert_eq!(Decimal::from_units(-25, -2), decimal("-0.25"));
    }

    #[test]
    fn a_number_has_one_text() {
        for (number, expected) in [
            ("0.0", Some("0")),
            ("-1.50", Some("-1.5")),
            ("1e3", Some("1000")),
            ("5e-3", Some("0.005")),
            ("12.5e1", Some("125")),
            ("1e99", None),
            ("1e-99", None),
        ] {
            assert_eq!(decimal(number).text().as_deref(), expected, "{number}");
        }
    }

    #[test]
    fn two_numbers_in_one_unit() {
        assert_eq!(decimal("0.5").to_common_unit(&decimal("0.25")), Some((50, 25, 100)));
        assert_eq!(decimal("3").to_common_unit(&decimal("200")), Some((3, 200, 1)));
        assert_eq!(decimal("1e-40").to_common_unit(&decimal("1")), None);
        assert_eq!(decimal("-1").to_common_unit(&decimal("1")), None);
    }
}
